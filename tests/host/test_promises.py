"""What the command line promises of all its commands: files, exit codes, JSON, narrow terminals, options."""

import json
import os
import pty
import subprocess
import time

import click
import pytest
from command import DEEDBOX, ROOT, environment, run
from played import Table, commands, within

from deedbox import editions
from deedbox.cli import main
from deedbox.cli.runner import root
from deedbox.editions import starter
from deedbox.games import export


def all_commands(command=root, name="deedbox"):
    """(name, command) of every command that can be called."""
    if isinstance(command, click.Group):
        context = click.Context(command)
        for word in command.list_commands(context):
            yield from all_commands(command.get_command(context, word), f"{name} {word}")
    else:
        yield name, command


EVERY = dict(all_commands())


@pytest.fixture(scope="module")
def game_file(tmp_path_factory):
    folder = tmp_path_factory.mktemp("game")
    with within(folder):
        replay = Table().begin(["Wilhelmina A", "Maximilian B", "Mum"]).do(*commands()[:60]).replay()
    file = folder / "game.json"
    file.write_text(export.as_json(replay), encoding="utf-8")
    return file


# -- files --


@pytest.mark.parametrize(
    "words",
    [
        "editions check FILE.toml",
        "editions show FILE.toml",
        "editions push FILE.toml --on /dev/null",
        "editions new other.toml --from FILE.toml",
        "play --edition FILE.toml",
        "play --rules FILE.toml",
        "rules check FILE.toml",
        "rules push FILE.toml",
        "fixtures run FILE.toml",
        "games show FILE.json",
        "games show --from FILE.json",
        "games restore FILE.json",
        "restore FILE.zip",
        "print cards -o other.pdf --edition FILE.toml",
        "tags list --edition FILE.toml",
    ],
)
def test_a_file_that_is_missing_is_a_typing_mistake(words, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(words.replace("FILE", "missing").split()) == 2
    assert "does not exist" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_uf2_file_is_written_over_only_with_force_and_never_over_its_image(tmp_path, capsys, monkeypatch):
    from deedbox import deploy

    image, out = tmp_path / "pico.uf2", tmp_path / "deedbox.uf2"
    image.write_bytes(b"image")
    out.write_bytes(b"mine")
    monkeypatch.setattr(deploy, "make_uf2", lambda *of: deploy.MergedUf2(b"both", "1.26.1", {}))
    words = ["deploy", "--image", str(image), "--uf2"]
    assert main([*words, str(out)]) == 1 and out.read_bytes() == b"mine"
    assert "--force" in capsys.readouterr().err
    (tmp_path / "link.uf2").symlink_to(image)
    for file in (image, tmp_path / "link.uf2"):
        assert main([*words, str(file), "--force"]) == 2 and image.read_bytes() == b"image"
    capsys.readouterr()
    assert main([*words, str(out), "--force", "--json"]) == 0 and out.read_bytes() == b"both"
    answer = json.loads(capsys.readouterr().out)
    assert (answer["file"], answer["bytes"], answer["micropython"]) == (str(out), 4, "1.26.1")


# -- options --


def test_the_same_option_is_spelled_and_explained_alike_everywhere():
    spellings: dict[str, set] = {}
    for name, command in EVERY.items():
        for option in command.params:
            if isinstance(option, click.Option):
                for word in option.opts:
                    spellings.setdefault(word, set()).add((tuple(option.opts), name))
    for word in ("-o", "--output", "--on", "--json", "--force", "--language", "--from"):
        assert len({opts for opts, _ in spellings[word]}) == 1, (word, spellings[word])
    assert "--out" not in spellings


def test_every_target_option_completes_what_can_be_named(monkeypatch):
    from deedbox.devices import discovery, twin
    from deedbox.devices.discovery import Device

    monkeypatch.setattr(discovery, "find_usb", lambda: [Device("/dev/ttyACM0", id="e660aa", product="Pico")])
    monkeypatch.setattr(twin, "twin_names", lambda: ["demo", "own"])
    options = [(name, option) for name, command in EVERY.items() for option in command.params]
    with_target = [(name, option) for name, option in options if "--on" in option.opts]
    assert len(with_target) > 20
    for name, option in with_target:
        context = click.Context(EVERY[name])
        assert "twin" in [item.value for item in option.shell_complete(context, "tw")], name
    watch = next(option for name, option in with_target if name == "deedbox watch")
    values = [item.value for item in watch.shell_complete(click.Context(EVERY["deedbox watch"]), "")]
    assert values == ["twin", "chip", "chipjs", "twin:demo", "twin:own", "/dev/ttyACM0", "id:e660aa"]


# -- narrow terminals --


def on_terminal(words, columns, **more):
    """What a command prints on a terminal of so many columns."""
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [*DEEDBOX, *map(str, words)],
        stdout=slave,
        stderr=subprocess.DEVNULL,
        stdin=subprocess.DEVNULL,
        env=environment(COLUMNS=str(columns), TERM="dumb", **more),
        cwd=ROOT,
    )
    os.close(slave)
    output = b""
    try:
        while data := os.read(master, 4096):
            output += data
    except OSError:
        pass  # the command has ended
    process.wait(60)
    os.close(master)
    return output.decode()


