"""The engine is asked for every sentence of the rules page that states a number or a permission, in every game."""

import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from eclisse.catalogue.clauses import KEYS, Clause, differences, sections
from eclisse.catalogue.find import builtin_games, modules_for
from eclisse.core.knobs import KNOBS, MOST
from tests.clauses import probes
from tests.clauses.probes import Told
from tests.rules.test_every_clause_is_tested import clauses as rules
from tests.rules.test_every_clause_is_tested import quoted

Probe = Callable[[Told, dict[str, int]], None]
TEXTS = Path(__file__).parents[2] / "web" / "src" / "i18n"
WORDS_ONLY = {"aim"}  # no number, no permission
PROVED = {  # what is not a matter of one decision: the clauses of docs/rules.md whose tests prove it
    "aim-points": ("CLAIM-SCORE", "TICKETS-SCORE"),
    "stations-use": ("STATION-USE",),
    "stations-best": ("STATION-USE",),
    "longest-path": ("LONGEST",),
    "longest-own": ("LONGEST", "STATION-USE"),
    "mandala": ("MANDALA",),
    "win": ("WIN",),
    "tie-stations": ("WIN",),
    "tie-longest": ("WIN",),
    "tie-no-longest": ("WIN",),
    "tie-shared": ("WIN",),
    "warehouse-one": ("WAREHOUSE-COLLECT",),
    "warehouse-empty": ("WAREHOUSE-EMPTY",),
    **{knob.name: (knob.clause,) for knob in KNOBS if knob.name in MOST},
}
PROBES: dict[str, tuple[Probe, ...]] = {
    "big-cities": (probes.big_cities,),
    "seats": (probes.seats,),
    "pieces": (probes.pieces,),
    "pieces-trams": (probes.pieces,),
    "cards": (probes.cards,),
    "hand": (probes.hand,),
    "tickets": (probes.tickets,),
    "tickets-long": (probes.tickets,),
    "deal": (probes.deal,),
    "deal-long": (probes.deal,),
    "deal-long-first": (probes.deal_long_first,),
    "unkept-setup-bottom": (probes.unkept_bottom,),
    "unkept-setup-out": (probes.unkept_out,),
    "unkept-setup-shuffled-bottom": (probes.unkept_mixed,),
    "unkept-setup-shuffled-bottom-long": (probes.unkept_mixed,),
    "long-out": (probes.long_out,),
    "first-seat": (probes.first_seat,),
    "turn": (probes.turn,),
    "turn-stations": (probes.turn,),
    "pass": (probes.skip,),
    "pass-stations": (probes.skip_stations,),
    "draw-two": (probes.up_to_two, probes.second_is_optional),
    "face-up-two-cards": (probes.face_up_two,),
    "face-up-one-card": (probes.face_up_one,),
    "flush": (probes.flush,),
    "flush-limit": (probes.flush_limit,),
    "reshuffle": (probes.reshuffle,),
    "no-cards": (probes.no_cards,),
    "pay": (probes.pay,),
    "pay-trams": (probes.pay,),
    "subway": (probes.subway,),
    "pay-gray": (probes.pay_gray,),
    "locomotives-any-route": (probes.locomotives_anywhere,),
    "locomotives-tunnels": (probes.locomotives_tunnels,),
    "claim-any": (probes.claim_any,),
    "double": (probes.double,),
    "double-from": (probes.double_from,),
    "ferry": (probes.ferry,),
    "tunnel-short": (probes.tunnel,),
    "tunnel": (probes.tunnel,),
    "tunnel-back": (probes.tunnel_back,),
    "draw-tickets": (probes.draw_tickets,),
    "unkept-play-bottom": (probes.unkept_play(goes_under=True),),
    "unkept-play-out": (probes.unkept_play(goes_under=False),),
    "ticket-score": (probes.ticket_score,),
    "abroad": (probes.abroad,),
    "abroad-exit": (probes.abroad_exit,),
    "stations-short": (probes.stations_short,),
    "stations-build": (probes.stations_build,),
    "stations-left": (probes.stations_left,),
    "last-round": (probes.last_round,),
    "last-round-pieces": (probes.last_round,),
    "longest": (probes.longest,),
    "no-longest": (probes.no_longest,),
    "globetrotter": (probes.globetrotter,),
    "globetrotter-tie": (probes.globetrotter_tie,),
    "depot-start": (probes.depot_start,),
    "depot-place": (probes.depots_before, probes.depots_after),
    "warehouse-fill": (probes.warehouse_fill,),
    "warehouse-collect": (probes.warehouse_collect,),
    "depot-bonus": (probes.depot_bonus,),
    "depot-none": (probes.depot_none,),
}


@cache
def told(game: str) -> dict[str, list[tuple[Told, Clause]]]:
    """Every sentence that is told of a game or of its modules, by its key; what warehouses say of that module only."""
    found: dict[str, list[tuple[Told, Clause]]] = {}
    for modules in ((), *((name,) for name in modules_for(builtin_games()[game]))):
        here = Told(game, modules)
        parts = sections(here.spec)
        stocked = [part for part in parts if part.id == "warehouses"]
        for clause in (*differences(here.spec), *(one for part in stocked or parts for one in part.clauses)):
            if not any(clause == known for _, known in found.get(clause.key, [])):
                found.setdefault(clause.key, []).append((here, clause))
    return found


@pytest.mark.parametrize("game", builtin_games())
def test_the_engine_plays_what_the_page_tells(game: str) -> None:
    wrong = {}
    for key, places in told(game).items():
        for here, clause in places:
            for probe in PROBES.get(key, ()):
                try:
                    probe(here, clause.params)
                except (AssertionError, pytest.fail.Exception, ValueError, StopIteration) as error:
                    wrong[f"{key} {here.modules} {probe.__name__}"] = f"{type(error).__name__}: {error}"[:400]
    assert wrong == {}


def test_every_sentence_has_a_probe_or_a_clause_that_proves_it() -> None:
    used = {key for game in builtin_games() for key in told(game)}
    assert used == set(KEYS)
    assert set(PROBES) | set(PROVED) | WORDS_ONLY == set(KEYS)
    assert {name for names in PROVED.values() for name in names} <= set(rules()) & set().union(*quoted().values())


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_number_of_a_sentence_comes_from_the_engine(language: str) -> None:
    texts: dict[str, Any] = json.loads((TEXTS / f"clauses.{language}.json").read_text("utf-8"))
    assert list(texts) == list(KEYS)
    for game in builtin_games():
        for key, places in told(game).items():
            forms = [texts[key]] if isinstance(texts[key], str) else list(texts[key].values())
            for _, clause in places:
                for form in forms:
                    assert set(re.findall(r"\{(\w+)\}", form)) == set(clause.params), key
                    assert not re.search(r"\d", re.sub(r"\{\w+\}", "", form)), key


def test_what_the_printed_rules_leave_open_is_marked() -> None:
    marked = {game: {key for key, places in told(game).items() if places[0][1].ruling} for game in builtin_games()}
    assert "no-longest" in marked["usa-big-cities"]
    assert "no-longest" not in marked["usa-1910"] | marked["berlin"]
    assert all({"first-seat", "tie-shared"} <= keys for keys in marked.values())
