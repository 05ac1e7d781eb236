"""The fonts of the drawings, and a reader that measures them.

`python -m sspdsl.draw.fonts` writes `metrics.json` anew from the font files: advance widths in
thousandths of the font size, for the characters that names and labels use most.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterable
from pathlib import Path

FOLDER = Path(__file__).parent
FACES = {"regular": "LiberationSans-Regular.ttf", "bold": "LiberationSans-Bold.ttf"}
FALLBACK = "DejaVuSans.ttf"
# Latin with accents, Greek, Cyrillic, and the signs that stand in text.
MEASURED = (
    *range(0x20, 0x7F),
    *range(0xA1, 0x180),
    *range(0x370, 0x460),
    *range(0x2010, 0x2027),
    0x2030,
    *range(0x2039, 0x203B),
    0x20AC,
    0x2122,
    *range(0x2190, 0x2194),
    0x2212,
    0x2248,
    0x2260,
    0x2264,
    0x2265,
)


def font_files() -> list[str]:
    """The bundled fonts, the one for common text first."""
    return [str(FOLDER / name) for name in (*FACES.values(), FALLBACK)]


def measure(font: bytes, characters: Iterable[int]) -> dict[int, int]:
    """Advance width of each character that the font has, in thousandths of the font size."""
    tables = {}
    for i in range(struct.unpack_from(">H", font, 4)[0]):
        tag, _, offset, _ = struct.unpack_from(">4sLLL", font, 12 + 16 * i)
        tables[tag] = offset
    em = struct.unpack_from(">H", font, tables[b"head"] + 18)[0]
    long_metrics = struct.unpack_from(">H", font, tables[b"hhea"] + 34)[0]
    glyphs = _glyphs(font, tables[b"cmap"])
    widths = {}
    for character in characters:
        glyph = glyphs.get(character, 0)
        if glyph:
            at = tables[b"hmtx"] + 4 * min(glyph, long_metrics - 1)
            widths[character] = round(struct.unpack_from(">H", font, at)[0] * 1000 / em)
    return widths


def _glyphs(font: bytes, cmap: int) -> dict[int, int]:
    """Character to glyph, from the Windows Unicode table in format 4, which every font here has."""
    for i in range(struct.unpack_from(">H", font, cmap + 2)[0]):
        platform, encoding, offset = struct.unpack_from(">HHL", font, cmap + 4 + 8 * i)
        at = cmap + offset
        if (platform, encoding) == (3, 1) and struct.unpack_from(">H", font, at)[0] == 4:
            return _format_4(font, at)
    raise ValueError("the font has no Unicode table in format 4")


def _format_4(font: bytes, at: int) -> dict[int, int]:
    twice = struct.unpack_from(">H", font, at + 6)[0]
    found = {}
    for i in range(0, twice, 2):
        end = struct.unpack_from(">H", font, at + 14 + i)[0]
        start = struct.unpack_from(">H", font, at + 16 + twice + i)[0]
        delta = struct.unpack_from(">H", font, at + 16 + 2 * twice + i)[0]
        where = at + 16 + 3 * twice + i
        offset = struct.unpack_from(">H", font, where)[0]
        for character in range(start, min(end, 0xFFFE) + 1):
            if offset:
                glyph = struct.unpack_from(">H", font, where + offset + 2 * (character - start))[0]
                found[character] = (glyph + delta) & 0xFFFF if glyph else 0
            else:
                found[character] = (character + delta) & 0xFFFF
    return found


def metrics() -> dict[str, dict[str, str]]:
    """For each face, the characters of each width: the content of `metrics.json`."""
    faces = {}
    for face, name in FACES.items():
        widths = measure((FOLDER / name).read_bytes(), MEASURED)
        runs: dict[int, str] = {}
        for character in sorted(widths):
            runs[widths[character]] = runs.get(widths[character], "") + chr(character)
        faces[face] = {str(width): runs[width] for width in sorted(runs)}
    return faces


def write_metrics() -> None:
    text = json.dumps(metrics(), ensure_ascii=False, indent=0)
    (FOLDER / "metrics.json").write_text(text + "\n", "utf-8")
