"""Commands that play by bots alone: simulate, compare, teach, measure."""

from pathlib import Path
from typing import Annotated

import typer

from goldrush.cli.arguments import (
    AsJson,
    ClusterAt,
    EditionFile,
    Lang,
    Name,
    Options,
    Seats,
    Seed,
    Version,
    Workers,
    can_save,
    command_line,
    console,
    numbers,
    options,
    print_json,
    seated,
)
from goldrush.games import GAMES, game
from goldrush.lab.results import Bench, Speed
from goldrush.terminal import figures, standings, words
from goldrush.terminal.bar import bar

Number = Annotated[int, typer.Option("--games", help="How many games.")]
Policy = Annotated[
    str, typer.Option(help="uniform, handmade:forget=0.1, zoe; one that does not think long.")
]
Device = Annotated[str, typer.Option(metavar="cpu|cuda", help="Where to play: here, or on a GPU.")]
Rows = Annotated[
    Path | None, typer.Option("--out", help="A Parquet file with a row for each match.")
]
StepRows = Annotated[
    Path | None, typer.Option("--steps", help="A Parquet file with a row for each step.")
]
Bots = Annotated[
    str | None,
    typer.Option(help='Who plays, with blanks between: "zoe handmade:forget=0.1".'),
]
Sizes = Annotated[str | None, typer.Option("--seats", help="How many at a table: 2 or 2,4.")]
Whole = Annotated[int, typer.Option("--games", help="With each number of seats, in whole blocks.")]
Diary = Annotated[
    Path | None, typer.Option(help="A file of all blocks, to go on from another day.")
]
Margin = Annotated[
    float, typer.Option(min=0, help="Stop when no rating is less sure than this, in Elo.")
]
Kept = Annotated[
    bool, typer.Option("--record", help="Keep the personas' ratings, for maintainers.")
]


def simulate(
    name: Name,
    seats: Seats = None,
    number: Number = 10_000,
    seed: Seed = 0,
    policy: Policy = "uniform",
    option: Options = None,
    edition: EditionFile = None,
    version: Version = None,
    workers: Workers = None,
    device: Device = "cpu",
    cluster: ClusterAt = None,
    out: Rows = None,
    steps: StepRows = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """Play many games by bots alone and tell how long, how even and how lucky they are.

    Ctrl-C gives the result so far.
    """
    from goldrush.bots.policy import bot
    from goldrush.lab.simulate import simulate as run

    opened, texts = game(name, edition, version), words.texts(lang, name)
    seats, brain = seated(opened, seats), bot(opened, policy)
    for file in filter(None, (out, steps)):
        can_save(file)
    with bar(texts("bar.seats", game=name, seats=seats), number, texts) as progress:
        terms = (opened, brain, seats, number, seed, options(option))
        result = run(*terms, workers, progress, device, out=out, steps=steps, cluster=cluster)
    if as_json:
        print_json(result)
    else:
        console.print(figures.simulation(result, texts))


def league(
    name: Name,
    bots: Bots = None,
    seats: Sizes = None,
    number: Whole = 1000,
    seed: Seed = 0,
    option: Options = None,
    edition: EditionFile = None,
    version: Version = None,
    workers: Workers = None,
    cluster: ClusterAt = None,
    as_json: AsJson = False,
    diary: Diary = None,
    margin: Margin = 0,
    record: Kept = False,
    lang: Lang = None,
) -> None:
    """Let bots play each other in all seats and tell how strong they are, and how sure that is.

    Ctrl-C gives the result so far.
    """
    from goldrush.lab import league as lab
    from goldrush.lab import records
    from goldrush.lab.blocks import whole

    opened, texts = game(name, edition, version), words.texts(lang)
    who = bots.split() if bots else lab.field()
    sizes = numbers(seats) if seats else lab.sizes(opened)
    if record:
        records.refuse(opened, who, options(option))
    what = texts("bar.bots", game=name, bots=len(who))
    with bar(what, sum(whole(number, n) for n in sizes), texts) as progress:
        terms = (opened, who, sizes, number, seed, options(option), workers, progress)
        result = lab.league(*terms, diary=diary, margin=margin, cluster=cluster)
    if record:
        records.record(result, command_line())
    if as_json:
        print_json(result)
    else:
        console.print(standings.standings(result, texts))


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
    lang: Lang = None,
) -> None:
    """Teach the search how likely each seat is to win, from games of the hand-made player.

    Or, with --practice, go on from the shipped judgement and its horizon.
    """
    from goldrush.lab.teach import practise, surprise
    from goldrush.lab.teach import teach as learn

    opened, texts = game(name, version=version), words.texts(lang)
    can_save(file)
    if practice:
        with bar(name, practice, texts) as progress:
            learned = practise(opened, practice, seed, workers, progress)
    else:
        with bar(name, positions, texts, "positions") as progress:
            learned = learn(opened, positions, horizon, seed, progress)
    learned.save(file)
    for seats, (loss, ignorance) in surprise(opened, learned, seed).items():
        losses = {"loss": texts.number(loss, 4), "ignorance": texts.number(ignorance, 4)}
        console.print(texts("teach.loss", seats=seats, **losses))


def bench(
    as_json: AsJson = False,
    only: Annotated[list[str] | None, typer.Option("--game", help="Only this game.")] = None,
    lang: Lang = None,
) -> None:
    """Measure speed on this machine, beside the same game in C and games of other libraries."""
    from goldrush.lab import bench as lab
    from goldrush.lab.peers import peers

    found: list[Speed] = []
    for result in lab.bench(tuple(only or GAMES)):
        found.append(result)
        if not as_json:
            console.print(figures.speed(result, words.texts(lang)))
    others = list(peers())
    if as_json:
        print_json(Bench(lab.machine(), found, others))
    else:
        console.print(figures.peers(found, others, words.texts(lang)))
