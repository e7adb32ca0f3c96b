"""Where tasks run: in this process, on all cores of this machine, or on a dask cluster.

Each gives (task, rows) as they come. Who stops reading stops the work: what was given before is complete.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from typing import Any, TypeVar

from deedbox.extras import install_command

from .sampling import LabError

_AHEAD = 3  # tasks that wait for each core
_RETRIES = 3  # a cluster gives the task of a lost worker to another so often

T = TypeVar("T")
R = TypeVar("R")


def run_tasks(
    run: Callable[[T], R], tasks: Iterable[T], processes: int | None = None, cluster: str = ""
) -> Iterator[tuple[T, R]]:
    """(task, what `run` makes of it) for all tasks, in any order. `run` must be pure."""
    if cluster:
        yield from _on_cluster(run, tasks, cluster)
        return
    count = processes or os.cpu_count() or 1
    if count == 1:
        for task in tasks:
            yield task, run(task)
        return
    yield from _on_cores(run, tasks, count)


def _leave_ctrl_c_to_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _on_cores(run: Callable[[T], R], tasks: Iterable[T], count: int) -> Iterator[tuple[T, R]]:
    waiting = iter(tasks)
    with ProcessPoolExecutor(count, initializer=_leave_ctrl_c_to_parent) as pool:
        running: dict[Future[R], T] = {}
        try:
            while True:
                for task in islice(waiting, count * _AHEAD - len(running)):
                    running[pool.submit(run, task)] = task
                if not running:
                    return
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    yield running.pop(future), future.result()
        finally:
            for future in running:
                future.cancel()


def _on_cluster(run: Callable[[T], R], tasks: Iterable[T], address: str) -> Iterator[tuple[T, R]]:
    """dask.distributed repeats the tasks of a worker that went away; they are pure, so nothing changes."""
    try:
        from distributed import Client, as_completed
    except ImportError:
        raise LabError(f"--cluster needs dask.distributed: {install_command('lab')}") from None
    try:
        client: Any = Client(address, timeout="10s")  # type: ignore[no-untyped-call]
    except (OSError, TimeoutError, ValueError) as error:
        raise LabError(f"{address}: no scheduler answers there ({error})") from None
    with client:
        futures: dict[Any, T] = {}
        for task in tasks:
            futures[client.submit(run, task, pure=False, retries=_RETRIES)] = task
        for future in as_completed(list(futures)):  # type: ignore[no-untyped-call]
            yield futures.pop(future), future.result()
