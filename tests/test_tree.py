"""The tree itself: what lies at its top, no traces of one machine, documents that keep up with the locks."""

import os
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
ALLOWED = set(
    ".ci .gitignore CHANGELOG.md CONTRIBUTING.md LICENSE Makefile README.md "
    "firmware hardware host pyproject.toml tests".split()
)
# What git, make and the tools leave behind; .gitignore names the same.
CACHES = set(".git .venv .venv-lock .hypothesis .mypy_cache .pytest_cache .ruff_cache __pycache__".split())
LEFT_BEHIND = CACHES | {"build", "dist", "PKG-INFO"}
MACHINE_PATH = re.compile(rb"(?<![\w.])/(work|root|home)/")


def files() -> list[Path]:
    found = []
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in CACHES]
        found += [Path(folder, name) for name in names if not name.endswith(".pyc")]
    return found


READMES = [
    pytest.param(path, id=path.relative_to(ROOT).as_posix()) for path in files() if path.name == "README.md"
]


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def locked(name: str) -> dict[str, str]:
    text = (ROOT / "host" / name).read_text()
    return {
        canonical(package): version for package, version in re.findall(r"^([\w.-]+)==([^ ;]+)", text, re.M)
    }


def project() -> dict:
    return tomllib.loads((ROOT / "pyproject.toml").read_text())


def test_nothing_else_lies_at_the_top():
    assert {path.name for path in ROOT.iterdir()} - LEFT_BEHIND - ALLOWED == set()


def test_what_belongs_at_the_top_is_there():
    # The folder for CI is not part of a sdist, from which the tests run as well.
    assert ALLOWED - {".ci"} - {path.name for path in ROOT.iterdir()} == set()


def test_no_file_names_a_path_of_one_machine():
    assert [str(path) for path in files() if MACHINE_PATH.search(path.read_bytes())] == []


@pytest.mark.parametrize("text", ["see /" + "work/main", "'/" + "root/x'", "=/" + "home/ann/deedbox"])
def test_a_path_of_one_machine_is_noticed(text):
    assert MACHINE_PATH.search(text.encode())


def test_the_locks_name_no_index():
    for name in ("requirements.lock", "stubs.lock"):
        text = (ROOT / "host" / name).read_text()
        assert "://" not in text
        assert not re.search(r"^--?[a-z]", text, re.M)


def test_every_locked_package_has_a_hash():
    for name in ("requirements.lock", "stubs.lock"):
        blocks = re.split(r"^(?=[\w.-]+==)", (ROOT / "host" / name).read_text(), flags=re.M)[1:]
        # A package may stand there twice, for older and newer Pythons.
        assert {block.partition("==")[0] for block in blocks} == set(locked(name))
        assert [block.splitlines()[0] for block in blocks if "--hash=sha256:" not in block] == []


def test_every_dependency_is_documented_with_its_locked_version():
    requirements = (
        project()["project"]["dependencies"] + project()["project"]["optional-dependencies"]["chip"]
    )
    for group in project()["dependency-groups"].values():
        requirements = requirements + group
    direct = {canonical(re.match(r"[\w.-]+", requirement)[0]) for requirement in requirements}
    versions = locked("requirements.lock") | locked("stubs.lock")
    text = (ROOT / "host" / "docs" / "dependencies.md").read_text()
    documented = {
        canonical(name): version for name, version in re.findall(r"^\| ([\w.-]+) \| (\d\S*) \|", text, re.M)
    }
    assert documented == {name: versions[name] for name in direct}


def test_the_changelog_knows_this_version():
    assert f"## [{project()['project']['version']}]" in (ROOT / "CHANGELOG.md").read_text()


@pytest.mark.parametrize("path", READMES)
def test_links_in_a_readme_lead_somewhere(path):
    targets = re.findall(r"\]\(([^)#:]+)\)", path.read_text())
    assert [target for target in targets if not (path.parent / target).exists()] == []


@pytest.mark.parametrize("path", READMES)
def test_the_readme_of_a_folder_begins_with_its_law(path):
    if path.parent != ROOT:
        assert path.read_text().split("\n\n")[1].startswith("Law: ")
