"""SVG to PNG. The renderer is an extra (`render`) and is imported only here; the fonts are our own."""

from __future__ import annotations

import re

from sspdsl.draw.fonts import font_files

PX_PER_MM = 6.5
LARGEST = 12000  # Pixels along one side; a larger drawing gets fewer pixels per mm.


class RendererMissing(RuntimeError):  # noqa: N818 - it says what is the matter
    """The extra that makes pictures of SVG text is not installed."""


def to_png(svg: str, px_per_mm: float = PX_PER_MM) -> bytes:
    """The PNG of a drawing of ours. Raises `RendererMissing` without the extra `render`."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError as error:
        raise RendererMissing("pictures need the extra `render`: pip install sspdsl[render]") from error
    size = re.match(r'<svg [^>]*?width="([\d.]+)mm" height="([\d.]+)mm"', svg)
    width, height = (float(size[1]), float(size[2])) if size else (200.0, 200.0)
    scale = min(px_per_mm, LARGEST / max(width, height))
    return bytes(
        svg_to_bytes(
            svg_string=svg,
            dpi=96,
            width=max(round(width * scale), 1),
            skip_system_fonts=True,
            font_files=font_files(),
            background="#ffffff",
        )
    )
