"""Proofs by address: a match that was played at a server is verified as one in a file is."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner, Result

from goldrush import cli
from goldrush.core import CHANCE
from goldrush.games.texts import LANGUAGES
from goldrush.match import Unfair
from goldrush.terminal import words
from goldrush.terminal.proof import checked
from hosting import Host
from tools import pocket
from visitors import Visitor, finish

GAME = "oh_my_gold"
Proof = dict[str, Any]


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with Host(tmp_path_factory.mktemp("host") / "tables.db") as found:
        yield found


def seated(host: Host, players: int, *, lots: bool) -> tuple[list[Visitor], str]:
    """People at a table, each with a salt, who want lots to be drawn or do not."""
    visitors = [Visitor(host.address, f"Player {n}") for n in range(players)]
    code = visitors[0].create(GAME, *[None] * players, salt="salt 0")
    for n, visitor in enumerate(visitors[1:], start=1):
        visitor.join(code, salt=f"salt {n}")
    for visitor in visitors:
        visitor.ask("PUT", f"/tables/{code}/lots", wanted=lots)
    return visitors, code


@pytest.fixture(scope="module")
def proofs(host: Host) -> dict[bool, tuple[str, Proof]]:
    """The addresses and proofs of a match without lots, and of one with."""
    found = {}
    for lots in (False, True):
        visitors, code = seated(host, 3, lots=lots)
        visitors[0].start(code)
        sockets = [visitor.sit(code) for visitor in visitors]
        finish(sockets)
        for socket in sockets:
            socket.close()
        proof = visitors[0].ask("GET", f"/tables/{code}/proof")
        found[lots] = f"{host.address}/table/{code}", proof
    return found


@pytest.fixture
def forged(
    monkeypatch: pytest.MonkeyPatch, proofs: dict[bool, tuple[str, Proof]]
) -> Callable[..., str]:
    """Why a server that tells something else than the proof with lots is not fair."""

    def why(**change: Any) -> str:
        address, proof = proofs[True]
        told = json.dumps(proof | change)
        monkeypatch.setattr(httpx, "request", lambda *_, **__: httpx.Response(200, text=told))
        with pytest.raises(Unfair) as refused:
            checked(address)
        return str(refused.value)

    return why


def said(*args: str) -> Result:
    return CliRunner().invoke(cli.app, ["verify", *args], catch_exceptions=False)


@pytest.mark.parametrize("lots", [False, True])
def test_a_match_is_verified_by_its_address(
    proofs: dict[bool, tuple[str, Proof]], lots: bool
) -> None:
    address, proof = proofs[lots]
    for where in (address, address.replace("/table/", "/api/tables/") + "/proof", address.lower()):
        match, drawn = checked(where, proof["match"]["commitment"])
        assert [list(step) for step in match.history] == proof["match"]["history"]
        assert match.position.over
        assert drawn == proof["lots"]
    assert (drawn is not None) == lots


def test_the_salts_moved_with_the_players(proofs: dict[bool, tuple[str, Proof]]) -> None:
    _, proof = proofs[True]
    assert [proof["match"]["salts"][seat] for seat in proof["lots"]] == [
        "salt 0",
        "salt 1",
        "salt 2",
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("lots", [False, True])
def test_the_command_says_that_it_was_fair(
    proofs: dict[bool, tuple[str, Proof]], lang: str, lots: bool
) -> None:
    address, proof = proofs[lots]
    texts = words.texts(lang)
    done = said(address, "--lang", lang)
    history = proof["match"]["history"]
    draws = sum(actor == CHANCE for actor, _ in history)
    told = " ".join(done.stdout.split())
    assert done.exit_code == 0
    assert texts("verify.fair", draws=draws, steps=len(history)).replace("\u00a0", " ") in told
    seats = ", ".join(str(seat + 1) for seat in proof["lots"] or ())
    assert (texts("verify.lots", seats=seats).replace("\u00a0", " ") in told) == lots
    assert texts("verify.compare", commitment=proof["match"]["commitment"]).split()[-1] in told


def test_another_promise_is_detected(proofs: dict[bool, tuple[str, Proof]]) -> None:
    done = said(proofs[False][0], "--commitment", "0" * 64)
    assert done.exit_code == 1
    assert "NOT FAIR" in done.stdout


def test_a_forged_draw_is_detected(
    forged: Callable[..., str], proofs: dict[bool, tuple[str, Proof]]
) -> None:
    match = proofs[True][1]["match"]
    for n in [n for n, (actor, _) in enumerate(match["history"]) if actor == CHANCE][::9]:
        history = [list(step) for step in match["history"]]
        history[n][1] ^= 1
        assert forged(match=match | {"history": history}).startswith(f"step {n} draws ")


def test_forged_lots_are_detected(
    forged: Callable[..., str], proofs: dict[bool, tuple[str, Proof]]
) -> None:
    drawn = proofs[True][1]["lots"]
    for lots in ([0, 1, 2], [1, 2, 0], [2, 1, 0], [0, 2, 1], [1, 0, 2], [2, 0, 1]):
        if lots != drawn:
            assert "but the secret draws" in forged(lots=lots)
    for lots in ([], [0, 1], [0, 0, 1], [0, 1, 3], [-1, 0, 1]):
        assert forged(lots=lots).startswith("these cannot be lots for 3 seats")


def test_the_proof_of_another_table_or_match_is_detected(
    forged: Callable[..., str], proofs: dict[bool, tuple[str, Proof]]
) -> None:
    assert "the proof of table ABC234" in forged(code="ABC234")
    assert "the link tells another match" in forged(link=proofs[False][1]["link"])


def test_what_a_server_says_moves_no_cursor(
    monkeypatch: pytest.MonkeyPatch, proofs: dict[bool, tuple[str, Proof]]
) -> None:
    address, proof = proofs[False]
    told = json.dumps(proof | {"code": "\x1b[2J"})
    monkeypatch.setattr(httpx, "request", lambda *_, **__: httpx.Response(200, text=told))
    done = said(address)
    assert done.exit_code == 1
    assert "\x1b" not in done.stdout


def test_a_match_that_is_not_over_has_no_proof_yet(host: Host) -> None:
    visitors, code = seated(host, 2, lots=False)
    for _ in range(2):
        with pytest.raises(ValueError, match="the secret is shown when the match is over"):
            checked(f"{host.address}/table/{code}")
        visitors[0].tried("POST", f"/tables/{code}/start")


def test_what_is_no_table_has_no_proof(host: Host) -> None:
    with pytest.raises(ValueError, match="names no table"):
        checked(host.address)
    with pytest.raises(ValueError, match="there is no table ZZZZZZ"):
        checked(f"{host.address}/table/ZZZZZZ")


def test_a_match_of_ones_own_edition_is_verified_by_its_address(host: Host) -> None:
    import tools

    visitors = [Visitor(host.address, name) for name in ("Ada", "Bo")]
    code = visitors[0].create("gold", None, None, edition=tools.POCKET)
    visitors[1].join(code)
    visitors[0].start(code)
    sockets = [visitor.sit(code) for visitor in visitors]
    finish(sockets)
    for socket in sockets:
        socket.close()
    assert checked(f"{host.address}/table/{code}").match.game is pocket()


def test_a_file_is_verified_as_before(
    tmp_path: Path, proofs: dict[bool, tuple[str, Proof]]
) -> None:
    file = tmp_path / "match.json"
    file.write_text(json.dumps(proofs[True][1]["match"]), "utf-8")
    match, lots = checked(str(file))
    assert match.position.over
    assert lots is None
