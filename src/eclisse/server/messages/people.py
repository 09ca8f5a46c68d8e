"""The bodies of requests and answers about people: you, your devices and keys, and others at a table."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from eclisse.server.messages.base import Message
from eclisse.server.messages.protocol import TableInfo
from eclisse.server.messages.written import Name, Secret, plain


class NewPlayer(Message):
    """A visitor chooses a name; the answer sets the secret cookie."""

    name: Name
    table: Annotated[str | None, Field(pattern="^[0-9a-f]{32}$")] = None  # the one you are invited to
    invite: Secret | None = None


class About(Message):
    """Who runs the server, and when it forgets people by itself."""

    contact: str  # an address, or what the operator has written; may be empty
    forget_after: float | None  # seconds without a visit


class ChangePlayer(Message):
    """A new name, or a new webhook (empty: none); what is left out stays."""

    name: Name | None = None
    webhook: Annotated[str, Field(max_length=500)] | None = None


class Player(Message):
    """You."""

    id: str
    name: str
    webhook: str


class Token(Message):
    """A secret that is shown once: a bearer token, or that of a recovery link."""

    token: str


class NewToken(Message):
    """A bearer token to make, with a name to know it by."""

    name: Name | None = None


class Device(Message):
    """A browser (cookie) or a program (token) that is signed in as you."""

    id: str
    kind: Literal["cookie", "token"]
    name: str  # of a token the one you gave it, else the browser's and the system's
    created_at: float
    used_at: float | None  # to within some hours
    this: bool  # the one that asks


class Somebody(Message):
    """Another person at a table: who sits there, or who wrote a line of chat."""

    table: Annotated[str, Field(pattern=r"^[0-9a-f]{32}$", min_length=32, max_length=32)]
    invite: Secret | None = None
    seat: Annotated[int, Field(ge=0, lt=5)] | None = None
    line: Annotated[int, Field(ge=1, lt=1_000_000_000)] | None = None


class Complaint(Somebody):
    """What the operator should know about somebody."""

    text: Annotated[str, Field(min_length=1, max_length=500), AfterValidator(plain)]


class PushKey(Message):
    """The key that a browser subscribes with (`applicationServerKey`)."""

    key: str


class Subscription(Message):
    """Where your browser wants to be told, as `PushSubscription.toJSON()` has it."""

    endpoint: Annotated[str, Field(max_length=1000)]
    p256dh: Annotated[str, Field(max_length=100, pattern=r"^[A-Za-z0-9_-]+$")]
    auth: Annotated[str, Field(max_length=32, pattern=r"^[A-Za-z0-9_-]+$")]


Base64 = Annotated[str, Field(max_length=4096, pattern=r"^[A-Za-z0-9_-]+$")]


class Challenge(Message):
    """What an authenticator must sign, in base64url."""

    challenge: str


class PasskeyAnswer(Message):
    """An authenticator's answer to a challenge, in base64url."""

    id: Annotated[str, Field(max_length=512, pattern=r"^[A-Za-z0-9_-]+$")]
    client_data: Base64
    authenticator_data: Base64


class NewPasskey(PasskeyAnswer):
    """A passkey to add: what `AuthenticatorAttestationResponse.getPublicKey()` gives."""

    public_key: Base64


class UsedPasskey(PasskeyAnswer):
    """A passkey to sign in with."""

    signature: Base64


class Passkey(Message):
    """One of your passkeys."""

    id: str
    created_at: float
    used_at: float | None


class Blocked(Message):
    """Somebody from whom you do not want to hear."""

    id: str
    name: str
    at: float


class Recover(Message):
    """Become the player who made a recovery link."""

    token: Secret


class MyGame(Message):
    """One of your tables."""

    table: TableInfo
    your_turn: bool
    rematch_offered: bool  # the next table waits for you: you have no seat there yet, and can take one
    changed_at: float
