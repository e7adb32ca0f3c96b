"""What the buzzer of a model plays, for a page."""

from __future__ import annotations

from deedbox.models.box import Box


class ToneRecorder:
    """Records what the buzzer plays as [time in ms, hertz from then on]; 0 is silence."""

    def __init__(self, box: Box) -> None:
        self._box = box
        self._notes_read = len(box.buzzer.notes)
        self._sounding = 0

    def has_new(self) -> bool:
        buzzer = self._box.buzzer
        return len(buzzer.notes) != self._notes_read or buzzer.freq_hz != self._sounding

    def tones(self) -> list[list[int]]:
        buzzer = self._box.buzzer
        tones = []
        for start_ns, end_ns, hertz in buzzer.notes[self._notes_read :]:
            if not self._sounding:
                tones.append([start_ns // 1_000_000, hertz])
            self._sounding = 0
            tones.append([end_ns // 1_000_000, 0])
        self._notes_read = len(buzzer.notes)
        if buzzer.freq_hz != self._sounding:
            self._sounding = buzzer.freq_hz
            tones.append([self._box.now_ns // 1_000_000, self._sounding])
        return tones
