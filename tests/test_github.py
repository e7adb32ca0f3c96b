"""The ways in: workflow, issue forms and hooks, checked by schema and by zizmor, without a network."""

import re
import subprocess
import sysconfig
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[1]
TOOLS = Path(sysconfig.get_path("scripts"))
GITHUB = ROOT / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.y*ml"))
FORMS = [path for path in sorted((GITHUB / "ISSUE_TEMPLATE").glob("*.y*ml")) if path.name != "config.yml"]
HOOKS = ROOT / ".pre-commit-config.yaml"
PINNED = re.compile(r"uses: [\w./-]+@[0-9a-f]{40} # v\d+(\.\d+)+$", re.M)
# Text of a workflow -> a mistake in its place, and a word of the complaint.
MISTAKES = [
    ("timeout-minutes: 90", "timeout-minuets: 90", "timeout-minuets"),
    ("runs-on:", "run-on:", "run-on"),
    ("persist-credentials: false", "fetch-depth: 1", "artipacked"),
    ("contents: read", "contents: write", "excessive-permissions"),
    (r"checkout@\w{40} # v[\d.]+", "checkout@v7", "unpinned-uses"),
    ("make test", "make test ${{ github.head_ref }}", "template-injection"),
]

# A source distribution has no .github: there is no repository for it to serve.
pytestmark = pytest.mark.skipif((ROOT / "PKG-INFO").exists(), reason="a source distribution has no .github")


def complaints(tool: str, *arguments: str | Path) -> str:
    """What a tool says against the files; empty if nothing."""
    result = subprocess.run([TOOLS / tool, *arguments], capture_output=True, text=True, timeout=120, cwd=ROOT)
    return (result.stdout + result.stderr if result.returncode else "").strip()


def against_schema(schema: str, *paths: Path) -> str:
    return complaints("check-jsonschema", "--builtin-schema", schema, *paths)


def against_zizmor(*paths: Path) -> str:
    """What zizmor says; a file that it cannot read is a fault, too."""
    flags = ["--offline", "--no-progress", "--color=never", "--persona=pedantic", "--strict-collection"]
    return complaints("zizmor", *flags, *paths)


def against_all(*paths: Path) -> str:
    schemas = ("vendor.github-workflows", "custom.github-workflows-require-timeout")
    return "".join(against_schema(schema, *paths) for schema in schemas) + against_zizmor(*paths)


def test_the_workflows_are_sound():
    assert WORKFLOWS
    assert against_all(*WORKFLOWS) == ""


@pytest.mark.proof_unless("timeout-minuets", "unpinned-uses")
@pytest.mark.parametrize("right, wrong, word", MISTAKES, ids=[word for _, _, word in MISTAKES])
def test_a_mistake_in_a_workflow_is_noticed(tmp_path, right, wrong, word):
    folder = tmp_path / ".github" / "workflows"
    folder.mkdir(parents=True)
    text, count = re.subn(right, wrong, (GITHUB / "workflows" / "ci.yml").read_text())
    (folder / "ci.yml").write_text(text)
    assert count and word in against_all(folder / "ci.yml")


def test_every_action_is_pinned_by_its_commit_and_says_its_version():
    for path in WORKFLOWS:
        text = path.read_text()
        assert len(PINNED.findall(text)) == text.count("uses: ") > 0, path.name


def test_the_workflow_runs_every_check_on_every_python_and_system():
    job = yaml.safe_load((GITHUB / "workflows" / "ci.yml").read_text())["jobs"]["test"]
    matrix = job["strategy"]["matrix"]
    assert matrix["python"] == ["3.11", "3.12", "3.13", "3.14"]
    assert {system.split("-")[0] for system in matrix["system"]} == {"ubuntu", "macos"}
    assert [step["run"] for step in job["steps"] if "run" in step] == ["make test BROWSER=required"]


def test_the_issue_forms_are_sound():
    assert FORMS
    assert against_schema("vendor.github-issue-forms", *FORMS) == ""
    assert against_schema("vendor.github-issue-config", GITHUB / "ISSUE_TEMPLATE" / "config.yml") == ""


def test_a_mistake_in_an_issue_form_is_noticed(tmp_path):
    form = tmp_path / "form.yml"
    form.write_text(FORMS[0].read_text().replace("type: dropdown", "type: dropdwon"))
    assert "dropdwon" in against_schema("vendor.github-issue-forms", form)


def targets() -> set[str]:
    phony = re.search(r"^\.PHONY: (.*)", (ROOT / "Makefile").read_text(), re.M)
    return set(phony[1].split())


def test_the_hooks_run_only_what_make_runs():
    """So their tools are the pinned ones. check-jsonschema brings no schema of hooks: the keys are here."""
    config = yaml.safe_load(HOOKS.read_text())
    assert set(config) == {"minimum_pre_commit_version", "default_install_hook_types", "repos"}
    assert {repo["repo"] for repo in config["repos"]} == {"local"}
    hooks = [hook for repo in config["repos"] for hook in repo["hooks"]]
    assert hooks
    for hook in hooks:
        assert set(hook) == {"id", "name", "entry", "language", "pass_filenames", "stages"}
        assert hook["language"] == "system" and set(hook["stages"]) <= set(
            config["default_install_hook_types"]
        )
        command, *goals = hook["entry"].split()
        assert command == "make" and goals and set(goals) <= targets(), hook["id"]


@pytest.mark.parametrize("name", ["SECURITY.md", "CODE_OF_CONDUCT.md", "PULL_REQUEST_TEMPLATE.md"])
def test_what_a_newcomer_looks_for_is_there(name):
    assert (GITHUB / name).read_text().strip()
