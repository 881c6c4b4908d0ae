"""Battle slips for tests: small and large."""

from control.sengoku.world.land.land_questions import ClanSign
from printouts.battle.battle_slip import BattleSlip, SlipRound, SlipSide, SlipStep, SlipUnit

UESUGI = ClanSign("uesugi", "Uesugi", "上杉", "UES", "#9bd2fa", "#000000")
TAKEDA = ClanSign("takeda", "Takeda", "武田", "TAK", "#d02f14", "#ffffff")

COLUMNS = ("1-6", "1-5", "1-4", "1-3", "1-2", "2-3", "1-1", "3-2", "2-1", "3-1", "4-1", "5-1", "6-1")
STEPS = tuple(SlipStep(*step) for step in (
    ("Uesugi Kenshin: 18 counters.", "R4"), ("Takeda Harunobu: 20 counters + 5 (castle) = 25.", "R4"),
    ("18 against 25 is 2-3, rounded in the defender's favour.", "R1"),
    ("Subterfuge against Outflank: +3 columns, 3-1.", "R2"), ("Die 6 at 3-1: A, the attacker wins the round.", "H6"),
    ("Left: Uesugi Kenshin 15, Takeda Harunobu 20.", "R5"),
))  # fmt: skip


def a_unit(**changes):
    """An army of Uesugi's."""
    usual = {
        "clan": UESUGI, "name": "Uesugi Kenshin", "code": "A1-3", "troops": 18, "lost": 3, "left": 15, "recovers": 2,
    }  # fmt: skip
    return SlipUnit(**usual | changes)


def a_side(**changes):
    """Uesugi's side, alone."""
    usual = {
        "role": "attacker", "name": "Uesugi Kenshin", "clan": UESUGI, "experience": 3, "experience_after": 4,
        "strength": 18, "notional": (), "notional_lost": 0, "troops": 18, "lost": 3, "left": 15, "recovers": 2,
        "units": (a_unit(),),
    }  # fmt: skip
    return SlipSide(**usual | changes)


def the_defender(**changes):
    """Takeda's side in his castle."""
    usual = {
        "role": "defender", "name": "Takeda Harunobu", "clan": TAKEDA, "experience": 2, "experience_after": 2,
        "strength": 25, "notional": (("castle", 5),), "notional_lost": 5, "troops": 20, "lost": 0, "left": 20,
        "recovers": 0,
        "units": (a_unit(clan=TAKEDA, name="Takeda Harunobu", code="A2-5", troops=20, lost=0, left=20, recovers=0),),
    }  # fmt: skip
    return a_side(**usual | changes)


def a_round(number=1, **changes):
    """The first round of Kawanakajima."""
    usual = {
        "number": number, "attacker": "Uesugi Kenshin", "defender": "Takeda Harunobu",
        "attacker_tactic": "Subterfuge", "defender_tactic": "Outflank", "base_odds": "2-3", "odds": "3-1", "die": 6,
        "thrown": True, "result": "A", "meaning": "the attacker wins the round", "attacker_losses": 3,
        "defender_losses": 5, "steps": STEPS,
    }  # fmt: skip
    return SlipRound(**usual | changes)


def a_slip(**changes):
    """A battle of one round."""
    usual = {
        "number": 3, "code": "B3-X", "url": "http://192.0.2.1:8000/c/B3-X",
        "when": "Spring 1550, phase 2", "where": "in Shinano", "settled_by": "the umpire decided so",
        "columns": COLUMNS, "attacker": a_side(), "defender": the_defender(), "rounds": (a_round(),),
        "outcome": "Uesugi Kenshin won: Takeda Harunobu broke off.",
        "retreat": ("Takeda Harunobu, army A2-5, withdrew to Kai.",),
        "draws": ("Uesugi Kenshin has to draw", "Takeda Harunobu drew the ten of hearts"),
    }  # fmt: skip
    return BattleSlip(**usual | changes)


def a_large_slip():
    """Twelve units, three rounds, very long names."""
    units = tuple(
        a_unit(name=f"Garrison of the province of Yamashiro and the capital, number {number}", code="")
        for number in range(11)
    )
    long = "Ashikaga Yoshiteru 足利義輝, thirteenth Shogun of his house & <the> last to hold Nijō"
    longer = tuple(SlipStep(f"{text} {'And again, word for word. ' * 4}", ruling) for text, ruling in STEPS)
    steps = longer + STEPS
    return a_slip(
        attacker=a_side(units=(a_unit(name=long), *units), name=long, notional=(("in person", 1),)),
        rounds=tuple(a_round(number, attacker=long, steps=steps) for number in (1, 2, 3)),
        where="for Ishiyama Hongan-ji in Settsu, in the mountains",
        draws=(f"{long} has to draw",) * 6,
    )
