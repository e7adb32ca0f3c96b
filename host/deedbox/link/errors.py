"""Errors between host and box. Each text is one line that tells what to do."""

from __future__ import annotations


class LinkError(Exception):
    """The base of all errors of the link."""


class PortError(LinkError):
    """The port cannot be opened, or it disappeared."""


class SilentError(LinkError):
    """Nobody answered. `noise` is the last line that came instead of an answer."""

    def __init__(self, text: str, noise: str = "") -> None:
        super().__init__(f"{text}; it said: {noise}" if noise else text)
        self.noise = noise


class UnsureError(LinkError):
    """An order was sent and its answer is lost, so the box may have done it. Look before you repeat it."""


class VersionError(LinkError):
    """The two sides have no version of the protocol in common."""


class AnswerError(LinkError):
    """The box answered, but not as a box does: `question` names the verb, `fault` says what was wrong."""

    def __init__(self, question: str, fault: str) -> None:
        super().__init__(
            f"the box's answer to {question} is broken ({fault}); `deedbox doctor` looks further, "
            "`deedbox deploy` brings the firmware again"
        )
        self.question = question
        self.fault = fault


class DeviceError(LinkError):
    """The box cannot do it: `code` is a short word, `details` may explain it."""

    def __init__(self, code: str, details: str = "") -> None:
        super().__init__(explain_code(code, details))
        self.code = code
        self.details = details


class RefusedError(LinkError):
    """The rules refuse it, or the box lets no host play. Nothing has changed."""

    def __init__(self, code: str, details: str = "") -> None:
        super().__init__(explain_code(code, details) if code in _WORDS else f"refused: {details or code}")
        self.code = code
        self.details = details


_WORDS = {
    "unknown-verb": "the box's firmware does not know this; update it: deedbox deploy",
    "bad-question": "the box could not read the question; the two versions do not fit: deedbox deploy",
    "stale": "the box has forgotten this session; connect again",
    "remote-off": "the box lets no host play; switch remote control on in the banker's menu of the box",
    "prompt-asked": "somebody at the box has to agree; press # there",
    "prompt-busy": "something is open on the display of the box; finish that first",
    "prompt-closed": "the box lets no computer in; hold any of its keys while you plug it in",
    "menu-closed": "a game is on the table and there is a banker card: open Learn tags in the banker's menu "
    "of the box, or switch remote control on there",
    "tags-closed": "somebody closed the screen at the box; begin again, what was learned stays",
    "no-tag": "no tag lies on the reader",
    "token-plays": "somebody plays with this token; Lost token in the banker's menu of the box replaces it",
    "low-supply": "the box's supply is low, nothing was written; use a better cable or fresh batteries",
    "no-game": "there is no game on the box",
    "bad-name": "files are named folder/name with small letters, digits and '-'",
    "too-long": "the file is longer than the box allows",
    "no-room": "there is not enough room on the box",
    "too-many": "the box has as many files of this kind as it can show; remove some first",
    "bad-file": "the box cannot use this file, and it was dropped",
    "in-use": "a game on the box uses it; end that game or put another in its place first",
    "not-here": "there is no such file on the box",
    "damaged": "the file arrived damaged and was dropped; send it again",
    "no-upload": "the box knows of no upload; begin it again",
    "unreadable": "the game on the box was played by another version; update deedbox or the box",
    "game-runs": "a game is in progress; to read it, switch remote control on in the banker's menu",
    "gone": "the box no longer has this",
    "stopped": "the game cannot go on, and nothing more is written; read the display of the box",
    "scratch-gone": "the box has given up the game of this fixture, because another game began on the box, "
    "another host came or nothing was heard for a minute; run it again",
    "no-memory": "the box has not enough memory left beside its game; nothing happened to that",
    "unsound": "a fault in the rules, please report it",
    "busy": "the box is doing something else; try again",
    "fault": "a fault in the box's firmware, please report it",
}


def explain_code(code: str, details: str) -> str:
    text = _WORDS.get(code, f"the box says: {code}")
    return f"{text} ({details})" if details else text
