"""Names as somebody types them in kana: in the letters of the handbook, without long vowels (Hepburn)."""

from __future__ import annotations

ROWS = (
    ("あいうえお", "a i u e o"), ("かきくけこ", "ka ki ku ke ko"), ("さしすせそ", "sa shi su se so"),
    ("たちつてと", "ta chi tsu te to"), ("なにぬねの", "na ni nu ne no"), ("はひふへほ", "ha hi fu he ho"),
    ("まみむめも", "ma mi mu me mo"), ("やゆよ", "ya yu yo"), ("らりるれろ", "ra ri ru re ro"),
    ("わゐゑをん", "wa i e o n"), ("がぎぐげご", "ga gi gu ge go"), ("ざじずぜぞ", "za ji zu ze zo"),
    ("だぢづでど", "da ji zu de do"), ("ばびぶべぼ", "ba bi bu be bo"), ("ぱぴぷぺぽ", "pa pi pu pe po"),
)  # fmt: skip
SOUNDS = {kana: sound for row, sounds in ROWS for kana, sound in zip(row, sounds.split(), strict=True)}
SMALL = {"ゃ": "ya", "ゅ": "yu", "ょ": "yo"}
SHORT = (("ou", "o"), ("oo", "o"), ("uu", "u"), ("oh", "o"), ("mb", "nb"), ("mp", "np"))
"""How long vowels and the like are written otherwise: after this, "Ohmi", "Oumi" and "Omi" are the same."""


def in_letters(typed: str) -> str:
    """What was typed with every kana, of either kind, in letters; anything else stays. Of two small ones, や with its
    fellows makes one sound with the letter before, つ doubles the one after."""
    found = ""
    doubled = False
    for sign in typed:
        kana = chr(ord(sign) - 0x60) if "ァ" <= sign <= "ヶ" else sign
        if kana == "っ":
            doubled = True
        elif kana in SMALL and found.endswith("i"):
            sound = SMALL[kana]
            found = found[:-1] + (sound[1:] if found[-3:-1] in ("sh", "ch") or found[-2:-1] == "j" else sound)
        elif kana != "ー":
            sound = SOUNDS.get(kana, sign)
            found += ("t" if sound[:2] == "ch" else sound[:1]) * doubled + sound
            doubled = False
    return found


def short(letters: str) -> str:
    """A folded name without long vowels, however they are written."""
    for long, brief in SHORT:
        letters = letters.replace(long, brief)
    return letters
