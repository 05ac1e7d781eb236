"""Checks a whole report of `ssp verify`: the certificates, and that nothing is claimed without one."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from sspdsl.ir.model import Program
from sspdsl.recheck.cover import plays
from sspdsl.recheck.ending import check_ending
from sspdsl.recheck.happening import check_happening
from sspdsl.recheck.ranking import check_ranking
from sspdsl.recheck.replay import Engine, check_trap, play_record
from sspdsl.recheck.shape import Refused, need

CERTIFIED = ("V4", "V5", "V6")
RECORDED = ("V1",)
HAPPENING = ("V3", "V10")


@dataclass(frozen=True, slots=True)
class Outcome:
    """`holds`: checked and true; else `words` say what is wrong."""

    property: str
    holds: bool
    words: str


def recheck(program: Program, report: str, engine: Engine) -> tuple[Outcome, ...]:
    """An outcome for each verdict that can be checked again: V4 to V6, and the games of V1, V3 and V10."""
    try:
        data = json.loads(report)
    except (ValueError, RecursionError) as error:
        return (Outcome("report", False, f"this is no JSON: {error}"),)
    if not isinstance(data, dict) or data.get("format") != "ssp-verify" or data.get("pin") != program.name:
        return (Outcome("report", False, f"this is no report on `{program.name}`"),)
    verdicts = data.get("verdicts")
    named = {each.get("property"): each for each in verdicts if isinstance(each, dict)} if isinstance(
        verdicts, list
    ) else {}  # fmt: skip
    out = []
    for name in (*RECORDED, *HAPPENING, *CERTIFIED):
        verdict = named.get(name)
        try:
            need(verdict is not None, "the report does not speak of it")
            if name in RECORDED:
                words = records(program, verdict, engine)
            elif name in HAPPENING:
                words = happening(program, name, verdict, engine)
            else:
                words = one(program, name, verdict, engine)
            out.append(Outcome(name, True, words))
        except Refused as refusal:
            out.append(Outcome(name, False, str(refusal)))
    return tuple(out)


def one(program: Program, name: str, verdict: Any, engine: Engine) -> str:
    """The verdict on V4, V5 or V6."""
    status, certificate = verdict.get("status"), verdict.get("certificate")
    if name == "V6":
        return effects(program, status, certificate)
    kind = certificate.get("kind") if isinstance(certificate, dict) else None
    match status:
        case "proved":
            need(kind == "ranking", "proved without a ranking")
            need(name != "V4" or plays(program), "a round that no ball plays")
            return check_ranking(program, certificate, rounds=name == "V4")
        case "refuted":
            need(kind == "trap", "refuted without a trap")
            return check_trap(program, certificate, engine, rounds=name == "V4")
        case "bounded" | "not applicable":
            need(certificate is None, f"a certificate for what is {status}")
            need(status == "bounded" or (name == "V4" and not plays(program)), "it does apply")
            return f"{status}: nothing is claimed"
    raise Refused(f"`{status}` is no status")


def happening(program: Program, name: str, verdict: Any, engine: Engine) -> str:
    """The verdict on V3 or V10. Why something never happens is not checked again."""
    status, certificate = verdict.get("status"), verdict.get("certificate")
    need(status in ("proved", "bounded", "refuted", "not applicable"), f"`{status}` is no status")
    if certificate is None:
        need(status == "not applicable", f"{status} without a game")
        return f"{status}: nothing is claimed"
    need(isinstance(certificate, dict) and certificate.get("kind") == "games", "there are no games")
    said = check_happening(program, name, status, certificate, engine)
    return said if status == "proved" else f"{status}; {said}"


def effects(program: Program, status: Any, certificate: Any) -> str:
    """The verdict on V6."""
    if status == "proved":
        need(
            isinstance(certificate, dict) and certificate.get("kind") == "ending", "proved without a ranking"
        )
        return check_ending(program, certificate)
    need(status in ("bounded", "refuted"), f"`{status}` is no status")
    need(certificate is None, f"a certificate for what is {status}")
    return f"{status}: nothing is claimed"


def records(program: Program, verdict: Any, engine: Engine) -> str:
    """The records of the parts of a verdict can be played."""
    count = 0
    parts = verdict.get("items")
    need(isinstance(parts, list), "a verdict without parts")
    for item in parts:
        need(isinstance(item, dict), "a part that is none")
        if item.get("record") is not None and item.get("status") == "proved":
            need(isinstance(item["record"], str), f"{item.get('name')}: the record is no text")
            play_record(program, engine, item["record"], program.max_players)
            count += 1
    return f"{count} records can be played"
