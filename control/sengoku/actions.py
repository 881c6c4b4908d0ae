"""What changes this game alone, and what is true of it whatever is done: importing this fills both registries."""

from __future__ import annotations

from control.sengoku.battle import (
    battles_actions,
    battles_invariants,
    calling_actions,
    encounters_actions,
    fighting_actions,
    levies_actions,
    locals_actions,
    losses_actions,
    opening_actions,
    risk_actions,
    settling_actions,
    tactics_actions,
)
from control.sengoku.books import books_actions, books_invariants, musters_actions, winter_actions, works_actions
from control.sengoku.hall import clock_actions, news_actions, rota_actions, rulings_actions, scenario_actions
from control.sengoku.honour import honour_actions, honour_table_actions
from control.sengoku.land import conquest_actions
from control.sengoku.march import manoeuvres_actions, movement_actions, orders_actions, table_actions
from control.sengoku.paper import printing_actions
from control.sengoku.people import (
    casting_actions,
    codes_actions,
    corrections_actions,
    grants_actions,
    kin_actions,
    people_actions,
    players_actions,
)
from control.sengoku.politics import (
    attitudes_actions,
    calls_actions,
    edicts_actions,
    letters_actions,
    rebellions_actions,
)
from control.sengoku.safety import (
    fallback_actions,
    midway_actions,
    typed_check_actions,
    typed_forces_actions,
    typed_papers_actions,
    typed_state_actions,
)
from control.sengoku.season import seasons_actions
from control.sengoku.world import (
    claims_actions,
    forces_actions,
    forces_invariants,
    ledger_actions,
    notices_actions,
    people_invariants,
    reprints_actions,
    titles_actions,
    treaties_actions,
)

__all__ = [
    "attitudes_actions",
    "battles_actions",
    "battles_invariants",
    "books_actions",
    "books_invariants",
    "calling_actions",
    "calls_actions",
    "casting_actions",
    "claims_actions",
    "clock_actions",
    "codes_actions",
    "conquest_actions",
    "corrections_actions",
    "edicts_actions",
    "encounters_actions",
    "fallback_actions",
    "fighting_actions",
    "forces_actions",
    "forces_invariants",
    "grants_actions",
    "honour_actions",
    "honour_table_actions",
    "kin_actions",
    "ledger_actions",
    "letters_actions",
    "levies_actions",
    "locals_actions",
    "losses_actions",
    "manoeuvres_actions",
    "midway_actions",
    "movement_actions",
    "musters_actions",
    "news_actions",
    "notices_actions",
    "opening_actions",
    "orders_actions",
    "people_actions",
    "people_invariants",
    "players_actions",
    "printing_actions",
    "rebellions_actions",
    "reprints_actions",
    "risk_actions",
    "rota_actions",
    "rulings_actions",
    "scenario_actions",
    "seasons_actions",
    "settling_actions",
    "table_actions",
    "tactics_actions",
    "titles_actions",
    "treaties_actions",
    "typed_check_actions",
    "typed_forces_actions",
    "typed_papers_actions",
    "typed_state_actions",
    "winter_actions",
    "works_actions",
]
