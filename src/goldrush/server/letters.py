"""What people are told who are away, in their own language: which tables wait, and nothing else."""

import json
from pathlib import Path

from goldrush.games import GAMES
from goldrush.games.texts import LANGUAGES, PACKAGE, Texts
from goldrush.server.mail import Letter
from goldrush.server.waits import CHALLENGE, INVITED, OVER, SEAT, Wait

NAMED = 4  # tables of one message that a browser names
SEVERAL = "several"  # the topic of a message about more than one


def texts(lang: str) -> Texts:
    """The words of a language, the games' names among them."""
    known = lang if lang in LANGUAGES else "en"
    return Texts(known, Path(__file__).parent)


def title(lang: str, game: str) -> str:
    """What a game is called."""
    known = lang if lang in LANGUAGES else "en"
    return Texts(known, PACKAGE / "games" / game)("game.title") if game in GAMES else game


def kind(wait: Wait) -> str:
    """What a table waits for, as keys of texts say it."""
    if wait.code == CHALLENGE:
        return "challenge"
    return {SEAT: "seat", OVER: "over", INVITED: "invited"}.get(wait.turn, "turn")


def path(wait: Wait) -> str:
    """Where it waits."""
    return "/daily" if wait.code == CHALLENGE else f"/table/{wait.code}"


def name(wait: Wait, lang: str) -> str:
    """What it is called: a table by its game and code."""
    game = title(lang, wait.game)
    return game if wait.code == CHALLENGE else f"{game} ({wait.code})"


def pushed(waits: list[Wait], lang: str, root: str) -> bytes:
    """A message for a browser: what it shows, and where that leads."""
    words = texts(lang)
    told = [name(wait, lang) for wait in waits]
    if len(waits) == 1:
        (wait,) = waits
        said = {"title": words(f"notice.{kind(wait)}"), "path": f"{root}{path(wait)}"}
    else:
        said = {"title": words("notice.several", n=len(waits)), "path": f"{root}/"}
    more = ["…"] if len(told) > NAMED else []
    said |= {"body": ", ".join(told[:NAMED] + more), "tag": topic(waits)}
    return json.dumps(said, ensure_ascii=False).encode()


def topic(waits: list[Wait]) -> str:
    """What of messages to one browser the latest counts alone."""
    return waits[0].code if len(waits) == 1 else SEVERAL


def mailed(waits: list[Wait], lang: str, to: str, home: str, handle: str, at: int) -> Letter:
    """The same as a letter, which leads to each of the tables."""
    words = texts(lang)

    def about(wait: Wait, game: str) -> str:
        return words("notice.about", what=words(f"notice.{kind(wait)}"), game=game)

    several = words("notice.several", n=len(waits))
    subject = about(waits[0], title(lang, waits[0].game)) if len(waits) == 1 else several
    lines = [f"{about(wait, name(wait, lang))}\n{home}{path(wait)}" for wait in waits]
    return _letter(words, to, subject, "\n\n".join(lines), home, handle, at)


def asked(code: str, minutes: int, lang: str, to: str, home: str, handle: str, at: int) -> Letter:
    """The letter with a code, which shows that an address is one's own."""
    words = texts(lang)
    text = words("mail.code", code=code, n=minutes)
    return _letter(words, to, words("mail.code_subject"), text, home, handle, at)


def _letter(
    words: Texts, to: str, subject: str, text: str, home: str, handle: str, at: int
) -> Letter:
    foot = words("mail.foot", settings=f"{home}/settings", stop=f"{home}/unsubscribe/{handle}")
    stop = f"{home}/api/notices/unsubscribe?token={handle}"
    return Letter(to, subject, f"{text}\n\n-- \n{foot}\n", stop, at)
