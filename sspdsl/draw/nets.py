"""Which routes a move graph needs: one rail for each flipper, one arrow for each pair of blocks that a
way joins.
"""

from __future__ import annotations

from collections.abc import Iterator

from sspdsl.draw.layout import Plan
from sspdsl.draw.links import LINE, Link
from sspdsl.draw.marks import PLAIN
from sspdsl.draw.paint import Keys
from sspdsl.draw.routes import End, Net
from sspdsl.draw.spots import Spot, title_of
from sspdsl.draw.table import Table

NETS_MOST = 60  # What is left is said in words.
LOOP_LEAST = 12.0  # Room along the edge of a block for an arrow from it to itself; else words.
BUS_LEAST = 3  # Targets of one source that share a route.
ENDS_MOST = 8  # A condition that opens more ways from one place than this is said in words.


def entered_from_above(table: Table) -> frozenset[int]:
    """Features that an arrow from a higher zone, or from above the table, leads into."""
    order = {f: k for k, z in enumerate(table.zones) for f in z.features}
    at = table.program.positions
    found = set()
    for link in table.links:
        a, b = at[link.source].feature, at[link.target].feature
        empty = not table.program.features[a].boxes and order.get(a) == 0
        if order.get(a, 0) < order.get(b, 0) or empty:
            found.add(b)
    return frozenset(found)


def build_nets(table: Table, plan: Plan, keys: Keys) -> tuple[list[Net], list[tuple[int, int]], list[str]]:
    """Nets, the pairs of neighbours that a short straight arrow joins (a lane and its flipper), and
    what is only said.
    """
    of = {f: k for k, s in enumerate(plan.spots) for f in s.features} | {
        h.feature: -1 - n for n, h in enumerate(plan.heads)
    }
    nets = _rails(table, plan, of, keys)
    merged: Merged = {}
    inner = {id(x) for s in plan.spots for x in s.inner}
    untold: dict[int, int] = {}
    pairs: list[tuple[int, int]] = []
    at = table.program.positions
    for link in table.links:
        a, b = of.get(at[link.source].feature), of.get(at[link.target].feature)
        if a is None or b is None or id(link) in inner:
            continue
        if link.name == "carried" and a >= 0 and b >= 0 and _side_by_side(plan, a, b):
            pairs.append((a, b))
        elif a == b and link.source != link.target:
            untold[a] = untold.get(a, 0) + 1
        else:
            merged.setdefault((a, b, link.words, link.name == LINE), []).append(link)
    said = [
        f"{n} ways between the boxes of {title_of(table.program.features[plan.spots[a].features[0]])}"
        for a, n in untold.items()
    ]
    for source, links in _buses(plan, merged):
        names = [_names(table, plan, k) for k in (source, *links)]
        first = next(iter(links.values()))[0]
        narrow = source in links and plan.spots[source].port[1] - plan.spots[source].port[0] < LOOP_LEAST
        before = dict(keys.words)
        net = None if narrow else _net(table, plan, len(nets), source, links, keys)
        if net is None or len(nets) >= NETS_MOST or (len(net.targets) > ENDS_MOST and first.words):
            keys.words = before
            targets = ", ".join(names[1:5]) + (f" and {len(links) - 4} more" if len(links) > 4 else "")
            said.append(f"{names[0]} to {targets}" + (f": {first.words}" if first.words else ""))
            continue
        nets.append(net)
    return nets, list(dict.fromkeys(pairs)), said


Merged = dict[tuple[int, int, str, bool], list[Link]]


def _buses(plan: Plan, merged: Merged) -> Iterator[tuple[int, dict[int, list[Link]]]]:
    """Links by source; three or more that go one way under one condition share a route."""
    groups: dict[tuple[int, str, bool, bool, int], dict[int, list[Link]]] = {}
    for (a, b, words, lined), links in merged.items():
        rows = [plan.spots[k].row if k >= 0 else -1 for k in (a, b)]
        way = (rows[1] > rows[0]) - (rows[1] < rows[0])
        both = any(x.both for x in links)
        groups.setdefault((a, words, lined, both, way), {})[b] = links
    for (a, *_), group in groups.items():
        if len(group) >= BUS_LEAST:
            yield a, group
        else:
            for b, links in group.items():
                yield a, {b: links}


def _names(table: Table, plan: Plan, k: int) -> str:
    features = plan.spots[k].features if k >= 0 else (plan.heads[-1 - k].feature,)
    return ", ".join(title_of(table.program.features[f]) for f in features)


