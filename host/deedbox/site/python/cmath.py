# mypy: ignore-errors
from math import cos, pi, sin  # noqa: F401


def exp(value):
    from math import exp as real

    return real(value.real) * complex(cos(value.imag), sin(value.imag))
