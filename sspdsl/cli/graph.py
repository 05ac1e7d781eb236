"""`ssp graph`: the move graph, for tools."""

from __future__ import annotations

import click

from sspdsl.cli.compiled import compile_one
from sspdsl.cli.shell import CLEAN, common_options, out


@click.command("graph")
@click.argument("pin", default="-")
@click.option(
    "--format",
    "form",
    type=click.Choice(["json", "dot"]),
    default="json",
    show_default=True,
    help="JSON (grammar/graph.schema.json), or DOT for graph tools.",
)
@common_options
def command(pin: str, form: str) -> int:
    """Print the move graph of PIN, a file or - for standard input."""
    program = compile_one(pin)
    if form == "json":
        from sspdsl.graph import build_graph, encode_graph

        text = encode_graph(build_graph(program))
    else:
        from sspdsl.draw.dot import emit_dot

        text = emit_dot(program)
    out(text.rstrip("\n"))
    return CLEAN
