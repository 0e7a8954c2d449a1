"""Who sits where: what may be done to a sheet, by whom, before, in and after a match.

Every function returns another sheet, or refuses.
"""

from copy import deepcopy

from msgspec.structs import replace

from goldrush.bots.invited import is_offered, offered
from goldrush.bots.personas import PERSONAS
from goldrush.fair import Fair, draw_lots
from goldrush.server.messages import Joining, NewTable, Phase, Said
from goldrush.server.refusal import Refusal
from goldrush.server.store import Place, Sheet
from goldrush.server.typed import visible

MOST_RESTS = 200  # times that somebody may hand their seat to a bot, where there are clocks
STAND_IN = "marius"  # the persona that plays for people who are gone


def phase(sheet: Sheet) -> Phase:
    """Whether people still take their seats, play, or are done."""
    if sheet.over:
        return "over"
    return "playing" if sheet.begun else "open"


def commitment(sheet: Sheet) -> str:
    """What is promised before anybody adds a salt: the SHA-256 of the secret."""
    return Fair(sheet.secret, ()).commitment


def mine(sheet: Sheet, player: str) -> list[int]:
    """The seats of a person."""
    return [seat for seat, place in enumerate(sheet.places) if player and place.player == player]


def speaker(sheet: Sheet, said: Said) -> str:
    """Who has said something; nobody, if whoever did has left the seat."""
    place = spoken_from(sheet, said)
    return place.player if place else ""


def spoken_from(sheet: Sheet, said: Said) -> Place | None:
    """Where whoever has said something sits by now: seats may have been drawn by lot since.

    Whoever has come to a seat later has not said what was said there before.
    """
    seat = sheet.lots[said.seat] if sheet.lots and said.at < sheet.begun else said.seat
    place = sheet.places[seat] if seat < len(sheet.places) else None
    return place if place and said.at >= place.since else None


def looks_on(sheet: Sheet, player: str) -> bool:
    """Whether somebody looks on at a match without a seat."""
    return bool(player and sheet.begun) and not mine(sheet, player)


def hears_remarks(sheet: Sheet, player: str) -> bool:
    """Whether somebody is told what those say who look on: players are when the match is over."""
    return bool(sheet.begun) and (sheet.over or not mine(sheet, player))


def taken(place: Place) -> bool:
    """Whether somebody sits there."""
    return bool((place.player and not place.awaited) or place.persona)


def persona(said: str) -> str:
    """A persona that exists, or a bot of others that the host offers."""
    if not is_offered(said):
        known = ", ".join([*PERSONAS, *(one.key for one in offered())])
        raise Refusal("not_possible", 'there is no persona "{}"; there are: {}', said, known)
    return said


def named(said: str) -> str:
    """A name that others can read."""
    if not (name := visible(said)):
        raise Refusal("not_possible", "a name needs at least one visible letter")
    return name


def places(player: str, new: NewTable) -> list[Place]:
    """The seats of a new table; whoever makes it has the first that is free."""
    found = []
    for seat in new.seats:
        if seat.persona and seat.name:
            raise Refusal("not_possible", "a seat is a persona's or a person's, not both")
        person = Place(named(seat.name), player) if seat.name else Place()
        found.append(Place(persona=persona(seat.persona)) if seat.persona else person)
    left = [place for place in found if not taken(place)]
    if not left:
        raise Refusal("not_possible", "whoever makes a table needs a seat there that is free")
    left[0].name, left[0].player, left[0].salt = named(new.name), player, new.salt
    return found


def join(sheet: Sheet, player: str, said: Joining, at: int = 0) -> Sheet:
    """Seats a person, at some time."""
    _need(sheet, "open", "seats are taken before the match begins; it can still be watched")
    own = mine(sheet, player)
    if not own:
        _need_no_lesson(sheet)
    seat = said.seat
    if seat is None:
        free = own or [n for n, p in enumerate(sheet.places) if not taken(p) and not p.player]
        if not free:
            raise Refusal("not_possible", "all seats are taken; the match can be watched")
        seat = free[0]
    place = place_at(sheet, seat)
    if (place.player and place.player != player) or (place.persona and not place.player):
        raise Refusal("not_possible", "seat {} is taken, or kept for somebody", seat + 1)
    sheet = deepcopy(sheet) if place.player else _others_come(sheet)
    wins, since = sheet.places[seat].wins, place.since if place.player else at
    salt = said.salt or place.salt
    sheet.places[seat] = Place(named(said.name), player, salt=salt, wins=wins, since=since)
    return _lots_off(sheet)


