"""The case: can it be printed, does everything fit, does the reader reach through? Needs OpenSCAD.

Meshes are built into hardware/build, where `make hardware` puts them, and used again until a size changes.
"""

import importlib.util
import math
import re
import shutil
from pathlib import Path

import numpy as np
import pytest
import trimesh

pytestmark = [
    pytest.mark.proof,
    pytest.mark.skipif(not shutil.which("openscad"), reason="OpenSCAD is not installed (apt: openscad)"),
]

HERE = Path(__file__).resolve().parent
spec = importlib.util.spec_from_file_location("hardware_rays", HERE / "rays.py")
rays = importlib.util.module_from_spec(spec)
spec.loader.exec_module(rays)

CASE = HERE.parents[1] / "hardware" / "case"
BED_MM = 220
BRIDGE_MM = 14  # the longest bridge that any printer can print
WALL_MM = 1.2
PIECES = {"straps": 4, "touch": 2}
DISPLAYS = ("2.42", "1.3", "0.96")
PRINTS = ["body", "body-battery", "touch"] + [f"{part}-{d}" for part in ("lid", "straps") for d in DISPLAYS]


def size(name: str):
    """A size that is a plain number or pair in sizes.scad."""
    text = re.search(rf"^{name} = ([\[\]\d., ]+);", (CASE / "sizes.scad").read_text(), re.M)[1]
    return np.array([float(part) for part in re.findall(r"[\d.]+", text)]) if "[" in text else float(text)


def things() -> list[str]:
    text = (CASE / "deedbox.scad").read_text()
    return re.findall(r'"(\w+)"', re.search(r"^things = \[(.*?)\];", text, re.S | re.M)[1])


@pytest.fixture(scope="module")
def placed(build):
    """A thing in its place, as a mesh."""

    def load(name: str, display: str = "2.42", **sizes: str):
        sizes = {"display": f'"{display}"'} | sizes
        marks = re.sub(r'[\s"\[\]]', "", "-".join(f"{key}={value}" for key, value in sizes.items()))
        return trimesh.load_mesh(build.render(build.OUT / "check" / f"{name}-{marks}.stl", name, sizes))

    return load


def printed(build, name: str):
    return trimesh.load_mesh(build.stl(name))


def on_lid(u, v, w) -> np.ndarray:
    """A point of the lid (right, up the slope, outwards from its inner side) in the box."""
    angle = math.radians(size("slope"))
    y = v * math.cos(angle) - w * math.sin(angle)
    return np.array([u, y, size("front") + v * math.sin(angle) + w * math.cos(angle)])


def inwards() -> np.ndarray:
    return on_lid(0, 0, -1) - on_lid(0, 0, 0)


def grid(middle, span):
    return [
        (middle[0] + x * span[0] / 2, middle[1] + y * span[1] / 2)
        for x in (-1, -0.5, 0.01, 0.5, 1)
        for y in (-1, -0.5, 0.01, 0.5, 1)
    ]


def from_above(mesh, places):
    """The first thing on a straight line through the lid, as depth below its outer side; None: nothing."""
    origins = [on_lid(u, v, size("lid") + 50) for u, v in places]
    all_hits = rays.hits(mesh, origins, [inwards()] * len(origins))
    return [distances - 50 if len(distances) else None for distances, _ in all_hits]


# -- printing --


@pytest.mark.parametrize("name", PRINTS)
def test_a_print_is_whole_and_in_as_many_pieces_as_meant(build, name):
    mesh = printed(build, name)
    assert mesh.is_watertight and mesh.is_winding_consistent and mesh.volume > 0
    assert rays.bodies(mesh) == PIECES.get(name.split("-")[0], 1)


@pytest.mark.parametrize("name", PRINTS)
def test_a_print_fits_the_bed_and_lies_flat_on_it(build, name):
    mesh = printed(build, name)
    assert max(mesh.extents[:2]) <= BED_MM
    lowest = mesh.bounds[0][2]
    down = mesh.face_normals[:, 2] < -0.999
    on_bed = down & (np.abs(mesh.triangles_center[:, 2] - lowest) < 1e-3)
    assert lowest == pytest.approx(0, abs=1e-3)
    share = mesh.area_faces[on_bed].sum() / (mesh.extents[0] * mesh.extents[1])
    assert share > (0.1 if name.split("-")[0] in PIECES else 0.5)


@pytest.mark.parametrize("name", PRINTS)
def test_a_print_needs_no_support(build, name):
    assert max(rays.hanging(printed(build, name)), default=0) <= BRIDGE_MM


def test_a_wide_ceiling_is_noticed():
    table = trimesh.creation.box((40, 40, 2)).apply_translation((0, 0, 20))
    leg = trimesh.creation.box((4, 4, 18)).apply_translation((0, 0, 10))
    assert rays.hanging(table + leg) == [pytest.approx(40)]


