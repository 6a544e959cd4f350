"""A push service on the loopback and the phone behind it, which reads what was sent as RFC 8291 says, without the library that wrote it."""

import base64
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

POINT = (serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Phone:
    """The keys that a browser makes when it subscribes."""

    def __init__(self, private: int | None = None, auth: bytes | None = None) -> None:
        curve = ec.SECP256R1()
        self.private = ec.derive_private_key(private, curve) if private else ec.generate_private_key(curve)
        self.secret = auth or os.urandom(16)

    @property
    def point(self) -> bytes:
        return self.private.public_key().public_bytes(*POINT)

    @property
    def keys(self) -> dict[str, str]:
        return {"p256dh": encoded(self.point), "auth": encoded(self.secret)}

    def read(self, message: bytes) -> bytes:
        """The text of a message of one record (RFC 8188) that was encrypted for this phone."""
        salt, size, of_id = message[:16], int.from_bytes(message[16:20], "big"), message[20]
        sender, record = message[21 : 21 + of_id], message[21 + of_id :]
        assert len(record) <= size
        shared = self.private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        secret = _derived(self.secret, shared, b"WebPush: info\0" + self.point + sender, 32)
        key = _derived(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _derived(salt, secret, b"Content-Encoding: nonce\0", 12)
        text = AESGCM(key).decrypt(nonce, record, None).rstrip(b"\0")
        assert text.endswith(b"\2"), "the last record says so"
        return text[:-1]


def _derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length=length, salt=salt, info=info).derive(secret)


class PushService(ThreadingHTTPServer):
    """Takes what is posted, and answers with `status`."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.received: list[tuple[str, dict[str, str], bytes]] = []
        self.status = 201

    def address(self, phone: str = "a") -> str:
        return f"http://127.0.0.1:{self.server_port}/push/{phone}"


class Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.server.received.append((self.path, headers, body))
        self.send_response(self.server.status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_words: object) -> None:
        """Nothing on the console of the tests."""


@contextmanager
def running_push_service() -> Iterator[PushService]:
    server = PushService()
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
