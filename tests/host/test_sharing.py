"""Boards that people give to each other: one file, an index, an https server, and what an enemy would try."""

import http.server
import json
import shutil
import ssl
import subprocess
import threading
from functools import partial
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from deedbox import editions
from deedbox.cli import editions as cli
from deedbox.cli.runner import CommandError
from deedbox.editions import name_filling, sharing
from deedbox.faults import FILE_MOST


class Done(NamedTuple):
    exit_code: int
    output: str  # with the sentence of an error


def run(*arguments):
    result = CliRunner().invoke(cli.command, [*map(str, arguments)])
    if result.exception and not isinstance(result.exception, (SystemExit, CommandError)):
        raise result.exception
    sentence = str(result.exception) if isinstance(result.exception, CommandError) else ""
    return Done(result.exit_code, result.output + sentence)


@pytest.fixture
def town(tmp_path):
    """A board of somebody's own, as its owner keeps it: with notes."""
    file = tmp_path / "mine" / "town.toml"
    file.parent.mkdir()
    names = {1: "Harbour Lane", 3: "Fish Market"}
    file.write_text("# my secret note\n" + name_filling.own_board("star-wars-ep1", names, "town", "Our Town"))
    return file


@pytest.fixture
def shelf(tmp_path, town):
    """A folder with the exported board and its index."""
    folder = tmp_path / "shelf"
    folder.mkdir()
    exported = folder / "town.board.toml"
    result = run(
        "export", town, "--author", "Anna", "--licence", "CC0-1.0", "--language", "de", "-o", exported
    )
    assert result.exit_code == 0, result.output
    assert run("index", folder).exit_code == 0
    return folder


def test_a_board_becomes_one_file_with_its_house_rules_and_a_friend_adds_it(tmp_path, town):
    rules = tmp_path / "ours.toml"
    rules.write_text('presets = ["jackpot"]\nstart_cash = 2000\n')
    exported = tmp_path / "town.board.toml"
    assert run("export", town, "--rules", rules, "--author", "Anna", "-o", exported).exit_code == 0
    added = tmp_path / "friend.toml"
    result = run("add", exported, "-o", added)
    assert result.exit_code == 0, result.output
    mine, theirs = editions.load_edition(str(town)), editions.load_edition(str(added))
    assert theirs.rules == {
        **mine.rules,
        "start_cash": 2000,
        "free_parking_mode": "jackpot",
        "free_parking_feeds": ["taxes", "fines", "card_payments"],
    }
    assert (theirs.spaces, theirs.cards, theirs.tokens, theirs.deeds) == (
        mine.spaces,
        mine.cards,
        mine.tokens,
        mine.deeds,
    )
    assert theirs.author == "Anna"
    assert "secret" not in added.read_text()


def test_a_file_that_is_there_is_kept(tmp_path, town):
    added = tmp_path / "friend.toml"
    added.write_text("mine")
    assert run("add", town, "-o", added).exit_code != 0
    assert added.read_text() == "mine"
    assert run("add", town, "-o", added, "--force").exit_code == 0


def test_an_edition_that_comes_along_is_neither_exported_nor_replaced(tmp_path, town):
    assert run("export", "zelda").exit_code == 2
    thief = tmp_path / "thief.toml"
    thief.write_text(town.read_text().replace('id = "town"', 'id = "zelda"'))
    result = run("add", thief, "-o", tmp_path / "out.toml")
    assert result.exit_code == 1
    assert "comes with deedbox" in result.output
    assert not (tmp_path / "out.toml").exists()


def test_an_index_lists_hash_author_licence_language_and_missing_names(shelf):
    board = sharing.read_index(str(shelf))[0]
    assert (board.id, board.name, board.author, board.licence, board.language) == (
        "town",
        "Our Town",
        "Anna",
        "CC0-1.0",
        "de",
    )
    assert (board.players_max, board.names_missing) == (8, 28)
    assert board.hash == editions.edition_hash(str(shelf / board.file))
    found = run("search", "anna", "town", "--in", shelf, "--json")
    assert [row["id"] for row in json.loads(found.output)] == ["town"]
    assert json.loads(run("search", "bob", "--in", shelf, "--json").output) == []


def test_a_board_is_added_from_an_index_only_as_it_was_listed(tmp_path, shelf):
    out = tmp_path / "out.toml"
    assert run("add", "town", "--in", shelf, "-o", out).exit_code == 0
    assert editions.load_edition(str(out)).spaces[1].name == "Harbour Lane"
    listed = shelf / "town.board.toml"
    listed.write_text(listed.read_text().replace("Harbour Lane", "Harbour Line"))
    result = run("add", "town", "--in", shelf, "-o", out, "--force")
    assert result.exit_code != 0
    assert "SHA-256 differs" in result.output
    assert "no board nowhere" in run("add", "nowhere", "--in", shelf).output


