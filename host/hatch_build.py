"""Puts the board's own files into the wheel, as data of deedbox; an editable install reads the tree.

The long description is README.md. Its links lead to files of the repository, whose address is known where it
is published: $DEEDBOX_REPOSITORY. Without it links become their text.
"""

import os
import re
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

_LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!https?://|#)([^)\s]+)\)")
_PICTURE = re.compile(r"!\[[^\]]*\]\([^)]*\)\n*")


class FirmwareHook(BuildHookInterface):
    def initialize(self, version: str, build_data: dict) -> None:
        if version == "standard":
            for name in ("main.py", "boards", "data"):
                build_data["force_include"][f"firmware/{name}"] = f"deedbox/_firmware/{name}"


class DescriptionHook(MetadataHookInterface):
    def update(self, metadata: dict) -> None:
        repository = os.environ.get("DEEDBOX_REPOSITORY", "").rstrip("/")
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": describe(text, repository, f"v{metadata['version']}"),
        }
        metadata["urls"] = project_urls(repository, f"v{metadata['version']}")


def describe(text: str, repository: str, tag: str) -> str:
    """README.md with absolute links, or without links if there is no repository."""
    if not repository:
        text = _PICTURE.sub("", text)
    return _LINK.sub(lambda link: _absolute(link, repository, tag), text)


def _absolute(link: re.Match, repository: str, tag: str) -> str:
    picture, words, path = link.groups()
    if not repository:
        return words
    return f"{picture}[{words}]({repository}/{'raw' if picture else 'blob'}/{tag}/{path})"


def project_urls(repository: str, tag: str) -> dict:
    if not repository:
        return {}
    return {
        "Repository": repository,
        "Documentation": f"{repository}/blob/{tag}/host/README.md",
        "Changelog": f"{repository}/blob/{tag}/CHANGELOG.md",
        "Issues": f"{repository}/issues",
    }
