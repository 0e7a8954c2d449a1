"""A push service of the tests' own, on this machine, and a browser that it serves."""

import base64
import datetime
import json
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import http_ece
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from goldrush.server.endpoints import Roads
from visitors import TIMEOUT

HOST = "localhost"


def text(said: bytes) -> str:
    return base64.urlsafe_b64encode(said).rstrip(b"=").decode()


def octets(said: str) -> bytes:
    return base64.urlsafe_b64decode(said + "=" * (-len(said) % 4))


def certificate(folder: Path) -> Path:
    """A certificate for this machine, with its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, HOST)])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    file = folder / "push.pem"
    pem = serialization.Encoding.PEM
    form, bare = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    file.write_bytes(made.public_bytes(pem) + key.private_bytes(pem, form, bare))
    return file


class PushService:
    """It keeps what it is brought, and answers as it is told to."""

    def __init__(self, folder: Path) -> None:
        file, service = certificate(folder), self
        self.calls: list[tuple[str, dict[str, str], bytes]] = []
        self.answers: list[tuple[int, dict[str, str]]] = []  # the next ones; 201 after them

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                service.calls.append((self.path, headers, body))
                status, more = service.answers.pop(0) if service.answers else (201, {})
                self.send_response(status)
                for name, value in more.items():
                    self.send_header(name, value)
                self.end_headers()

            def log_message(self, *_: Any) -> None: ...

        self.server = ThreadingHTTPServer((HOST, 0), Handler)
        self.server.daemon_threads = True
        sealing = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        sealing.load_cert_chain(file)
        self.server.socket = sealing.wrap_socket(self.server.socket, server_side=True)
        self.roads = Roads(
            lambda number: ip_address(number).is_loopback,
            any_port=True,
            context=ssl.create_default_context(cafile=str(file)),
        )

    @property
    def origin(self) -> str:
        return f"https://{HOST}:{self.server.server_address[1]}"

    def until(self, number: int) -> None:
        """Waits until so many calls have come."""
        end = time.monotonic() + TIMEOUT
        while len(self.calls) < number:
            assert time.monotonic() < end, f"{len(self.calls)} calls came, not {number}"
            time.sleep(0.01)


@contextmanager
def push_service(folder: Path) -> Iterator[PushService]:
    service = PushService(folder)
    thread = threading.Thread(target=service.server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    yield service
    service.server.shutdown()
    service.server.server_close()
    thread.join()


class Phone:
    """A browser at a push service: only it can open what comes."""

    def __init__(self, service: PushService, name: str = "phone") -> None:
        self._private, self._secret = ec.generate_private_key(ec.SECP256R1()), bytes(range(16))
        self.endpoint = f"{service.origin}/send/{name}?for=ever"

    @property
    def subscription(self) -> dict[str, str]:
        """What its browser tells pages."""
        form = serialization.PublicFormat.UncompressedPoint
        point = self._private.public_key().public_bytes(serialization.Encoding.X962, form)
        return {"endpoint": self.endpoint, "key": text(point), "auth": text(self._secret)}

    def opened(self, body: bytes) -> Any:
        """What a message says."""
        said = http_ece.decrypt(
            body, private_key=self._private, auth_secret=self._secret, version="aes128gcm"
        )
        return json.loads(said)


def signed(authorization: str) -> tuple[dict[str, Any], str]:
    """Whose key has signed a call, and what it claims; the signature must be good."""
    kind, _, rest = authorization.partition(" ")
    assert kind == "vapid"
    parts = dict(one.strip().split("=", 1) for one in rest.split(","))
    head, claims, sign = parts["t"].split(".")
    assert json.loads(octets(head)) == {"typ": "JWT", "alg": "ES256"}
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), octets(parts["k"]))
    raw = octets(sign)
    both = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public.verify(both, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    return json.loads(octets(claims)), parts["k"]
