"""What device code imports from `micropython`, for CPython; comes before the package of the same name."""


def const(value):
    return value


def native(function):
    return function


def viper(function):
    return function


# CPython cannot lock its heap; tests/micropython shows that nothing is allocated.
def heap_lock():
    pass


def heap_unlock():
    return 0


# Ctrl-C in a test stops the test.
def kbd_intr(character):
    pass
