"""Two texts as programs in one order of clauses, so that their forms in play can be compared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sspdsl.check.load import FindLibrary
from sspdsl.compare.arrange import arranged
from sspdsl.compare.faithful import same_order
from sspdsl.compare.form import play_form
from sspdsl.ir.model import Program
from sspdsl.pipeline import compile_source
from sspdsl.source import Source
from sspdsl.syntax.tree import Node


@dataclass(frozen=True, slots=True)
class Version:
    """A text that compiles."""

    source: Source
    find: FindLibrary | None
    program: Program


def forms_equal(left: Version, right: Version) -> bool:
    """Whether the two are one in play, whatever the order of their declarations. False says nothing."""
    if play_form(left.program) == play_form(right.program):
        return True
    for features in (True, False):
        one, other = in_order(left, features), in_order(right, features)
        if one is not None and other is not None and play_form(one) == play_form(other):
            return True
    return False


def in_order(version: Version, features: bool) -> Program | None:
    """The program of the text in the order of `arrange`; None if that order would be heard in play."""

    def arrange(tree: Node) -> Node:
        return arranged(tree, features)

    program: Any = compile_source(version.source, version.find, arrange=arrange).program
    return program if program is not None and same_order(version.program, program) else None