def leave(sheet: Sheet, player: str) -> Sheet:
    """Frees the seats of a person, or, while play goes on, has a bot play there."""
    if sheet.daily:
        raise Refusal(
            "not_possible", "nobody plays on in your place here: your one try waits for you"
        )
    own, sheet = _own(sheet, player), deepcopy(sheet) if sheet.begun else _others_come(sheet)
    if sheet.over:
        raise Refusal("not_possible", "the match is over: nobody need leave")
    for seat in own:
        if sheet.begun:
            _let_stand_in(sheet.places[seat])
        else:
            sheet.places[seat] = Place()
    left = [place.player for place in sheet.places if place.player]
    if not sheet.begun and sheet.host == player and left:
        sheet.host = left[0]  # somebody must be able to begin
    return sheet if sheet.begun else _lots_off(sheet)


def ask_for_lots(sheet: Sheet, player: str, *, wanted: bool) -> Sheet:
    """Notes whether a person wants lots to be drawn for the seats."""
    _need(sheet, "open", "lots for seats are drawn before the match begins")
    own, sheet = _own(sheet, player), deepcopy(sheet)
    for seat in own:
        sheet.places[seat].lots = wanted
    return sheet


def fill(sheet: Sheet, player: str, seat: int, said: str) -> Sheet:
    """Lets the host give a seat that no person has to a bot, or to another one."""
    _need_host(sheet, player)
    _need_no_lesson(sheet)
    if (place := place_at(sheet, seat)).player and not place.awaited:
        raise Refusal("not_possible", "{} sits there", place.name)
    sheet = _others_come(sheet)
    sheet.places[seat] = Place(persona=persona(said))
    return sheet


def free(sheet: Sheet, player: str, seat: int) -> Sheet:
    """Lets the host free a seat for a person to come."""
    _need_host(sheet, player)
    _need_no_lesson(sheet)
    if place_at(sheet, seat).player == player:
        raise Refusal("not_possible", "to free your own seat, leave the table")
    sheet = _others_come(sheet)
    sheet.places[seat] = Place()
    return _lots_off(sheet)


def stand_in(sheet: Sheet, player: str, seat: int) -> Sheet:
    """Has a bot play for a person who is gone; whether they are, others must know.

    Which bot that is nobody chooses: rivals would name the weakest.
    """
    _need(sheet, "playing", "bots stand in while a match is played")
    _own(sheet, player)
    place = place_at(sheet, seat)
    if place.persona or place.player == player:
        raise Refusal("not_possible", "a bot can stand in only for another person, and only once")
    sheet = deepcopy(sheet)
    _let_stand_in(sheet.places[seat])
    return sheet


def hinted(sheet: Sheet, seat: int) -> Sheet:
    """Notes that a person has asked for a hint."""
    sheet = deepcopy(sheet)
    sheet.places[seat].hinted = True
    return sheet


def come_back(sheet: Sheet, player: str) -> Sheet:
    """Hands the seats of a person back."""
    _need(sheet, "playing", "seats are handed back while a match is played")
    own, sheet = _own(sheet, player), deepcopy(sheet)
    back = [seat for seat in own if may_return(sheet.places[seat])]
    if not back:
        raise Refusal("not_possible", "your time has run out: a bot plays on in your place")
    for seat in back:
        sheet.places[seat].persona = ""
    return sheet


def may_return(place: Place) -> bool:
    """Whether a person may have their seat back from the bot that stands in."""
    return not place.late and len(place.rests) < MOST_RESTS


def time_out(sheet: Sheet, seat: int) -> Sheet:
    """Has a bot play for a person whose time is up: to the end, if it was that of the match."""
    sheet = deepcopy(sheet)
    _let_stand_in(sheet.places[seat])
    sheet.places[seat].late = bool(sheet.bank)
    return sheet


def begin(sheet: Sheet, player: str, at: int) -> Sheet:
    """Begins to play; if all people want it, the seats are drawn by lot first."""
    _need(sheet, "open", "the match has begun")
    _own(sheet, player)
    if free := [str(n) for n, place in enumerate(sheet.places, 1) if not taken(place)]:
        raise Refusal("not_possible", "these seats are still free: {}", ", ".join(free))
    sheet = deepcopy(sheet)
    sheet.begun, sheet.noted = at, True
    if all(place.lots for place in sheet.places if place.player):
        sheet.lots = draw_lots(sheet.code, sheet.secret, [place.salt for place in sheet.places])
        drawn = dict(zip(sheet.lots, sheet.places, strict=True))
        sheet.places = [drawn[seat] for seat in range(len(drawn))]
    return sheet