def test_games_list_and_show_can_be_read_at_40_columns(game_file):
    text = on_terminal(["games", "list", "--from", game_file], 40)
    assert max(map(len, text.splitlines())) <= 40 and "…" not in text, text
    assert "players  Wilhelmina A" in text and "state    running" in text and "books    sound" in text, text
    text = on_terminal(["games", "show", "--from", game_file], 40)
    rows = text.replace("\r", "").split("\n\n", 1)[1]
    assert max(map(len, rows.splitlines())) <= 40 and "…" not in text, text
    assert "what     Wilhelmina A rolls" in rows, text


def test_watch_can_be_read_at_40_columns(game_file):
    from rich.console import Console

    from deedbox.cli.watch import draw_table
    from deedbox.link import Look
    from deedbox.play.game_log import GameLog

    names = ["Wilhelmina A", "Maximilian B", "Bartholomew", "Elisabeth-Q"]
    players = {name: {"cash": 1500, "out": False, "in_jail": False, "space": 34} for name in names}
    worth = {name: 2345 for name in names}
    state = {"players": players, "deeds": {}, "winners": [], "turn": names[0], "worth": worth}
    look = Look(1, 1, "g", state, names, [], "classic", {}, "turn.home", ["MUM 1500"] * 8, [], [], False)
    for width in (40, 80):
        console = Console(width=width, record=True, file=open(os.devnull, "w"))
        console.print(draw_table(look, GameLog(), "en", width))
        text = console.export_text()
        assert "…" not in text and max(map(len, text.splitlines())) <= width
        assert all(name in text for name in names) and text.count("Pennsylvania Avenue") == 4


def test_watch_marks_a_step_in_the_words_of_games_show():
    from deedbox.cli.watch import log_line

    line = {"text": {"en": "Ann rolls", "de": "Ann würfelt"}, "changes": {"Ann": -5}}
    line |= {"remote": True, "undone": True}
    assert log_line(line) == "Ann rolls (Ann -5) [taken back later, a host did it]"
    assert log_line(line, "de").startswith("Ann würfelt (Ann -5) [") and "host" not in log_line(line, "de")


# -- editions --


def test_a_fault_shows_letters_as_they_are_written(tmp_path):
    file = tmp_path / "town.toml"
    text = starter.starter_file("classic", "town")
    file.write_text(text.replace('inherits = "classic"', 'inherits = "plaça"'), encoding="utf-8")
    result = run("editions", "check", file, PYTHONIOENCODING="utf-8")
    assert result.returncode == 1 and "plaça" in result.stderr and "\\u00" not in result.stderr


