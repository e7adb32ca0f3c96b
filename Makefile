# `make help` lists the targets. Needs Python 3.11 or newer and make; everything else goes into .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STUBS := $(VENV)/stubs
JS := host/deedbox/chip/js
# The other Picos: their files in firmware/boards, and the names of their stubs in host/stubs.lock.
OTHER_PICOS := pico_w:pico-w pico2:pico2 pico2_w:pico2-w
CODE := firmware hardware host tests
# Only `make lock` uses it, in an environment of its own.
UV := uv==0.13.7
SAY := @printf '== %s\n'

export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Compiled modules stay out of the tree, but are kept: the tests start Python some hundred times.
unexport PYTHONDONTWRITEBYTECODE
export PYTHONPYCACHEPREFIX := $(abspath $(VENV))/pycache

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help test quick style types-host types-firmware cpython micropython browser coverage play proof hardware screens words gif format lock clean environment

help:
	@echo 'make play      play on this machine: the box in your browser'
	@echo 'make test      run every check: style, types, and the tests in CPython, MicroPython and a browser'
	@echo '               (its steps: browser style types-host types-firmware cpython micropython;'
	@echo '               make -k test runs them all even if one fails)'
	@echo 'make quick     run the checks that take less than a minute, before a commit'
	@echo 'make coverage  show which part of the firmware the tests in CPython run'
	@echo 'make proof     run the long tests that make test leaves out'
	@echo '               (DEEDBOX_CHIP=chip or chipjs chooses the emulator of those on the chip)'
	@echo 'make hardware  build the case, its pictures and the wiring; check that everything fits'
	@echo 'make screens   write the table, the diagrams and the pictures of the screens again'
	@echo 'make gif       record the film of the README and the contact sheets of the page again'
	@echo 'make words     write the names of the display words for the firmware again'
	@echo 'make format    format the code'
	@echo 'make lock      update the three locks in host/ to the newest versions (LOCK_FLAGS= keeps them)'
	@echo 'make clean     remove the environment, caches and built packages'
	@echo 'PYTHON=python3.12 make test   use another Python (3.11 or newer)'

# In this order; `make -k test` goes on after a step that failed.
test: browser style types-host types-firmware cpython micropython

style: environment
	$(SAY) 'ruff check: firmware, hardware, host, tests'
	@$(BIN)/ruff check --quiet $(CODE)
	$(SAY) 'ruff format: is the code in the one format?'
	@$(BIN)/ruff format --quiet --check $(CODE) || { echo 'run: make format'; exit 1; }

# Everything that can be checked in seconds, without running the firmware.
quick: style
	$(SAY) 'pytest: import arrows, the tree, .github'
	@$(BIN)/python -m pytest -q tests/test_architecture.py tests/test_tree.py tests/test_github.py

types-host: environment
	$(SAY) 'mypy: host against CPython'
	@$(BIN)/mypy host/deedbox

types-firmware: environment
	$(SAY) 'mypy: firmware against the stubs of the Pico'
	@MYPYPATH=$(STUBS) $(BIN)/mypy --cache-dir .mypy_cache/firmware --platform rp2 \
		--custom-typeshed-dir $(STUBS) --follow-imports silent firmware
	$(SAY) 'mypy: the pins of each other Pico against its stubs'
	@for pico in $(OTHER_PICOS); do board=$${pico%%:*}; stubs=$(STUBS)-$$board; \
		MYPYPATH=$$stubs $(BIN)/mypy --cache-dir .mypy_cache/$$board --platform rp2 \
		--custom-typeshed-dir $$stubs --follow-imports silent \
		firmware/boards/pico.py firmware/boards/$$board.py || exit 1; done

# Four at once on two cores, because many tests wait for boxes that run in real time. The tests of a file share a
# box. In the order of their names the slow ones, of the app and in the browser, come first.
PYTEST := $(BIN)/python -m pytest -q -n 4 --dist loadfile --no-loadscope-reorder

cpython: environment
	$(SAY) 'pytest: CPython'
	@$(PYTEST) -m 'not proof and not micropython'

micropython: environment
	$(SAY) 'pytest: the portable suites in the MicroPython unix port'
	@$(PYTEST) -m 'micropython and not proof'

# Only code in the test process is counted: MicroPython, the twins and the emulated chip have no coverage.py.
# The tests of the hardware and of the page run no firmware in this process.
COVERED := core ui protocol app
coverage: environment
	$(SAY) 'pytest: CPython, with coverage'
	@mkdir -p build
	@COVERAGE_FILE=build/.coverage $(PYTEST) -m 'not proof and not micropython' \
		--ignore tests/hardware --ignore tests/browser \
		$(COVERED:%=--cov firmware/banker/%) --cov-branch --cov-report json:build/coverage.json
	@$(BIN)/python tests/rig/coverage_table.py build/coverage.json

# With the environment of `make test` if it is there, else with a small one: only what play, link and sync need.
ifneq ($(wildcard $(VENV)/project.stamp),)
play: environment
	@$(BIN)/deedbox play
else
play: $(VENV)-play/project.stamp
	@$(VENV)-play/bin/deedbox play
