"""Web Push: the request that a push service would get, received and decrypted here."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from ipaddress import ip_network
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from eclisse.server import reach as webhook
from eclisse.server.keys import encrypt
from eclisse.server.model import decoded, encoded
from eclisse.server.reach import SERVICES, is_service
from tests.server.people import Person
from tests.server.receiving import receiving
from tests.server.serving import serving, wait_until

# The example of RFC 8291, section 5.
UA_PUBLIC = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
AS_PRIVATE = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
MESSAGE = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
    "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_the_example_of_the_standard_is_written_to_the_letter() -> None:
    text = b"When I grow up, I want to be a watermelon"
    assert encoded(encrypt(text, UA_PUBLIC, AUTH, AS_PRIVATE, decoded(SALT))) == MESSAGE


class Browser:
    """A browser's side: its keys, and how it reads."""

    def __init__(self) -> None:
        self.key, self.auth = ec.generate_private_key(ec.SECP256R1()), b"0123456789abcdef"
        kind = serialization.PublicFormat.UncompressedPoint
        self.public = self.key.public_key().public_bytes(serialization.Encoding.X962, kind)

    def subscription(self, endpoint: str) -> dict[str, str]:
        return {"endpoint": endpoint, "p256dh": encoded(self.public), "auth": encoded(self.auth)}

    def read(self, data: bytes) -> Any:
        salt, sender, cipher = data[:16], data[21 : 21 + data[20]], data[21 + data[20] :]
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        secret = derive(self.auth, shared, b"WebPush: info\0" + self.public + sender, 32)
        key, nonce = (derive(salt, secret, f"Content-Encoding: {what}\0".encode(), n) for what, n in PARTS)
        text = AESGCM(key).decrypt(nonce, cipher, None)
        assert text.endswith(b"\x02")
        return json.loads(text[:-1])


PARTS = (("aes128gcm", 16), ("nonce", 12))


def derive(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


@contextmanager
def push_service(statuses: list[int]) -> Iterator[tuple[str, list[tuple[Any, bytes]]]]:
    """A push service of our own: its address, and the headers and bodies of what was posted to it."""
    got: list[tuple[Any, bytes]] = []

    def answer(request: BaseHTTPRequestHandler, body: bytes) -> None:
        got.append((request.headers, body))
        request.send_response(statuses[min(len(got), len(statuses)) - 1])
        request.end_headers()

    with receiving(answer) as url:
        yield f"{url}/push/abc", got


def check_sender(header: str, key: str, origin: str) -> None:
    """The token is signed by the server's key, for this service."""
    token, told = (part.partition("=")[2] for part in header.removeprefix("vapid ").split(", "))
    assert told == key
    text, _, signature = token.rpartition(".")
    r, s = (int.from_bytes(part, "big") for part in (decoded(signature)[:32], decoded(signature)[32:]))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(key))
    public.verify(encode_dss_signature(r, s), text.encode(), ec.ECDSA(hashes.SHA256()))
    claims = json.loads(decoded(text.split(".")[1]))
    assert (claims["aud"], claims["sub"]) == (origin, "https://play.example")


def test_a_browser_that_is_away_reads_whose_turn_it_is_and_nobody_else_can(sqlite: str) -> None:
    networks: dict[str, Any] = {"webhook_networks": (ip_network("127.0.0.0/8"),), "public_url": "https://play.example"}
    browser = Browser()
    with push_service([201, 410]) as (endpoint, got):
        with serving(sqlite, **networks) as server, Person(server.url) as ann, Person(server.url, "Bob") as bob:
            key = bob.get("push")["key"]
            bob.call("POST", "players/me/push", browser.subscription(endpoint))
            table = ann.start_with(bob)
            wait_until(lambda: got)
            headers, data = got[0]
            assert headers["Content-Encoding"] == "aes128gcm"
            assert browser.read(data)["table"] == table
            assert table.encode() not in data
            check_sender(headers["Authorization"], key, endpoint.removesuffix("/push/abc"))
            assert ann.post(f"tables/{table}/nudge", seat=1) == {"told": False}  # the browser is gone: 410
            assert browser.read(got[1][1])["event"] == "nudge"
            ann.start_with(bob)
            assert server.call(server.services.store.people.pushes(bob.id)) == []
        with serving(sqlite, **networks) as server, Person(server.url, "Eve") as eve:
            assert eve.get("push")["key"] == key  # the same after a restart
            assert len(got) == 2


@pytest.mark.parametrize(
    ("endpoint", "good"),
    [
        ("https://fcm.googleapis.com/fcm/send/abc", True),
        ("https://updates.push.services.mozilla.com/wpush/v2/abc", True),
        ("http://fcm.googleapis.com/fcm/send/abc", False),
        ("https://fcm.googleapis.com.evil.example/abc", False),
        ("https://victim.example/abc", False),
        ("https://93.184.216.34/abc", False),
        ("http://10.0.0.1/abc", True),
    ],
)
def test_pushes_go_to_push_services_only(endpoint: str, good: bool) -> None:
    assert is_service(endpoint, [ip_network("10.0.0.0/8")]) == good
    assert is_service(endpoint) == (good and not endpoint.startswith("http://10."))


def test_a_browser_of_any_push_service_may_be_told_by_a_server_with_its_defaults(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is set but the database; the names of the services cannot be looked up here, so that part is left out."""

    async def check(*_: object) -> None:
        return None

    monkeypatch.setattr(webhook, "check", check)
    with serving(sqlite) as server, Person(server.url) as ann:
        for number, name in enumerate(SERVICES):
            given = Browser().subscription(f"https://{name}/{number}")
            assert ann.call("POST", "players/me/push", given).status_code == 201


def test_a_push_goes_to_no_private_address_and_to_no_device_that_is_signed_out(sqlite: str) -> None:
    browser = Browser()
    with serving(sqlite) as server, Person(server.url) as ann:
        for endpoint in ("http://127.0.0.1/x", "https://localhost/x", "nonsense"):
            assert ann.refused("POST", "players/me/push", browser.subscription(endpoint)) == "invalid"
        server.services.hub.settings.__dict__["webhook_networks"] = (ip_network("127.0.0.0/8"),)
        given = browser.subscription("http://127.0.0.1:9/x")
        assert ann.refused("POST", "players/me/push", {**given, "p256dh": "AAAA"}) == "invalid"
        assert ann.call("POST", "players/me/push", given).status_code == 201
        people = server.services.store.people
        assert [one.endpoint for one in server.call(people.pushes(ann.id))] == [given["endpoint"]]
        ann.call("DELETE", "players/me/session")
        assert server.call(people.pushes(ann.id)) == []
