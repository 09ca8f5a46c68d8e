"""What all messages share: their base, cards, numbers of seats and states, the names of refusals."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from eclisse.core.records import MAX_SEATS
from eclisse.fault_texts import ONLINE

Cards = dict[str, int]
"""Counts by card: pink, blue, orange, white, green, yellow, black, red, locomotive; those there are none of are left
out."""
Seat = Annotated[int, Field(ge=0, lt=MAX_SEATS)]
Number = Annotated[int, Field(ge=0, lt=1_000_000)]

RefusalCode = Literal[
    "malformed",
    "too_large",
    "too_fast",
    "too_many",
    "unknown_table",
    "unknown_player",
    "not_found",
    "not_allowed",
    "not_your_seat",
    "not_your_turn",
    "not_started",
    "already_started",
    "table_over",
    "not_over",
    "stale",
    "illegal",
    "seat_taken",
    "table_full",
    "chat_off",
    "invalid",
    "unavailable",
]
"""Every way to be refused, on the WebSocket and over REST; a refusal changes nothing."""


FaultCode = Annotated[str, Field(json_schema_extra={"enum": sorted(ONLINE)})]
"""Every fault that can be sent; docs/protocol.md says what they have in common."""


class Message(BaseModel):
    """A message, or a part of one: exactly these fields."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class FaultInfo(Message):
    """One thing that is wrong: which, where, and the values a text about it needs."""

    code: FaultCode
    where: str  # a path of keys, such as `tickets[1]`; empty for the whole
    params: dict[str, JsonValue]