def test_two_boards_of_one_id_have_no_index(shelf):
    shutil.copy(shelf / "town.board.toml", shelf / "other.toml")
    result = run("index", shelf)
    assert result.exit_code != 0
    assert "has the same id" in result.output


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda t: t.pop("form"), "no index of boards"),
        (lambda t: t.update(boards={}), "must be a list"),
        (lambda t: t["boards"].append(7), "boards[1]: must be a table"),
        (lambda t: t["boards"][0].update(name="a\u202eb"), "boards[0].name"),
        (lambda t: t["boards"][0].update(name="\x1b[2J"), "boards[0].name"),
        (lambda t: t["boards"][0].update(name="a" * 81), "boards[0].name"),
        (lambda t: t["boards"][0].update(bytes=True), "boards[0].bytes"),
        (lambda t: t["boards"][0].update(id="../x"), "boards[0].id"),
        (lambda t: t["boards"][0].update(file="../secret.toml"), "boards[0].file"),
        (lambda t: t["boards"][0].update(file="/etc/passwd"), "boards[0].file"),
        (lambda t: t["boards"][0].update(file="http://elsewhere/x.toml"), "boards[0].file"),
        (lambda t: t["boards"][0].update(file="%2e%2e/x.toml"), "boards[0].file"),
        (lambda t: t["boards"][0].pop("sha256"), "boards[0].sha256"),
    ],
)
def test_an_evil_index_is_refused_by_its_place(shelf, change, why):
    file = shelf / "index.json"
    tables = json.loads(file.read_text())
    change(tables)
    file.write_text(json.dumps(tables))
    result = run("search", "--in", shelf)
    assert result.exit_code != 0
    assert why in result.output
    assert "\x1b" not in result.output


def test_an_index_that_is_no_json_or_too_large_is_refused(shelf):
    file = shelf / "index.json"
    for text, why in (("[" * 100_000, "no JSON"), (" " * (sharing.INDEX_MOST + 1), "more than")):
        file.write_text(text)
        result = run("search", "--in", shelf)
        assert result.exit_code != 0
        assert why in result.output


@pytest.mark.parametrize(
    ("place", "why"),
    [
        ("http://127.0.0.1/town.toml", "only https"),
        ("ftp://127.0.0.1/town.toml", "only https"),
        ("data://text/plain,x", "only https"),
        ("file://elsewhere/town.toml", "another computer"),
        ("nowhere.toml", "no such file"),
        ("/dev/zero", "no such file"),
        ("https://[x/", "not an address"),
        ("https://localhost:abc/town.toml", "cannot be fetched"),
        ("https://local host/town.toml", "cannot be fetched"),
    ],
)
def test_only_https_and_files_are_read(place, why):
    result = run("add", place)
    assert result.exit_code != 0
    assert why in result.output


def test_a_board_that_is_too_large_or_evil_is_refused(tmp_path):
    large = tmp_path / "large.toml"
    large.write_bytes(b"#" * (FILE_MOST + 1))
    assert "more than 65536 bytes" in run("add", large).output
    evil = tmp_path / "evil.toml"
    evil.write_text('id = "town"\nname = "a\\u001b[2J"\ninherits = "classic"\n[rules]\nstart_cash = -1\n')
    result = run("add", evil)
    assert result.exit_code == 1
    assert "control character" in result.output
    assert "start_cash" in result.output
    assert "\x1b" not in result.output


# -- over https --


class Shelf(http.server.SimpleHTTPRequestHandler):
    """The folder, and some tricks."""

    def do_GET(self):  # noqa: N802
        if self.path == "/endless.toml":
            self.send_response(200)
            self.end_headers()
            try:
                while True:
                    self.wfile.write(b"#" * 65536)
            except OSError:
                return
        if self.path.startswith("/away"):
            self.send_response(302)
            self.send_header("Location", self.path.partition("?")[2])
            self.end_headers()
            return
        super().do_GET()

    def log_message(self, *arguments):
        pass


@pytest.fixture
def server(shelf, tmp_path, monkeypatch):
    """An https server on this computer, with a certificate that this test trusts."""
    if not shutil.which("openssl"):
        pytest.skip("needs openssl to make a certificate")
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
        + ["-addext", "subjectAltName=DNS:localhost", "-keyout", str(key), "-out", str(certificate)],
        check=True,
        capture_output=True,
    )
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    monkeypatch.setenv("no_proxy", "*")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    httpd = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Shelf, directory=str(shelf)))
    httpd.daemon_threads = True
    httpd.socket = context.wrap_socket(httpd.socket, server_side=True)
    thread = threading.Thread(target=httpd.serve_forever, daemon=True)
    thread.start()
    yield f"https://localhost:{httpd.server_port}"
    httpd.shutdown()
    httpd.server_close()


def test_boards_are_searched_and_added_from_a_server(server, tmp_path):
    assert "Our Town" in run("search", "--in", server).output
    out = tmp_path / "out.toml"
    assert run("add", "town", "--in", f"{server}/index.json", "-o", out).exit_code == 0
    assert editions.load_edition(str(out)).author == "Anna"
    assert run("add", f"{server}/town.board.toml", "-o", out, "--force").exit_code == 0


def test_tricks_of_a_server_end_with_a_sentence(server, tmp_path, monkeypatch):
    for path, why in (
        ("nothing.toml", "answers 404"),
        ("endless.toml", "more than 65536 bytes"),
        ("away?http://localhost/town.toml", "without https"),
        ("away?file:///etc/passwd", "answers 302"),
    ):
        result = run("add", f"{server}/{path}")
        assert result.exit_code != 0
        assert why in result.output, result.output
    out = tmp_path / "out.toml"
    assert run("add", f"{server}/away?{server}/town.board.toml", "-o", out).exit_code == 0
    monkeypatch.delenv("SSL_CERT_FILE")
    result = run("add", f"{server}/town.board.toml")
    assert result.exit_code != 0
    assert "cannot be fetched" in result.output
