"""How requests are answered that cannot be: always by a Complaint."""

import logging
from typing import Any

from litestar import Request
from litestar.exceptions import HTTPException
from litestar.response import Response

from goldrush.server import api
from goldrush.server import messages as wire
from goldrush.server.refusal import Refusal
from goldrush.server.store import NotKept

log = logging.getLogger(__name__)


def _complain(_: Request[Any, Any, Any], error: HTTPException) -> Response[wire.Complaint]:
    """How a request is answered that does not fit."""
    found: dict[int, wire.Reason] = {404: "not_found", 405: "not_possible", 429: "too_fast"}
    extra = "; ".join(_said(one) for one in error.extra) if isinstance(error.extra, list) else ""
    detail = f"{error.detail}: {extra}" if extra else error.detail
    reason = found.get(error.status_code, "malformed")
    return Response(wire.Complaint(reason, detail), status_code=error.status_code)


def _too_deep(_: Request[Any, Any, Any], __: RecursionError) -> Response[wire.Complaint]:
    """How a request is answered whose brackets never end."""
    return Response(wire.Complaint("malformed", "nested too deeply"), status_code=400)


def _not_unicode(_: Request[Any, Any, Any], __: UnicodeDecodeError) -> Response[wire.Complaint]:
    """How a request is answered whose bytes are no text."""
    return Response(wire.Complaint("malformed", "this is not UTF-8"), status_code=400)


def _not_kept(request: Request[Any, Any, Any], error: NotKept) -> Response[wire.Complaint]:
    """How a request is answered while nothing can be read or written."""
    return api.refused(request, Refusal.because("not_kept", error))


def _said(problem: Any) -> str:
    if not isinstance(problem, dict):
        return str(problem)
    return ": ".join(str(problem[name]) for name in ("key", "message") if name in problem)


def _broken(_: Request[Any, Any, Any], error: Exception) -> Response[wire.Complaint]:
    """How our own mistakes are answered: nothing of them is told but that they are ours."""
    log.error("a request failed", exc_info=error)
    complaint = wire.Complaint("broken", "the server made a mistake; it has been noted")
    return Response(complaint, status_code=500)


HANDLERS: dict[int | type[Exception], Any] = {
    Refusal: api.refused,
    HTTPException: _complain,
    NotKept: _not_kept,
    RecursionError: _too_deep,
    UnicodeDecodeError: _not_unicode,
    Exception: _broken,
}