def without_free_seats(sheet: Sheet, player: str, least: int) -> Sheet:
    """Lets the host take the free seats away, if enough people and bots are there without them."""
    _need_host(sheet, player)
    here = [place for place in sheet.places if taken(place)]
    return replace(sheet, places=here) if len(here) >= least else sheet


def again(sheet: Sheet, player: str, wins: list[int], secret: bytes, at: int) -> Sheet:
    """A new table for the same people, who are awaited there; whoever asks is there already."""
    _need(sheet, "over", "a rematch is played when the match is over")
    if sheet.daily:
        raise Refusal("not_possible", "the challenge of the day is played once")
    _own(sheet, player)
    places = [_again(place, player, n) for place, n in zip(sheet.places, wins, strict=True)]
    terms = (sheet.game, sheet.version, sheet.options, sheet.edition)
    fresh = Sheet("", *terms, places, player, secret, at, sheet.public, sheet.pace)
    fresh.hints, fresh.series = sheet.hints, sheet.series + 1
    fresh.bank, fresh.increment, fresh.vacation = sheet.bank, sheet.increment, sheet.vacation
    fresh.rated = sheet.rated
    return fresh


def follow(sheet: Sheet, code: str, was: str) -> Sheet:
    """Notes where the same people play again, if that is still what was known before."""
    if sheet.rematch != was:
        raise Refusal("not_possible", "the rematch is at table {}", sheet.rematch)
    sheet = deepcopy(sheet)
    sheet.rematch = code
    return sheet


def _again(place: Place, player: str, wins: int) -> Place:
    if not place.player:
        return Place(persona=place.persona, wins=wins)
    return Place(place.name, place.player, awaited=place.player != player, wins=wins)


def _let_stand_in(place: Place) -> None:
    """Has a bot play for the person from now on, which is noted for good."""
    place.persona, place.stood_in = place.persona or STAND_IN, True


def handed_over(sheet: Sheet, old: str, new: str) -> Sheet:
    """A sheet on which all that is somebody's is somebody else's, who is the same person."""
    sheet = deepcopy(sheet)
    sheet.host = new if sheet.host == old else sheet.host
    for seat in mine(sheet, old):
        sheet.places[seat].player = new
    return sheet


def renamed(sheet: Sheet, player: str, name: str) -> Sheet:
    """A sheet on which somebody is called otherwise."""
    sheet = deepcopy(sheet)
    for seat in mine(sheet, player):
        sheet.places[seat].name = name
    return sheet


def without(sheet: Sheet, player: str) -> Sheet | None:
    """A sheet that tells nothing of a person; None if nobody else has a part in it.

    In a match that goes on a bot takes over; what was played stays, by somebody without a name.
    """
    sheet = deepcopy(sheet)
    for seat in mine(sheet, player):
        place = sheet.places[seat]
        if not sheet.begun:
            sheet.places[seat] = Place()
            continue
        if not sheet.over:
            _let_stand_in(place)
        place.player = place.name = ""
    left = [place.player for place in sheet.places if place.player]
    if sheet.host == player:
        sheet.host = left[0] if left else ""
    return (sheet if sheet.begun else _lots_off(sheet)) if left else None


def place_at(sheet: Sheet, seat: int) -> Place:
    """A seat that exists."""
    if not 0 <= seat < len(sheet.places):
        last = len(sheet.places)
        raise Refusal("not_found", "there is no seat {}; there are 1 to {}", seat + 1, last)
    return sheet.places[seat]


def _own(sheet: Sheet, player: str) -> list[int]:
    own = [seat for seat in mine(sheet, player) if not sheet.places[seat].awaited]
    if not own:
        raise Refusal("not_allowed", "only people who have a seat at this table may do that")
    return own


def _need(sheet: Sheet, wanted: Phase, detail: str) -> None:
    if phase(sheet) != wanted:
        raise Refusal("not_possible", detail)


def _need_host(sheet: Sheet, player: str) -> None:
    _need(sheet, "open", "the seats are settled when the match has begun")
    if sheet.host != player:
        raise Refusal("not_allowed", "only whoever made the table gives its seats away")


def _need_no_lesson(sheet: Sheet) -> None:
    """Keeps people out of a guided match: its draws are known, and with them all hands."""
    if sheet.lesson:
        raise Refusal("not_possible", "a guided match is played with the rival it was made for")


def _others_come(sheet: Sheet) -> Sheet:
    """Begins a new series: not the same people will play."""
    sheet = deepcopy(sheet)
    sheet.series = 0
    for place in sheet.places:
        place.wins = 0
    return sheet


def _lots_off(sheet: Sheet) -> Sheet:
    """Asks anew about lots when other people sit there."""
    for place in sheet.places:
        place.lots = False
    return sheet
