# mypy: ignore-errors
# `functools` for MicroPython: a cache without a limit.


def cache(function):
    known = {}

    def ask(*arguments):
        if arguments not in known:
            known[arguments] = function(*arguments)
        return known[arguments]

    return ask


def partial(function, *first, **some):
    def call(*arguments, **named):
        every = dict(some)
        every.update(named)
        return function(*(first + arguments), **every)

    return call
