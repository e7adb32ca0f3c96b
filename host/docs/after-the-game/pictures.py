"""Makes the pictures of after-the-game.md: a game by the lab's sensible players, and its real report."""

import json
from pathlib import Path
from zlib import crc32

import pypdfium2

from banker.core.codec import command_bytes
from deedbox import editions, report
from deedbox.bench.games import play_game
from deedbox.games import save_file
from deedbox.games.found_games import FoundGame, JournalEntry
from deedbox.games.replay import Replay, replay_game

HERE = Path(__file__).parent
NAMES = ["Mum", "Dad", "Mia", "Ben"]
SEED = 21
STEP_S = 14  # what people take for one thing at a table


def sample() -> Replay:
    """The game with a chain such as the journal makes."""
    about = {"edition": "classic", "names": NAMES, "seed": SEED, "hash": editions.edition_hash("classic")}
    beginning = json.dumps(about, separators=(",", ":")).encode()
    volume = FoundGame(save_file.game_id(1, beginning), beginning)
    chain = crc32(beginning)
    for seq, (command, _) in enumerate(play_game("classic", len(NAMES), SEED), 2):
        text = command_bytes.write(command)
        chain = crc32(text, chain)
        crc = chain.to_bytes(4, "little")
        volume.entries[seq] = JournalEntry(
            seq, save_file.STEP, text, None, STEP_S * (seq - 1), crc, f"step {seq}"
        )
    return replay_game(volume, {})


def main() -> None:
    story = sample()
    document = pypdfium2.PdfDocument(report.write_pdf(story, "en"))
    for number in (0, 1):
        picture = document[number].render(scale=1.15).to_pil()
        picture.convert("P", palette=1, colors=224).save(HERE / f"report-{number + 1}.png", optimize=True)


if __name__ == "__main__":
    main()
