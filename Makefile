# `make help` lists the targets. Needs Python 3.11 or newer and make; everything else goes into .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STUBS := $(VENV)/stubs
CODE := firmware hardware host tests
# Only `make lock` uses it, in an environment of its own.
UV := uv==0.13.7
SAY := @printf '== %s\n'

export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PYTHONDONTWRITEBYTECODE := 1

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help test style types-host types-firmware cpython micropython browser play proof hardware screens format lock clean environment

help:
	@echo 'make play    the box on this machine, in the browser'
	@echo 'make test    every check: style, types, tests, MicroPython suites'
	@echo '             (its steps: style, types-host, types-firmware, cpython, micropython; -k goes on)'
	@echo 'make proof   the longer proofs'
	@echo 'make hardware  the case to print, its pictures, the harness; whether everything fits'
	@echo 'make screens  the docs of the screens: table, diagrams, contact sheet'
	@echo 'make format  put the code into the one format'
	@echo 'make lock    renew host/requirements.lock and host/stubs.lock'
	@echo 'make clean   remove .venv, caches and built packages'
	@echo 'PYTHON=python3.12 make test   with another Python (3.11 or newer)'

# In this order; `make -k test` goes on after a step that failed.
test: browser style types-host types-firmware cpython micropython

style: environment
	$(SAY) 'ruff check: firmware, hardware, host, tests'
	@$(BIN)/ruff check --quiet $(CODE)
	$(SAY) 'ruff format: is the code in the one format?'
	@$(BIN)/ruff format --quiet --check $(CODE) || { echo 'run: make format'; exit 1; }

types-host: environment
	$(SAY) 'mypy: host against CPython'
	@$(BIN)/mypy host/deedbox

types-firmware: environment
	$(SAY) 'mypy: firmware against the stubs of the Pico'
	@MYPYPATH=$(STUBS) $(BIN)/mypy --cache-dir .mypy_cache/firmware --platform rp2 \
		--custom-typeshed-dir $(STUBS) --follow-imports silent firmware

# Three at once on two cores: many wait for boxes whose time is real. The tests of a file share its box.
PYTEST := $(BIN)/python -m pytest -q -n 3 --dist loadfile

cpython: environment
	$(SAY) 'pytest: CPython'
	@$(PYTEST) -m 'not proof and not micropython'

micropython: environment
	$(SAY) 'pytest: the portable suites in the MicroPython unix port'
	@$(PYTEST) -m 'micropython and not proof'

play: environment
	@$(BIN)/deedbox play

# The page is tested in a real Chromium; where there is none and root may install it, it is installed.
browser:
	@[ -n "$$DEEDBOX_CHROMIUM" ] || command -v chromium >/dev/null || command -v chromium-browser >/dev/null || \
		command -v google-chrome >/dev/null || \
		{ [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && \
		printf '== %s\n' 'browser: chromium, from the Debian packages' && \
		apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium >/dev/null; } || \
		echo 'browser: no Chromium here; the tests of the page are skipped'

proof: environment
	$(SAY) 'pytest: the longer proofs'
	@$(BIN)/python -m pytest -q -m proof

hardware: environment
	$(SAY) 'hardware: what can be made from the text in hardware/'
	@$(BIN)/python hardware/build.py
	$(SAY) 'hardware: does it fit? (some minutes)'
	@$(BIN)/python -m pytest -q -m 'proof or not proof' tests/hardware

screens: environment
	@$(BIN)/python -m deedbox.screens
	@$(BIN)/python tests/rig/gallery.py

format: environment
	@$(BIN)/ruff check --quiet --fix-only --select I $(CODE)
	@$(BIN)/ruff format --quiet $(CODE)

environment: $(VENV)/project.stamp

# The environment is made anew when a lock changes, so that nothing stays in it that the lock no longer names.
$(VENV)/packages.stamp: host/requirements.lock host/stubs.lock
	$(SAY) 'environment: .venv from host/requirements.lock and host/stubs.lock'
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo 'Python 3.11 or newer is needed; say which: make test PYTHON=python3.12'; exit 1; }
	@$(PYTHON) -m venv --clear $(VENV)
	@$(BIN)/python -m pip install --quiet --require-hashes -r host/requirements.lock
	@$(BIN)/python -m pip install --quiet --require-hashes --no-deps --no-compile \
		--target $(STUBS) -r host/stubs.lock
	@touch $@

$(VENV)/project.stamp: $(VENV)/packages.stamp pyproject.toml
	$(SAY) 'environment: the command deedbox, from this tree'
	@$(BIN)/python -m pip install --quiet --no-index --no-deps --no-build-isolation --editable .
	@touch $@

# --universal writes markers for every system into the one lock, whichever system it is made on.
LOCK := $(VENV)-lock/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --upgrade \
	--custom-compile-command 'make lock'

lock:
	@$(PYTHON) -m venv --clear $(VENV)-lock
	@$(VENV)-lock/bin/python -m pip install --quiet $(UV)
	$(SAY) 'lock: host/requirements.lock'
	@$(LOCK) pyproject.toml --extra chip --group dev -o host/requirements.lock
	$(SAY) 'lock: host/stubs.lock'
	@$(LOCK) --group stubs -o host/stubs.lock
	@rm -rf $(VENV)-lock

clean:
	rm -rf $(VENV) $(VENV)-lock .hypothesis .mypy_cache .pytest_cache .ruff_cache build dist hardware/build
	find $(CODE) -name __pycache__ -type d -prune -exec rm -rf {} +
