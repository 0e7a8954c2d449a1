"""Who one is at a server elsewhere: the name kept there, what brings it back, how strong one is."""

from typing import TypeVar

from goldrush.games.problem import Problem
from goldrush.games.texts import Texts
from goldrush.server import personal as wire
from goldrush.terminal import remote, words
from goldrush.terminal.remote import Address, Declined, Server

Body = TypeVar("Body")


class Oneself:
    """Whoever goes by a name at this terminal, and what a server keeps of them."""

    def __init__(self, said: str, own_name: str | None) -> None:
        self.address: Address = remote.server(said)
        self.own_name = own_name
        self.called = own_name or words.user()
        self._names = {self.called}  # by which this terminal knows them
        where = self.address.server
        self.server = Server(where, remote.remembered(where, self.called))

    def look(self) -> wire.Myself:
        """What is kept of them."""
        return self._ask("GET", "person", wire.Myself)

    def keep(self) -> tuple[wire.Myself, list[str]]:
        """Keeps the name, with ten new words if nothing would bring it back."""
        named = wire.Named(self._name(self.look()))
        known = self._ask("PUT", "name", wire.Myself, named)
        return known, [] if can_return(known) else self.words()

    def words(self) -> list[str]:
        """Ten new words that bring them back, in the place of those before."""
        return self._ask("POST", "phrase", wire.NewPhrase).words

    def code(self) -> wire.NewCode:
        """A code that makes another device theirs."""
        return self._ask("POST", "device", wire.NewCode)

    def sign_in(self, said: str) -> wire.Myself:
        """Becomes whose ten words, or whose code, these are."""
        if len(said.split()) > 2:  # a code may be written in two halves
            return self._ask("POST", "phrase/sign-in", wire.Myself, wire.Phrase(said))
        return self._ask("POST", "device/sign-in", wire.Myself, wire.DeviceCode(said))

    def sign_out(self) -> str:
        """Is nobody here any more; says who they were."""
        known = self.look()
        self._ask("POST", "sign-out", wire.Myself, wire.Leaving())
        return known.name or self.called

    def figures(self) -> wire.Figures:
        """How they have played."""
        return self._ask("GET", "figures", wire.Figures)

    def _name(self, known: wire.Myself) -> str:
        """The name to be kept: the one said, or the one they have, or the system's."""
        return self.own_name or known.name or self.called

    def _ask(self, method: str, path: str, shape: type[Body], body: object = None) -> Body:
        """The answer to a request about oneself; who one is from now on is remembered here."""
        where, before = self.address.server, self.server.cookie
        answer = self.server.ask(method, f"/me/{path}", shape, body)
        if isinstance(answer, wire.Myself) and answer.name:
            self._names.add(answer.name)
        for name in self._names:  # unless it is somebody else's here
            if remote.remembered(where, name) in ("", before):
                remote.remember(where, name, self.server.cookie)
        return answer


def can_return(known: wire.Myself) -> bool:
    """Whether anything brings somebody back who is forgotten here."""
    return bool(known.phrase or known.passkeys)


def told(oneself: Oneself, known: wire.Myself, texts: Texts) -> list[str]:
    """Who one is at a server, in lines."""
    where = {"address": oneself.address}
    if not known.name:
        return [texts("me.stranger", **where)]
    ways = [texts("me.words")] if known.phrase else []
    ways += [texts("me.passkeys", n=len(known.passkeys))] if known.passkeys else []
    back = texts("me.ways", ways=", ".join(ways)) if ways else texts("me.no_way", **where)
    return [texts("me.name", name=words.printable(known.name), **where), back]


def strength(figures: wire.Figures, texts: Texts) -> list[str]:
    """How strong one is known to be, a line for each game."""
    found = []
    for one in figures.ratings:
        title = words.title(one.game, texts.lang)
        figure = {"value": one.rating.value, "margin": one.rating.margin}
        found.append(texts("me.rating", game=title, **figure, n=one.matches))
    return found or [texts("me.unrated")]


def named(where: Address, declined: Declined) -> Problem:
    """Why somebody without a name cannot be seated, with how to keep one here."""
    return Problem("{}. Here: goldrush me {} keep --name …", declined, where.server)
