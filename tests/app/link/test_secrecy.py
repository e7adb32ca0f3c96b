"""A host that only watches cannot foresee dice or cards, and learns no number of a tag."""

import hashlib
import json
import struct

import pytest
from cable import Device, make_ready, session

from banker.core.codec import state_bytes, veil
from banker.protocol import verbs
from deedbox.link import DeviceError
from deedbox.play.game_log import GameLog
from deedbox.tagging.tag_map import TagSet

BOX_ROLLS = {
    "edition": "classic",
    "names": ["Mum", "Dad", "Mia"],
    "seed": 0x1234ABCD,
    "rules": {"dice_source": "device", "deck_source": "device"},
}
NEXT = {
    "roll": {"do": "roll"},
    "buy": {"do": "buy"},
    "card": {"do": "draw"},
    "throw": {"do": "throw"},
    "tax": {"do": "tax", "choose": "flat"},
    "end": {"do": "end"},
    "auction": {"do": "hammer"},
    "debt": {"do": "undo"},
    "deal": {"do": "deal"},
}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    make_ready(tmp_path, monkeypatch)
    return tmp_path


def played(steps=120, about=BOX_ROLLS):
    """A box without remote control at which people have played, and the box has rolled and drawn."""
    device = Device(about=about, remote=False)
    keeper = device.box.keeper
    from banker.core.state import phase

    for _ in range(steps):
        if keeper.game.over:
            break
        try:
            keeper.submit(dict(NEXT[phase(keeper.game)]))
        except Exception:
            keeper.submit({"do": "decline"} if phase(keeper.game) == "buy" else {"do": "bankrupt"})
    device.box.ui.follow(keeper.game)
    return device


def secrets(device):
    """Where the generator and the decks are in the packed state now."""
    buf = bytearray(1024)
    packed = bytes(buf[: state_bytes.pack(device.box.keeper.game, buf)])
    plain = bytearray(packed)
    veil.veil(plain)
    return [at for at in range(len(packed)) if packed[at] != plain[at]]


def test_no_answer_has_the_generator_the_seed_or_the_order_of_a_deck():
    device = played()
    box = session(device)
    rng = struct.pack("<II", *device.box.keeper.game.rng)
    answers = [
        box.ask(verbs.LOOK),
        box.ask(verbs.ABOUT, struct.pack("<I", 0)),
        box.ask(verbs.CHECK),
        *(box.ask(verbs.EVENTS, struct.pack("<I", seq)) for seq in range(0, device.box.journal.seq)),
    ]
    whole = b"".join(answers)
    assert rng not in whole and b"seed" not in whole and str(BOX_ROLLS["seed"]).encode() not in whole
    for event in box.events(0, timeout_s=0):
        if event.packed:
            assert veil.is_veiled(event.packed)
    assert veil.is_veiled(box.ask(verbs.LOOK)[verbs.LOOK_SIZE :])
    assert len(secrets(device)) > 8


@pytest.mark.parametrize("held", [False, True])
def test_a_veiled_state_tells_nothing_that_differs_between_two_orders_of_a_deck(held):
    device = played(20)
    game = device.box.keeper.game.copy()
    states = []
    for order in (sorted, lambda cards: sorted(cards, reverse=True), list):
        game.decks = [list(order(game.decks[0])), list(order(game.decks[1]))]
        game.rng = (len(states) + 1, 77)
        if held:
            game.held[0] = 1
            game.decks[0] = game.decks[0][:15] if len(game.decks[0]) == 16 else game.decks[0]
            game.decks[0] = list(order(sorted(set(range(16)) - {3})))
        buf = bytearray(1024)
        packed = buf[: state_bytes.pack(game, buf)]
        veil.veil(packed)
        states.append(bytes(packed))
    assert states[0] == states[1] == states[2] and veil.is_veiled(states[0])


