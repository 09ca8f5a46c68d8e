"""Keys, signatures and ciphers. Imported only where one is needed: the library takes 7 MB of a server's memory."""

import os
from typing import Final

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from eclisse.server.model import decoded, encoded

CURVE: Final = ec.SECP256R1()
RSA: Final = 2048  # bits of an RSA key at least: shorter ones can be broken
RECORD: Final = 4096  # bytes of an encrypted record; a message is one


def public_half(key: str) -> str:
    """The half of a private key that others are told."""
    return encoded(_point(_private(key)))


def is_public_half(text: str) -> bool:
    """Whether this is somebody's half."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decoded(text))
    except ValueError:
        return False
    return True


def sign(key: str, text: str) -> str:
    """A signature under a text."""
    r, s = decode_dss_signature(_private(key).sign(text.encode(), ec.ECDSA(hashes.SHA256())))
    return encoded(r.to_bytes(32, "big") + s.to_bytes(32, "big"))


def encrypt(text: bytes, p256dh: str, auth: str, key: str | None = None, salt: bytes | None = None) -> bytes:
    """A text as only the browser with these keys can read it (RFC 8291); key and salt are made for it alone."""
    ours = _private(key) if key else ec.generate_private_key(CURVE)
    salt = salt or os.urandom(16)
    theirs = decoded(p256dh)
    shared = ours.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs))
    both = b"WebPush: info\0" + theirs + _point(ours)
    secret = _derived(decoded(auth), shared, both, 32)
    cipher = AESGCM(_derived(salt, secret, b"Content-Encoding: aes128gcm\0", 16))
    nonce = _derived(salt, secret, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(_point(ours))]) + _point(ours)
    return head + cipher.encrypt(nonce, text + b"\x02", None)


def is_public_key(text: str) -> bool:
    """Whether this is a public key of a kind that we can check, as browsers hand it over."""
    try:
        key = serialization.load_der_public_key(decoded(text))
    except (ValueError, TypeError, UnsupportedAlgorithm):
        return False
    if isinstance(key, rsa.RSAPublicKey):
        return key.key_size >= RSA
    return isinstance(key, ec.EllipticCurvePublicKey)


def is_signed(public_key: str, signature: str, data: bytes) -> bool:
    """Whether the owner of a public key has signed this."""
    key = serialization.load_der_public_key(decoded(public_key))
    try:
        if isinstance(key, ec.EllipticCurvePublicKey):
            key.verify(decoded(signature), data, ec.ECDSA(hashes.SHA256()))
        elif isinstance(key, rsa.RSAPublicKey):
            key.verify(decoded(signature), data, padding.PKCS1v15(), hashes.SHA256())
        else:
            return False
    except (InvalidSignature, ValueError):
        return False
    return True


def _derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    """A key that follows from a secret."""
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def _private(key: str) -> ec.EllipticCurvePrivateKey:
    """A key as it is stored."""
    return ec.derive_private_key(int.from_bytes(decoded(key), "big"), CURVE)


def _point(key: ec.EllipticCurvePrivateKey) -> bytes:
    """The public half of a key, as bytes."""
    kind = serialization.PublicFormat.UncompressedPoint
    return key.public_key().public_bytes(serialization.Encoding.X962, kind)
