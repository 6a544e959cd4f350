# `make demo` and `make test` are all that a newcomer needs; the other targets are for development.
PORT ?= 8000
HOST ?= 0.0.0.0
VENV := .venv
LOCK := $(if $(findstring postgres,$(DATABASE_URL)),postgresql,base)
PY := $(VENV)/bin/python
COMPILE := var/uv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
	--no-emit-index-url --no-emit-find-links

.PHONY: help icons workflows release standalone port-is-free audit sbom coverage coverage-rules types laptop demo offline test test-slow test-postgresql lint mutants drills bench bench-check bench-draw screenshots taps css font film messages lock
.DEFAULT_GOAL := help

help:
	@echo "make demo [PORT=8000]   a running site with a tournament in it; SEASON=12 adds a season of twelve events that are over"
	@echo "make test               linters, types and the tests"
	@echo "make test-slow          whole games and days in a browser, killed processes, installed packages; CI runs both"
	@echo "make test-postgresql    the tests that touch the database, on PostgreSQL [POSTGRESQL=postgresql://…]"
	@echo "make offline            the engine with which tablets check moves without a network (needs npm)"
	@echo "make sbom               the packages that a site runs on, as CycloneDX in var/sbom.cdx.json"
	@echo "make audit              known vulnerabilities of the locked packages, from PyPI's and npm's advisories or stored ones (needs the network)"
	@echo "make lint               ruff, import contracts, mypy and Biome; fixes what ruff can"
	@echo "make types              type errors outside the strict folders, whose number may only fall"
	@echo "make coverage           branch coverage over PostgreSQL; fails below the floor"
	@echo "make coverage-rules     branch coverage of engines, draw and standings; fails below the floor"
	@echo "make workflows          linters of .github/: outdated actions, expressions, permissions"
	@echo "make mutants            mutation tests of scoring, draw and permissions; writes var/mutants/report.md"
	@echo "make drills             long tests: random events, killed processes, chain, league, restore, load (half a day)"
	@echo "make bench              benchmarks beside other libraries; writes bench/results.md"
	@echo "make bench-check        fails when a ratio of bench/baseline.json is worse by a fifth"
	@echo "make bench-draw         benchmark of the draw from 11 to 5,000 players, beside krcg's"
	@echo "make laptop             the whole site in one file for a club's laptop [PLATFORM=win_amd64|linux_aarch64|… PYTHON=3.13]"
	@echo "make standalone         the same with a Python of its own, for the system that makes it"
	@echo "make release            package, single files, notes, bill of materials and checksums in var/release, each opened again [PYTHONS='3.12 3.13']"
	@echo "make screenshots        screenshots of every page into docs/screenshots (needs chromium and make offline)"
	@echo "make film               an animated picture of an organizer's first draw, its clicks counted (needs chromium)"
	@echo "make taps               how often a judge's finger comes down in each game; writes bench/taps.md (needs chromium)"
	@echo "make css                compile css/site.css into static/css/site.css (needs npm)"
	@echo "make icons              draw the icons of phones from the mark"
	@echo "make font               cut the font to what css/site.css says that pages draw"
	@echo "make messages           extract the strings into locale/ and compile them (needs gettext)"
	@echo "make lock               resolve pyproject.toml into requirements/"

# Under another name, or `make -n demo` would run it all: make runs a recipe that names it even where it only prints.
NESTED = $(MAKE)

# The engine is fetched, and its modules compiled, while packages and database are made; of the packages only what is imported is
# compiled, and once.
demo: export PYTHONDONTWRITEBYTECODE =
demo: export PIP_NO_COMPILE = 1
demo: port-is-free
	@tools/make-venv $(VENV)
	@echo "Fetching the engine with which tablets check moves, while the rest goes on ..."
	@{ tools/fetch-offline --if-possible --engine; \
		until [ $(VENV)/$(LOCK).stamp -nt requirements/$(LOCK).txt ]; do sleep 1; done; tools/fetch-offline --modules; } & engine=$$!; \
	trap 'kill $$engine 2>/dev/null; :' EXIT; \
	$(NESTED) --no-print-directory $(VENV)/$(LOCK).stamp && \
	$(PY) manage.py demo --prepare --language en --port $(PORT) $(if $(SEASON),--season $(SEASON)) && \
	{ wait $$engine; echo "Starting the site. Ctrl+C stops it."; } && \
	exec $(PY) -m config.serve --host $(HOST) --port $(PORT)

