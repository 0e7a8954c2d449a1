"""What is due to whom: once for each turn, when they are away, as often and when they want it."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest

from goldrush.server.listeners import Device, Listener, Told
from goldrush.server.notice_messages import Often, Wishes
from goldrush.server.notices import GRACE, due, reminder
from goldrush.server.refusal import Refusal
from goldrush.server.waits import CHALLENGE, OVER, SEAT, Wait

MINUTE, HOUR = 60_000, 3_600_000
PARIS = "Europe/Paris"


def at(day: int, hour: int, minute: int = 0, zone: str = "UTC") -> int:
    found = datetime(2026, 3, day, hour, minute, tzinfo=ZoneInfo(zone))
    return int(1000 * found.timestamp())


NOON = at(10, 12)


class Person:
    """Somebody who is told what is due, as the server would tell them."""

    def __init__(self, **wishes: object) -> None:
        self.listener = Listener(Wishes(**wishes), devices=[Device("", "", "")])  # type: ignore[arg-type]
        self.waits: dict[str, Wait] = {}
        self.gone: dict[str, int | None] = {}  # since when, by table; None where they are

    def wait(self, code: str, turn: int, since: int) -> None:
        self.waits[code] = Wait(code, "gold", turn, since)

    def told(self, now: int) -> list[str]:
        """The tables of the message that is sent now."""
        found = due(self.listener, self.waits.values(), now, lambda code: self.gone.get(code, 0))
        if not found:
            return []
        for wait in found.waits:
            self.listener.told[wait.code] = Told(wait.code, wait.game, wait.turn, now)
        self.listener.digest = now if found.digest else self.listener.digest
        return [wait.code for wait in found.waits]

    def often(self, often: Often, *codes: str) -> None:
        self.listener.often |= dict.fromkeys(codes, often)


def test_once_for_each_turn_when_it_has_been_theirs_for_a_while() -> None:
    ada = Person()
    ada.wait("A", 3, NOON)
    assert ada.told(NOON + GRACE - 1) == []
    assert ada.told(NOON + GRACE) == ["A"]
    assert ada.told(NOON + 9 * HOUR) == [], "it is the same turn"
    ada.wait("A", 3, NOON + 9 * HOUR)
    assert ada.told(NOON + 10 * HOUR) == [], "it was found again, as after a restart"
    ada.wait("A", 4, NOON + 10 * HOUR)
    assert ada.told(NOON + 11 * HOUR) == ["A"]


def test_nobody_is_told_who_is_at_the_table_or_has_left_it_only_just_now() -> None:
    ada = Person()
    ada.wait("A", 3, NOON)
    ada.gone["A"] = None
    assert ada.told(NOON + HOUR) == []
    ada.gone["A"] = NOON + HOUR
    assert ada.told(NOON + HOUR + GRACE - 1) == []
    assert ada.told(NOON + HOUR + GRACE) == ["A"]


def test_seats_that_are_kept_and_matches_that_have_ended_are_told_likewise() -> None:
    ada = Person()
    ada.wait("A", SEAT, NOON)
    ada.wait("B", OVER, NOON)
    ada.listener.told["B"] = Told("B", "gold", OVER, 0)  # still to be told
    assert ada.told(NOON + GRACE) == ["A", "B"]
    assert ada.told(NOON + HOUR) == []


def test_each_table_may_have_its_own_way() -> None:
    ada = Person(often="never")
    for code in "ABC":
        ada.wait(code, 0, NOON)
    ada.often("at_once", "A")
    ada.often("daily", "B")
    assert ada.told(NOON + HOUR) == ["A"]
    assert ada.told(at(10, 18, 1)) == ["B"]


def test_once_a_day_is_one_message_at_ones_own_hour_about_all_that_is_new() -> None:
    ada = Person(often="daily", hour=18, zone=PARIS)
    ada.listener.digest = NOON
    ada.wait("A", 0, NOON)
    ada.wait("B", 0, NOON + HOUR)
    assert ada.told(at(10, 17, 59, PARIS)) == []
    assert ada.told(at(10, 18, 0, PARIS)) == ["A", "B"]
    ada.wait("C", 0, at(10, 18, 30, PARIS))
    assert ada.told(at(10, 23, 0, PARIS)) == []
    assert ada.told(at(11, 18, 0, PARIS)) == ["C"]
    assert ada.told(at(12, 18, 0, PARIS)) == [], "nothing is new"


@pytest.mark.parametrize(
    ("quiet", "silent", "loud"),
    [((22 * 60, 8 * 60), [22, 23, 0, 7], [8, 12, 21]), ((60, 120), [1], [0, 2])],
)
def test_in_quiet_hours_of_ones_own_clock_nothing_comes_and_after_them_all_of_it(
    quiet: tuple[int, int], silent: list[int], loud: list[int]
) -> None:
    for hour in silent + loud:
        ada = Person(quiet=quiet, zone=PARIS)
        ada.wait("A", 0, at(9, 12))
        ada.wait("B", 0, at(9, 12))
        assert ada.told(at(10, hour, 0, PARIS)) == (["A", "B"] if hour in loud else [])


def test_the_day_on_which_clocks_are_changed_has_its_hour_too() -> None:
    """On March 29 of 2026 Paris has no 2:30."""
    ada = Person(often="daily", hour=2, zone=PARIS, quiet=(0, 4 * 60))
    ada.wait("A", 0, at(28, 12))
    ada.listener.digest = at(28, 12)
    assert ada.told(at(29, 1, 59, PARIS)) == []
    assert ada.told(at(29, 3, 59, PARIS)) == [], "it is quiet still"
    assert ada.told(at(29, 4, 0, PARIS)) == ["A"]


def test_a_zone_that_this_machine_does_not_know_is_refused_and_stops_nothing() -> None:
    from goldrush.server.notices import zone

    for name in ("Mars/Base", "../etc/passwd", "/etc/passwd", "a\0b"):
        with pytest.raises(Refusal, match="time zone"):
            zone(name)
    ada = Person(zone="Mars/Base")
    ada.wait("A", 0, NOON)
    assert ada.told(NOON + HOUR) == ["A"]


def test_the_challenge_of_a_day_is_told_of_at_ones_hour_and_once() -> None:
    """Its day is that of UTC, whichever that is at one's own hour; tables change nothing of it."""
    ada = Person(challenge=True, often="never", hour=18, zone=PARIS)
    six = at(10, 18, zone=PARIS)
    assert reminder(ada.listener.wishes, "gold", date(2026, 3, 10), six - 1) is None
    found = reminder(ada.listener.wishes, "gold", date(2026, 3, 10), six)
    assert found == Wait(CHALLENGE, "gold", date(2026, 3, 10).toordinal(), six)
    ada.waits[CHALLENGE] = found
    assert ada.told(six + GRACE - 1) == []
    assert ada.told(six + GRACE) == [CHALLENGE]
    assert ada.told(six + HOUR) == []
    late = Wishes(challenge=True, hour=18, zone="America/Los_Angeles")  # 18 o'clock is the next day
    assert reminder(late, "gold", date(2026, 3, 11), at(11, 2)) is not None
    assert reminder(late, "gold", date(2026, 3, 11), at(11, 0)) is None
    assert reminder(Wishes(), "gold", date(2026, 3, 10), six) is None


def test_a_reminder_whose_hour_is_quiet_comes_when_the_quiet_hours_end() -> None:
    """Even if that is the next day, whose challenge it then is."""
    ada = Wishes(challenge=True, hour=23, zone=PARIS, quiet=(22 * 60, 7 * 60 + 30))
    half_past = at(11, 7, 30, PARIS)
    assert reminder(ada, "gold", date(2026, 3, 11), half_past - MINUTE) is None
    found = reminder(ada, "gold", date(2026, 3, 11), half_past)
    assert found == Wait(CHALLENGE, "gold", date(2026, 3, 11).toordinal(), half_past)
    assert reminder(ada, "gold", date(2026, 3, 11), at(11, 23, 30, PARIS)) == found
