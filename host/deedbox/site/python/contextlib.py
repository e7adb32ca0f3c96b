# mypy: ignore-errors
# `contextlib` for MicroPython: the two things that the host uses.


class _Manager:
    def __init__(self, steps):
        self._steps = steps

    def __enter__(self):
        return next(self._steps)

    def __exit__(self, kind, error, trace):
        if kind is None:
            for _ in self._steps:
                pass
            return False
        try:
            self._steps.throw(error)
        except StopIteration:
            return True
        except BaseException as other:
            if other is error:
                return False
            raise
        return True


def contextmanager(function):
    return lambda *arguments, **named: _Manager(function(*arguments, **named))


class suppress:
    def __init__(self, *kinds):
        self._kinds = kinds

    def __enter__(self):
        pass

    def __exit__(self, kind, error, trace):
        return kind is not None and issubclass(kind, self._kinds)