# Said before anything is installed: with another program on the port nothing that follows would answer.
port-is-free:
	@python3 tools/port-is-free $(PORT)

# Without the engine the judge's page works, and says that it cannot check moves offline.
offline: $(VENV)/$(LOCK).stamp
	@tools/fetch-offline

# Where this is set, every process that a test starts would compile the whole project again.
test test-slow test-postgresql: export PYTHONDONTWRITEBYTECODE =

test: $(VENV)/dev.stamp
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/lint-imports --no-logo
	$(VENV)/bin/mypy
	$(VENV)/bin/pytest -q -rsR -n 3 -m "not slow"

# Whole days and games in a browser, the engine in it, killed processes, installed packages: CI runs them after the others.
test-slow: $(VENV)/dev.stamp
	$(VENV)/bin/pytest -q -rsR -n 3 -m slow

POSTGRESQL ?= postgresql://postgres@127.0.0.1:5432/sdadata
test-postgresql: $(VENV)/dev.stamp
	DATABASE_URL=$(POSTGRESQL) $(VENV)/bin/pytest -q -rsR -n 3 tests/config tests/operations tests/tournament tests/referee tests/test_roles.py

# Branch coverage over PostgreSQL of whatever touches the database; fails below the floor of pyproject.toml. Who may fetch what is asked by
# `make test`. Engines, draw and standings touch none and are measured apart: tracing them here would double the time.
coverage coverage-rules: export PYTHONDONTWRITEBYTECODE =
coverage: $(VENV)/dev.stamp
	rm -rf var/coverage && mkdir -p var/coverage
	DATABASE_URL=$(POSTGRESQL) $(VENV)/bin/coverage run -m pytest -q -rsR -n 3 -m "not slow and not any_database" \
		--ignore tests/tournament/core tests/config tests/operations tests/tournament tests/referee
	$(VENV)/bin/coverage combine -q && $(VENV)/bin/coverage report

# An empty --omit is no override, so it names the tests, which --source leaves out in any case.
coverage-rules: $(VENV)/dev.stamp
	rm -rf var/coverage && mkdir -p var/coverage
	$(VENV)/bin/coverage run --source=games,tournament.core --omit='tests/*' -m pytest -q -n 3 tests/games tests/tournament/core
	$(VENV)/bin/coverage combine -q && $(VENV)/bin/coverage report --omit='tests/*'

types: $(VENV)/dev.stamp
	$(PY) tools/check-types

lint: $(VENV)/dev.stamp
	$(VENV)/bin/ruff check --fix .
	$(VENV)/bin/ruff format .
	$(VENV)/bin/lint-imports --no-logo
	$(VENV)/bin/mypy
	@if [ -x node_modules/.bin/biome ]; then node_modules/.bin/biome lint --error-on-warnings; else echo "npm ci has not run: scripts are not linted"; fi

audit:
	@tools/audit

# What a site runs on, as CycloneDX: the locked packages with their hashes, and nothing of this machine.
SBOM := var/sbom
sbom: $(SBOM)/sbom.stamp
	@$(SBOM)/bin/cyclonedx-py requirements --pyproject pyproject.toml --short-PURLs --output-reproducible \
		--output-file var/sbom.cdx.json requirements/postgresql.txt
	@echo var/sbom.cdx.json

$(SBOM)/sbom.stamp: requirements/sbom.txt tools/make-venv
	@tools/make-venv $(SBOM) requirements/sbom.txt
	@touch $@

