"""The command line: play, simulate, compare, replay, verify, measure."""

import json
import secrets
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.markdown import Markdown
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from goldrush.fair import Fair
from goldrush.games import GAMES, game
from goldrush.games.contract import Game, UnknownVersion
from goldrush.games.texts import Texts
from goldrush.terminal import figures, standings, words
from goldrush.terminal.bar import bar

if TYPE_CHECKING:
    from goldrush.match import Match

app = typer.Typer(
    help="Five gold-rush board games, in the terminal and in numbers.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
console = Console(highlight=False)

Name = Annotated[
    str, typer.Argument(metavar="GAME", help="A game's name, as `goldrush games` lists it.")
]
Seats = Annotated[int | None, typer.Option(help="How many play.")]
Options = Annotated[list[str] | None, typer.Option("--option", help="An option of the game, k=v.")]
Version = Annotated[
    int | None, typer.Option("--version", help="Of the rules; the newest by default.")
]
EditionFile = Annotated[Path | None, typer.Option("--edition", help="Your own edition file.")]
Lang = Annotated[str | None, typer.Option(help="en or fr; the terminal's own by default.")]
Salt = Annotated[str | None, typer.Option(help="Your own words in the fair draws.")]
Plain = Annotated[bool, typer.Option("--plain", help="Sentences, for screen readers.")]
Seed = Annotated[int, typer.Option(help="The same seed gives the same games.")]
Workers = Annotated[int | None, typer.Option(min=1, help="Cores to use; all of them.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print plain JSON.")]


def main() -> None:
    """Runs the command line; what is wrong is said in one line, without a traceback."""
    try:
        app()
    except ValueError as error:
        complaint = Console(stderr=True, highlight=False, soft_wrap=True)
        said = words.printable(f"goldrush: {error}")
        complaint.print(said, style="red", markup=False)
        sys.exit(2)


@app.command()
def games(lang: Lang = None) -> None:
    """List the games."""
    texts = words.texts(lang)
    for name in GAMES:
        rules, own = game(name).rules, words.texts(lang, name)
        seats = texts("games.seats", few=rules.MIN_SEATS, many=rules.MAX_SEATS)
        console.print(f"[bold]{name}[/] · {own('game.title')} · {seats}")
        console.print(Padding(own("game.about"), (0, 2, 0, 4)))
        for option in rules.OPTIONS:
            for value in option.values:
                said = f"--option {option.name}={value}: {own(f'option.{option.name}.{value}')}"
                console.print(Padding(Text(said, "dim"), (0, 2, 0, 4)))
        console.print()


@app.command()
def bots(
    name: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="How they play this game.")
    ] = None,
    lang: Lang = None,
) -> None:
    """List the opponents, from a child to a master, and how strong they proved."""
    from goldrush.terminal import opponents

    for line in opponents.listing(words.texts(lang), game(name) if name else None):
        console.print(line)


@app.command()
def rules(name: Name, lang: Lang = None) -> None:
    """Show the rules of a game, with the numbers that everything cites."""
    game(name)
    text = words.rules(lang, name)
    console.print(Markdown(text) if console.is_terminal else text, markup=False)


@app.command()
def edition(name: Name) -> None:
    """Print the shipped edition file of a game, to be changed into your own."""
    game(name)
    console.print(words.edition(name), markup=False, soft_wrap=True, end="")


