"""Nothing secret goes over the wire: two worlds that look the same are the same in every byte.

Two servers play two scripts, with the same people, secret and clock.  All that a viewer is sent is
compared, byte by byte, until the game itself shows him a difference.
"""

import itertools
import json
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from games.golden_town.twins import History, Question, Twins, asked_in, twins
from goldrush.core import CHANCE, WATCHER
from goldrush.games import game as open_game
from goldrush.games.gold import rules as gold
from goldrush.position import Position
from goldrush.server import moves, telling
from goldrush.server.play import Play
from goldrush.server.refusal import Refusal
from goldrush.server.table import Table
from goldrush.server.transcript import Transcript
from goldrush.server.turnstile import Turnstile
from goldrush.witness import Glimpse, Look, Witness, retell
from hosting import Host
from matches import random_match
from samples import NOTICED
from stage import Stage, clock, http, scripted_chance, sheet_of
from visitors import TIMEOUT, Visitor

Hosts = tuple[Host, Host]
SEEDS = {  # by seats and viewer: worlds that differ much
    (2, 0): 1,
    (2, 1): 1,
    (2, WATCHER): 19,
    (3, 0): 1476,
    (3, 1): 3,
    (3, 2): 3,
    (3, WATCHER): 19,
    (4, 0): 0,
    (4, 1): 6,
    (4, 2): 9,
    (4, 3): 0,
    (4, WATCHER): 8,
}
LONG, SHORT = 36, 14  # steps that are played before a viewer's eyes
PEEPS = 4  # times that he asks for more than he is sent
UNDOS = 3  # decisions that he takes back
NOBODY = 9  # a seat that is none: somebody who looks on
DECISIONS = 20
codes = (f"SPYS{a}{b}" for a, b in itertools.product("ABCDEFGHJK", repeat=2))


@pytest.fixture(scope="module", autouse=True)
def script() -> Iterator[None]:
    with scripted_chance():
        yield


@pytest.fixture(scope="module")
def hosts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosts]:
    folder: Path = tmp_path_factory.mktemp("worlds")
    with Host(folder / "one.db", clock) as one, Host(folder / "other.db", clock) as other:
        yield one, other


class Leak(Exception):
    """Something that tells two worlds apart."""


