"""Runs a fixture on a scratch game, beside the one in play: nothing of it is saved."""

import json

from banker.app.edition import Edition, EditionError
from banker.app.loader import drop_all, load


def fixture(talk, data):
    upload = talk.upload
    if not upload or upload.path or upload.at < upload.size:
        raise talk.cannot("no-upload")
    talk.upload = None
    try:
        wanted = json.loads(upload.room)
        name = wanted["edition"]
    except (ValueError, KeyError, TypeError):
        name = None
    if type(name) is not str:
        raise talk.cannot("bad-question")
    upload = None  # its bytes are not needed any more, its room may be
    mine = talk.box.keeper.edition
    try:
        edition = mine if mine and mine.name == name else Edition(name)
    except EditionError as error:
        raise talk.cannot("not-here", str(error))
    drop_all()  # the rules for a whole set-up need room; afterwards the game does again
    runner = load("banker.core.fixture")
    told: dict = {}
    try:
        steps = 0
        ledger = runner.start(wanted, edition.board, edition.about()["rules"])
        drop_all()
        for _ in runner.steps(wanted, ledger):
            steps += 1
            yield None
        told["steps"] = steps
    except runner.Failure as failure:
        told["failed"] = str(failure)
    except Exception as error:  # no memory left, or a file that no reader of ours let through
        told["failed"] = "the engine broke: %s: %s" % (type(error).__name__, error)
    finally:
        if edition is not mine:
            edition.close()
        drop_all()
    yield json.dumps(told).encode()
