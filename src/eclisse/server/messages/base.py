"""What all messages share: their base, cards, numbers of seats and states, the names of refusals."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from eclisse.core.records import MAX_SEATS

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


class Message(BaseModel):
    """A message, or a part of one: exactly these fields."""

    model_config = ConfigDict(extra="forbid", frozen=True)
