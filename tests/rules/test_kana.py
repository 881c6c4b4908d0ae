"""Names as an umpire types them on a Japanese keyboard."""

from __future__ import annotations

import pytest

from control.sengoku.rules.people.kana import in_letters


@pytest.mark.parametrize(
    ("typed", "letters"),
    [
        ("たけだ", "takeda"),
        ("ホウジョウ", "houjou"),
        ("しょうに", "shouni"),
        ("ちょうそかべ", "chousokabe"),
        ("じゅんけい", "junkei"),
        ("りゅうぞうじ", "ryuuzouji"),
        ("きょうごく", "kyougoku"),
        ("ほっけ", "hokke"),
        ("えっちゅう", "etchuu"),
        ("オーミ", "omi"),
        ("Takeda 信玄", "Takeda 信玄"),
    ],
)
def test_a_name_in_kana_is_read_in_letters(typed, letters):
    assert in_letters(typed) == letters
