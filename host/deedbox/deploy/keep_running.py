"""Leaves a box running, whatever ends a command that stops it: an error, or Ctrl-C."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from deedbox.deploy import remote

_HELLO_S = 2.0


@contextmanager
def brought_back(port: str, wait: Callable[[], object]) -> Iterator[None]:
    """If the block ends with an error or Ctrl-C, start the box again; the error gets a note that says so.

    `wait` returns when the restarted box answers. A second Ctrl-C meanwhile does nothing: it would leave the
    box at MicroPython's prompt.
    """
    try:
        yield
    except BaseException as error:
        with _ctrl_c_ignored():
            error.add_note(start_again(port, wait))
        raise


def start_again(port: str, wait: Callable[[], object]) -> str:
    """Start a box that may be at its prompt, or may run. Returns what is true then, for people."""
    from deedbox.link import LinkError

    if _answers(port):
        return "the box goes on"
    try:
        remote.restart_pico(port)
        wait()
    except (remote.RemoteError, LinkError):
        return f"the box may be stopped at its prompt; start it again: deedbox restart --on {port}"
    return "the box runs again"


def _answers(port: str) -> bool:
    from deedbox import link

    try:
        link.connect(port, timeout_s=_HELLO_S).close()
    except link.LinkError:
        return False
    return True


@contextmanager
def _ctrl_c_ignored() -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