class Spectator:
    """A viewer in one world who writes down all that he is sent, and plays his part of it."""

    def __init__(self, stage: Stage, eyes: int, end: int, patience: float) -> None:
        self.stage, self.eyes, self.end, self.patience = stage, eyes, end, patience
        self.me = eyes if eyes >= 0 else NOBODY
        self.answers: defaultdict[int, list[str]] = defaultdict(list)  # by the last line he has
        self.acted: set[int] = set()  # likewise
        self.undone: set[int] = set()
        self.waits: set[str] = set()  # for answers with these ids
        self.stuck: Exception | None = None
        stage.come(self.me, *(seat for seat in range(len(stage.sheet.places)) if seat != eyes))
        self.socket = stage.sockets[self.me]

    def watch(self, curious: set[int]) -> None:
        """Sees the script played to the end; asks for more where he is curious."""
        while (index := self.stage.written) < self.end:
            number = self._look(curious)
            if self.socket.state["undo"] and len(self.undone) < UNDOS:
                self._undo(number)
                continue
            if self.eyes >= 0 and self.socket.state["actor"] == self.eyes:
                self._act(number)
            actor, step = self.stage.script[index]
            if actor != self.eyes:
                self.stage.send(actor, step)
            self.stage.until_written(index + 1, self.patience)
        self._look(curious)

    def _look(self, curious: set[int]) -> int:
        """Catches up, and asks for what is shown at this moment; returns the last line's number."""
        number, held = self.stage.soon(self._standing)
        end = time.monotonic() + self.patience
        while self.socket.state["number"] < number or (self.waits and not held):
            assert time.monotonic() < end, "no answer comes"
            with suppress(TimeoutError):  # while he waited, he may have come to be held up
                self._receive(0.05)
            number, held = self.stage.soon(self._standing)
        if number - 2 * len(self.undone) in curious:  # two lines for each: taken back, made again
            if number not in self.answers:
                self._pry(number)
            self.answers[number].append(self._peep(number))
        return int(number)

    def _standing(self) -> tuple[int, bool]:
        """The last line, and whether an answer must wait for another, who is asked in secret."""
        play = self.stage.play
        transcript = play.transcript(self.eyes)
        early = transcript.actor == self.eyes != play.position.actor
        return transcript.number, early or transcript.behind

    def _act(self, number: int) -> None:
        """Plays what the script says, or at least tries to play something, and is impatient."""
        written = self.stage.written
        mine = [step for who, step in self.stage.script[written : self.end] if who == self.eyes]
        if number not in self.acted and mine:
            self.acted.add(number)
            choices = self.socket.choices()
            action = mine[0] if mine[0] in choices else choices[0]
            self._send("Act", f"{number}", number=number, action=action)
            self._send("Act", f"{number} again", number=number, action=action)
            self._send("Undo", f"{number} undo", number=number)

    def _undo(self, number: int) -> None:
        """Takes his last decision back, which he will make again."""
        self.undone.add(number)
        self._send("Undo", f"{number} undo for good", number=number)
        while self.waits:
            self._receive()

    def _pry(self, number: int) -> None:
        """Asks for what must be refused, and reads the reasons."""
        if self.eyes >= 0:
            wrong = next(n for n in range(200) if n not in self.socket.choices())
            self._send("Act", f"{number} illegal", number=number, action=wrong)
            self._send("Act", f"{number} early", number=number + 7, action=0)
            if not self.socket.state["undo"]:
                self._send("Undo", f"{number} in vain", number=number)
        while self.waits:
            self._receive()
        self.socket.websocket.send("{}")
        while self._receive().get("reason") != "malformed":
            pass

    def _peep(self, number: int) -> str:
        """All that can be had beside the socket: by another one, and by requests."""
        guest, code = self.stage.guest(self.me), self.stage.sheet.code
        paths = (f"/tables/{code}", f"/tables/{code}/proof", "/tables", "/me")
        found = [guest.ask(path) for path in paths]
        for last in (0, number):
            found += self.stage.peep(self.me, last).raw
            for _ in ("came", "went"):
                assert self._receive()["type"] == "Changed"
                found.append(self.socket.raw.pop())
        return "\n".join(found)

    def _send(self, kind: str, said: str, **more: Any) -> None:
        self.waits.add(said)
        self.socket.send(type=kind, id=said, **more)

    def _receive(self, patience: float | None = None) -> Any:
        message = self.socket.receive(patience or self.patience)
        self.waits.discard(message.get("id"))
        return message


