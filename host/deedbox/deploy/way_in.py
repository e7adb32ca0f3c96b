"""Brings a box to MicroPython's prompt. On a box that was set up, somebody at the box has to agree.

The box itself decides (firmware/banker/app/prompt.py): this only asks, tells people what to press, and waits.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from deedbox.deploy.remote import RemoteError

if TYPE_CHECKING:
    from deedbox.link import Session

Tell = Callable[[str], None]  # gets a line for people

PATIENCE_S = 120.0
_AGAIN_S = 0.5
_ANSWER_S = 3.0
_WORDS = {
    "prompt-asked": "look at the box: it asks whether this computer may come in; press # there",
    "prompt-busy": "finish what is open on the display of the box; then it asks about this computer",
}
HOLD_A_KEY = "hold any key of the box while you plug it in, then repeat"


class NotAgreedError(RemoteError):
    """Nobody at the box let this computer in; one line that tells what to do."""


def reach_prompt(port: str, tell: Tell, patience_s: float = PATIENCE_S) -> None:
    """Ask the firmware for the prompt. If none answers, there is none, or it hangs: mpremote finds out."""
    from deedbox import link

    try:
        with link.connect(port, timeout_s=_ANSWER_S) as box:
            _ask(box, tell, patience_s)
    except (link.SilentError, link.UnsureError, link.VersionError):
        pass


def _ask(box: Session, tell: Tell, patience_s: float) -> None:
    from deedbox.link import RefusedError

    end_s = time.monotonic() + patience_s
    last = ""
    while True:
        try:
            box.repl()
            return
        except RefusedError as refusal:
            code = refusal.code
        if code not in _WORDS:
            raise NotAgreedError(f"the box lets no computer in; {HOLD_A_KEY}")
        if time.monotonic() > end_s:
            raise NotAgreedError("nobody at the box has agreed; repeat, and press # at the box when it asks")
        if code != last:
            tell(_WORDS[code])
            last = code
        time.sleep(_AGAIN_S)