@app.command()
def play(
    name: Name,
    seats: Seats = None,
    bots: Annotated[int | None, typer.Option(help="How many seats bots take; all but one.")] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(help="zoe, search:ms=300 …, as `goldrush bots` lists them; once for each."),
    ] = None,
    option: Options = None,
    edition: EditionFile = None,
    version: Version = None,
    lang: Lang = None,
    seed: Annotated[
        int | None, typer.Option(help="Draws that can be repeated, not proven.")
    ] = None,
    salt: Salt = None,
    player: Annotated[
        list[str] | None, typer.Option(help="A person's name; once for each.")
    ] = None,
    pace: Annotated[float, typer.Option(help="Seconds that turned things stay to be seen.")] = 1.5,
    save: Annotated[
        Path | None, typer.Option(help="Write match and proof of fairness here.")
    ] = None,
    plain: Plain = False,
) -> None:
    """Play a game in the terminal, against bots or with others at the same keyboard."""
    from goldrush.bots.policy import bot as open_bot
    from goldrush.match import Match
    from goldrush.position import Position
    from goldrush.terminal import opponents
    from goldrush.terminal.screen import Left
    from goldrush.terminal.table import Table, rehearse

    opened = _opened(name, edition, version, lang)
    seats = min(3, opened.rules.MAX_SEATS) if seats is None else seats
    bots = max(seats - 1, 0) if bots is None else bots
    Position(opened, seats, _options(option))  # refuses what cannot be set up
    if not 0 <= bots <= seats:
        raise ValueError(f"{bots} bots cannot take {seats} seats; 0 to {seats} can")
    if save:
        _can_save(save)
    people, said = _people(lang, seats - bots, player or []), opponents.chosen(bot or [], bots)
    texts = words.texts(lang, name, opponents.names(words.texts(lang), people, said))
    brains = [open_bot(opened, one) for one in said]
    fair = _fair(seed, salt, len(people), bots)
    match = Match(opened, seats, _options(option), fair=fair)
    luck = secrets.randbits(62) if seed is None else seed
    seated = dict(enumerate(brains, start=len(people)))
    table = Table(match, seated, texts, console, pace, luck, plain=plain)
    with console.status(texts("table.preparing")):
        rehearse(match, brains or [open_bot(opened, "uniform")])
    promise = texts("table.promise", commitment=fair.commitment)
    try:
        table.play(promise if seed is None else texts("table.not_fair"))
    except Left:
        console.print(texts("table.quit"))
    else:
        table.result()
        if seed is None:
            salts = ", ".join(fair.salts[: len(people)])
            shown = texts("table.secret", secret=fair.secret.hex(), salts=salts)
            console.print(f"{promise}\n{shown}", soft_wrap=True, markup=False)
        console.print(texts("table.link"))
    console.print(match.link(), soft_wrap=True)
    if save:
        _save(match, save, texts)


@app.command()
def simulate(
    name: Name,
    seats: Seats = None,
    number: Annotated[int, typer.Option("--games", help="How many games.")] = 10_000,
    seed: Seed = 0,
    policy: Annotated[
        str, typer.Option(help="uniform, handmade:forget=0.1, zoe; one that does not think long.")
    ] = "uniform",
    option: Options = None,
    edition: EditionFile = None,
    version: Version = None,
    workers: Workers = None,
    as_json: AsJson = False,
) -> None:
    """Play many games by bots alone and tell how long, how even and how lucky they are.

    Ctrl-C gives the result so far.
    """
    from goldrush.bots.policy import bot
    from goldrush.lab.simulate import simulate as run

    opened = game(name, edition, version)
    seats = opened.rules.MAX_SEATS if seats is None else seats
    brain = bot(opened, policy)
    with bar(f"{name}, {seats} seats", number) as progress:
        result = run(opened, brain, seats, number, seed, _options(option), workers, progress)
    if as_json:
        print(json.dumps(result))  # noqa: T201  # the console would wrap and colour it
    else:
        console.print(figures.simulation(result, words.texts("en", name)))


@app.command()
def league(
    name: Name,
    bots: Annotated[
        str | None,
        typer.Option(help='Who plays, with blanks between: "zoe handmade:forget=0.1".'),
    ] = None,
    seats: Annotated[str | None, typer.Option(help="How many at a table: 2 or 2,4.")] = None,
    number: Annotated[
        int, typer.Option("--games", help="With each number of seats, in whole blocks.")
    ] = 1000,
    seed: Seed = 0,
    option: Options = None,
    edition: EditionFile = None,
    version: Version = None,
    workers: Workers = None,
    as_json: AsJson = False,
    diary: Annotated[
        Path | None, typer.Option(help="A file of all blocks, to go on from another day.")
    ] = None,
    margin: Annotated[
        float, typer.Option(min=0, help="Stop when no rating is less sure than this, in Elo.")
    ] = 0,
    record: Annotated[
        bool, typer.Option("--record", help="Keep the personas' ratings, for maintainers.")
    ] = False,
) -> None:
    """Let bots play each other in all seats and tell how strong they are, and how sure that is.

    Ctrl-C gives the result so far.
    """
    from goldrush.lab import league as lab
    from goldrush.lab import records
    from goldrush.lab.blocks import whole

    opened = game(name, edition, version)
    who = bots.split() if bots else lab.field()
    sizes = _numbers(seats) if seats else lab.sizes(opened)
    if record:
        records.refuse(opened, who, _options(option))
    with bar(f"{name}, {len(who)} bots", sum(whole(number, n) for n in sizes)) as progress:
        terms = (opened, who, sizes, number, seed, _options(option), workers, progress)
        result = lab.league(*terms, diary=diary, margin=margin)
    if record:
        records.record(result, shlex.join(["goldrush", *sys.argv[1:]]))
    if as_json:
        print(json.dumps(result))  # noqa: T201  # as above
    else:
        console.print(standings.standings(result))


