"""Words for everybody: what names a size is found, and taken out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from control.sengoku.rules.sizes import tells_sizes, without_sizes


@pytest.mark.parametrize(
    "text",
    [
        "Takeda raised 3 counters in Kai.",
        "Takeda lost 4 of them.",
        "Uesugi lost four counters.",
        "Battle 1, round 2 in Shinano: odds 3-1, die 6.",
        "Army A2-5 is in Kai.",
        "18 against 25",
        "His strength is 18.",
        "Hōjō gave 12 points to the temple.",
        "10,000 men went by.",
        "It cost 300 koku.",
    ],
)
def test_a_size_a_loss_points_and_a_cards_code_are_found(text):
    assert tells_sizes(text)


@pytest.mark.parametrize(
    "text",
    [
        "A comet was seen.",
        "Battle in Shinano, Uesugi against Takeda: Takeda won, and Uesugi gave way.",
        "In the spring of 1550 the Emperor fell ill.",
        "Nobody lost his life. The feast lasted 3 days.",
        "Three provinces have a new master.",
        "The two clans are allied.",
    ],
)
def test_plain_news_is_left_in_peace(text):
    assert not tells_sizes(text)
    assert without_sizes(text) == text


@pytest.mark.parametrize(
    ("text", "public"),
    [
        ("Takeda raised 3 counters in Kai.", "Takeda raised troops in Kai."),
        ("Obu Toramasa formed army A3-7 of 1 counter in Hida.", "Obu Toramasa formed an army in Hida."),
        (
            "Army A2-5 joined Hōjō Ujiyasu, army A1-3, in Musashi with 3 counters, and Hōjō Tsunanari goes along with "
            "it.",
            "An army joined Hōjō Ujiyasu in Musashi, and Hōjō Tsunanari goes along with it.",
        ),
        (
            "Battle 1 in Shinano is over: Takeda Harunobu won. Army A1-3 withdrew to Echigo.",
            "Battle 1 in Shinano is over: Takeda Harunobu won. An army withdrew to Echigo.",
        ),
        ("Oda gave way. Takeda lost 4. Reason: he was tired. Very tired.", "Oda gave way."),
        ("Round 1: odds 3-1, die 6.", ""),
    ],
)
def test_a_sentence_of_the_journal_is_told_without_sizes(text, public):
    assert without_sizes(text) == public


PIECES = st.sampled_from([
    "3 counters", "army A1-3", ", army A2-5,", "Takeda", "lost", " of 12 troops", ".", " ", "in Kai", "1-2", "odds",
    "4", "Reason:", "five", "men", "!", "? ", "with", "die",
])  # fmt: skip


@given(st.lists(PIECES, max_size=12).map(" ".join) | st.text(max_size=80))
def test_nothing_that_is_found_is_left(text):
    assert not tells_sizes(without_sizes(text))
