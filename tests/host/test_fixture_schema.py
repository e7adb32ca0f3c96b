"""The JSON Schema of fixtures: every fixture of the project fits it, and it knows states and commands."""

import json
import tomllib

import jsonschema
import pytest
from command import ROOT
from fixture_ids import FIXTURES
from referencing import Registry
from referencing.jsonschema import DRAFT7

from banker.core.codec.command_json import ARGS
from banker.core.codec.state_json import state
from banker.core.scratch_game import Scratch, rules_of
from banker.core.setup.position import GivenError
from banker.core.state import PHASES
from deedbox import editions
from deedbox.editions import schema as edition_schema
from deedbox.fixtures import run_fixtures, schema
from deedbox.fixtures.files import FixtureError, read_fixture
from deedbox.fixtures.portable import DEVICE, KEYS

RULES = DRAFT7.create_resource(edition_schema.house_rules())
REGISTRY = Registry().with_resource("../rules/rules.schema.json", RULES)
SPREAD = 11  # `make test` looks at every 11th fixture, in every folder
VALIDATOR = jsonschema.Draft7Validator(schema.fixture(), registry=REGISTRY)


def faults(text):
    data = tomllib.loads(text)
    return [] if VALIDATOR.is_valid(data) else [error.json_path for error in VALIDATOR.iter_errors(data)]


def test_the_schema_beside_the_module_is_the_one_it_writes():
    assert schema.FILE.read_text(encoding="utf-8") == schema.text()
    jsonschema.Draft7Validator.check_schema(schema.fixture())


def test_the_rules_are_those_of_the_schema_beside_it():
    """An editor follows the reference from file to file."""
    place, _, inside = schema.fixture()["else"]["properties"]["rules"]["$ref"].partition("#/")
    other = json.loads((schema.FILE.parent / place).read_text(encoding="utf-8"))
    for key in inside.split("/"):
        other = other[key]
    assert "go_salary" in other["properties"]


@pytest.mark.parametrize("step", [SPREAD, pytest.param(1, marks=pytest.mark.proof)])
def test_every_fixture_of_the_project_fits(step):
    paths = sorted(FIXTURES.rglob("*.toml"))
    assert len(paths) > 1000
    paths = paths[::step]
    assert [(path.name, found) for path in paths if (found := faults(path.read_text(encoding="utf-8")))] == []


def documented():
    for path in sorted((ROOT / "host" / "docs").glob("*.md")):
        for block in path.read_text(encoding="utf-8").split("```toml\n")[1:]:
            text = block.partition("```")[0]
            if "[[step]]" in text:
                yield path, text


def test_every_fixture_in_the_documents_fits():
    assert len({path for path, _ in documented()}) >= 2
    assert [path for path, text in documented() if faults(text)] == []


def test_every_whole_fixture_in_the_documents_passes(tmp_path):
    files = []
    for number, (path, text) in enumerate(documented()):
        if "players = " in text:
            files.append(tmp_path / f"{path.stem}-{number}.toml")
            files[-1].write_text(text, encoding="utf-8")
    assert len(files) >= 2
    assert [(result.file, result.reason) for result in run_fixtures(files) if result.status != "passed"] == []


@pytest.mark.parametrize(
    "text",
    [
        'nmae = "it"',
        "players = [7, 8]",
        'players = ["a name that is too long", "bob"]',
        "players = []",
        "seed = 1.5",
        'box = "full"',
        "refused = false",
        "[rules]\ngo_salery = 200",
        "[rules]\ngo_salary = -1",
        "[given]\nphase = 'auction'",
        "[given]\nphase = 'deal'\nwinners = ['ann']",
        "[given]\ndeeds.brown9.owner = 'ann'",
        "[given]\nplayers.ann.cash = 'much'",
        "[step]\ndo = 'roll'",
        "[[step]]\ndo = 'dance'",
        "[[step]]\ndo = 'roll'\ndice = [1, 7]",
        "[[step]]\ndo = 'roll'\namount = 3",
        "[[step]]\ndo = 'bid'",
        "[[step]]\ndo = 'card'\ncard = 'chance-17'",
        "[[step]]\ndo = 'key'\nkey = 'E'",
        "[[step]]\nby = 'ann'",
        "[[step]]\nexpect.fase = 'roll'",
        "[[step]]\nexpect.players.ann.money = 3",
        "[[step]]\ndo = 'roll'\nrefused = false",
    ],
)
def test_a_slip_is_found_by_an_editor(text):
    assert faults(text)


def test_a_set_up_and_a_step_that_must_be_refused_may_have_anything():
    assert faults("refused = true\nplayers = []\n[rules]\ngo_salery = 'x'\n[given]\nphase = 'auction'") == []
    assert faults("[[step]]\ndo = 'dance'\nwith = 'bob'\nrefused = 'unknown-command'") == []


def test_the_keys_of_a_fixture_are_in_the_schema():
    assert set(schema.fixture()["properties"]) == {*KEYS, "box"}


def test_every_command_and_every_argument_is_in_the_schema():
    steps = schema.fixture()["definitions"]["step"]["anyOf"]
    commands = {
        step["properties"]["do"]["const"] for step in steps if "const" in step["properties"].get("do", {})
    }
    assert commands == {*ARGS, *DEVICE}
    arguments = {argument.rstrip("?") for takes in ARGS.values() for argument in takes.split()}
    assert arguments == set(schema.arguments())


def test_a_whole_state_can_be_expected():
    board, rules = editions.load_board("classic"), editions.edition_rules("classic")
    game = Scratch(board, rules_of(board, rules, {}, ["ann", "bob"]), ["ann", "bob"], 1)
    now = state(game.game, game.names)
    parts = {key: value for key, value in now.items() if value is not None}  # TOML has no null
    assert list(VALIDATOR.iter_errors({"step": [{"expect": parts}]})) == []
    known = schema.fixture()["definitions"]["expect"]["properties"]
    assert set(known) == {*now, "screen"}
    assert set(schema.fixture()["definitions"]["player"]["properties"]) == set(now["players"]["ann"])
    assert set(schema.fixture()["definitions"]["deed"]["properties"]) == set(now["deeds"]["brown1"])


SPACES = {"buy": 1, "tax": 4, "card": 7}


@pytest.mark.parametrize("phase", [*PHASES, "over", "lunch"])
def test_the_phases_that_can_be_given_are_those_of_the_schema(phase):
    board, rules = editions.load_board("classic"), editions.edition_rules("classic")
    resolved = rules_of(board, rules, {"game_variant": "short"}, ["ann", "bob"])
    game = Scratch(board, resolved, ["ann", "bob"], 1)
    given = {"phase": phase, "players": {"ann": {"space": SPACES.get(phase, 0)}}}
    if phase in schema.PHASES_GIVEN:
        game.given(given)
        assert state(game.game, game.names)["phase"] == phase
        return
    with pytest.raises(GivenError):
        game.given(given)


def test_what_the_reader_of_files_refuses_the_schema_refuses(tmp_path):
    """Not the other way round: the schema knows more."""
    for text in ("seed = 'x'", "rules = 7", "step = [7]", "[[step]]\ndo = 7", "box = 'full'", "given = []"):
        (tmp_path / "it.toml").write_text(text)
        with pytest.raises(FixtureError):
            read_fixture(tmp_path / "it.toml")
        assert faults(text), text