def curiosity(pair: Twins, begin: tuple[int, int], end: tuple[int, int]) -> set[int]:
    """The first line that a viewer has, and some that he has while one world asks in secret."""
    first, asking = 0, (set[int](), set[int]())
    for n, history in enumerate((pair.one, pair.other)):
        start = Position("golden_town", pair.seats)
        transcript, asked = (
            Transcript(Look(start, pair.eyes), 0),
            asked_in(history, pair.seats, pair.eyes),
        )
        steps = [step for _, step in history[: end[n]]]
        for index, glimpse in enumerate(retell(start, steps, pair.eyes)):
            first = transcript.number if index == begin[n] else first
            if index in asked and index >= begin[n]:
                asking[n].add(transcript.number)
            transcript.tell(glimpse, 0)
    odd = sorted(asking[0] ^ asking[1])
    return {first, *odd[:: -(-len(odd) // PEEPS) or 1]}


def watched(host: Host, code: str, pair: Twins, n: int, steps: int, patience: float) -> Spectator:
    """One of the two worlds, seen to its end, or as far as it goes."""
    begin, end = pair.window(steps)
    sheet = sheet_of(code, "golden_town", pair.seats, public=True)
    stage = Stage(host, sheet, (pair.one, pair.other)[n], begin[n])
    spectator = Spectator(stage, pair.eyes, end[n], patience)
    try:
        spectator.watch(curiosity(pair, begin, end))
    except (AssertionError, TimeoutError) as error:
        spectator.stuck = error
    stage.leave()
    return spectator


def compare(hosts: Hosts, pair: Twins, steps: int, patience: float = TIMEOUT) -> Spectator:
    """Compares all that a viewer is sent in two worlds."""
    code = next(codes)
    one, other = (watched(host, code, pair, n, steps, patience) for n, host in enumerate(hosts))
    for mine, its in zip(one.socket.raw, other.socket.raw, strict=False):
        if mine != its:
            raise Leak(f"{mine}\n{its}")
    for number in one.answers.keys() & other.answers.keys():
        if len(answers := {*one.answers[number], *other.answers[number]}) > 1:
            raise Leak("\n".join(answers))
    for world in (one, other):
        if world.stuck:
            raise world.stuck
    assert len(one.socket.raw) == len(other.socket.raw)
    assert one.answers.keys() == other.answers.keys()
    return one


def odd_questions(pair: Twins, steps: int) -> Counter[Question]:
    """What is asked in one world alone."""
    begin, end = pair.window(steps)
    asked = [
        Counter(
            question
            for index, question in asked_in(history, pair.seats, pair.eyes).items()
            if begin[n] <= index < end[n]
        )
        for n, history in enumerate((pair.one, pair.other))
    ]
    return (asked[0] - asked[1]) + (asked[1] - asked[0])


# Golden-Town: hands, filons, and who was asked in secret


@pytest.mark.parametrize(("seats", "eyes"), SEEDS)
def test_two_worlds_of_golden_town_are_the_same_in_every_byte(
    hosts: Hosts, seats: int, eyes: int
) -> None:
    """[T60]."""
    pair = twins(seats, eyes, SEEDS[seats, eyes])
    one = compare(hosts, pair, LONG)
    assert pair.one != pair.other
    assert len(one.answers) > 1
    assert len(one.socket.raw) > LONG // 3
    assert len(one.undone) in (0, UNDOS)


def test_these_worlds_ask_in_secret_all_that_can_be_asked_so() -> None:
    """While a viewer believes that he, another or chance is to act [T19, T33, T42, T60]."""
    odd = sum((odd_questions(twins(*key, seed), LONG) for key, seed in SEEDS.items()), Counter())
    assert {question.kind for question in odd} == {"make0", "wait", "fall"}
    assert {question.who for question in odd} == {"himself", "another", "chance", "asked"}
    assert all(question.silent for question in odd)


def test_who_gave_up_his_seat_is_not_told_what_his_successor_sees(hosts: Hosts) -> None:
    ada, bob, eve = (Visitor(hosts[0].address, name) for name in ("Ada", "Bob", "Eve"))
    code = ada.create("golden_town", None, None)
    bob.join(code)
    window = bob.sit(code)
    bob.ask("DELETE", f"/tables/{code}/seats")
    eve.join(code)
    ada.start(code)
    sockets = ada.sit(code), eve.sit(code)
    mover = next(socket for socket in sockets if socket.choices())
    assert mover.act(mover.choices()[0])["type"] == "Done"
    refused = window.act(0, number=0)
    mover.send(type="Say", id="hm", text="Is he gone?")
    window.until(lambda message: message["type"] == "Said")
    assert refused["state"] is window.state is None
    assert "News" not in {json.loads(message)["type"] for message in window.raw}
    for socket in (*sockets, window):
        socket.close()


def test_figures_that_count_secret_answers_are_for_this_machine_alone(hosts: Hosts) -> None:
    address = f"{hosts[0].address}/metrics"
    assert "goldrush_moves_total" in http.get(address).text
    far = http.get(address, headers={"X-Forwarded-For": "203.0.113.5"})
    assert (far.status_code, "goldrush" in far.text) == (404, False)


# Leaks, planted one by one, do not pass.


def show_the_truth(patch: pytest.MonkeyPatch) -> None:
    def looking(self: Witness, position: Position) -> None:
        self.now = Look(position, self.eyes)
        self.now.hidden = position.copy()

    patch.setattr(Witness, "look", looking)


def number_what_is_not_seen(patch: pytest.MonkeyPatch) -> None:
    tell = Transcript.tell

    def telling(self: Transcript, glimpse: Glimpse, at: int, *, held: bool = False) -> None:
        known = self.number
        tell(self, glimpse, at, held=held)
        if self.number == known and not self.behind:
            self._add([], at)

    patch.setattr(Transcript, "tell", telling)


def tell_before_it_is_drawn(patch: pytest.MonkeyPatch) -> None:
    tell = Transcript.tell

    def telling(self: Transcript, glimpse: Glimpse, at: int, *, held: bool = False) -> None:
        tell(self, glimpse, at, held=held)
        self._catch_up(at)

    patch.setattr(Transcript, "tell", telling)


def show_who_acts(patch: pytest.MonkeyPatch) -> None:
    state = Play.state

    def stating(self: Play, eyes: int) -> Any:
        return msgspec.structs.replace(state(self, eyes), actor=self.position.actor)

    patch.setattr(Play, "state", stating)


def let_undo_depend_on_secrets(patch: pytest.MonkeyPatch) -> None:
    def undoable(self: Play, seat: int) -> int | None:
        last = len(self.match.history) - 1
        return last if self.match.history[last][0] == seat else None

    patch.setattr(Play, "undoable", undoable)


def refuse_whoever_is_too_early(patch: pytest.MonkeyPatch) -> None:
    act = moves._act

    async def acting(table: Table, seat: int, asked: Any) -> Any:
        early = table.play and table.play.position.actor != seat
        if early and not moves._done(table, seat, asked.id):
            raise Refusal("illegal", "it is not your turn")
        return await act(table, seat, asked)

    patch.setattr(moves, "_act", acting)


def answer_out_of_order(patch: pytest.MonkeyPatch) -> None:
    async def queued(self: Turnstile, seat: int, work: Any) -> None:
        while later := await self.alone(work()):
            await later.wait()

    patch.setattr(Turnstile, "queued", queued)


def acknowledge_before_it_is_told(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(moves, "_told", lambda table, seat: None)


def say_what_is_really_legal(patch: pytest.MonkeyPatch) -> None:
    check = moves._check_turn

    def checking(table: Table, transcript: Transcript, seat: int, number: int) -> None:
        try:
            check(table, transcript, seat, number)
        except Refusal as refusal:
            legal = table.play.position.legal() if table.play else []
            raise Refusal(refusal.reason, f"{refusal.detail}; {legal}") from None

    patch.setattr(moves, "_check_turn", checking)


def show_how_much_is_written(patch: pytest.MonkeyPatch) -> None:
    info = telling.info

    def informing(table: Table) -> Any:
        written = len(table.play.entries) if table.play else 0
        return msgspec.structs.replace(info(table), created=written)

    patch.setattr(telling, "info", informing)


def tell_everybody_everything(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(telling, "topic", lambda table, *who: table.sheet.code)


NOSY = [(3, 0), (3, 1)]  # seats and viewers who find all of these
LEAKS = [
    show_the_truth,
    number_what_is_not_seen,
    tell_before_it_is_drawn,
    show_who_acts,
    let_undo_depend_on_secrets,
    refuse_whoever_is_too_early,
    answer_out_of_order,
    acknowledge_before_it_is_told,
    say_what_is_really_legal,
    show_how_much_is_written,
    tell_everybody_everything,
]


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_found(
    hosts: Hosts, monkeypatch: pytest.MonkeyPatch, leak: Callable[[pytest.MonkeyPatch], None]
) -> None:
    pairs = [twins(*viewer, SEEDS[viewer]) for viewer in NOSY]
    leak(monkeypatch)
    with pytest.raises(Leak):
        _ = [compare(hosts, pair, SHORT, patience=2.0) for pair in pairs]


@pytest.mark.parametrize("viewer", NOSY)
def test_without_one_the_same_worlds_are_the_same(hosts: Hosts, viewer: tuple[int, int]) -> None:
    compare(hosts, twins(*viewer, SEEDS[viewer]), SHORT)


# Games without secrets: nobody is told what is still to be drawn.


def branches(game: str, seats: int) -> tuple[History, History, int]:
    """Two matches that are the same until one draw, and the decision before it."""
    match = random_match(game, seats, steps=200)
    history = match.history
    decided = [n for n, (actor, _) in enumerate(history) if actor >= 0]
    for index, position in enumerate(match.replay()):
        if index > decided[min(DECISIONS, len(decided) // 2)] and len(position.chances()) > 1:
            break
    other = next(int(n) for n in position.legal() if n != history[index][1])
    last = max(n for n in range(index) if history[n][0] >= 0)
    return history[: index + 1], [*history[:index], (CHANCE, other)], last


def first_decision(history: History) -> int:
    return next(n for n, (actor, _) in enumerate(history) if actor >= 0)


def play_openly(stage: Stage, end: int) -> None:
    while (index := stage.written) < end:
        stage.send(*stage.script[index])
        stage.until_written(index + 1)


def heard(stage: Stage) -> dict[int, list[str]]:
    """All that everybody has been sent by now."""
    stage.sockets[0].send(type="Say", id=f"{stage.written}", text="Hear, hear!")
    for socket in stage.sockets.values():
        socket.until(lambda message: message["type"] == "Said")
    return {seat: list(socket.raw) for seat, socket in stage.sockets.items()}


@pytest.mark.parametrize("game", NOTICED)
def test_nobody_is_told_what_is_still_to_be_drawn(hosts: Hosts, game: str) -> None:
    seats = min(open_game(game).rules.MAX_SEATS, 3)
    *histories, last = branches(game, seats)
    code, first = next(codes), first_decision(histories[0])
    stages = [
        Stage(host, sheet_of(code, game, seats), history, first)
        for host, history in zip(hosts, histories, strict=True)
    ]
    for stage in stages:
        stage.come(*range(seats), NOBODY)
        play_openly(stage, last)
    one, other = (heard(stage) for stage in stages)
    assert one == other
    for stage in stages:
        play_openly(stage, last + 1)
    one, other = (heard(stage) for stage in stages)
    assert all(one[seat] != other[seat] for seat in one)
    for stage in stages:
        stage.leave()


# GOLD: cards that are turned and covered again


def harmless_pairs() -> list[tuple[int, int]]:
    """Kinds of cards that can be turned together, and nothing happens [G13]."""
    found = []
    for pair in itertools.permutations(np.flatnonzero(gold.DECK > 1).tolist(), 2):
        position = Position("gold", 2)
        for step in (gold.STARTS, 0, pair[0], 1, pair[1]):
            position.play(step)
        if position.record.left == gold.SPOTS:
            found.append(pair)
    return found


def turned(*pairs: tuple[int, int]) -> History:
    """Cards turned by two seats in turn, always new ones, and the very first one once more."""
    history: History = [(CHANCE, gold.STARTS)]
    for n, pair in enumerate(pairs):
        for k, kind in enumerate(pair):
            history += [(n % 2, 2 * n + k), (CHANCE, kind)]
    return [*history, (len(pairs) % 2, 0)]


def test_a_card_of_gold_that_is_covered_again_is_in_no_later_view(hosts: Hosts) -> None:
    """Where it lies one must remember [G22, G23]."""
    pairs = harmless_pairs()
    one = pairs[0]
    other = next(pair for pair in pairs if not {*pair} & {*one})
    later = next(pair for pair in pairs if not {*pair} & {*one, *other})
    histories = [turned(first, later, later) for first in (one, other)]
    code, states = next(codes), []
    for host, history in zip(hosts, histories, strict=True):
        stage = Stage(host, sheet_of(code, "gold", 2), history, 1)
        stage.come(0, 1, NOBODY)
        play_openly(stage, len(history) - 1)
        heard(stage)
        now = [json.dumps(socket.state) for socket in stage.sockets.values()]
        again = [
            json.dumps(stage.peep(seat, socket.state["number"]).state)
            for seat, socket in stage.sockets.items()
        ]
        assert now == again
        lines = [socket.told for socket in stage.sockets.values()]
        play_openly(stage, len(history))
        heard(stage)
        after = [json.dumps(socket.state) for socket in stage.sockets.values()]
        states.append((now, lines, after))
        stage.leave()
    (now, lines, after), (its_now, its_lines, its_after) = states
    assert now == its_now
    assert all(one != other for one, other in zip(lines, its_lines, strict=True))
    assert all(one != other for one, other in zip(after, its_after, strict=True))
