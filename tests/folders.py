"""What the folders of a game hold, and what each file is for: see docs/adding-a-game.md."""

from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]

RULES = "src/goldrush/games"
WEB = "web/src/games"
TESTS = "tests/games"
TESTED = ROOT / TESTS
BY_HAND = {
    f"{RULES}/{{}}/__init__.py": "an empty module with the game's name as its docstring",
    f"{RULES}/{{}}/RULES.en.md": "the rule book, every paragraph numbered and marked R, E or H",
    f"{RULES}/{{}}/RULES.fr.md": "the rule book in French, with the same numbers and marks",
    f"{RULES}/{{}}/edition.toml": "what the printed pieces say, and where that was found",
    f"{RULES}/{{}}/edition.py": "what an edition may say, and what makes it unplayable",
    f"{RULES}/{{}}/rules.py": "the record and the rules, as Rules in games/contract.py promises",
    f"{RULES}/{{}}/notation.py": "steps and positions as text, as Notation in games/contract.py",
    f"{RULES}/{{}}/shapes.py": "what its views are made of",
    f"{RULES}/{{}}/view.py": "what people are shown and told, as View in games/contract.py",
    f"{RULES}/{{}}/features.py": "the record as numbers, as Features in games/contract.py",
    f"{RULES}/{{}}/handmade.py": "a player that can be read, as Player in bots/policy.py",
    f"{RULES}/{{}}/board.py": "the board in the terminal, as Drawer in terminal/boards.py",
    f"{RULES}/{{}}/lesson.toml": "the guided first match, as Lesson in server/lessons.py",
    f"{RULES}/{{}}/texts.en.toml": "all that it says, by keys",
    f"{RULES}/{{}}/texts.fr.toml": "the same in French",
    f"{WEB}/{{}}/index.ts": "its parts for the web app, as GameParts in web/src/games/index.ts",
    f"{WEB}/{{}}/Board.svelte": "the board in the browser",
    f"{WEB}/{{}}/Cover.svelte": "the picture of its cover, with its title's size",
    f"{WEB}/{{}}/texts.en.toml": "what is said on a screen only, or otherwise than in a terminal",
    f"{WEB}/{{}}/texts.fr.toml": "the same in French",
    f"{TESTS}/{{}}/sample.toml": "what the tests of all games must know of it: tests/samples.py",
    f"{TESTS}/{{}}/test_{{}}.py": "tests that are sentences, each with its paragraphs, as [P5]",
}
WRITTEN = {
    f"{WEB}/{{}}/shapes.ts": "make messages",
    f"{WEB}/{{}}/board.test.json": "make fixtures",
    f"{TESTS}/{{}}/golden/1/perft.txt": "make golden",
    f"{TESTS}/{{}}/golden/words/2-seats.txt": "make golden",
    f"{TESTS}/{{}}/golden/search.txt": "make golden",
}


def unwritten(game: str, root: Path = ROOT) -> Iterator[str]:
    """What must still be written by hand, a sentence each."""
    for pattern, what in BY_HAND.items():
        path = pattern.replace("{}", game)
        if not (root / path).is_file():
            yield f"{game} lacks a file: add {path} ({what})"


def unmade(game: str, root: Path = ROOT) -> Iterator[str]:
    """What a command must still write, a sentence each."""
    for pattern, command in WRITTEN.items():
        path = pattern.replace("{}", game)
        if not (root / path).is_file():
            yield f"{game} lacks {path}: run `{command}`"


def unlisted(games: tuple[str, ...], root: Path = ROOT) -> Iterator[str]:
    """Folders with rules or a board of a game that nobody can choose, a sentence each."""
    for where, sign in ((RULES, "rules.py"), (WEB, "index.ts"), (TESTS, "sample.toml")):
        for path in sorted((root / where).glob(f"*/{sign}")):
            if path.parent.name not in games:
                yield (
                    f"{where}/{path.parent.name} is no game that anybody can choose:"
                    f" add its name to GAMES in {RULES}/__init__.py"
                )
