"""What a program means, without where it stands in the text."""

from __future__ import annotations

import json
from typing import Any

from sspdsl.ir.encode import to_json
from sspdsl.ir.model import Program


def without_places(program: Program) -> Any:
    """The JSON of a program with every place taken out."""
    return strip(json.loads(to_json(program)))


def strip(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: strip(part) for key, part in value.items() if key != "place"}
    return [strip(part) for part in value] if isinstance(value, list) else value
