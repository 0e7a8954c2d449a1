"""Commands about one match: play it here, tell it again, prove its draws."""

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table as Grid

from goldrush.cli.arguments import (
    EditionFile,
    Lang,
    Name,
    Options,
    Plain,
    Salt,
    Seats,
    Version,
    can_save,
    console,
    options,
)
from goldrush.fair import Fair
from goldrush.games import game
from goldrush.games.problem import Problem
from goldrush.games.texts import Texts
from goldrush.terminal import words

if TYPE_CHECKING:
    from goldrush.match import Match
    from goldrush.terminal.table import Table

BotSeats = Annotated[int | None, typer.Option(help="How many seats bots take; all but one.")]
Bots = Annotated[
    list[str] | None,
    typer.Option(help="zoe, search:ms=300 …, as `goldrush bots` lists them; once for each."),
]
Repeated = Annotated[int | None, typer.Option(help="Draws that can be repeated, not proven.")]
People = Annotated[list[str] | None, typer.Option(help="A person's name; once for each.")]
Pace = Annotated[float, typer.Option(help="Seconds that turned things stay to be seen.")]
Save = Annotated[Path | None, typer.Option(help="Write match and proof of fairness here.")]


def play(
    name: Name,
    seats: Seats = None,
    bots: BotSeats = None,
    bot: Bots = None,
    option: Options = None,
    edition: EditionFile = None,
    version: Version = None,
    lang: Lang = None,
    seed: Repeated = None,
    salt: Salt = None,
    player: People = None,
    pace: Pace = 1.5,
    save: Save = None,
    plain: Plain = False,
) -> None:
    """Play a game in the terminal, against bots or with others at the same keyboard."""
    from goldrush.match import Match
    from goldrush.position import Position
    from goldrush.terminal import opponents
    from goldrush.terminal.warmup import begun

    opened = game(name, edition, version)
    seats = min(3, opened.rules.MAX_SEATS) if seats is None else seats
    bots = max(seats - 1, 0) if bots is None else bots
    Position(opened.at_once(), seats, options(option))  # refuses what cannot be set up
    if not 0 <= bots <= seats:
        raise Problem("{0} bots cannot take {1} seats; 0 to {1} can", bots, seats)
    if save:
        can_save(save)
    people, said = _people(lang, seats - bots, player or []), opponents.chosen(bot or [], bots)
    texts = words.texts(lang, name, opponents.names(words.texts(lang), people, said))
    fair = _fair(seed, salt, len(people), bots)
    opened = begun(opened, said, repeatable=seed is not None)
    match = Match(opened, seats, options(option), fair=fair)
    table = _table(match, said, texts, pace, seed, plain=plain)
    _finish(table, texts, fair if seed is None else None, len(people))
    console.print(match.link(), soft_wrap=True)
    if save:
        _save(match, save, texts)


def replay(link: Annotated[str, typer.Argument(metavar="LINK")], lang: Lang = None) -> None:
    """Tell a match from its link, step by step."""
    from goldrush.core import CHANCE, WATCHER
    from goldrush.match import Match
    from goldrush.position import steps
    from goldrush.terminal.boards import board

    match = Match.from_link(link)
    own = words.texts(lang)
    names = [own("replay.seat", number=seat + 1) for seat in range(match.seats)]
    texts = words.texts(lang, match.game.name, names)
    grid = Grid()
    for key in ("step", "who", "what", "words"):
        grid.add_column(texts(f"replay.{key}"))
    told = zip(match.history, match.lines(WATCHER), match.replay(), strict=False)
    for number, ((actor, step), lines, before) in enumerate(told):
        who = texts("replay.chance") if actor == CHANCE else names[actor]
        known = match.position.over or match.game.rules.seen(before.record, step, WATCHER)
        what = steps(match.game)[actor == CHANCE][step].text if known else "·"
        grid.add_row(str(number), who, what, " ".join(map(texts.line, lines)))
    console.print(grid)
    console.print(board(match.game.name).draw(match.position.view(WATCHER), texts, *console.size))


def verify(
    what: Annotated[
        str, typer.Argument(metavar="FILE", help="A saved match, or the address of its table.")
    ],
    commitment: Annotated[
        str | None, typer.Option(help="What was promised before the match.")
    ] = None,
    lang: Lang = None,
) -> None:
    """Check every draw of a match that is over against the secret that was promised."""
    from goldrush.core import CHANCE
    from goldrush.match import Unfair
    from goldrush.terminal.proof import checked

    texts = words.texts(lang)
    try:
        match, lots = checked(what, commitment)
    except Unfair as error:
        reason = words.reason(lang, error)
        console.print(texts("verify.unfair", reason=reason), style="bold red", markup=False)
        raise typer.Exit(1) from None
    draws = sum(actor == CHANCE for actor, _ in match.history)
    console.print(texts("verify.fair", draws=draws, steps=len(match.history)))
    if lots:
        console.print(texts("verify.lots", seats=", ".join(str(seat + 1) for seat in lots)))
    if commitment is None and match.fair:
        console.print(texts("verify.compare", commitment=match.fair.commitment), soft_wrap=True)


def _people(lang: str | None, people: int, given: list[str]) -> list[str]:
    """The names of people, as far as they gave any."""
    texts = words.texts(lang)
    if len(given) > people:
        raise Problem("{} names for {} people", len(given), people)
    return given + [texts("player.person", number=n + 1) for n in range(len(given), people)]


def _fair(seed: int | None, salt: str | None, people: int, bots: int) -> Fair:
    """A secret with the people's salt, or what follows from a seed alone."""
    if seed is not None:
        return Fair.seeded(seed, [salt or ""] * people + [""] * bots)
    return Fair.new([salt or secrets.token_hex(8)] * people + [""] * bots)


def _table(
    match: "Match", bots: Sequence[str], texts: Texts, pace: float, seed: int | None, *, plain: bool
) -> "Table":
    """A table with bots in the last seats; what it needs is compiled, or will be."""
    from goldrush.bots.policy import bot
    from goldrush.terminal.table import Table, compile_all
    from goldrush.terminal.warmup import WarmUp

    brains = [bot(match.game, said) for said in bots]
    luck = secrets.randbits(62) if seed is None else seed
    seated = dict(enumerate(brains, start=match.seats - len(brains)))
    cold = WarmUp(match.game, brains) if match.game.compiled else None
    table = Table(match, seated, texts, console, pace, luck, plain=plain, warm_up=cold)
    if cold:
        return table
    with console.status(texts("table.preparing")):
        compile_all(match, brains or [bot(match.game, "uniform")])
    return table


def _finish(table: "Table", texts: Texts, fair: Fair | None, people: int) -> None:
    """Plays to the end, or until somebody leaves; *fair* is what can be proven, if anything."""
    from goldrush.terminal.screen import Left

    promise = texts("table.promise", commitment=fair.commitment) if fair else ""
    try:
        table.play(promise or texts("table.not_fair"))
    except Left:
        console.print(texts("table.quit"))
        return
    finally:
        if table.warm_up:
            table.warm_up.close()
    table.result()
    if fair:
        salts = ", ".join(fair.salts[:people])
        shown = texts("table.secret", secret=fair.secret.hex(), salts=salts)
        console.print(f"{promise}\n{shown}", soft_wrap=True, markup=False)
    console.print(texts("table.link"))


def _save(match: "Match", path: Path, texts: Texts) -> None:
    """Writes a match to a file and says how it can be checked."""
    match.save(path)
    proves = match.position.over and match.fair and match.fair.proves
    console.print(
        texts("table.saved" if proves else "table.kept", path=path), soft_wrap=True, markup=False
    )
