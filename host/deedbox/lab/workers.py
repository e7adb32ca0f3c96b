"""Where tasks run: in this process, on all cores of this machine, or on a dask cluster.

Each gives (task, rows) as they come. Who stops reading stops the work: what was given before is complete.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from typing import Any

from .sampling import LabError, Row, Task, run_task

_AHEAD = 3  # tasks that wait for each core


def run_tasks(
    tasks: Iterable[Task], processes: int | None = None, cluster: str = ""
) -> Iterator[tuple[Task, list[Row]]]:
    """The rows of all tasks, in any order."""
    if cluster:
        yield from _on_cluster(tasks, cluster)
        return
    count = processes or os.cpu_count() or 1
    if count == 1:
        for task in tasks:
            yield task, run_task(task)
        return
    yield from _on_cores(tasks, count)


def _leave_ctrl_c_to_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _on_cores(tasks: Iterable[Task], count: int) -> Iterator[tuple[Task, list[Row]]]:
    waiting = iter(tasks)
    with ProcessPoolExecutor(count, initializer=_leave_ctrl_c_to_parent) as pool:
        running: dict[Future[list[Row]], Task] = {}
        try:
            while True:
                for task in islice(waiting, count * _AHEAD - len(running)):
                    running[pool.submit(run_task, task)] = task
                if not running:
                    return
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    yield running.pop(future), future.result()
        finally:
            for future in running:
                future.cancel()


def _on_cluster(tasks: Iterable[Task], address: str) -> Iterator[tuple[Task, list[Row]]]:
    """dask.distributed repeats the tasks of a worker that went away; they are pure, so nothing changes."""
    try:
        from distributed import Client, as_completed
    except ImportError:
        raise LabError("--cluster needs dask.distributed: pip install deedbox[lab]") from None
    try:
        client = Client(address, timeout="10s", set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise LabError(f"{address}: no scheduler answers there ({error})") from None
    with client:
        futures: dict[Any, Task] = {}
        for task in tasks:
            futures[client.submit(run_task, task, pure=False)] = task
        for future in as_completed(list(futures)):
            task = futures.pop(future)
            yield task, [tuple(row) for row in future.result()]