# What a forge would refuse, or somebody else could use, is found before it is pushed.
WORKFLOWS := var/workflows
workflows: $(WORKFLOWS)/workflows.stamp
	$(WORKFLOWS)/bin/actionlint -no-color
	$(WORKFLOWS)/bin/zizmor --offline --quiet .github

$(WORKFLOWS)/workflows.stamp: requirements/workflows.txt tools/make-venv
	@tools/make-venv $(WORKFLOWS) requirements/workflows.txt
	@touch $@

drills: $(VENV)/dev.stamp
	AXE=whole $(VENV)/bin/pytest -q tests/browser/test_accessible.py
	BROWSER_ENGINE=1 $(VENV)/bin/pytest -q -n 2 $$(grep -l at_the_table tests/browser/test_*.py)
	LONG_FORMS=1 $(VENV)/bin/pytest -q -n 2 tests/games/conformance tests/games/test_statements.py tests/games/test_conformance.py tests/games/fatal/test_play.py tests/referee/test_broadcast.py tests/referee/test_every_game.py tests/referee/test_judge_page.py tests/referee/test_secrets.py
	$(MAKE) --no-print-directory coverage-rules
	$(PY) -m tests.drills.events --events 5000 --processes 2
	CASES=10000 $(VENV)/bin/pytest -q -n 2 tests/tournament/web/test_api_schema.py tests/test_hostile_requests.py
	$(PY) -m tests.drills.kills --tables 40 --entries 500 --kills 50 --write
	$(PY) -m tests.drills.kills --tables 40 --entries 500 --kills 50 --postgresql --database-kills 20 --write
	$(PY) -m tests.drills.chain --mutations 1000 --write
	$(PY) -m tests.drills.league --venues 20 --write
	$(PY) -m tests.drills.upgrade
	$(PY) -m tests.drills.rollback
	$(PY) -m tests.drills.rollback --postgresql
	$(PY) -m tests.drills.attack --write
	$(PY) -m tests.drills.attack --postgresql --write
	$(PY) -m tests.drills.restore --write
	$(PY) -m tests.drills.restore --postgresql --write
	for on in "" --postgresql; do for kind in "" --pages "--knee --seconds 600" "--soak 60"; do \
		$(PY) -m tests.drills.load $$on $$kind --write || exit 1; done; done

MUTANTS := var/mutants/env
mutants: $(MUTANTS)/mutants.stamp
	$(MUTANTS)/bin/python -m tests.mutants $(MUTANTS_ARGS)

$(MUTANTS)/mutants.stamp: requirements/mutants.txt tools/make-venv
	@mkdir -p $(dir $(MUTANTS))
	@tools/make-venv $(MUTANTS) requirements/mutants.txt
	@touch $@

BENCH := var/bench
bench: $(BENCH)/bench.stamp var/static/made.stamp
	$(BENCH)/bin/python -m bench

bench-check: $(BENCH)/bench.stamp
	$(BENCH)/bin/python -m bench check

$(BENCH)/bench.stamp: requirements/bench.txt tools/make-venv
	@tools/make-venv $(BENCH) requirements/bench.txt
	@touch $@

bench-draw: $(BENCH)/bench.stamp
	$(BENCH)/bin/python bench/draw.py

laptop: $(VENV)/$(LOCK).stamp
	$(PY) -m laptop.build $(if $(PLATFORM),--platform $(PLATFORM)) $(if $(PYTHON),--python $(PYTHON))

standalone: $(VENV)/dev.stamp
	$(PY) -m laptop.standalone

