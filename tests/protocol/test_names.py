"""What a host may write and read: plain names in fixed folders."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banker.protocol import names

TRICKS = [
    "editions/../main.py",
    "editions/../main.bin",
    "../editions/a.bin",
    "/editions/a.bin",
    "editions//a.bin",
    "editions/./a.bin",
    "editions/a.bin/",
    "editions/a/b.bin",
    "editions/.bin",
    "editions/..bin",
    "editions/a.bin\0",
    "editions/a\0.bin",
    "editions/a\n.bin",
    "editions\\a.bin",
    "editions/A.bin",
    "editions/ä.bin",
    "editions/a b.bin",
    "editions/" + 21 * "a" + ".bin",
    "editions/a.py",
    "editions/a.part",
    "Editions/a.bin",
    "main.py",
    "tags.bin",
    "table.key",
    "banker/core/rules.pack",
    "words/../tags.bin",
    "games/../tags.bin",
    "games/a",
    "games/a.b.c",
    "",
    "/",
    ".",
    "..",
]


@pytest.mark.parametrize("path", TRICKS)
def test_a_trick_is_neither_written_nor_read(path):
    assert not names.writable(path)
    assert not names.readable(path)


@pytest.mark.parametrize("path", ["editions/zelda.bin", "rules/ours-2.json", "fixtures/a.json"])
def test_plain_names_in_their_folders_are_written_and_read(path):
    assert names.writable(path) > 0
    assert names.readable(path)


@pytest.mark.parametrize("path", ["games/00000001a3f0.log", "words/en.bin", "settings.json"])
def test_what_the_box_made_is_only_read(path):
    assert names.readable(path)
    assert not names.writable(path)


# Random text is hardly ever a valid path. About a third of these are valid, the others nearly.
PLACES = st.sampled_from([(folder, ending) for folder, (ending, _) in names.WRITABLE.items()])
ODD_PLACES = st.sampled_from(
    [("words", ".bin"), ("Editions", ".bin"), ("", ".json"), ("rules", ".py"), ("rules", "")]
)
PLAIN = st.text(names.LETTERS, max_size=names.NAME_MOST + 2)
ODD = st.just("") | st.sampled_from([".", "/", "..", "\0", "\\", " ", "A", "ä", "\n"])
TAIL = st.just("") | st.sampled_from(["/", "/a", ".part"])
PATHS = st.builds(
    lambda place, name, odd, more, tail: f"{place[0]}/{name}{odd}{more}{place[1]}{tail}",
    PLACES | ODD_PLACES,
    PLAIN,
    ODD,
    PLAIN,
    TAIL,
)


def test_whatever_is_written_lies_directly_in_its_folder():
    allowed = {True: 0, False: 0}

    @given(PATHS | st.text(max_size=40))
    @settings(max_examples=1000, derandomize=True, database=None)
    def look(path):
        allowed[names.writable(path) > 0] += 1
        if names.writable(path):
            folder, name = path.split("/")
            assert folder in names.WRITABLE
            assert set(name) <= set(names.LETTERS + ".")
            assert name.count(".") == 1 and not name.startswith(".")
            assert len(name.split(".")[0]) <= names.NAME_MOST

    look()
    assert min(allowed.values()) > 50, "both kinds must come up"