def test_the_journal_and_the_files_of_a_game_that_is_not_over_stay_in_the_box(folder):
    device = played(30)
    box = session(device)
    with pytest.raises(DeviceError) as no:
        box.pages()
    assert no.value.code == "game-runs"
    device.box.keeper.begin({"edition": "classic", "names": ["Ann", "Bob"], "seed": 5})
    saves = sorted((folder / "games").iterdir())
    assert saves
    for path in saves:
        with pytest.raises(DeviceError) as no:
            box.get(f"games/{path.name}")
        assert no.value.code == "game-runs"


def test_with_remote_control_on_a_host_may_read_all_of_it():
    device = played(30)
    device.box.remote = True
    box = session(device)
    assert box.pages() and not veil.is_veiled(box.ask(verbs.LOOK)[verbs.LOOK_SIZE :])
    assert b"seed" in box.ask(verbs.ABOUT, struct.pack("<I", 0))


def test_a_game_that_is_over_has_no_secrets(folder):
    device = played(5, {**BOX_ROLLS, "names": ["Mum", "Dad"]})
    device.box.keeper.submit({"do": "resign", "by": 0})
    assert device.box.keeper.game.over
    box = session(device)
    assert box.pages() and b"seed" in box.ask(verbs.ABOUT, struct.pack("<I", 0))
    device.box.keeper.begin({"edition": "classic", "names": ["Ann", "Bob"], "seed": 5})
    [save] = (folder / "games").glob("*.sav")
    assert box.get(f"games/{save.name}") == save.read_bytes()


def test_who_watches_is_still_told_every_step_as_it_was():
    """Dice and cards that came are public: the log of a watcher is that of somebody who knows everything."""
    device = played()
    logs = []
    for remote in (False, True):
        device.box.remote = remote
        log = GameLog()
        for event in session(device).events(0, timeout_s=0):
            log.add(event)
        logs.append(log)
        assert not [finding for finding in log._replayer.replay.findings if not finding.harmless], remote
    [game] = {log._game for log in logs}
    assert logs[0].lines(game) == logs[1].lines(game)
    texts = [line["text"]["en"] for line in logs[0].lines(game)]
    assert any("draws" in text for text in texts) or any("rolls" in text for text in texts)


def test_a_deal_of_the_box_is_told_too():
    device = played(6, {**BOX_ROLLS, "rules": {**BOX_ROLLS["rules"], "game_variant": "short"}})
    log = GameLog()
    for event in session(device).events(0, timeout_s=0):
        log.add(event)
    assert not [finding for finding in log._replayer.replay.findings if not finding.harmless]
    assert device.box.keeper.game.owner.count(0) >= 3


def test_a_command_that_travels_is_as_people_write_it():
    device = played(40)
    for event in session(device).events(0, timeout_s=0):
        assert not {"rolled", "dealt"} & set(event.command), event.command
        assert event.command["do"] != "draw" or "card" not in event.command


# -- tags --


def test_a_list_says_nothing_about_the_numbers_of_tags(folder):
    (folder / "tags.bin").write_bytes(TagSet().file())
    (folder / "fault.txt").write_text("a fault")
    device = Device(remote=False)
    raw = session(device).ask(verbs.LIST)
    for path in ("tags.bin", "table.key", "table.json", "fault.txt", "newgame.json"):
        if (folder / path).exists():
            assert hashlib.sha256((folder / path).read_bytes()).digest()[:8] not in raw
        assert path.encode() not in raw
    paths = [file.path for file in session(device).list()]
    assert "settings.json" in paths and "editions/classic.bin" in paths and "words/en.bin" in paths


def test_no_answer_about_tags_has_a_uid(folder):
    (folder / "tags.bin").write_bytes(TagSet().file())
    box = session(Device(remote=False))
    uids = [tag.uid for tag in TagSet().tags.values()]
    answers = [box.ask(verb) for verb in (verbs.TAGS, verbs.LIST, verbs.CHECK)]
    answers.append(json.dumps(box.hello().about).encode())
    assert not any(uid in answer or uid.hex().encode() in answer for uid in uids for answer in answers)
