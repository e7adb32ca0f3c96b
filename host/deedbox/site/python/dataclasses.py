# mypy: ignore-errors
# `dataclasses` for MicroPython; deedbox/build/portable.py notes the fields in the class.

from portable_support import fields_of, fill_fields, ordered


def dataclass(cls=None, **settings):
    if cls is None:
        return dataclass

    def start(self, *arguments, **named):
        fill_fields(self, type(self), arguments, named)
        if hasattr(self, "__post_init__"):
            self.__post_init__()

    def equals(self, other):
        return type(self) is type(other) and all(
            [
                getattr(self, name) == getattr(other, name)
                for name, _, _, counts in fields_of(type(self))
                if counts
            ]
        )

    cls.__init__ = start
    cls.__eq__ = equals
    return cls


def asdict(value):
    return ordered([(name, getattr(value, name)) for name, _, _, _ in fields_of(type(value))])


def replace(value, **named):
    values = asdict(value)
    values.update(named)
    return type(value)(**values)


def field(**settings):
    raise TypeError("the build notes the fields of a class")
