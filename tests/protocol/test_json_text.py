"""The strict reader of JSON: what it takes Python's reader takes too, and what is odd it refuses."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banker.protocol.json_text import JsonText

WHOLE = st.integers(-(10**18), 10**18)
LETTERS = st.text(st.characters(codec="utf-8", exclude_characters="\x7f", min_codepoint=32), max_size=12)
VALUES = st.recursive(
    st.none() | st.booleans() | WHOLE | LETTERS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(LETTERS, inner, max_size=4),
    max_leaves=20,
)


def taken(data: bytes, depth: int = 12, size: int = 7) -> bool:
    text = JsonText(depth)
    fed = all(text.feed(data[at : at + size]) for at in range(0, len(data), size))
    return fed and text.end()


@settings(max_examples=300)
@given(VALUES, st.booleans(), st.sampled_from([None, 1]), st.integers(1, 9))
def test_whatever_python_writes_is_taken_however_it_is_cut(value, ascii_only, indent, size):
    assert taken(json.dumps(value, ensure_ascii=ascii_only, indent=indent).encode(), 40, size)


@settings(max_examples=500)
@given(st.binary(max_size=40) | st.text('[]{}:,"\\ut01-.eE \n', max_size=30).map(str.encode))
def test_whatever_is_taken_python_reads(data):
    if taken(data, 40):
        json.loads(data)


@pytest.mark.parametrize(
    "data",
    [
        b"", b" ", b"[", b"]", b"{", b"}", b"[1 2]", b"[1,]", b"[,1]", b"[007]", b"[1.0]", b"[1e3]", b"[-]",
        b"[+1]", b'{"a"}', b'{"a":}', b'{"a":1,}', b'{1:2}', b'{"a":1 "b":2}', b"[1]]", b"[1}", b'{"a":1]',
        b"nul", b"NaN", b"Infinity", b"[1][2]", b"1 2", b'"', b'"a\nb"', b'"a\x00b"', b'"a\x7fb"',
        b'"\\x41"', b'"\\u12g4"', b"\xff", b'"\xff"', b'"\xc3"', b'"\xc3("', b'"\xe2\x82"', b'"\xc0\xaf"',
        b"\xef\xbb\xbf{}", b"123456789012345678901",
        b"'a'", b"{}x", b"//x\n1", b'{"a":1}{"a":1}',
    ],
)  # fmt: skip
def test_what_is_no_json_is_refused(data):
    assert not taken(data) and not taken(data, size=1)


@pytest.mark.parametrize("depth, good", [(1, True), (4, True), (5, False), (900, False)])
def test_it_is_only_so_deep(depth, good):
    assert taken(b"[" * depth + b"]" * depth, 4) is good
    assert taken(b'{"a":' * depth + b"1" + b"}" * depth, 4) is good


def test_it_counts_values_without_building_any():
    text = JsonText(4)
    assert text.feed(b'{"a": [1, 2, {"b": "c"}], "d": null}') and text.end()
    assert text.values == 7