@pytest.mark.parametrize("name", PRINTS)
def test_walls_are_thick_enough_to_print(build, name):
    assert rays.thinnest(printed(build, name)) >= WALL_MM - 0.01


def test_a_thin_wall_is_noticed():
    box = trimesh.creation.box((20, 20, 20))
    hollow = trimesh.creation.box((18.2, 18.2, 18.2))
    hollow.invert()
    assert rays.thinnest(box + hollow) == pytest.approx(0.9, abs=0.001)


# -- fit --


@pytest.mark.parametrize("display", DISPLAYS)
def test_no_two_things_are_in_the_same_place(placed, display):
    alone = {name: placed(name, display).volume for name in things()}
    assert min(alone.values()) > 100
    shared = sum(alone.values()) - placed("all", display).volume
    assert abs(shared) < 1, f"{shared:.1f} mm3 are taken twice; openscad -D 'things=[...]' finds by whom"


def test_a_lid_one_millimetre_too_low_is_noticed(placed):
    both = placed("all", things='["body", "lid"]', lift="-1").volume
    assert placed("body").volume + placed("lid").volume - both > 500


@pytest.mark.parametrize("display", DISPLAYS)
def test_the_whole_picture_is_seen_through_the_window(placed, display):
    text = (CASE / "sizes.scad").read_text()
    picture = re.search(rf'\["{display}".*?\], \[.*?\], \[([\d.]+), ([\d.]+)\]', text)
    places = grid(size("display_at"), [float(picture[1]), float(picture[2])])
    assert from_above(placed("lid", display), places) == [None] * 25
    depths = [hit[0] for hit in from_above(placed("display", display), places)]
    assert max(depths) < size("lid") + 0.2


def test_the_reader_is_close_under_a_thin_skin(placed):
    antenna = grid(size("reader_at") + [9, 0], [36, 30])
    for skin, board in zip(
        from_above(placed("lid"), antenna), from_above(placed("reader"), antenna), strict=True
    ):
        outer, inner = skin[:2]
        assert outer == pytest.approx(0, abs=0.01)
        assert inner == pytest.approx(size("skin"), abs=0.01)
        assert board[0] <= 3.5


def test_nothing_of_metal_lies_between_the_reader_and_a_tag(placed):
    antenna = grid(size("reader_at") + [9, 0], [36, 30])
    for name in ("display", "keypad", "screws", "straps", "ridge"):
        assert all(hit is None or hit[0] > size("lid") for hit in from_above(placed(name), antenna)), name


def test_the_lid_slopes_so_that_a_token_slides_off(placed):
    lid = placed("lid")
    up = lid.face_normals[np.argmax(lid.area_faces * (lid.face_normals[:, 2] > 0.1))]
    assert math.tan(math.acos(up[2])) >= 0.36
    assert up[1] < 0, "towards the front"


def test_a_usb_plug_finds_its_way(placed):
    depth = size("length") * math.cos(math.radians(size("slope")))
    pico = placed("pico")
    middle = (size("pico_x"), size("pico_face") - 1.4)
    places = [(middle[0] + x, middle[1] + z) for x in (-5.5, 0, 5.5) for z in (-3.7, 0, 3.7)]
    origins = [(x, depth + 20, z) for x, z in places]
    for body in (placed("body"), placed("body", battery="true")):
        for distances, _ in rays.hits(body, origins, [(0, -1, 0)] * 9):
            assert not len(distances) or distances[0] > 20 + size("wall")
    (socket, _), *_ = rays.hits(pico, [(middle[0], depth + 20, middle[1])], [(0, -1, 0)])
    assert socket[0] - 20 < size("wall"), "the socket stands in the opening"


def test_the_button_of_the_pico_is_reached_from_below(placed):
    end = placed("pico").bounds[1][1] - 1.3
    (distances, _), *_ = rays.hits(placed("body"), [(size("pico_x") - 4, end - 12.5, -5)], [(0, 0, 1)])
    assert not len(distances) or distances[0] > 5 + size("wall") + 5


def test_every_lid_screw_has_a_hole_through_and_a_thread_below(placed):
    corners = [(u, v) for u in (6, size("width") - 6) for v in (7, size("length") - 12)]
    assert from_above(placed("lid"), corners) == [None] * 4
    for bottom in from_above(placed("body"), corners):
        assert bottom[0] - size("lid") == pytest.approx(size("screw_depth"), abs=0.05)


def test_the_battery_has_a_switch_only_where_wanted(placed):
    closed, opened = placed("body").volume, placed("body", battery="true").volume
    assert closed - opened == pytest.approx(np.prod(size("switch")) * size("wall"), rel=0.01)
