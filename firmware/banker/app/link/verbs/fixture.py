"""Runs a fixture on a game of its own, beside the one in play; nothing of it is saved."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from banker.app.edition import Edition, EditionError
from banker.app.loader import drop_all, load

if TYPE_CHECKING:
    from banker.app.link.conversation import Conversation
    from banker.drivers.types import Buffer


def fixture(conversation: Conversation, data: Buffer) -> Iterator[bytes | None]:
    fixture = _uploaded(conversation)
    name = fixture["edition"]
    mine = conversation.box.keeper.edition
    try:
        edition = mine if mine and mine.name == name else Edition(name)
    except EditionError as error:
        raise conversation.error("not-here", str(error))
    drop_all()  # a set-up needs much heap, and so does the game afterwards
    runner = load("banker.core.fixture")
    report: dict[str, Any] = {}
    try:
        steps = 0
        ledger = runner.start(fixture, edition.board, edition.about()["rules"])
        drop_all()
        for _ in runner.steps(fixture, ledger):
            steps += 1
            yield None
        report["steps"] = steps
    except runner.FixtureError as failure:
        report["failed"] = str(failure)
    except Exception as error:  # no memory left, or a file that was never a fixture
        report["failed"] = "the engine broke: %s: %s" % (type(error).__name__, error)
    finally:
        if edition is not mine:
            edition.close()
        drop_all()
    yield json.dumps(report).encode()


def _uploaded(conversation: Conversation) -> dict[str, Any]:
    """The fixture in the upload, which is given up to free its RAM."""
    upload = conversation.upload
    if not upload or upload.path or upload.at < upload.size:
        raise conversation.error("no-upload")
    conversation.upload = None
    try:
        fixture: dict[str, Any] = json.loads(bytes(upload.data))
        if type(fixture["edition"]) is str:
            return fixture
    except (ValueError, KeyError, TypeError):
        pass
    raise conversation.error("bad-question")
