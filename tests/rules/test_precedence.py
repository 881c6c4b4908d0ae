"""Who goes before whom (handbook 4, R29): rank, then an illustrious ancestor, then age, and the reason for it."""

from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from control.sengoku.rules.people.precedence import Person, order, ordinal, senior, sorting
from control.sengoku.world.people.precedence_questions import persons


def somebody(name, role="chamberlain", **more):
    """A person, of whom nothing but the name is known."""
    return Person(name.lower(), name, role, **more)


LADDER = (
    somebody("Tenno", "emperor", age=1),
    somebody("Yoshiteru", "shogun", age=2),
    somebody("Konoe", court_rank=1, age=3),
    somebody("Nijo", "heir", court_rank=2, age=4),
    somebody("Ouchi", "daimyo", court_rank=10, age=5),
    somebody("Takeda", "daimyo", ancestor="Minamoto", age=20),
    somebody("Masuda", "daimyo", age=60),
    somebody("Sonchin", "abbot", age=46),
    somebody("Yoshinobu", "heir", ancestor="Minamoto", age=12),
    somebody("Obu", "taisho", ancestor="Minamoto", age=30),
    somebody("Baba", "elder", age=50),
    somebody("Kosaka", "taisho", age=49),
    somebody("Sanada", "taisho"),
)


def test_the_order_is_the_handbooks_whoever_is_named_first():
    for people in (LADDER, LADDER[::-1], LADDER[5:] + LADDER[:5]):
        assert [place.person for place in order(people)] == list(LADDER)
    assert [place.number for place in order(LADDER)] == list(range(1, len(LADDER) + 1))


@pytest.mark.parametrize(
    ("first", "second", "reason"),
    [
        ("Tenno", "Yoshiteru", "one is the Emperor, the other the Shogun"),
        ("Yoshiteru", "Konoe", "one is the Shogun, the other of the 1st court rank"),
        ("Nijo", "Ouchi", "one is of the 2nd court rank, the other of the 10th court rank"),
        ("Ouchi", "Takeda", "one is of the 10th court rank, the other a Daimyo"),
        ("Takeda", "Masuda", "only Takeda has an illustrious ancestor, Minamoto"),
        ("Masuda", "Sonchin", "the elder with 60 years to 46"),
        ("Sonchin", "Yoshinobu", "one is an abbot, the other an heir"),
        ("Yoshinobu", "Obu", "one is an heir, the other of no rank"),
        ("Baba", "Kosaka", "the elder with 50 years to 49"),
        ("Kosaka", "Sanada", "the age of Sanada is not known"),
    ],
)
def test_each_goes_before_the_other_for_a_reason(first, second, reason):
    two = [person for person in LADDER if person.name in (second, first)]
    for people in permutations(two):
        above, below = order(people)
        assert (above.person.name, below.person.name) == (first, second)
        assert reason in above.reason
        assert above.reason.endswith("(R29).")
        assert below.reason == ""
        found = senior(people)
        assert (found.reason, found.is_settled) == (above.reason, True)


def test_an_abbot_stands_with_the_daimyo():
    abbot, daimyo = somebody("Shonyo", "abbot", age=60), somebody("Masuda", "daimyo", age=26)
    assert senior([daimyo, abbot]).person is abbot
    assert "the elder" in senior([daimyo, abbot]).reason


def test_a_court_rank_raises_no_shogun():
    plain, ranked = somebody("Zen", "shogun", age=50), somebody("An", "shogun", court_rank=1, age=16)
    assert [place.person for place in order([ranked, plain])] == [plain, ranked]
    assert "the elder" in order([ranked, plain])[0].reason


def test_those_whom_nothing_sets_apart_stand_by_their_names_and_the_umpire_may_decide():
    one, other = somebody("Baba", age=30), somebody("Anayama", age=30)
    found = senior([one, other])
    assert (found.person, found.is_settled) == (other, False)
    assert "Nothing sets Anayama and Baba apart" in found.reason


def test_one_alone_is_senior_and_nobody_is_nobody():
    assert senior([LADDER[3]]).person is LADDER[3]
    assert "only one" in senior([LADDER[3]]).reason
    assert senior([]) is None
    assert order([]) == ()


people = st.lists(
    st.builds(
        Person, id=st.text("abc", min_size=1, max_size=2), name=st.sampled_from(["Baba", "Obu", "Ōta"]),
        role=st.sampled_from(["emperor", "shogun", "daimyo", "abbot", "heir", "taisho", "elder"]),
        court_rank=st.none() | st.integers(1, 10), ancestor=st.sampled_from(["", "Taira", "Minamoto"]),
        age=st.none() | st.integers(10, 90),
    ),
    max_size=8, unique_by=lambda person: person.id,
)  # fmt: skip


@given(people, st.randoms())
def test_the_order_does_not_depend_on_who_came_in_first(several, shuffler):
    shuffled = list(several)
    shuffler.shuffle(shuffled)
    assert order(shuffled) == order(several)
    assert all(sorting(above.person) < sorting(below.person) for above, below in pairwise(order(several)))
    for above, below in pairwise(order(several)):
        assert above.person.name in above.reason
        assert below.person.name in above.reason


@pytest.mark.parametrize(
    ("numbers", "said"),
    [
        ((1, 2, 3, 4, 10), "1st 2nd 3rd 4th 10th"),
        ((11, 12, 13, 19, 20), "11th 12th 13th 19th 20th"),
        ((21, 22, 23, 24, 31), "21st 22nd 23rd 24th 31st"),  # 1552 is the 21st year of Tembun
        ((101, 111, 112, 121), "101st 111th 112th 121st"),
    ],
)
def test_a_place_is_said_as_people_say_it(numbers, said):
    assert " ".join(map(ordinal, numbers)) == said


# ---- the people of a game


def test_people_come_with_the_highest_court_rank_they_hold(hall):
    from control.sengoku.rows import Title

    with hall.room.store.write() as session:
        session.add(Title(id="one", kind="court_rank", character="obu-toramasa", rank=8))
        session.add(Title(id="two", kind="court_rank", character="obu-toramasa", rank=5))
    found = hall.ask(persons, ["takeda-harunobu", "obu-toramasa", "nobody", "takeda-harunobu"])
    assert [(person.id, person.court_rank) for person in found] == [("takeda-harunobu", None), ("obu-toramasa", 5)]
    takeda = found[0]
    assert (takeda.name, takeda.role, takeda.ancestor, takeda.age) == ("Takeda Harunobu", "daimyo", "Minamoto", 28)
    assert senior(found).person.id == "obu-toramasa"
