"""Makes the environment of `make play`: what host/play.lock names, with progress, and words if it fails."""

import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOCK = ROOT / "host" / "play.lock"
# What pip and the systems say when a server cannot be reached.
NO_NETWORK = (
    "NewConnectionError",
    "ConnectTimeout",
    "name resolution",
    "Name or service not known",
    "nodename nor servname",
    "getaddrinfo failed",
    "Network is unreachable",
    "Connection refused",
    "ProxyError",
)


def main(folder: Path) -> str:
    """The sentence that says what went wrong, or ""."""
    if sys.version_info < (3, 11):  # noqa: UP036 - it may well be run by an older one
        return "Python 3.11 or newer is needed; choose one: make play PYTHON=python3.12"
    names = [line for line in LOCK.read_text(encoding="utf-8").splitlines() if line[:1].isalnum()]
    print(f"== play: {folder} from host/play.lock, once; nothing is installed outside of it", flush=True)
    venv.create(folder, clear=True, with_pip=True)
    scripts = folder / ("Scripts" if sys.platform == "win32" else "bin")
    pip = [str(scripts / "python"), "-m", "pip", "--disable-pip-version-check", "install", "--no-input"]
    ways = ["--retries", "1", "--timeout", "15", "--progress-bar", "off", "--no-compile"]
    fault = run([*pip, *ways, "--require-hashes", "-r", str(LOCK)], len(names))
    if fault:
        return fault
    return run(
        [*pip, "--no-index", "--no-deps", "--no-build-isolation", "--no-compile", "--editable", str(ROOT)], 0
    )


def run(command: list, count: int) -> str:
    """Run pip and show which of so many packages it is at."""
    terminal = sys.stdout.isatty()
    process = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    )
    lines, number = [], 0
    assert process.stdout is not None
    for line in process.stdout:
        lines.append(line.rstrip())
        if line.startswith(("Collecting ", "Processing ")) and count:
            number += 1
            name = line.split()[1].split("/")[-1].split("-")[0].split("==")[0]
            text = f"   {number} of {count}: {name}"
            print(f"\r{text:60}" if terminal else text, end="" if terminal else "\n", flush=True)
        elif line.startswith("Installing collected"):
            print(f"\r{'   unpacking':60}" if terminal else "   unpacking", flush=True)
    if process.wait() == 0:
        return ""
    if any(word in line for line in lines for word in NO_NETWORK):
        return "no network: the packages come from PyPI, once. Go online and run make play again."
    return "pip failed:\n" + "\n".join(lines[-5:])


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
