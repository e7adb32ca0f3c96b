"""Keys as an async iterator: `async for key in Keys(keypad, asyncio.sleep_ms, time.ticks_ms)`."""


class Keys:
    """Scans while somebody waits for a key. One waiter only: a key is given once."""

    def __init__(self, keypad, sleep_ms, ticks_ms, interval_ms=8):
        self._keypad = keypad
        self._sleep_ms = sleep_ms
        self._ticks_ms = ticks_ms
        self._interval_ms = interval_ms

    def __aiter__(self):
        return self

    async def __anext__(self) -> int:
        while True:
            self._keypad.scan(self._ticks_ms())
            key = self._keypad.get()
            if key:
                return key
            await self._sleep_ms(self._interval_ms)
