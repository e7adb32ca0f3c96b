"""One finding of the doctor."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

OK, NOTE, WRONG = "ok", "note", "wrong"


@dataclass(frozen=True)
class Finding:
    part: str
    state: str  # OK; NOTE: good to know; WRONG: something needs doing
    says: str
    do: str = ""  # what to do, if anything

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)
