"""How much time people have at a table: what goes together, and what they are told of it."""

from goldrush.server import messages as wire
from goldrush.server.refusal import Refusal


def check(new: wire.NewTable) -> None:
    """Refuses times that do not go together."""
    if 0 < new.pace < wire.SHORTEST_PACE:
        raise Refusal("not_possible", "a pace is 0 or at least {} seconds", wire.SHORTEST_PACE)
    if new.pace and new.bank:
        raise Refusal(
            "not_possible",
            "people have time for each move or for the whole match, not both:"
            " leave the pace or the bank at 0",
        )
    if 0 < new.bank < wire.SHORTEST_BANK:
        raise Refusal("not_possible", "a bank is 0 or at least {} seconds", wire.SHORTEST_BANK)
    if new.increment and not new.bank:
        raise Refusal("not_possible", "an increment goes with a bank: say its seconds too")
    if new.vacation and new.pace < wire.DAY:
        raise Refusal(
            "not_possible", "vacation goes with a pace of at least {} seconds, a day", wire.DAY
        )
