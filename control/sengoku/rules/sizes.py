"""Sizes of forces: how they are said, whether a sentence names one, and how it might read without."""

from __future__ import annotations

import re

from control.kernel.wording import counted

MOST_TROOPS = 10_000
"""No side, army or garrison is larger (in counters of 1,000 men): more is a slip of the keyboard."""
_WORDS = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|a dozen|twenty|a hundred|a thousand"
_NUMBER = rf"(?:\d[\d,.]*|\b(?:{_WORDS}))"
_FORCE = r"(?:counters?|troops|men|soldiers|warriors|samurai|strong)"
_CODE = r"[AMG]\d+-[0-9A-Z]\b"
_SIZED = re.compile(
    rf"{_NUMBER}\s+(?:more\s+|other\s+)?(?:{_FORCE}|points?|koku)\b"
    r"|\b(?:lost|loses?|losing|loss(?:es)?|strength|experience|honour|die|odds)\b[^.!?]*\d"
    r"|\b\d+\s+against\s+\d+\b|\b\d+-\d+\b"
    rf"|\b{_CODE}",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_ASIDE = re.compile(r"^(?:Forced|Reason|Note):")
_PHRASES = (
    (re.compile(rf", army {_CODE},?"), ""),
    (re.compile(rf"^Army {_CODE}"), "An army"),
    (re.compile(rf"\barmy {_CODE}"), "an army"),
    (re.compile(rf" (?:of|with) {_NUMBER}\s+{_FORCE}\b", re.IGNORECASE), ""),
    (re.compile(rf"{_NUMBER}\s+(?:more\s+)?(?:counters?|troops)\b", re.IGNORECASE), "troops"),
)


def counters(troops: int) -> str:
    """A number of counters in words."""
    return counted(troops, "counter")


def tells_sizes(text: str) -> bool:
    """Whether a text seems to name the size of a force, its losses, points, or the code of a card."""
    return bool(_SIZED.search(text))


def without_sizes(text: str) -> str:
    """The same without what `tells_sizes` finds: phrases go first, whole sentences if need be; empty if nothing is
    left. Reasons and notes are the umpires' own business and go too."""
    kept = []
    for sentence in _SENTENCE.split(text.strip()):
        if _ASIDE.match(sentence):
            break  # a reason may be of several sentences: all the rest is one
        for phrase, instead in _PHRASES:
            sentence = phrase.sub(instead, sentence)
        if sentence and not tells_sizes(sentence):
            kept.append(sentence)
    whole = " ".join(kept)
    return whole if not tells_sizes(whole) else ""
