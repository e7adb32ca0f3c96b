# mypy: ignore-errors
# `time` for the host's part in the browser: the page's own clock, which never goes back.

import bridge
from utime import *  # noqa: F403


def monotonic():
    return bridge.now() / 1000


def monotonic_ns():
    return int(bridge.now() * 1000) * 1000
