"""What `ssp build` makes of a table: the files, in memory."""

from __future__ import annotations

from sspdsl.ir.model import Program


def build_files(program: Program, with_ir: bool = False) -> dict[str, bytes]:
    """The files of one pin by name, in order. Equal programs give equal bytes."""
    from sspdsl.codegen import emit_module
    from sspdsl.draw.dot import emit_dot
    from sspdsl.draw.move_graph import draw_graph
    from sspdsl.graph import build_graph, encode_graph

    name = program.name
    texts = {
        f"{name}.py": emit_module(program),
        f"{name}.graph.json": encode_graph(build_graph(program)),
        f"{name}.graph.dot": emit_dot(program),
        f"{name}.graph.svg": draw_graph(program),
    }
    if with_ir:
        from sspdsl.ir.encode import to_json

        texts[f"{name}.ir.json"] = to_json(program)
    return {file: text.encode("utf-8") for file, text in texts.items()}