@app.command()
def replay(link: Annotated[str, typer.Argument(metavar="LINK")], lang: Lang = None) -> None:
    """Tell a match from its link, step by step."""
    from goldrush.core import CHANCE, WATCHER
    from goldrush.match import Match
    from goldrush.position import steps
    from goldrush.terminal.boards import board

    with _known_rules(lang):
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


@app.command()
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
        with _known_rules(lang):
            match, lots = checked(what, commitment)
    except Unfair as error:
        reason = words.printable(str(error))
        console.print(texts("verify.unfair", reason=reason), style="bold red", markup=False)
        raise typer.Exit(1) from None
    draws = sum(actor == CHANCE for actor, _ in match.history)
    console.print(texts("verify.fair", draws=draws, steps=len(match.history)))
    if lots:
        console.print(texts("verify.lots", seats=", ".join(str(seat + 1) for seat in lots)))
    if commitment is None and match.fair:
        console.print(texts("verify.compare", commitment=match.fair.commitment), soft_wrap=True)


@app.command()
def join(
    address: Annotated[
        str, typer.Argument(metavar="ADDRESS", help="Of a table; with --create of a server.")
    ],
    name: Annotated[str | None, typer.Option(help="What you are called there.")] = None,
    seat: Annotated[int | None, typer.Option(min=1, help="The seat you want, from 1.")] = None,
    salt: Salt = None,
    watch: Annotated[bool, typer.Option("--watch", help="Only look on.")] = False,
    start: Annotated[
        bool, typer.Option("--start", help="Begin as soon as everybody is there.")
    ] = False,
    create: Annotated[
        str | None, typer.Option(metavar="GAME", help="Make a table for this game.")
    ] = None,
    people: Annotated[
        int | None, typer.Option(min=1, help="How many people sit there; 2, or 1 with bots.")
    ] = None,
    bot: Annotated[list[str] | None, typer.Option(help="zoe, felix …; once for each.")] = None,
    option: Options = None,
    edition: EditionFile = None,
    public: Annotated[bool, typer.Option("--public", help="List it in the lobby.")] = False,
    lang: Lang = None,
    pace: Annotated[float, typer.Option(help="Seconds that things stay to be seen.")] = 1.0,
    plain: Plain = False,
) -> None:
    """Play at a server's table, from this terminal; the same name finds its seat again."""
    from goldrush.terminal import join as guests

    place = None if seat is None else seat - 1
    wishes = guests.Wishes(name, place, salt, watch, start, lang, pace, plain)
    new = None
    if create:
        people = people or (1 if bot else 2)
        terms = (people, bot or [], _options(option), edition)
        new = guests.create(create, wishes, *terms, public=public)
    with _known_rules(lang):
        guests.join(address, wishes, console, new)


@app.command()
def serve(
    host: Annotated[
        str, typer.Option(help="The address to listen at; 0.0.0.0 for all.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 for any that is free.")] = 8000,
    data: Annotated[
        Path | None, typer.Option(help="The file that keeps all tables; your data folder's.")
    ] = None,
    workers: Annotated[int, typer.Option(min=1, help="Processes in which bots think.")] = 1,
    origin: Annotated[
        list[str] | None, typer.Option(help="An address under which a proxy shows this server.")
    ] = None,
    requests: Annotated[
        float, typer.Option(min=1, help="How many a second are answered to one address.")
    ] = 20,
    messages: Annotated[
        float, typer.Option(min=1, help="How many a second are read from one socket.")
    ] = 10,
    own_editions: Annotated[
        bool, typer.Option(help="Whether people may bring editions of their own.")
    ] = True,
    show: Annotated[bool, typer.Option("--open", help="Open it in the browser.")] = False,
) -> None:
    """Host tables for browsers."""
    import asyncio
    import signal

    from goldrush.server.app import Settings, run
    from goldrush.terminal import browser

    def ready(port: int) -> None:
        address = browser.address(host, port)
        print(address, flush=True)  # noqa: T201  # programs read it too
        if show:
            browser.show(address)

    file = data or words.data() / "tables.db"
    origins = tuple(origin or ())
    limits = (requests, messages, own_editions)
    settings = Settings(file, host, port, workers, origins, *limits)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # when all is closed, nothing need be compiled
    asyncio.run(run(settings, ready))


