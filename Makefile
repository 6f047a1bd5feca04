# Two commands matter: `make run` and `make test`. Each sets itself up on a fresh machine.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
PORT ?= 8000

.PHONY: run test check bench sheets clean

run: $(READY)
	@$(BIN)/croupier serve --demo --open --port $(PORT)

test: $(READY)
	tests/web/install-chromium
	$(BIN)/pytest --ignore tests/server
	$(BIN)/pytest tests/server
	$(BIN)/pytest tests/web --ignore tests/web/test_speed.py
	$(BIN)/pytest -n 0 tests/web/test_speed.py  # times are taken with nothing beside

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(READY)
	$(BIN)/python -m bench

# The par sheets that the pages show and the answers that ship, after an edition or the mathematics has changed.
sheets: $(READY)
	for edition in $$(ls src/croupier/rulebook/editions | sed 's/\.toml//'); do \
		$(BIN)/croupier report $$edition -o src/croupier/web/par/$$edition.html; \
	done
	$(BIN)/python -m croupier.analysis.multilink.starting
	$(BIN)/python -m croupier.analysis.shipping

$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --upgrade pip
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

clean:
	rm -rf $(VENV) build .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
