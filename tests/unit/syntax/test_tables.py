"""The stored tables are those of the grammar, and the grammar leaves nothing to chance."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from lark import Lark

from sspdsl.resources import grammar_text
from sspdsl.syntax import tables as module
from sspdsl.syntax.tables import build, fingerprint, tables, written


def test_the_stored_tables_are_fresh() -> None:
    stored = module._stored()
    assert stored is not None
    assert stored["grammar"] == fingerprint(), "run `python -m sspdsl.syntax.tables`"
    assert json.loads(written(build())) == stored


def test_the_grammar_has_no_conflicts() -> None:
    # `strict` refuses every conflict of the tables, and terminals that could both match.
    Lark(grammar_text("ssp.lark"), parser="lalr", lexer="basic", maybe_placeholders=True, strict=True)


@pytest.mark.parametrize("content", [None, b"", b"{", b"[]", b'{"grammar": "of another text"}'])
def test_without_good_tables_they_are_built(
    content: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = tables()
    if content is not None:
        (tmp_path / "tables.json").write_bytes(content)
    monkeypatch.setattr(module, "FILE", str(tmp_path / "tables.json"))
    assert tables.__wrapped__() == stored


def test_keywords_are_words_and_signs_are_not() -> None:
    assert tables().keywords["zone"] == "ZONE"
    assert tables().signs["{"] == "LBRACE"
    assert not any(sign.isalpha() for sign in tables().signs)
