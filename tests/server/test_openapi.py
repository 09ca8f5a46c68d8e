"""The OpenAPI document: whatever is sent that agrees with it, or does not, the server never fails."""

import os
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from eclisse.server.app import openapi
from tests.server import postgres
from tests.server.inside import PATIENCE
from tests.server.people import Person
from tests.server.serving import on_port

CHECKS = [not_a_server_error, content_type_conformance, response_schema_conformance, status_code_conformance]


@pytest.fixture(scope="module")
def person(postgres_url: str) -> Iterator[Person]:
    """Somebody on PostgreSQL, which is stricter than SQLite about what a text may hold."""
    name = f"openapi_{os.getpid()}"
    with postgres.database(postgres_url, name) as url, on_port(url) as server, Person(server.url) as ann:
        yield ann


schema = schemathesis.openapi.from_dict(openapi())
schema.config.request_timeout = PATIENCE
schema.config.phases.coverage.unexpected_methods = {"trace"}  # one for all: the framework refuses every other alike


@schema.parametrize()  # type: ignore[untyped-decorator]
@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
def test_no_request_makes_the_server_fail(case: Any, person: Person) -> None:
    if (case.method, case.path) == ("DELETE", "/api/players/me/session"):
        case.call_and_validate(base_url=person.url, checks=CHECKS)  # not our own session: the other requests need it
    else:
        case.call_and_validate(base_url=person.url, headers=person.headers(), checks=CHECKS)


def test_the_document_holds_every_message_of_the_websocket() -> None:
    schemas = openapi()["components"]["schemas"]
    sent = {"Decide", "Look", "Say", "Ping"}
    received = {"Update", "TableMessage", "ChatMessage", "RefusalMessage", "Pong"}
    assert sent | received <= set(schemas)
    for name in ("ClientMessage", "ServerMessage"):
        assert all(part["$ref"].rpartition("/")[2] in schemas for part in schemas[name]["oneOf"])
    text = str(openapi())
    missing = {part.split("'")[0] for part in text.split("#/components/schemas/")[1:]} - set(schemas)
    assert not missing