endif

$(VENV)-play/project.stamp: host/play.lock pyproject.toml
	@$(PYTHON) host/install_play.py $(VENV)-play
	@touch $@

# The page is tested in a real Chromium or Chrome. Where there is none, Debian installs it if root runs this;
# otherwise those tests are skipped, or with BROWSER=required (as in CI) this fails.
browser:
	@$(PYTHON) tests/rig/chromium.py >/dev/null || \
		{ [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && \
		printf '== %s\n' 'browser: chromium-headless-shell, from the Debian packages' && \
		apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium-headless-shell >/dev/null; } || \
		{ echo 'browser: no Chromium or Chrome here; DEEDBOX_CHROMIUM can name one'; \
		[ '$(BROWSER)' != required ] && echo 'browser: the tests of the page are skipped'; }

proof: environment
	$(SAY) 'pytest: the longer proofs'
	@$(BIN)/python -m pytest -q -m proof

hardware: environment
	$(SAY) 'hardware: what can be made from the text in hardware/'
	@$(BIN)/python hardware/build.py
	$(SAY) 'hardware: does it fit? (some minutes)'
	@$(BIN)/python -m pytest -q -m 'proof or not proof' tests/hardware

gif: environment
	@$(BIN)/python tests/rig/page_gif.py
	@$(BIN)/python tests/rig/page_states.py --sheet

screens: environment
	@$(BIN)/python -m deedbox.build.screen_table
	@$(BIN)/python tests/rig/gallery.py

rulebooks: environment
	@$(BIN)/python -m deedbox.build.rulebooks

words: environment
	@$(BIN)/python -m deedbox.words

format: environment
	@$(BIN)/ruff check --quiet --fix-only --select I $(CODE)
	@$(BIN)/ruff format --quiet $(CODE)

environment: $(VENV)/project.stamp $(VENV)/js.stamp

# The environment is made again when a lock changes, so that it keeps nothing that the lock no longer names.
$(VENV)/packages.stamp: host/requirements.lock host/stubs.lock
	$(SAY) 'environment: .venv from host/requirements.lock and host/stubs.lock'
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo 'Python 3.11 or newer is needed; choose one: make test PYTHON=python3.12'; exit 1; }
	@$(PYTHON) -m venv --clear $(VENV)
	@$(BIN)/python -m pip install --quiet --require-hashes -r host/requirements.lock
	@for pico in :pico $(OTHER_PICOS); do board=$${pico%%:*}; stubs=$(STUBS)$${board:+-$$board}; \
		awk -v name=micropython-rp2-rpi-$${pico#*:}-stubs \
		'/^[a-z]/ { keep = index($$0, name "==") == 1 || /^micropython-stdlib/ } keep' host/stubs.lock \
		> $$stubs.lock && $(BIN)/python -m pip install --quiet --require-hashes --no-deps --no-compile \
		--target $$stubs -r $$stubs.lock || exit 1; done
	@touch $@

$(VENV)/project.stamp: $(VENV)/packages.stamp pyproject.toml
	$(SAY) 'environment: the command deedbox, from this tree'
	@$(BIN)/python -m pip install --quiet --no-index --no-deps --no-build-isolation --editable .
	@touch $@

# The second emulator of the RP2040. Without it the tests that compare both are skipped, and rp2040py runs the proofs.
$(VENV)/js.stamp: $(VENV)/packages.stamp $(JS)/package-lock.json
	$(SAY) 'environment: rp2040js from $(JS)/package-lock.json'
	@if command -v npm >/dev/null; then \
		npm ci --prefix $(JS) --ignore-scripts --no-audit --no-fund --silent && touch $@ || \
		echo 'environment: rp2040js cannot be installed here; no --on chipjs'; \
		else echo 'environment: no Node.js with npm here; no --on chipjs'; fi

# --universal writes markers for every system into the one lock, whichever system it is made on.
# LOCK_FLAGS= keeps the versions that are locked already.
LOCK_FLAGS := --upgrade
LOCK := $(VENV)-lock/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes $(LOCK_FLAGS) \
	--custom-compile-command 'make lock'

lock:
	@$(PYTHON) -m venv --clear $(VENV)-lock
	@$(VENV)-lock/bin/python -m pip install --quiet $(UV)
	$(SAY) 'lock: host/requirements.lock'
	@$(LOCK) pyproject.toml --all-extras --group dev -o host/requirements.lock
	$(SAY) 'lock: host/play.lock'
	@$(LOCK) pyproject.toml --extra report --group install --constraint host/requirements.lock -o host/play.lock
	@[ ! -x $(BIN)/python ] || $(BIN)/python -m deedbox.build.sbom
	$(SAY) 'lock: host/stubs.lock'
	@$(LOCK) --group stubs -o host/stubs.lock
	@rm -rf $(VENV)-lock

clean:
	rm -rf $(VENV) $(VENV)-lock $(VENV)-play $(JS)/node_modules .hypothesis .mypy_cache .pytest_cache .ruff_cache build dist hardware/build
	find $(CODE) -name __pycache__ -type d -prune -exec rm -rf {} +
