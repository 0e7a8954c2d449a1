"""Passkeys: what a browser is asked, and whether what it answers is true.

A passkey is for one name of the server, which the browser says with each request: the guard has
found that it is ours.  Browsers make none for numbers, nor over http but for this very machine.
"""

import hashlib
import hmac
import json
from ipaddress import ip_address
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import webauthn
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from goldrush.games.problem import Problem
from goldrush.server.refusal import Refusal
from goldrush.server.store import Passkey

SERVICE = "Goldrush"
WAITING = 120_000  # milliseconds that a browser waits for its person
MOST_ID = 1023  # bytes of a passkey's id, by the standard


class Place(NamedTuple):
    """Where a browser is."""

    origin: str
    host: str


def place(origin: str | None) -> Place:
    """Where a browser is that the guard has let in; Refusal if there can be no passkeys."""
    host = (urlsplit(origin or "").hostname or "").rstrip(".")
    if not origin or not host:
        raise Refusal("not_possible", "passkeys are for browsers, which say where they are")
    try:
        ip_address(host)
    except ValueError:
        return Place(origin, host)
    raise Refusal(
        "not_possible",
        "there are no passkeys for {}; open this server by a name, not a number",
        host,
    )


def handle(key: bytes, player: str) -> bytes:
    """What devices know a person by: it follows from the identity, and tells nothing of it."""
    return hmac.digest(key, f"passkeys {player}".encode(), hashlib.sha256)


def asked_to_make(
    where: Place, challenge: bytes, user: bytes, name: str, known: tuple[Passkey, ...]
) -> dict[str, Any]:
    """What a browser is asked that is to make a passkey, but none beside those that it has."""
    options = webauthn.generate_registration_options(
        rp_id=where.host,
        rp_name=SERVICE,
        user_id=user,
        user_name=name,
        user_display_name=name,
        challenge=challenge,
        timeout=WAITING,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=[
            PublicKeyCredentialDescriptor(id=one.id) for one in known if one.host == where.host
        ],
    )
    return dict(json.loads(webauthn.options_to_json(options)))


def asked_to_use(where: Place, challenge: bytes) -> dict[str, Any]:
    """What a browser is asked that is to sign in with whichever passkey its person chooses."""
    options = webauthn.generate_authentication_options(
        rp_id=where.host,
        challenge=challenge,
        timeout=WAITING,
        user_verification=UserVerificationRequirement.PREFERRED,
    )
    return dict(json.loads(webauthn.options_to_json(options)))


def made(said: dict[str, Any], where: Place, challenge: bytes, name: str, now: int) -> Passkey:
    """The passkey that a browser has made; Refusal if that is not what it was asked."""
    try:
        found = webauthn.verify_registration_response(
            credential=said,
            expected_challenge=challenge,
            expected_rp_id=where.host,
            expected_origin=where.origin,
        )
    except Exception as error:  # what is sent may be anything
        raise _refused(error) from None
    if len(found.credential_id) > MOST_ID:
        raise Refusal(
            "malformed", "the passkey was not accepted: {}", Problem("its id is too long")
        )
    facts = (found.credential_id, found.credential_public_key, found.sign_count)
    return Passkey(*facts, name, where.host, now)


def used(said: dict[str, Any], where: Place, challenge: bytes, passkey: Passkey) -> int:
    """How often a passkey was used, after it has signed; Refusal if it has not, or is a copy."""
    try:
        return webauthn.verify_authentication_response(
            credential=said,
            expected_challenge=challenge,
            expected_rp_id=where.host,
            expected_origin=where.origin,
            credential_public_key=passkey.key,
            credential_current_sign_count=passkey.count,
        ).new_sign_count
    except Exception as error:  # what is sent may be anything
        raise _refused(error) from None


def id_in(said: dict[str, Any]) -> bytes:
    """The id of the passkey that a browser has signed with."""
    try:
        return base64url_to_bytes(str(said["id"]))
    except (KeyError, ValueError):
        raise Refusal(
            "malformed", "the passkey was not accepted: {}", Problem("it has no id")
        ) from None


def named(passkey: Passkey) -> str:
    """How requests name a passkey."""
    return bytes_to_base64url(passkey.id)


def _refused(error: Exception) -> Refusal:
    return Refusal("not_allowed", "the passkey was not accepted: {}", str(error)[:200])
