"""`make hardware` without its programs, and what is committed of its results."""

import os

import pytest


def test_what_is_not_installed_is_named_with_how_to_get_it(build, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("DISPLAY", raising=False)
    with pytest.raises(SystemExit) as error:
        build.main()
    assert "not installed: openscad graphviz" in str(error.value)
    assert "apt install openscad graphviz" in str(error.value)


def test_a_case_cannot_be_rendered_without_openscad(build, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(build.MissingProgramError):
        build.render(tmp_path / "lid.stl", "print lid", {})


def test_pictures_of_case_and_board_are_committed_and_small(build):
    pictures = build.HERE / "pictures"
    assert {path.stem for path in pictures.glob("*.png")} == {*build.PICTURES, *build.BOARD_PICTURES}
    assert sum(path.stat().st_size for path in pictures.iterdir()) < 700_000


def test_a_result_is_made_again_when_a_size_is_newer(build, tmp_path):
    source, result = tmp_path / "sizes.scad", tmp_path / "lid.stl"
    source.touch()
    assert not build.newer(result, [source])
    result.touch()
    stamp = source.stat().st_mtime

    os.utime(result, (stamp + 1, stamp + 1))
    assert build.newer(result, [source])
    os.utime(source, (stamp + 2, stamp + 2))
    assert not build.newer(result, [source])