def _net(table: Table, plan: Plan, n: int, source: int, targets: dict[int, list[Link]], keys: Keys) -> Net:
    links = [x for some in targets.values() for x in some]
    first = links[0]
    loop = source in targets
    starts = tuple(dict.fromkeys(b for x in links if not loop and (b := table.box(x.source)) is not None))
    words = f": {first.words}" if first.words else ""
    name = _names(table, plan, source)
    ends: list[End] = []
    for spot, own in targets.items():
        meant = [x.boxes or (table.box(x.target),) for x in own]
        boxes = tuple(dict.fromkeys(b for some in meant if not loop for b in some if b is not None))
        tag = keys.number(first.words) if not ends else ""
        title = f"{name} to {_names(table, plan, spot)}{words}"
        ends.append(End(spot, boxes, first.gated, tag, f"way-{n}-{len(ends)}", title))
    ends = _to_zones(table, plan, source, ends)
    middle = sum(_middle(plan.spots[e.spot]) for e in ends if e.spot >= 0) / len(ends)
    side = "left" if source >= 0 and middle < plan.w / 2 else "right"
    lined = first.name == LINE
    return Net(
        f"way-{n}",
        ends[0].title if len(ends) == 1 else f"{name} to {len(ends)} places{words}",
        End(source, starts),
        tuple(ends),
        gated=first.gated,
        lined=lined,
        both=any(x.both for x in links) and not lined and not loop,
        side=side,
    )


def _to_zones(table: Table, plan: Plan, source: int, ends: list[End]) -> list[End]:
    """Ends at every block of a lower zone become one end at the edge of that zone."""
    row = plan.spots[source].row if source >= 0 else -1
    for band in plan.bands:
        own = [k for k, s in enumerate(plan.spots) if s.row in band.rows and s.boxes]
        inside = [e for e in ends if e.spot in own and not e.boxes]
        if len(own) >= BUS_LEAST and len(inside) == len(own) and band.rows[0] > row:
            zone = band.zone.title.strip() or band.zone.name.replace("_", " ") or "a zone"
            spot = next(k for k in own if plan.spots[k].row == band.rows[0])
            name = _names(table, plan, source)
            first = inside[0]
            tag = next((e.tag for e in inside if e.tag), "")
            title = f"{name} to any box of {zone}"
            edge = End(spot, (), first.gated, tag, first.id, title, (plan.w * 0.15, plan.w * 0.85))
            ends = [*(e for e in ends if e not in inside), edge]
    return ends


def _middle(s: Spot) -> float:
    return s.x + s.w / 2


def _side_by_side(plan: Plan, a: int, b: int) -> bool:
    """In one row, with nothing between them."""
    s, t = plan.spots[a], plan.spots[b]
    if s.row != t.row or s is t or s.shape != "lane" or t.shape != "flipper":
        return False
    low, high = sorted((_middle(s), _middle(t)))
    return not any(
        low < _middle(x) < high for x in plan.spots if x.row == s.row and x is not s and x is not t
    )


def _rails(table: Table, plan: Plan, of: dict[int, int], keys: Keys) -> list[Net]:
    """A flipper's rail runs beside the table on the side its features stand, up and, where it shoots
    down, down.
    """
    nets: list[Net] = []
    for shots in table.shots:
        source = of.get(shots.flipper)
        if source is None or source < 0:
            continue
        f = table.program.features[shots.flipper]
        row = plan.spots[source].row
        side = "right" if plan.spots[source].left else "left"
        colour = f.colours[0] if f.colours and f.colours[0] not in PLAIN else "grey"
        for down in (False, True):
            spots: dict[int, list[tuple[int, str]]] = {}
            for feature, words in shots.targets:
                k = of.get(feature)
                if k is not None and k >= 0 and k != source and (plan.spots[k].row > row) == down:
                    spots.setdefault(k, []).append((feature, words))
            conditions = {w for hits in spots.values() for _, w in hits}
            said = next(iter(conditions)) if len(conditions) == 1 else ""
            ends = []
            for k, hits in spots.items():
                words = hits[0][1] if len({w for _, w in hits}) == 1 else ""
                name = _names(table, plan, k)
                ends.append(
                    End(
                        k,
                        (),
                        bool(words),
                        "" if said else keys.number(words),
                        f"shot-{shots.flipper}-{hits[0][0]}",
                        f"{title_of(f)} hits {name}",
                    )
                )
            if ends:
                own = [h for h in f.hits if h.guard is None]
                faces = " and ".join(c for h in own for c in h.colours)
                usual = "every colour" if "any" in faces else f"{faces} faces" if faces else "shots"
                words_of = [f"{title_of(f)}: {usual}"]
                words_of += [*shots.words] + ([f"while {said}"] if said else [])
                nets.append(
                    Net(
                        f"rail-{shots.flipper}{'-down' if down else ''}",
                        "; ".join(words_of),
                        End(source),
                        tuple(ends),
                        colour=colour,
                        gated=bool(said),
                        side=side,
                        words=tuple(words_of),
                    )
                )
    return nets
