"""The move graph as DOT text, for graph tools and papers, and its rendering where an engine is present.

A node is a position, a cluster a zone. Names are numbers (`p3`, `cluster_zone_1`), so no name of a pin
can be a word of DOT; what a pin calls things stands only in labels, which are shown as they are.
"""

from __future__ import annotations

import shutil
import subprocess
import sysconfig
from collections.abc import Iterator
from itertools import pairwise

import graphviz

from sspdsl.draw.canvas import plain
from sspdsl.draw.links import LINE
from sspdsl.draw.marks import PLAIN, colour_of
from sspdsl.draw.spots import title_of
from sspdsl.draw.table import Table, read_table
from sspdsl.ir.model import Program

FONT = "Liberation Sans"
SAME_RANK_MOST = 12  # More nodes of a zone than this stand in several rows.


class EngineMissing(RuntimeError):  # noqa: N818 - it says what is the matter
    """No program that draws DOT is installed."""


def emit_dot(program: Program) -> str:
    """The graph of positions and ways. Falls, and ways between very many places, are comments, not edges."""
    table = read_table(program)
    g = graphviz.Digraph("move_graph")
    g.attr("graph", newrank="true", fontname=FONT, label=_label(program.title or program.name), labelloc="t")
    g.attr("node", shape="box", style="rounded,filled", fontname=FONT, fillcolor="#ffffff")
    g.attr("edge", fontname=FONT, fontsize="10")
    boards = {z.board for z in table.zones}
    for board in sorted(boards):
        if len(boards) > 1 and 0 <= board < len(program.boards):
            with g.subgraph(name=f"cluster_board_{board}") as part:
                part.attr(label=_label(program.boards[board].title or program.boards[board].name))
                _zones(part, table, board)
        else:
            _zones(g, table, board)
    if program.balls and any(b.drains for b in program.boxes):
        g.node(
            "lost", label="Ball lost", shape="box", style="filled", fillcolor="#34374a", fontcolor="#ffffff"
        )
    _order(g, table)
    for source, target, attributes in _edges(table):
        g.edge(source, target, **attributes)
    for comment in _comments(table):
        g.body.append(f"\t// {plain(comment)}\n")
    return str(g.source)


def _label(text: str) -> str:
    r"""A label shown as it is: a backslash stays one, `\N` is not replaced, a line end is a line end."""
    lines = [plain(line).replace("\\", "\\\\").replace("&", "&amp;") for line in text.splitlines()]
    shown: str = graphviz.nohtml(
        "\\n".join(lines)
    )  # A kind of string that is quoted even if it looks like HTML.
    return shown


def _zones(g: graphviz.Digraph, table: Table, board: int) -> None:
    for k, zone in enumerate(table.zones):
        if zone.board != board:
            continue
        with g.subgraph(name=f"cluster_zone_{k}") as part:
            part.attr(
                label=_label(zone.title or zone.name), style="rounded,filled", color="#f4f2ec", labeljust="l"
            )
            own = [p for f in zone.features for p in _positions(table, f)]
            if len(own) <= SAME_RANK_MOST:
                part.attr(rank="same")
            for position in own:
                part.node(f"p{position}", **_node(table, position))


def _positions(table: Table, feature: int) -> list[int]:
    return [k for k, p in enumerate(table.program.positions) if p.feature == feature]


def _node(table: Table, position: int) -> dict[str, str]:
    program = table.program
    here = program.positions[position]
    f = program.features[here.feature]
    boxes = [program.boxes[b] for b in (f.boxes if here.box is None else (here.box,))]
    faces = "  ".join("/".join(map(str, b.faces)) or "_" for b in boxes[:40]) + (
        " ..." if len(boxes) > 40 else ""
    )
    colours = {b.colour for b in boxes}
    found = {
        "label": _label(f"{title_of(f)}\n{faces}" if faces else title_of(f)),
        "id": f"position-{position}",
        "fillcolor": colour_of(colours.pop()).tint if len(colours) == 1 else "#ffffff",
    }
    lines = {b.line for b in boxes}
    if lines == {"dashed"}:
        found["style"] = "rounded,filled,dashed"
    elif lines == {"double"}:
        found["peripheries"] = "2"
    elif lines == {"never"}:
        found["color"] = "#b9b9c4"
    if not boxes:
        found["shape"] = "ellipse"
    return found


def _order(g: graphviz.Digraph, table: Table) -> None:
    """Invisible edges keep zones from top to bottom."""
    firsts = [next((p for f in z.features for p in _positions(table, f)), None) for z in table.zones]
    chain = [p for p in firsts if p is not None]
    for a, b in pairwise(chain):
        g.edge(f"p{a}", f"p{b}", style="invis", weight="10")


def _edges(table: Table) -> Iterator[tuple[str, str, dict[str, str]]]:
    program = table.program
    for n, link in enumerate(table.links):
        found = {"id": f"way-{n}"}
        if link.name == LINE:
            found |= {"dir": "none", "color": "#5d6070"}
        elif link.both:
            found["dir"] = "both"
        if link.gated:
            found |= {"style": "dashed", "arrowhead": "empty"}
        if link.words:
            found["label"] = _label(link.words)
        yield f"p{link.source}", f"p{link.target}", found
    for shots in table.shots:
        colours = program.features[shots.flipper].colours
        strong = colour_of(colours[0]).strong if colours and colours[0] not in PLAIN else "#5d6070"
        for source in _positions(table, shots.flipper):
            for feature, words in shots.targets:
                for target in _positions(table, feature):
                    found = {
                        "penwidth": "2",
                        "color": strong,
                        "constraint": "false",
                        "id": f"shot-{source}-{target}",
                    }
                    if words:
                        found |= {"style": "dashed", "label": _label(words)}
                    yield f"p{source}", f"p{target}", found
    for number, box in enumerate(program.boxes):
        if box.drains and program.balls:
            yield f"p{box.position}", "lost", {"id": f"drain-{number}"}


def _comments(table: Table) -> Iterator[str]:
    for board, up, conditions in table.falls:
        words = f" while {' or '.join(conditions)}" if conditions else ""
        yield f"balls fall to any {'higher' if up else 'lower'} zone of board {board}{words}"
    yield from table.notes


# ---------------------------------------------------------------- rendering


def find_engine() -> str | None:
    """The program that draws DOT: `graphviz-pure` beside this Python or on the path, else `dot`."""
    return (
        shutil.which("graphviz-pure", path=sysconfig.get_path("scripts"))
        or shutil.which("graphviz-pure")
        or shutil.which("dot")
    )


def render_dot(dot: str, timeout: float = 60) -> str:
    """SVG of a DOT text. Raises `EngineMissing`, or `RuntimeError` with the engine's words if it fails."""
    engine = find_engine()
    if engine is None:
        raise EngineMissing("no Graphviz here: pip install sspdsl[render], or install `dot`")
    try:
        run = subprocess.run(
            [engine, "-Tsvg"], input=dot.encode(), capture_output=True, timeout=timeout, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise RuntimeError(f"the graph took longer than {timeout:g} s to lay out") from error
    if run.returncode:
        raise RuntimeError(
            run.stderr.decode(errors="replace").strip() or f"the engine ended with {run.returncode}"
        )
    svg = run.stdout.decode()
    return svg.replace("Helvetica,sans-Serif", FONT).replace("Times,serif", FONT)
