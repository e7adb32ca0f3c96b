"""The box on the workbench at a cable: drivers, app and conversation as they are, parts that can be faulty.

Time on the bench passes only while somebody waits at the cable.
"""

from cable import Cable, payloads

from banker.protocol.frame import Receiver
from deedbox.link import Session


class Wired:
    """A Workbench as its serial port sees it."""

    def __init__(self, bench):
        from banker.app.link.conversation import Conversation

        self.bench = bench
        self.talk = Conversation(bench.box)
        self.receiver = Receiver()

    def hear(self, data):
        for payload in payloads(self.receiver, data):
            for frame in self.talk.answers(payload):
                if frame:
                    yield frame
                else:
                    self.bench.run(1)
        yield from self.talk.due()


class BenchCable(Cable):
    def read(self, timeout_s):
        if not self._to_host:
            self.device.bench.run(int(timeout_s * 1000) or 1)
        return super().read(timeout_s)


def wired(bench):
    """A session with a box that was switched on."""
    box = Session(BenchCable(Wired(bench)))
    box.hello()
    return box