# What a release hands out: the package, a file for each kind of computer, one with a Python of its own for this one (the others are
# made on their own systems: .github/workflows/release.yml), the engine for tablets, what they run on, its notes, and their checksums.
# Each is opened again at the end.
RELEASE := var/release
PYTHONS ?= 3.13
TARGETS ?= linux_x86_64 linux_aarch64 win_amd64 macos_arm64
release: $(VENV)/dev.stamp offline sbom
	rm -rf $(RELEASE) && mkdir -p $(RELEASE)
	$(PY) -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir $(RELEASE) .
	@set -e; for python in $(PYTHONS); do for target in $(TARGETS); do \
		$(PY) -m laptop.build --to $(RELEASE) --platform $$target --python $$python; done; done
	$(PY) -m laptop.standalone --to $(RELEASE)
	version=$$($(PY) -c 'from config.version import VERSION; print(VERSION)') && \
		tar --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 --exclude-backups -C var -czf $(RELEASE)/sdadata-$$version-tablet-engine.tar.gz public/motore
	cp var/sbom.cdx.json laptop/Sdadata.cmd $(RELEASE)/
	tools/release-notes > $(RELEASE)/NOTES.md
	cd $(RELEASE) && sha256sum * > SHA256SUMS && cat SHA256SUMS
	tools/check-release $(RELEASE)

# The environment is updated only when a lock changed.
$(VENV)/%.stamp: requirements/%.txt tools/make-venv
	@tools/make-venv $(VENV) $<
	@touch $@

# Only changed files are copied: files under old names stay for pages that are open.
var/static/made.stamp: $(VENV)/$(LOCK).stamp $(shell find static -type f)
	@echo "Collecting the static files ..."
	@$(PY) manage.py collectstatic --noinput --verbosity 0
	@touch $@

# The pictures of docs/pages.md.
screenshots: $(VENV)/dev.stamp
	rm -rf docs/screenshots/tables
	SDADATA_SHOTS=docs/screenshots/tables $(VENV)/bin/pytest -q tests/browser/gallery.py tests/browser/gallery_of_manuals.py tests/browser/gallery_of_tables.py tests/browser/test_offline.py tests/browser/test_older_copy.py

taps: $(VENV)/dev.stamp
	$(VENV)/bin/pytest -q -n0 tests/browser/taps_of_games.py

film: $(VENV)/dev.stamp
	FILM=docs/screenshots/first-draw.webp $(VENV)/bin/pytest -q -n0 tests/browser/test_click_budget.py

css: node_modules/.package-lock.json
	node css/vendor.mjs
	npm run --silent css

icons:
	$(VENV)/bin/python tools/draw-icons

font: var/font/font.stamp
	var/font/bin/python tools/subset-font

var/font/font.stamp: requirements/font.txt tools/make-venv
	@tools/make-venv var/font requirements/font.txt
	@touch $@

node_modules/.package-lock.json: package-lock.json
	npm ci --ignore-scripts
	@touch $@

var/uv/uv.stamp: requirements/uv.txt tools/make-venv
	@tools/make-venv var/uv requirements/uv.txt
	@touch $@

messages: $(VENV)/dev.stamp
	$(PY) manage.py makemessages --locale en --no-obsolete --add-location file \
		--ignore node_modules --ignore var --ignore .venv --ignore tests
	msgcat --add-location=file --output-file locale/en/LC_MESSAGES/django.po locale/en/LC_MESSAGES/django.po  # one way of wrapping
	$(PY) manage.py compilemessages --locale en --verbosity 0

lock: var/uv/uv.stamp
	$(COMPILE) pyproject.toml --output-file requirements/base.txt
	$(COMPILE) pyproject.toml --group dev --constraint requirements/base.txt --output-file requirements/dev.txt
	$(COMPILE) pyproject.toml --group bench --constraint requirements/dev.txt --output-file requirements/bench.txt
	$(COMPILE) --group font --output-file requirements/font.txt
	$(COMPILE) --group sbom --output-file requirements/sbom.txt
	$(COMPILE) --group uv --output-file requirements/uv.txt
	$(COMPILE) --group workflows --output-file requirements/workflows.txt
	$(COMPILE) --group advisories --no-deps --output-file requirements/advisories.txt
	$(COMPILE) pyproject.toml --group mutants --constraint requirements/dev.txt --output-file requirements/mutants.txt
	$(COMPILE) pyproject.toml --extra postgresql --constraint requirements/base.txt --output-file requirements/postgresql.txt
