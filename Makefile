# The two commands are `make play` and `make test`; both set everything up first.
.DEFAULT_GOAL := help
.PHONY: help setup web play check browser postgres test screenshots icons bench lab load soak kills golden format messages fixtures lock clean

PYTHON ?= python3
BIN := .venv/bin

help:  ## say what can be made
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 10

setup: .venv/ready  ## create .venv with everything, from the hashed lock file

.venv/ready: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "goldrush needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) -V)"; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || $(MAKE) --no-print-directory python-venv
	$(PYTHON) -m venv --clear .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps -e .
	@touch $@

.PHONY: python-venv
python-venv:  # Debian keeps ensurepip in a package of its own
	@if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  apt-get update -qq && apt-get install -y -qq --no-install-recommends python3-venv; \
	else \
	  echo "Python's venv module is missing. As root: apt-get install python3-venv"; exit 1; \
	fi

web: setup  ## build the web app, if anything of it has changed
	@$(BIN)/python hatch_build.py

play: web  ## open the browser and play
	@$(BIN)/goldrush serve --open

check: setup  ## formatting, lint, types, import layers, and the web app's own tests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python hatch_build.py check

# Without it the browser tests fail, and say what is missing.
browser:
	@if ! command -v chromium >/dev/null && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core; \
	fi

# Likewise.  Debian starts a cluster of its own, which tests do not need.
postgres:
	@if ! ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 && ! command -v initdb >/dev/null \
	  && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  apt-get update -qq && apt-get install -y -qq --no-install-recommends postgresql; \
	fi

# Rules first interpreted, for coverage, then everything compiled with bounds checks.  Most tests of the
# second part wait for servers and browsers: two for each core share it.  Side by side they take each
# other's time: what fails there is tried once more by itself, and has failed if it fails again.
test: check browser postgres  ## all checks and all tests
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest tests/games -n auto --dist worksteal -q --cov
	NUMBA_BOUNDSCHECK=1 $(BIN)/python tests/beforehand.py
	NUMBA_BOUNDSCHECK=1 $(BIN)/pytest tests -n $$((2 * $$(nproc))) --dist worksteal -q \
	  || NUMBA_BOUNDSCHECK=1 $(BIN)/pytest tests -q --last-failed --last-failed-no-failures none

screenshots: web browser  ## take the pictures of docs/pictures anew
	$(BIN)/pytest tests/browser -q -n auto -k good_for_everybody --pictures docs/pictures

icons: web browser  ## draw the app's icons and the pictures of links to it anew
	$(BIN)/python tests/icons.py

bench: setup  ## measure speed here, beside the same game in C
	@$(BIN)/goldrush bench

lab: setup  ## measure anew what the games are made of: docs/lab/report-* and what players see; LAB="--quick" …
	for game in gold goldrausch oh_my_gold gold_river golden_town; do \
	  $(BIN)/goldrush report $$game --seats 4 --seed 1 --lang en $(LAB) -o docs/lab/report-$$game.html \
	    && $(BIN)/python -m goldrush.lab.assay docs/lab/report-$$game.json || exit 1; \
	done

load: setup  ## how many moves a second the server takes here; LOAD="--highest", "--idle 1000" …
	@$(BIN)/python bench/load.py $(LOAD)

soak: setup  ## half an hour at 400 moves a second while people come and go: memory and files stay
	@$(BIN)/python bench/load.py --game mix --rate 400 --moves 720000 --longest 2400

kills: setup  ## kill a server 200 times in mid-play: no acknowledged move is lost or doubled
	$(BIN)/pytest tests/test_kill.py -q --kills 200

golden: setup  ## write the golden files anew; read the diff before you commit it
	$(BIN)/pytest tests -q --golden-update

format: setup  ## write all sources as ruff and prettier want them
	$(BIN)/ruff format .
	$(BIN)/python hatch_build.py format

messages: setup  ## tell browsers anew of server/messages.py and of the shapes of views and reviews
	$(BIN)/python -m goldrush.server.typescript web/src

fixtures: setup  ## draw anew what the tests of the web app's boards show
	NUMBA_DISABLE_JIT=1 $(BIN)/python tests/boards.py

lock:  ## resolve requirements.lock anew (needs uv)
	uv pip compile pyproject.toml --extra dev --universal --generate-hashes --no-header \
	  --no-emit-index-url --no-strip-extras --upgrade --quiet -o requirements.lock

clean:  ## remove what was built here
	rm -rf .venv build dist web/node_modules src/goldrush/server/static .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
