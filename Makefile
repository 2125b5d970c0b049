# Two commands matter: `make run` plays, `make test` proves. Everything lives in .venv; nothing else is touched.
# A stamp remembers which lock was installed, so a second run installs nothing and needs no network.

PYTHON ?= $(shell for p in python3 python3.11 python3.12 python3.13 python3.14 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && echo $$p && break; done)
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
SOURCES := app workers replays wsgi.py tests
UV := uv==0.13.8
UV_OPTIONS := --quiet --no-config --universal --python-version 3.11 --generate-hashes $(UPGRADE) --no-header \
	--no-annotate --no-emit-index-url --no-emit-find-links
# Tests wait for servers and browsers nearly half of their time, so there are two processes for each processor.
JOBS ?= $(shell $(PYTHON) -c 'import os; print(2 * (os.cpu_count() or 1))')
PART ?=
SEED ?=
RESUME ?= .soak.json
UPGRADE ?=

.PHONY: run test slow-test list-slow cluster-test test-newest operator-test upgrade-test client translations verifier s3 axe openapi-tools verifier-tools install extras develop check format lint types imports spelling soak bench lock clean

run: install
	@exec $(BIN)/conquian serve

SEVERAL = --numprocesses $(JOBS) --dist worksteal --ignore tests/cluster
# What pytest has made of the tests is kept, whatever the machine says of other programs: it takes ten seconds.
PYTEST = PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest $(SEVERAL)

# At least one test of each promise to users, and all tests that take little time; with TESTS all of those.
test: develop
	$(PYTEST) $(or $(TESTS),-m "not slow")

# The others: whole services, browsers, many cases.
slow-test: develop
	$(PYTEST) -m slow $(TESTS)

# Runs all tests and writes tests/slow.txt by the time that they take.
list-slow: develop
	$(PYTEST) --list-slow

# Stores of several servers on this machine, which fail under load: minutes, most of them waiting.
cluster-test: develop
	$(BIN)/python -m pytest $(or $(TESTS),tests/cluster)

