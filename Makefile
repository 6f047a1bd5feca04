# Two commands matter: `make run` and `make test`. Each sets itself up on a fresh machine.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
RUNS := $(VENV)/.runs
PORT ?= 8000
CORES := $(shell nproc 2>/dev/null || sysctl -n hw.ncpu)

# What Python has compiled once is kept: otherwise each start takes seconds more.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test quick soak lowest check types words bounds docs bench sheets lock clean

run: $(or $(wildcard $(READY)),$(RUNS))
	@$(BIN)/croupier serve --demo --open --port $(PORT)

test: $(READY)
	tests/web/install-chromium
	$(BIN)/pytest
	$(BIN)/pytest tests/web

# An answer for a minute of processor: cards, money, rule book, table, games and scenarios, and that a house opens.
quick: $(READY)
	$(BIN)/pytest -n $(CORES) -m "not soak and not volume" tests/cards tests/money tests/rulebook tests/table tests/games tests/phh scenarios examples tests/server/test_table_socket.py

# The long forms, before a release: more examples, more kills, every operation of the protocol attacked for longer.
soak: $(READY)
	EFFORT=20 HYPOTHESIS_PROFILE=explore SCHEMA_EXAMPLES=60 $(BIN)/pytest -m "soak or not soak"
	SHIFT_ROUNDS=20 $(BIN)/pytest tests/web -m "soak or not soak"
	$(BIN)/croupier faults
	$(BIN)/croupier simulate-house --seeds 1..1000

# Every documented line under the lowest versions that pyproject.toml allows. Needs uv.
lowest: $(READY)
	UV_RESOLUTION=lowest-direct PATH="$$PATH:$(CURDIR)/$(BIN)" $(BIN)/pytest tests/test_installed.py

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy --config-file tests/mypy.ini tests bench
	$(BIN)/lint-imports
	@tests/web/check-types --if-possible

# The pages' types, after what goes over the wire has changed. tests/server/test_typescript.py says when.
types: $(READY)
	$(BIN)/python -m tests.typescript

# What can be said and its translations, after a sentence has changed. tests/test_languages.py says when.
words: $(READY)
	$(BIN)/python -m tests.words

# Sockets rest on the inside of uvicorn and websockets: a house is played with the lowest and the highest allowed.
bounds: $(READY)
	for end in lowest highest; do \
		PATH="$$PATH:$(BIN)" uv pip install --quiet --no-deps --resolution $$end --target build/$$end --upgrade \
			$$(sed -nE 's/^ +"((uvicorn|websockets)>[^"]*)",/\1/p' pyproject.toml) && \
		PYTHONPATH=build/$$end $(BIN)/pytest -n 0 tests/server/test_real_server.py || exit 1; \
	done

# The documentation site, in build/site: no warnings, nothing fetched from elsewhere, a search of its own.
docs: $(READY)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@echo "To read it: $(PYTHON) -m http.server --directory build/site"

bench: $(READY)
	$(BIN)/python -m bench
	$(BIN)/python -m bench.pages

# The answers that ship, after an edition or the mathematics has changed: a fresh machine would count for minutes.
sheets: $(READY)
	$(BIN)/python -m croupier.analysis.multilink.starting
	$(BIN)/python -m croupier.analysis.poker.versus
	$(BIN)/python -m croupier.analysis.shipping

# Set up once, with versions that are known to work together (`make lock` renews them).
# uv is nine times as fast as pip; where it cannot be had, pip does the same.
$(RUNS): requirements/run.txt
	$(call install,run,serve$(comma)math)

$(READY): requirements/dev.txt pyproject.toml
	$(call install,dev,dev)

comma := ,
define install
	@echo "Setting up $(VENV) with what requirements/$(1).txt lists. This happens once, in three steps."
	@echo "1. A place for Python's packages ..."
	@[ -x $(BIN)/python ] || $(PYTHON) -m venv $(VENV)
	@echo "2. uv, which fetches packages quickly ..."
	@command -v uv >/dev/null || [ -x $(BIN)/uv ] || $(BIN)/pip install --quiet --disable-pip-version-check uv || \
		echo "uv cannot be had; pip takes a minute or two."
	@echo "3. The packages ..."
	@export PATH="$$PATH:$(CURDIR)/$(BIN)"; \
	if command -v uv >/dev/null; then \
		uv pip install --python $(BIN)/python --requirements requirements/$(1).txt --editable '.[$(2)]'; \
	else \
		$(BIN)/pip install --disable-pip-version-check --requirement requirements/$(1).txt --editable '.[$(2)]'; \
	fi
	@touch $@
endef

lock:
	uv pip compile --quiet --upgrade pyproject.toml --extra serve --extra math $(LOCKED) -o requirements/run.txt
	uv pip compile --quiet --upgrade pyproject.toml --extra dev $(LOCKED) -o requirements/dev.txt

LOCKED := --universal --python-version 3.11 --no-header --no-annotate --no-emit-package croupier

clean:
	rm -rf $(VENV) build .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