def test_a_new_edition_names_its_schema_beside_it(tmp_path):
    file = tmp_path / "town.toml"
    assert main(["editions", "new", str(file)]) == 0
    first = file.read_text(encoding="utf-8").splitlines()[0]
    assert first == "#:schema edition.schema.json" and (tmp_path / "edition.schema.json").exists()
    assert str(ROOT) not in file.read_text(encoding="utf-8")
    schema = json.loads((tmp_path / "edition.schema.json").read_text(encoding="utf-8"))
    assert schema["properties"]


STREETS = ("de Balmes", "de Sants", "d'Aragó", "de la Marina", "de Sants Nou")


def test_short_names_that_tell_deeds_apart_are_proposed_and_written(tmp_path, capsys):
    file = tmp_path / "town.toml"
    text = starter.starter_file("classic", "town")
    for space, name in zip((1, 3, 6, 8, 9), STREETS, strict=True):
        text = text.replace(f'\n{space} = ""', f'\n{space} = "Carrer {name}"')
    file.write_text(text, encoding="utf-8")
    assert main(["editions", "check", str(file)]) == 0
    assert 'add short = "Sants"' in capsys.readouterr().out
    before = text.splitlines()
    assert main(["editions", "check", "--fix", str(file)]) == 0
    spaces = editions.load_edition(str(file)).spaces
    shorts = [spaces[n].short for n in (1, 3, 6, 8, 9)]
    assert len(set(shorts)) == 5 and all(shorts) and all(len(short) <= 10 for short in shorts), shorts
    assert shorts[0] == "Balmes" and "Aragó" in shorts[2] and "Marina" in shorts[3]
    after = file.read_text(encoding="utf-8").splitlines()
    assert sum(a != b for a, b in zip(before, after, strict=True)) == 5, "only these lines changed"
    capsys.readouterr()
    assert main(["editions", "check", "--fix", str(file)]) == 0
    assert "nothing to fix" in capsys.readouterr().err
    assert main(["editions", "check", "--fix", "classic"]) == 2


# -- tags --


def test_tags_verify_ends_with_its_input_and_prints_its_findings_on_stdout():
    from deedbox.build import firmware
    from deedbox.tagging.tag_map import TagSet
    from deedbox.twin import Twin

    tags = TagSet()
    with Twin(files={**firmware.compile_files(), "tags.bin": tags.file()}) as twin:
        twin.wait_for(any, 60)
        end = subprocess.Popen(
            [*DEEDBOX, "tags", "verify", "--on", twin.serial.path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(),
            cwd=ROOT,
        )
        assert end.stderr is not None and end.stderr.readline().startswith("lay one tag")
        tag = tags.tags["token", 0]
        time.sleep(1)
        twin.tap(tag)
        assert end.stdout is not None
        first = end.stdout.readline()
        twin.lift(tag)
        out, errors = end.communicate(timeout=60)  # this closes the input
        assert "token:1" in first and "1 tags" in out and "token" not in errors


# -- the same keys --


@pytest.mark.parametrize(
    "commands",
    [
        [["deploy"], ["editions", "push", "zelda"]],
        pytest.param([["restore"], ["rules", "push", "ours.toml"]], marks=pytest.mark.proof),
    ],
)
def test_a_dry_run_has_the_keys_of_a_real_one(commands, tmp_path):
    from deedbox.twin import Twin

    (tmp_path / "ours.toml").write_text("go_salary = 300\n")
    with Twin() as twin:
        twin.wait_for(any, 60)
        for words in commands:
            if words == ["restore"]:
                words = ["restore", tmp_path / "box.zip"]
                done = run("backup", "-o", words[1], "--on", twin.serial.path, "--json")
                assert json.loads(done.stdout)["file"] == str(words[1]), done.stderr
            words = [tmp_path / word if word == "ours.toml" else word for word in words]
            dry, real = (
                json.loads(run(*words, "--on", twin.serial.path, "--json", *more).stdout)
                for more in (["--dry-run"], [])
            )
            assert dry.keys() == real.keys() and (dry["done"], real["done"]) == (False, True)
            assert {type(dry[key]) for key in dry if dry[key] is not None} <= {list, dict, str, int, bool}