# The tests that are not slow on another Python, NEWEST, in an environment of its own.
NEWEST ?=
OTHERS := $(filter-out $(addprefix tests/,web docs soak cluster deployment __pycache__),$(patsubst %/,%,$(wildcard tests/*/)))

test-newest: .venv-newest/developing
	.venv-newest/bin/python -m pytest $(SEVERAL) -m "not slow" $(OTHERS)

install: .venv/installed
extras: .venv/extras
develop: .venv/developing

check: format lint types imports spelling
	@$(MAKE) --no-print-directory test
	@$(MAKE) --no-print-directory slow-test

format: develop
	$(BIN)/ruff format --check .

lint: develop
	$(BIN)/ruff check .

types: develop
	$(BIN)/mypy --strict $(SOURCES)

imports: develop
	$(BIN)/lint-imports

spelling: develop
	$(BIN)/codespell

soak: develop
	PART="$(PART)" SEED="$(SEED)" $(BIN)/python -m tests.soak --resume $(RESUME)

# Every wrong setting in every role of an installation on separate parts, beside games that are played.
operator-test: develop s3
	$(BIN)/python -m tests.operator

# An upgrade from the version of the commit FROM to this one and back, process by process, while games are played.
FROM ?=

upgrade-test: develop s3
	$(BIN)/python -m tests.upgrade $(addprefix --from ,$(FROM))

# The clients that the service serves, in build: the typed one for Python, made from the OpenAPI document, and the module
# for JavaScript.
client: develop
	$(BIN)/python -m tests.client

# The verifier, bundled into one script from the modules in replays/verifier/src.
verifier: verifier-tools
	$(BIN)/python -m tests.verifier.building

# The catalogues: messages collected from the source, updated and compiled, and the verifier, which carries its own
# translations; it names messages without a translation.
translations: verifier-tools
	$(BIN)/python -m tests.i18n

# Prints ratios to other engines, which it installs into a virtual environment of its own, and what idle streams
# cost; asserts nothing.
bench: develop
	$(BIN)/python -m tests.bench
	$(BIN)/python -m tests.bench.watchers

# Resolved for every platform and Python that pyproject.toml allows, from the public index alone. What is locked
# stays unless pyproject.toml forbids it, and the extras come first, because some of them bound what the default
# installation shares with them; UPGRADE=--upgrade looks for newer versions of everything.
lock:
	$(PYTHON) -m venv .venv-lock
	PIP_CONFIG_FILE=/dev/null .venv-lock/bin/python -m pip install --quiet $(UV)
	$(call compile,--group build --all-extras,deploy/requirements-extras.lock)
	$(call compile,--group build --constraint deploy/requirements-extras.lock,deploy/requirements.lock)
	$(call compile,--all-extras --group build --group dev \
		--constraint deploy/requirements-extras.lock,deploy/requirements-dev.lock)
	.venv-lock/bin/uv pip compile $(UV_OPTIONS) deploy/requirements-s3.in --output-file deploy/requirements-s3.lock
	.venv-lock/bin/uv pip compile $(UV_OPTIONS) deploy/requirements-openapi.in \
		--output-file deploy/requirements-openapi.lock
	rm -rf .venv-lock

define compile
	.venv-lock/bin/uv pip compile $(UV_OPTIONS) pyproject.toml $(1) --output-file $(2)
endef

# A server that speaks S3, for the tests of buckets; without it they are skipped.
s3: .venv-s3/installed

.venv-s3/installed: deploy/requirements-s3.lock | .venv/bin/python
	$(PYTHON) -m venv .venv-s3
	.venv-s3/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

# axe-core, for the tests of pages; without it those that need it are skipped.
axe: .web-tools/installed

.web-tools/installed: tests/web/tools/package-lock.json .venv/developing
	$(BIN)/python -m tests.web.axe
	@touch $@

# A linter of the OpenAPI document and generators of clients, for the tests of it; without them those are skipped.
openapi-tools: .openapi-tools/installed .venv-openapi/installed

.openapi-tools/installed: tests/openapi/npm/package-lock.json .venv/developing
	$(BIN)/python -m tests.openapi.tools
	@touch $@

.venv-openapi/installed: deploy/requirements-openapi.lock | .venv/bin/python
	$(PYTHON) -m venv .venv-openapi
	.venv-openapi/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

# Rollup, which bundles the verifier; without it the test of the bundle is skipped.
verifier-tools: .verifier-tools/installed

.verifier-tools/installed: replays/verifier/src/package-lock.json .venv/developing
	$(BIN)/python -m tests.verifier.building --install
	@touch $@

clean:
	rm -rf .upgrade .web-tools .openapi-tools .verifier-tools .venv .venv-newest .venv-s3 .venv-openapi .venv-lock build conquian.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

.venv/bin/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed; set PYTHON to one." >&2; exit 1; }
	$(PYTHON) -m venv .venv

.venv/installed: deploy/requirements.lock pyproject.toml | .venv/bin/python
	$(PIP) --require-hashes -r deploy/requirements.lock
	$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

# Parquet files, buckets and PostgreSQL; without them `make run` needs a third less of the disk.
.venv/extras: deploy/requirements-extras.lock .venv/installed
	$(PIP) --require-hashes -r deploy/requirements-extras.lock
	@touch $@

.venv/developing: deploy/requirements-dev.lock .venv/installed
	$(PIP) --require-hashes -r deploy/requirements-dev.lock
	@touch $@

.venv-newest/developing: deploy/requirements-dev.lock pyproject.toml
	@test -n "$(NEWEST)" || { echo "Set NEWEST to a Python." >&2; exit 1; }
	$(NEWEST) -m venv .venv-newest
	.venv-newest/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	.venv-newest/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@
