# The two commands: `make run` and `make test`. Everything else serves them.
PORT ?= 8000
GAME ?= games/sengoku.db
# The system's own Python where it is as new as `python3`: built with its optimizations, it needs a quarter less time for
# everything here than one that was compiled without them, as version managers do.
new := import ensurepip, sys; print(sys.version_info[:2])
PYTHON ?= $(shell [ "$$(/usr/bin/python3 -c "$(new)" 2>&1)" = "$$(python3 -c "$(new)" 2>&1)" ] && echo /usr/bin/python3 || echo python3)
BIN := .venv/bin
# Browser tests wait much of the time, so one more than there are cores goes side by side.
WORKERS ?= $(shell echo $$((1 + $$(getconf _NPROCESSORS_ONLN))))
# What is compiled stays, whatever the shell says: pytest rewrites every test, and the tests start many programs.
unexport PYTHONDONTWRITEBYTECODE
# pip need not compile all that it brings, here and where it builds: what is used is compiled when it is first used.
# (0 says so: https://pip.pypa.io/en/stable/topics/configuration/ on options that begin with no.)
export PIP_NO_COMPILE := 0
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

.PHONY: run demo test test-postgresql check check-scenarios check-run check-wheel lint benchmarks pictures rehearse environment clean

# make run COPIES=/media/stick: every copy goes there too, COPIES=none: nowhere else any more. CERTIFICATE=day: encrypted, with a certificate for the day; one
# of your own is CERTIFICATE=room.pem, with KEY=room.key if that is another file.
run: .venv/.installed
	@$(BIN)/control-room serve --game "$(GAME)" --port "$(PORT)" $(if $(COPIES),--copies "$(if $(filter-out none,$(COPIES)),$(COPIES))") \
		$(if $(CERTIFICATE),--certificate "$(CERTIFICATE)") $(if $(KEY),--key "$(KEY)")

# make demo MOMENT=battle: a year that played itself to a moment, to learn on; without one, the demo that is there.
demo: .venv/.installed
	@$(BIN)/control-room demo $(MOMENT) --port "$(PORT)"

# make test CHAPTER=battle: only tests with that word in their file or name; BROWSER=no: those in a browser left out;
# SLOW=0.3: pages come late and in pieces, as on a crowded Wi-Fi (tests/slow_wifi.py).
test: .venv/.installed-dev
	@$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal $(if $(CHAPTER),-k "$(CHAPTER)") \
		$(if $(filter no,$(BROWSER)),-m "not browser") $(if $(SLOW),-p tests.slow_wifi)

# All actions, refusals and pages, and the chapters of the hall, on a PostgreSQL that the tests start themselves; `make
# test` tries all actions there, and some of the rest.
HALL = $(addprefix tests/hall/test_, screens_pages.py journal_page.py clock.py clock_pages.py rulings.py help.py)
test-postgresql: .venv/.installed-dev
	@POSTGRESQL=all $(BIN)/python -m pytest tests/kernel/database/test_postgresql.py $(HALL)

check: lint test check-scenarios

check-scenarios: .venv/.installed-dev
	@for scenario in scenarios/*/; do $(BIN)/control-room check "$$scenario" || exit 2; done

check-run: .venv/.installed-dev
	@$(BIN)/python -m tests.check_run

check-wheel: .venv/.installed-dev
	@$(BIN)/python -m tests.check_wheel

lint: .venv/.installed-dev
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/djlint --quiet templates tests/toy/templates
	@$(BIN)/mypy
	@$(BIN)/python -m tests.licences

# The pictures of the README, from the demo game.
pictures: .venv/.installed-dev
	@$(BIN)/python -m tests.pictures

benchmarks: .venv/.installed-dev
	@$(BIN)/python -m tests.benchmarks

# make rehearse: 500 campaigns of 1600 through the kernel, taken back, replayed, and nobody told more than he was shown.
rehearse: .venv/.installed-dev
	@$(BIN)/python -m tests.sekigahara.rehearsal $(or $(NUMBER),500)

# One that was broken off before pip was in it, or whose Python went away (it is a link), is made anew.
ANEW := $(if $(and $(realpath .venv/bin/python),$(realpath .venv/bin/pip)),,environment)
environment:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Python 3.11 or newer is needed; give it as PYTHON=python3.12, for example."; exit 2; }
	@$(PYTHON) -m venv --clear .venv \
		|| { echo "On Debian the module venv is a package of its own: apt install python3-venv"; exit 2; }

.venv/.installed: pyproject.toml hatch_build.py constraints.txt $(ANEW)
	@echo "Setting up (once; about a minute) …"
	@$(INSTALL) -e .
	@touch $@

# All at once: whoever develops has what runs it too, and the fonts are made a single time.
.venv/.installed-dev: pyproject.toml hatch_build.py constraints.txt $(ANEW)
	@echo "Setting up (once; about a minute) …"
	@$(INSTALL) -e '.[dev]'
	@touch .venv/.installed $@

clean:
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis control/static/vendor printouts/fonts
