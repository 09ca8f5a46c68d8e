"""Passkeys: whoever has the key gets in, from this page and with an answer to a fresh challenge, and nobody else."""

import json
from hashlib import sha256
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa

from eclisse.server.keys import is_public_key
from eclisse.server.model import encoded
from eclisse.server.passkeys import LASTS
from tests.server.people import Person
from tests.server.serving import serving


class Authenticator:
    """A security key in a few lines, for the pages of one site."""

    def __init__(self, origin: str, name: str = "key-1") -> None:
        self.origin, self.name, self.key = origin, name, ec.generate_private_key(ec.SECP256R1())
        der, info = serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
        self.public = encoded(self.key.public_key().public_bytes(der, info))

    def answer(self, kind: str, challenge: str, host: str = "127.0.0.1", origin: str = "") -> dict[str, Any]:
        told = {"type": f"webauthn.{kind}", "challenge": challenge, "origin": origin or self.origin}
        client, data = json.dumps(told).encode(), sha256(host.encode()).digest() + b"\x05" + bytes(4)
        signed = self.key.sign(data + sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        more = {"public_key": self.public} if kind == "create" else {"signature": encoded(signed)}
        return {"id": self.name, "client_data": encoded(client), "authenticator_data": encoded(data), **more}


def challenge(person: Person, path: str) -> str:
    return str(person.post(f"{path}/challenge")["challenge"])


def test_another_process_takes_the_answer_to_a_challenge_but_only_once(postgres_database: str) -> None:
    with (
        serving(postgres_database) as one,
        serving(postgres_database) as two,
        Person(one.url, "Ann") as ann,
        Person(two.url, "Eve") as eve,
    ):
        ann.http.headers["Origin"], eve.http.headers["Origin"] = one.url, two.url
        key, mine, way_in = Authenticator(two.url), "players/me/passkeys", "players/passkey"
        ann.post(mine, **key.answer("create", challenge(ann, mine), origin=one.url))
        asked = challenge(ann, way_in)
        assert eve.post(way_in, **key.answer("get", asked))["name"] == "Ann"
        assert ann.refused("POST", way_in, key.answer("get", asked, origin=one.url)) == "invalid"


def test_a_passkey_signs_its_owner_in_and_nobody_else(sqlite: str) -> None:
    with serving(sqlite) as server, Person(server.url, "Ann") as ann, Person(server.url, "Eve") as eve:
        for person in (ann, eve):
            person.http.headers["Origin"] = server.url
        key, other = Authenticator(server.url), Authenticator(server.url)
        mine, way_in = "players/me/passkeys", "players/passkey"
        foreign = key.answer("create", challenge(eve, mine))
        assert ann.refused("POST", mine, foreign) == "invalid"  # somebody else's challenge
        junk = {**key.answer("create", challenge(ann, mine)), "public_key": encoded(b"junk")}
        assert ann.refused("POST", mine, junk) == "invalid"
        made = ann.post(mine, **key.answer("create", challenge(ann, mine)))
        assert [one["used_at"] for one in made] == [None]
        assert eve.refused("POST", mine, other.answer("create", challenge(eve, mine))) == "too_many"  # the same id
        wrong = [
            other.answer("get", challenge(eve, way_in)),
            key.answer("get", encoded(bytes(40))),
            key.answer("get", challenge(ann, mine)),
            key.answer("get", challenge(eve, way_in), host="evil.example"),
            key.answer("get", challenge(eve, way_in), origin="https://evil.example"),
            {**key.answer("get", challenge(eve, way_in)), "client_data": encoded(b"[" * 3000)},
            {**key.answer("get", challenge(eve, way_in)), "client_data": "A"},
            {**key.answer("get", challenge(eve, way_in)), "id": "key-2"},
            {**key.answer("get", challenge(eve, way_in)), "signature": "A"},
        ]
        codes = [eve.refused("POST", way_in, body) for body in wrong]
        assert codes == ["invalid"] * 7 + ["unknown_player", "invalid"]
        good = key.answer("get", challenge(eve, way_in))
        assert eve.post(way_in, **good)["name"] == "Ann"
        assert eve.get("players/me")["name"] == "Ann"
        assert eve.refused("POST", way_in, good) == "invalid"  # a challenge is answered once
        late = key.answer("get", challenge(eve, way_in))
        server.clock.skip(LASTS + 1)
        assert eve.refused("POST", way_in, late) == "invalid"
        assert ann.get(mine)[0]["used_at"] is not None
        assert ann.call("DELETE", f"{mine}/key-1").json() == []
        assert eve.refused("POST", way_in, key.answer("get", challenge(eve, way_in))) == "unknown_player"


def test_a_token_makes_nothing_that_would_outlive_it(sqlite: str) -> None:
    """A program that was given a token, or found one, cannot stay when the token is revoked."""
    with serving(sqlite) as server, Person(server.url, "Ann") as ann, Person(server.url, "Eve") as eve:
        token = ann.post("players/me/tokens")["token"]
        eve.http.headers.update({"Authorization": f"Bearer {token}", "Origin": server.url})
        assert eve.get("players/me")["name"] == "Ann"
        for path in ("players/me/recovery", "players/me/tokens", "players/me/passkeys/challenge"):
            assert eve.refused("POST", path) == "not_allowed"
        made = Authenticator(server.url).answer("create", encoded(bytes(40)))
        assert eve.refused("POST", "players/me/passkeys", made) == "not_allowed"
        for path in ("passkeys/key-1", "devices", f"devices/{16 * '0'}", "tokens", ""):
            assert eve.refused("DELETE", f"players/me/{path}".rstrip("/")) == "not_allowed"
        assert eve.refused("PATCH", "players/me", {"webhook": "https://example.org/"}) == "not_allowed"
        told = {"endpoint": "https://push.services.mozilla.com/1", "p256dh": "a" * 16, "auth": "a" * 16}
        assert eve.refused("POST", "players/me/push", told) == "not_allowed"


def test_whoever_signs_out_everywhere_may_take_the_passkeys_along(sqlite: str) -> None:
    mine, way_in = "players/me/passkeys", "players/passkey"
    with serving(sqlite) as server, Person(server.url, "Ann") as ann, Person(server.url, "Eve") as eve:
        for one in (ann, eve):
            one.http.headers["Origin"] = server.url
        key = Authenticator(server.url)
        ann.post(mine, **key.answer("create", challenge(ann, mine)))
        ann.call("DELETE", "players/me/devices")
        assert len(ann.get(mine)) == 1
        eve.post(way_in, **key.answer("get", challenge(eve, way_in)))
        ann.call("DELETE", "players/me/devices?passkeys=true")
        assert ann.get(mine) == []
        assert eve.refused("GET", "players/me") == "unknown_player"
        assert eve.refused("POST", way_in, key.answer("get", challenge(eve, way_in))) == "unknown_player"


@pytest.mark.parametrize(("bits", "good"), [(1024, False), (2048, True)])
def test_short_rsa_keys_are_refused(bits: int, good: bool) -> None:
    der, info = serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
    public = rsa.generate_private_key(65_537, bits).public_key()
    assert is_public_key(encoded(public.public_bytes(der, info))) == good
