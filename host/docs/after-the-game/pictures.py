"""Makes the pictures of after-the-game.md: a game by the lab's sensible players, and its real report."""

import json
from pathlib import Path
from zlib import crc32

import pypdfium2

from banker.core import record
from deedbox import editions, report
from deedbox.bench.games import play
from deedbox.games import saved
from deedbox.games.books import Act, Volume
from deedbox.games.story import Story, tell

HERE = Path(__file__).parent
NAMES = ["Mum", "Dad", "Mia", "Ben"]
SEED = 21
STEP_S = 14  # what people take for one thing at a table


def sample() -> Story:
    """The game with a chain such as the journal makes."""
    about = {"edition": "classic", "names": NAMES, "seed": SEED, "hash": editions.hash_of("classic")}
    beginning = json.dumps(about, separators=(",", ":")).encode()
    volume = Volume(saved.identity(1, beginning), beginning)
    chain = crc32(beginning)
    for seq, (command, _) in enumerate(play("classic", len(NAMES), SEED), 2):
        text = record.write(command)
        chain = crc32(text, chain)
        crc = chain.to_bytes(4, "little")
        volume.acts[seq] = Act(seq, saved.STEP, text, None, STEP_S * (seq - 1), crc, f"step {seq}")
    return tell(volume, {})


def main() -> None:
    story = sample()
    document = pypdfium2.PdfDocument(report.pdf(story, "en"))
    for number in (0, 1):
        picture = document[number].render(scale=1.15).to_pil()
        picture.convert("P", palette=1, colors=224).save(HERE / f"report-{number + 1}.png", optimize=True)


if __name__ == "__main__":
    main()
