"""A crowded season for stories and benchmarks: thirty armies, and orders that bring about ten battles.

Among the meetings are a sea battle (Sue and Ōtomo cross between Suō and Buzen), a castle held by several units
(Shinano), and one of three clans (Mōri and Ōtomo, who are allies, against Sue in Chikuzen).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from control.sengoku.scenario.load import load


class Marching(NamedTuple):
    """An army of the season: who leads how many counters with what experience, from where, along which route."""

    clan: str
    general: str
    province: str
    troops: int
    experience: int
    route: tuple[str, ...] = ()


ARMIES = (
    Marching("takeda", "takeda-harunobu", "shinano", 8, 2),
    Marching("takeda", "takeda-nobushige", "shinano", 5, 2),
    Marching("takeda", "obu-toramasa", "kai", 7, 2, ("suruga",)),
    Marching("takeda", "anayama-nobutomo", "hida", 6, 2, ("kaga",)),
    Marching("uesugi", "uesugi-kenshin", "echigo", 18, 3, ("shinano",)),
    Marching("uesugi", "kakizaki-kageie", "shimotsuke", 9, 2, ("kozuke",)),
    Marching("hojo", "hojo-tsunanari", "kozuke", 6, 2),
    Marching("hojo", "hojo-ujiyasu", "izu", 5, 1),
    Marching("hojo", "hojo-genan", "musashi", 4, 1, ("sagami",)),
    Marching("imagawa", "taigen-sessai", "mikawa", 8, 2, ("owari",)),
    Marching("imagawa", "imagawa-yoshimoto", "suruga", 7, 2),
    Marching("imagawa", "asahina-yasuyoshi", "suruga", 6, 1, ("izu",)),
    Marching("oda", "oda-nobunaga", "owari", 5, 2),
    Marching("amako", "amako-haruhisa", "izumo", 9, 2, ("iwami",)),
    Marching("sue", "era-fusahide", "iwami", 4, 2),
    Marching("sue", "sue-harukata", "suo", 10, 3, ("buzen",)),
    Marching("sue", "naito-okimori", "chikuzen", 12, 2),
    Marching("mori", "kikkawa-motoharu", "iki", 6, 3, ("chikuzen",)),
    Marching("otomo", "bekki-akitsura", "buzen", 9, 3, ("suo",)),
    Marching("otomo", "otomo-yoshishige", "chikugo", 7, 2, ("chikuzen",)),
    Marching("otomo", "yoshihiro-akimasa", "higo", 5, 1),
    Marching("shimazu", "shimazu-tadamasa", "satsuma", 11, 2, ("higo",)),
    Marching("shimazu", "shimazu-takahisa", "osumi", 3, 1, ("satsuma",)),
    Marching("shimazu", "shimazu-tadayoshi", "hyuga", 2, 1, ("osumi",)),
    Marching("hongan-ji", "sugiura-gennin", "kaga", 8, 2),
    Marching("miyoshi", "matsunaga-hisahide", "yamashiro", 4, 1),
    Marching("miyoshi", "miyoshi-jikkyu", "tosa", 5, 2, ("awa-west", "sanuki")),
    Marching("miyoshi", "miyoshi-chokei", "awa-west", 6, 1, ("sanuki",)),
    Marching("akita", "mogami-yoshimori", "dewa", 6, 2),
    Marching("date", "date-sanemoto", "iwashiro", 5, 2),
)
"""In the order of their numbers, from 1."""

BATTLES = {"suo", "shinano", "suruga", "kaga", "kozuke", "owari", "izu", "iwami", "chikuzen", "higo"}
"""Where they come to blows, all of them in phase 2; off Suō it is at sea."""

Request = tuple[str, dict[str, Any]]


def setting_up() -> list[Request]:
    """What Game Control does to put the armies where they are: actions with their arguments, in order."""
    why = {"reason": "the story needs them", "force": "the story needs them"}
    found: list[Request] = []
    people = load("sengoku_1550").characters
    for army in ARMIES:
        found.append(("garrison.raise", {"province": army.province, "troops": army.troops, **why}))
        found.append(("army.form", {"general": army.general, "province": army.province, "troops": army.troops}))
        if people[army.general].experience == army.experience:
            continue  # he is as the story has it
        found.append(
            (
                "figure.correct",
                {
                    "kind": "character",
                    "id": army.general,
                    "field": "experience",
                    "value": army.experience,
                    "reason": "as the story has it",
                },
            )
        )
    found.append(("garrison.raise", {"province": "shinano", "troops": 3, **why}))
    found.append(("treaty.record", {"kind": "alliance", "one": "mori", "other": "otomo"}))
    return found


def orders() -> list[Request]:
    """The order of every army."""
    return [
        ("army.order_march", {"army": number, "route": list(army.route)}) for number, army in enumerate(ARMIES, start=1)
    ]
