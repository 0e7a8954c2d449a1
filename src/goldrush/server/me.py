"""What people ask about themselves: their name, the ways to come back, and to go."""

from typing import Annotated, Any

from litestar import Request, Router, delete, get, post, put
from litestar.datastructures import State
from litestar.params import JSONBody, PathParameter
from litestar.response import Response
from msgspec.structs import replace

from goldrush.server import passkeys
from goldrush.server import personal as wire
from goldrush.server.api import registry_of
from goldrush.server.connections import origin
from goldrush.server.guard import player_of
from goldrush.server.identity import Identities
from goldrush.server.passkeys import Place
from goldrush.server.people import People, Who
from goldrush.server.store import Person

Asking = Request[Any, Any, State]
Key = Annotated[
    str, PathParameter(pattern=r"^[\w-]{1,1400}$", description="A passkey of one's own")
]
Signed = Response[wire.Myself]


def people_of(state: State) -> People:
    """All who keep their name at this server."""
    found: People = state.people
    return found


def _who(request: Asking) -> Who:
    return player_of(request.scope), origin(request.client)


def _where(request: Asking) -> Place:
    return passkeys.place(request.headers.get("origin"))


def told(person: Person | None) -> wire.Myself:
    """What a person is told of what they keep."""
    if person is None:
        return wire.Myself(None, None, [], None)
    return wire.Myself(
        name=person.name or None,
        phrase=person.phrased or None,
        passkeys=[
            wire.OwnPasskey(passkeys.named(one), one.name, one.host, one.created, one.used or None)
            for one in person.passkeys
        ],
        address=person.address or None,
        featured=not person.unfeatured,
    )


def _as(request: Asking, player: str, person: Person | None) -> Signed:
    """An answer after which a browser is somebody else."""
    identities: Identities = request.app.state.identities
    return Response(told(person), headers={"set-cookie": identities.header(player)})


@get("/person")
async def person(request: Asking, state: State) -> wire.Myself:
    """What is kept of whoever asks."""
    found = told(await people_of(state).of(player_of(request.scope)))
    found.reports = registry_of(state).services.house.hears
    return found


@put("/name")
async def rename(request: Asking, state: State, data: JSONBody[wire.Named]) -> wire.Myself:
    """Keeps a name; matches that are over keep the one they were played with."""
    return told(await people_of(state).rename(_who(request), data.name))


@post("/phrase")
async def new_phrase(request: Asking, state: State) -> wire.NewPhrase:
    """Makes a recovery phrase, in the place of the one before; it is shown this once."""
    return wire.NewPhrase(await people_of(state).new_phrase(_who(request)))


@delete("/phrase", status_code=200)
async def drop_phrase(request: Asking, state: State) -> wire.Myself:
    """Makes one's recovery phrase useless."""
    return told(await people_of(state).drop_phrase(_who(request)))


@post("/phrase/sign-in", status_code=200)
async def by_phrase(request: Asking, state: State, data: JSONBody[wire.Phrase]) -> Signed:
    """Signs in with a recovery phrase; what was played as a stranger comes along."""
    found = await people_of(state).by_phrase(_who(request), data.phrase)
    return _as(request, found.player, found)


@post("/device")
async def new_code(request: Asking, state: State) -> wire.NewCode:
    """Makes a code for another device, good for ten minutes and once."""
    return wire.NewCode(*await people_of(state).new_code(_who(request)))


@post("/device/look", status_code=200)
async def whose_code(request: Asking, state: State, data: JSONBody[wire.DeviceCode]) -> wire.CodeOf:
    """Says whose device this would be."""
    return wire.CodeOf((await people_of(state).whose_code(_who(request), data.code)).name or None)


@post("/device/sign-in", status_code=200)
async def by_code(request: Asking, state: State, data: JSONBody[wire.DeviceCode]) -> Signed:
    """Signs another device in; what was played there as a stranger comes along."""
    found = await people_of(state).by_code(_who(request), data.code)
    return _as(request, found.player, found)


@post("/passkeys/options", status_code=200)
async def ask_for_passkey(
    request: Asking, state: State, data: JSONBody[wire.Named]
) -> dict[str, Any]:
    """What the browser is to be asked to make a passkey, for a person of that name."""
    return await people_of(state).ask_for_passkey(_who(request), _where(request), data.name)


@post("/passkeys")
async def add_passkey(
    request: Asking, state: State, data: JSONBody[wire.NewPasskey]
) -> wire.Myself:
    """Keeps a passkey that the browser has made."""
    who, where = _who(request), _where(request)
    return told(await people_of(state).add_passkey(who, where, data.name, data.credential))


@put("/passkeys/{key:str}")
async def rename_passkey(
    request: Asking, state: State, key: Key, data: JSONBody[wire.Named]
) -> wire.Myself:
    """Gives a passkey another name."""
    return told(await people_of(state).rename_passkey(_who(request), key, data.name))


@delete("/passkeys/{key:str}", status_code=200)
async def drop_passkey(request: Asking, state: State, key: Key) -> wire.Myself:
    """Makes a passkey useless."""
    return told(await people_of(state).drop_passkey(_who(request), key))


@post("/passkeys/sign-in/options", status_code=200)
async def ask_to_sign_in(request: Asking, state: State) -> dict[str, Any]:
    """What the browser is to be asked to sign in with a passkey."""
    return people_of(state).ask_to_sign_in(_who(request), _where(request))


@post("/passkeys/sign-in", status_code=200)
async def by_passkey(request: Asking, state: State, data: JSONBody[wire.UsedPasskey]) -> Signed:
    """Signs in with a passkey; what was played as a stranger comes along."""
    found = await people_of(state).by_passkey(_who(request), _where(request), data.credential)
    return _as(request, found.player, found)


@put("/address")
async def show(request: Asking, state: State, data: JSONBody[wire.Shown]) -> wire.Myself:
    """Shows one's page to everybody under an address, or to nobody."""
    return told(await people_of(state).show(_who(request), data.address))


@put("/featured")
async def feature(request: Asking, state: State, data: JSONBody[wire.MayBeFeatured]) -> wire.Myself:
    """Says whether one's matches at public tables may be replays of the week."""
    unfeatured = not data.featured
    found = await people_of(state).change(
        _who(request), lambda person: replace(person, unfeatured=unfeatured)
    )
    state.featured.forget()
    return told(found)


@post("/sign-out", status_code=200)
async def sign_out(request: Asking, state: State, data: JSONBody[wire.Leaving]) -> Signed:
    """Makes this browser a stranger's, or all of one's browsers."""
    fresh = await people_of(state).sign_out(_who(request), everywhere=data.everywhere)
    return _as(request, fresh, None)


@delete("/person", status_code=200)
async def delete_all(request: Asking, state: State) -> Signed:
    """Removes all that is kept of whoever asks, for good."""
    return _as(request, await people_of(state).delete(_who(request)), None)


myself = Router(
    "/api/me",
    route_handlers=[
        *(person, rename, new_phrase, drop_phrase, by_phrase, new_code, whose_code, by_code),
        *(ask_for_passkey, add_passkey, rename_passkey, drop_passkey, ask_to_sign_in, by_passkey),
        *(show, feature, sign_out, delete_all),
    ],
)
