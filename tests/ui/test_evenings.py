"""An evening on each board, from the first roll to the end, as people play it with their hands."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from evenings import FOLDER, RULES, play, write_fixture

from deedbox import editions, fixtures

EVERY_EVENING = {
    "roll", "end", "buy", "claim", "decline", "bid", "pass", "card", "trade", "build", "fine", "mortgage",
    "bankrupt", "resign",
}  # fmt: skip
OWN = {"duel-masters": {"battle"}, "spider-man": {"power"}}


@pytest.fixture(scope="module")
def evening():
    evenings = {}

    def get(edition):
        if edition not in evenings:
            evenings[edition] = play(edition)
        return evenings[edition]

    return get


def test_every_board_has_its_evening():
    assert {path.stem for path in FOLDER.glob("*.toml")} == set(editions.IDS)
    assert set(OWN) == set(RULES)


@pytest.mark.parametrize("edition", editions.IDS)
def test_an_evening_has_all_that_a_rulebook_tells_of(evening, edition):
    commands = set(evening(edition).done)
    claims = {"claim"} if edition == "duel-masters" and "claim" not in commands else set()
    assert EVERY_EVENING | OWN.get(edition, set()) <= commands | claims
    assert evening(edition).game.over and not evening(edition).refusals


@pytest.mark.parametrize("edition", editions.IDS)
def test_the_fixture_is_what_the_hands_do(evening, edition):
    text = (FOLDER / f"{edition}.toml").read_text(encoding="utf-8")
    assert write_fixture(evening(edition)) == text, (
        "the screens changed: .venv/bin/python tests/rig/evenings.py"
    )


@pytest.mark.proof
@pytest.mark.timeout(600)
def test_the_evenings_hold_on_the_twin():
    """All at once, because each of them waits most of the time, as people at a table do."""
    files = sorted(FOLDER.glob("*.toml"))
    with ThreadPoolExecutor(len(files)) as pool:
        results = list(pool.map(lambda file: fixtures.run_fixtures([file], "twin")[0], files))
    assert [(result.file, result.reason) for result in results if result.status != "passed"] == []
