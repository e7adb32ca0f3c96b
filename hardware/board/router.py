"""A maze router for two layers: the cheapest way on a grid (A*), net after net.

A net that finds no way goes first next time.
Pads and tracks of other nets are blocked with their clearance. Plain Python, without KiCad.
"""

from __future__ import annotations

import heapq
import math
from collections import namedtuple

GRID_MM = 0.254  # a tenth of the pitch of pins, so that a track runs in the middle between two
CLEARANCE_MM = 0.252
EDGE_MM = 0.75
VIA_MM = 0.8
VIA_COST = 14
TURN_COST = 0.6
ROUNDS = 25

# layers: the copper layers that it is on (0 is the top). half: half its width and height.
# A circle has a radius instead.
Pad = namedtuple("Pad", ("net", "x", "y", "half", "radius", "layers"))
Track = namedtuple("Track", ("net", "layer", "start", "end", "width"))
Via = namedtuple("Via", ("net", "x", "y"))

STEPS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


class NoWayError(Exception):
    """A net that could not be routed."""


class Router:
    def __init__(
        self, width: float, depth: float, pads: list[Pad], forbidden: list, wide: dict[str, float]
    ) -> None:
        self.columns, self.rows = round(width / GRID_MM) + 1, round(depth / GRID_MM) + 1
        self.pads = pads
        self.wide = wide
        self.tracks: list[Track] = []
        self.vias: list[Via] = []
        self.closed = bytearray(self.columns * self.rows)  # the edge, and areas without copper
        for row in range(self.rows):
            for column in range(self.columns):
                x, y = column * GRID_MM, row * GRID_MM
                near_edge = min(x, y, width - x, depth - y) < EDGE_MM
                if near_edge or any(x0 < x < x1 and y0 < y < y1 for x0, y0, x1, y1 in forbidden):
                    self.closed[row * self.columns + column] = 1

    def width(self, net: str) -> float:
        return self.wide.get(net, 0.25)

    def _stamp(self, cells: bytearray, x: float, y: float, half: tuple[float, float], reach: float) -> None:
        """Block what is nearer than `reach` to a rectangle around (x, y)."""
        for row in range(
            max(0, math.ceil((y - half[1] - reach) / GRID_MM)),
            min(self.rows - 1, math.floor((y + half[1] + reach) / GRID_MM)) + 1,
        ):
            dy = max(0.0, abs(row * GRID_MM - y) - half[1])
            for column in range(
                max(0, math.ceil((x - half[0] - reach) / GRID_MM)),
                min(self.columns - 1, math.floor((x + half[0] + reach) / GRID_MM)) + 1,
            ):
                dx = max(0.0, abs(column * GRID_MM - x) - half[0])
                if dx * dx + dy * dy < reach * reach:
                    cells[row * self.columns + column] = 1

    def _blocked(self, net: str) -> tuple[list[bytearray], bytearray]:
        """Cells where this net may not run, for each layer, and where it may have no via."""
        own = self.width(net) / 2 + CLEARANCE_MM
        layers = [bytearray(self.closed), bytearray(self.closed)]
        vias = bytearray(self.closed)
        for pad in self.pads:
            if pad.net != net:
                for layer in pad.layers:
                    self._stamp(layers[layer], pad.x, pad.y, pad.half, pad.radius + own)
            self._stamp(vias, pad.x, pad.y, pad.half, pad.radius + VIA_MM / 2 + CLEARANCE_MM)
        for track in self.tracks:
            if track.net == net:
                continue
            (x1, y1), (x2, y2) = track.start, track.end
            pieces = max(1, math.ceil(max(abs(x2 - x1), abs(y2 - y1)) / GRID_MM))
            for piece in range(pieces + 1):
                x, y = x1 + (x2 - x1) * piece / pieces, y1 + (y2 - y1) * piece / pieces
                self._stamp(layers[track.layer], x, y, (0, 0), own + track.width / 2)
                self._stamp(vias, x, y, (0, 0), VIA_MM / 2 + CLEARANCE_MM + track.width / 2)
        for via in self.vias:
            if via.net != net:
                for cells in layers:
                    self._stamp(cells, via.x, via.y, (0, 0), own + VIA_MM / 2)
            self._stamp(vias, via.x, via.y, (0, 0), VIA_MM + CLEARANCE_MM)
        return layers, vias

    def _search(self, net: str, starts: dict, goals: set) -> list[tuple[int, int, int]]:
        """The cheapest way from one of the starts (column, row, layer) to one of the goals."""
        layers, no_via = self._blocked(net)
        columns, size = self.columns, self.columns * self.rows
        free = layers[0] + layers[1]
        targets = {layer * size + row * columns + column for column, row, layer in goals}
        goal_column, goal_row, _ = next(iter(goals))  # a pad: the same place on one or both layers
        steps = [(dx, dy, dy * columns + dx, 1.414 if dx and dy else 1.0) for dx, dy in STEPS]

        def left(place: int) -> float:
            row, column = divmod(place % size, columns)
            dx, dy = abs(column - goal_column), abs(row - goal_row)
            return dx + 0.414 * dy if dx > dy else dy + 0.414 * dx

        best = [1e9] * (2 * size)
        came = [-2] * (2 * size)  # -2: not yet seen, -1: a start
        queue = []
        for column, row, layer in starts:
            place = layer * size + row * columns + column
            best[place] = 0.0
            queue.append((left(place), 0.0, place, -1, -1))
        heapq.heapify(queue)
        while queue:
            _, cost, here, before, direction = heapq.heappop(queue)
            if came[here] != -2:
                continue
            came[here] = before
            if here in targets:
                way = []
                while here != -1:
                    layer, rest = divmod(here, size)
                    way.append((rest % columns, rest // columns, layer))
                    here = came[here]
                return way[::-1]
            for number, (_, _, jump, price) in enumerate(steps):
                there = here + jump  # the edge is closed, so that no step leaves its row
                if free[there] or came[there] != -2:
                    continue
                total = cost + price + (TURN_COST if direction >= 0 and number != direction else 0.0)
                if total < best[there]:
                    best[there] = total
                    heapq.heappush(queue, (total + left(there), total, there, here, number))
            if not no_via[here % size]:
                there = here + size if here < size else here - size
                total = cost + VIA_COST
                if came[there] == -2 and total < best[there]:
                    best[there] = total
                    heapq.heappush(queue, (total + left(there), total, there, here, -1))
        raise NoWayError(net)

    def _cells(self, pad: Pad) -> list[tuple[int, int, int]]:
        return [(round(pad.x / GRID_MM), round(pad.y / GRID_MM), layer) for layer in pad.layers]

    def _keep(self, net: str, way: list, start: Pad | None, end: Pad) -> None:
        """Tracks and vias of a way; straight pieces become one track; its ends meet the pads' middles."""
        width = self.width(net)
        points = [(column * GRID_MM, row * GRID_MM, layer) for column, row, layer in way]
        if start:
            points.insert(0, (start.x, start.y, points[0][2]))
        points.append((end.x, end.y, points[-1][2]))
        first = points[0]
        for place, (x, y, layer) in enumerate(points[1:], 1):
            last = place == len(points) - 1
            after = points[place + 1] if not last else None
            before = points[place - 1]
            if before[2] != layer:
                self.vias.append(Via(net, x, y))
                first = (x, y, layer)
                continue
            same = after and after[2] == layer and _direction(before, (x, y)) == _direction((x, y), after)
            if not same:
                if math.dist(first[:2], (x, y)) > 1e-6:
                    self.tracks.append(Track(net, layer, first[:2], (x, y), width))
                first = (x, y, layer)

    def _route(self, net: str, pads: list[Pad]) -> None:
        tree = {cell: pads[0] for cell in self._cells(pads[0])}
        rest = pads[1:]
        while rest:
            rest.sort(
                key=lambda pad: min(math.dist((pad.x, pad.y), (c * GRID_MM, r * GRID_MM)) for c, r, _ in tree)
            )
            pad = rest.pop(0)
            way = self._search(net, tree, set(self._cells(pad)))
            self._keep(net, way, tree[way[0]], pad)
            tree |= {cell: None for cell in way} | {cell: pad for cell in self._cells(pad)}

    def join_where_possible(self, net: str, pads: list[Pad]) -> None:
        """Tracks for a net that is poured as well: what finds no way keeps the pour."""
        for pad in pads[1:]:
            others = [other for other in pads if other is not pad]
            nearest = min(others, key=lambda other: math.dist((pad.x, pad.y), (other.x, other.y)))
            try:
                self._route(net, [nearest, pad])
            except NoWayError:
                continue

    def run(self, order: list[str], members: dict[str, list[list[Pad]]]) -> None:
        """Join the pads of each group; a net without a way goes to the front, and all begins again."""
        for _ in range(ROUNDS):
            self.tracks, self.vias = [], []
            stuck = None
            for net in order:
                try:
                    for group in members[net]:
                        self._route(net, group)
                except NoWayError:
                    stuck = net
                    break
            if stuck is None:
                return
            print(f"no way for {stuck}: first next time", flush=True)
            order = [stuck] + [net for net in order if net != stuck]
        raise NoWayError(f"{stuck}, after {ROUNDS} rounds")


def _direction(one: tuple, other: tuple) -> tuple[float, float]:
    length = math.dist(one[:2], other[:2]) or 1.0
    return round((other[0] - one[0]) / length, 3), round((other[1] - one[1]) / length, 3)
