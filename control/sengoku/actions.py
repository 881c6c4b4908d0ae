"""What changes this game alone, and what is true of it whatever is done: importing this fills both registries."""

from __future__ import annotations

from control.sengoku.battle import fighting_actions
from control.sengoku.battle.encounters import encounters_actions
from control.sengoku.battle.losses import levies_actions, losses_actions, risk_actions
from control.sengoku.battle.rounds import battles_actions, battles_invariants, opening_actions
from control.sengoku.battle.settling import calling_actions, locals_actions, settling_actions
from control.sengoku.battle.tactics import tactics_actions
from control.sengoku.books import books_actions, books_invariants, musters_actions, winter_actions, works_actions
from control.sengoku.hall.book import rulings_actions
from control.sengoku.hall.news import news_actions
from control.sengoku.honour import honour_actions, honour_table_actions
from control.sengoku.land import conquest_actions, reactions_actions, rebels_actions
from control.sengoku.march.cloth_map import table_actions
from control.sengoku.march.manoeuvres import manoeuvres_actions
from control.sengoku.march.orders import orders_actions
from control.sengoku.march.phases import movement_actions
from control.sengoku.people import corrections_actions, kin_actions, offices_actions, people_actions
from control.sengoku.people.bonds import bonds_actions, breaches_actions, dues_actions, hostages_actions
from control.sengoku.people.casting import casting_actions, codes_actions, players_actions
from control.sengoku.people.court import claimed_actions, court_actions, grants_actions, shogun_actions
from control.sengoku.politics.bakufu import calls_actions, edicts_actions, petitions_actions, rebellions_actions
from control.sengoku.politics.bonds import attitudes_actions
from control.sengoku.politics.letters import letters_actions
from control.sengoku.safety import (
    midway_actions,
    typed_check_actions,
    typed_forces_actions,
    typed_papers_actions,
    typed_state_actions,
)
from control.sengoku.season import seasons_actions
from control.sengoku.shadows import covert_actions, shadows_invariants
from control.sengoku.world import claims_actions
from control.sengoku.world.bonds import treaties_actions
from control.sengoku.world.forces import forces_actions, forces_invariants
from control.sengoku.world.ledger import ledger_actions
from control.sengoku.world.people import people_invariants, reprints_actions, titles_actions
from control.sengoku.world.telling import notices_actions
