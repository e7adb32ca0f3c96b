"""Runs a fixture on a scratch game, beside the one in play: nothing of it is saved."""

import json

from banker.app.edition import Edition, EditionError
from banker.app.loader import load


def fixture(talk, data):
    upload = talk.upload
    if not upload or upload.path or upload.at < upload.size:
        raise talk.cannot("no-upload")
    talk.upload = None
    try:
        wanted = json.loads(upload.room)
        name = wanted["edition"]
    except (ValueError, KeyError, TypeError):
        raise talk.cannot("bad-question")
    upload = None
    mine = talk.box.keeper.edition
    try:
        edition = mine if mine and mine.name == name else Edition(name)
    except EditionError as error:
        raise talk.cannot("not-here", str(error))
    runner = load("banker.core.fixture")
    try:
        steps = 0
        for _ in runner.steps(wanted, edition.board, edition.about()["rules"]):
            steps += 1
            yield None
        told = {"steps": steps}
    except runner.Failure as failure:
        told = {"failed": str(failure)}
    finally:
        if edition is not mine:
            edition.close()
    yield json.dumps(told).encode()