@app.command()
def teach(
    name: Name,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where the judgement is written.")],
    positions: Annotated[int, typer.Option(help="How many to learn from.")] = 2_000_000,
    practice: Annotated[
        int, typer.Option(help="Improve the shipped one by so many games of the search instead.")
    ] = 0,
    horizon: Annotated[int, typer.Option(help="Turns that a search plays before it asks.")] = 4,
    version: Version = None,
    seed: Seed = 0,
    workers: Workers = None,
) -> None:
    """Teach the search how likely each seat is to win, from games of the hand-made player.

    Or, with --practice, go on from the shipped judgement and its horizon.
    """
    from goldrush.lab.teach import practise, surprise
    from goldrush.lab.teach import teach as learn

    opened = game(name, version=version)
    _can_save(file)
    if practice:
        with bar(name, practice) as progress:
            learned = practise(opened, practice, seed, workers, progress)
    else:
        with bar(name, positions, "positions") as progress:
            learned = learn(opened, positions, horizon, seed, progress)
    learned.save(file)
    for seats, (loss, ignorance) in surprise(opened, learned, seed).items():
        console.print(f"{seats} seats: log loss {loss:.4f}, without a judgement {ignorance:.4f}")


@app.command()
def bench(
    as_json: AsJson = False,
    only: Annotated[list[str] | None, typer.Option("--game", help="Only this game.")] = None,
) -> None:
    """Measure speed on this machine, beside the same game in C."""
    from goldrush.lab import bench as lab

    found: list[dict[str, Any]] = []
    for result in lab.bench(tuple(only or GAMES)):
        found.append(result)
        if not as_json:
            console.print(figures.speed(result))
    if as_json:
        print(json.dumps({"machine": lab.machine(), "games": found}))  # noqa: T201  # as above


def _options(said: list[str] | None) -> dict[str, str]:
    """Options as k=v."""
    pairs = [text.partition("=") for text in said or []]
    for name, equals, _ in pairs:
        if not equals:
            raise ValueError(f'an option is said as name=value, not "{name}"')
    return {name: value for name, _, value in pairs}


def _opened(name: str, edition: Path | None, version: int | None, lang: str | None) -> Game:
    """A game, or in the reader's language why its rules are not known here."""
    with _known_rules(lang):
        return game(name, edition, version)


@contextmanager
def _known_rules(lang: str | None) -> Iterator[None]:
    """Says in the reader's language which rules a match goes by, if they are not known here."""
    try:
        yield
    except UnknownVersion as error:
        raise ValueError(words.later_rules(lang, error)) from None


def _numbers(said: str) -> tuple[int, ...]:
    """Numbers of seats as 2,4."""
    parts = [part.strip() for part in said.split(",")]
    if not all(part.isdecimal() and int(part) for part in parts):
        raise ValueError(f'seats are numbers such as 2 or 2,4, not "{said}"')
    return tuple(map(int, parts))


def _can_save(path: Path) -> None:
    """Says before the match, not after it, that nothing can be written there."""
    try:
        path.open("ab").close()
    except OSError as error:
        raise ValueError(f"nothing can be saved as {path}: {error.strerror}") from None


def _save(match: "Match", path: Path, texts: Texts) -> None:
    """Writes a match to a file and says how it can be checked."""
    match.save(path)
    proves = match.position.over and match.fair and match.fair.proves
    console.print(
        texts("table.saved" if proves else "table.kept", path=path), soft_wrap=True, markup=False
    )


def _fair(seed: int | None, salt: str | None, people: int, bots: int) -> Fair:
    """A secret with the people's salt, or what follows from a seed alone."""
    if seed is not None:
        return Fair.seeded(seed, [salt or ""] * people + [""] * bots)
    return Fair.new([salt or secrets.token_hex(8)] * people + [""] * bots)


def _people(lang: str | None, people: int, given: list[str]) -> list[str]:
    """The names of people, as far as they gave any."""
    texts = words.texts(lang)
    if len(given) > people:
        raise ValueError(f"{len(given)} names for {people} people")
    return given + [texts("player.person", number=n + 1) for n in range(len(given), people)]
