"""Parts that do nothing, for rigs in both interpreters."""


class Pin:
    """A pin, a bus, a tone or a supply on which nothing happens."""

    def __call__(self, *level):
        return 1

    value = freq = duty_u16 = readfrom_into = write = writeto = writevto = readinto = __call__

    def write_readinto(self, out, into):
        pass

    def init(self, **setting):
        pass

    def read_u16(self):
        return 33000
