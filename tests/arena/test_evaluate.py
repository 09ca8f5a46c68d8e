"""The protocol: the same score whatever computes it, only against its own opponents, and a page made from results."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks import leaders
from eclisse.arena import evaluate
from eclisse.arena.evaluate import MACHINE, Evaluation, Protocol, content_hash, read_protocol
from eclisse.arena.schedule import BadArena
from eclisse.bots.own import BadBot
from tests.cli.conftest import Run, run_here

__all__ = ["run_here"]

pytestmark = pytest.mark.compiled_only

OWN_BOTS = """
class First:
    def choose(self, view, legal): return legal[0]

class Broken:
    def choose(self, view, legal): raise RuntimeError("out of steam")
"""


@pytest.fixture
def small() -> Protocol:
    """The protocol on two short tables, with two deals of each."""
    whole = read_protocol()
    opponents = {name: whole.opponents[name] for name in ("path", "learned")}
    return replace(whole, deals=2, opponents=opponents, tables={"berlin": [2, 3]})


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], str]:
    """The name of a bot in a module of the current folder."""
    module = f"bots_{tmp_path.name.replace('-', '_')}"
    (tmp_path / f"{module}.py").write_text(OWN_BOTS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    return lambda name: f"{module}:{name}"


def result(bot: str, protocol: Protocol, workers: int = 1) -> dict[str, Any]:
    """A bot's result, without what the machine decides."""
    found = Evaluation(bot, protocol).play(workers, lambda _: None)
    return {key: value for key, value in found.items() if key not in MACHINE}


@pytest.mark.parametrize("bot", ["planner", "learned", "First"])
def test_the_result_is_the_same_twice_and_on_any_number_of_workers(
    small: Protocol, own: Callable[[str], str], bot: str
) -> None:
    name = own(bot) if bot == "First" else bot
    found = [json.dumps(result(name, small, workers)) for workers in (1, 2)]
    assert found[0] == found[1]


def test_a_bot_among_its_equals_has_one_fair_share(small: Protocol) -> None:
    row = result("path", small)["by"]["opponent"]["path"]
    assert row == {"score": 1, "low": 1, "high": 1}


def test_the_score_is_the_mean_of_tables_in_fair_shares() -> None:
    tables = [np.array([2.0, 1.0, 0.0, 1.0]), np.array([3.0, 3.0, 3.0, 3.0])]
    found = evaluate.summed_up(tables)
    assert found["score"] == 2
    error = float(np.std([2, 1, 0, 1], ddof=1)) / 2 / 2  # of a mean of four deals, then of two tables
    assert found["high"] - found["score"] == pytest.approx(1.96 * error, abs=1e-3)
    assert found["score"] - found["low"] == pytest.approx(1.96 * error, abs=1e-3)


def test_every_deal_is_held_out_and_no_table_shares_its_deals() -> None:
    protocol = read_protocol()
    keys = [protocol.key(table) for table in protocol.all_tables()]
    assert len(set(keys)) == len(keys) == 64
    other = replace(protocol, name="eclisse-2")
    assert not {*keys} & {other.key(table) for table in other.all_tables()}


@pytest.mark.parametrize("name", ["learned", "planner"])
def test_an_opponent_with_other_weights_is_refused(tmp_path: Path, name: str) -> None:
    text = evaluate.FILE.read_text(encoding="utf-8")
    known = read_protocol().opponents[name]
    file = tmp_path / "other.toml"
    file.write_text(text.replace(known, known[::-1]), encoding="utf-8")
    with pytest.raises(BadArena, match=f"{name} is not the {name} that it was made with"):
        Evaluation("greedy", read_protocol(file))


def test_other_rules_and_bots_that_follow_the_clock_are_refused() -> None:
    protocol = read_protocol()
    with pytest.raises(BadArena, match="edition 1 of the rules"):
        Evaluation("greedy", replace(protocol, rules=1))
    for bot in ("search", "search@50ms", "learned@1s", "expert"):
        with pytest.raises(BadArena, match="by the clock"):
            Evaluation(bot, protocol)
    with pytest.raises(BadBot):
        Evaluation("no_such_module:Bot", protocol)


def test_a_bot_that_breaks_the_rules_loses(small: Protocol, own: Callable[[str], str]) -> None:
    found = result(own("Broken"), small)
    assert (found["score"], found["faults"], found["games"]) == (0, 20, 20)


def test_a_slow_bot_is_told_so_and_keeps_its_score(small: Protocol) -> None:
    fast, slow = (Evaluation("greedy", replace(small, budget=budget)) for budget in (1e9, 1e-9))
    results = [evaluation.play(1, lambda _: None) for evaluation in (fast, slow)]
    assert [found["slow"] for found in results] == [False, True]
    assert results[0]["hash"] == results[1]["hash"] == content_hash(results[0])
    assert results[0]["seconds_per_decision"] > 0


def test_the_board_holds_true_results_and_is_the_page() -> None:
    results = leaders.read_results()
    assert {found["bot"] for found in results} >= {"path", "planner", "learned"}
    protocol = read_protocol()
    assert all(found["games"] == Evaluation("path", protocol).games for found in results)
    assert leaders.PAGE.read_text(encoding="utf-8") == leaders.page(results)


def test_a_result_that_was_changed_is_refused(tmp_path: Path) -> None:
    found = leaders.read_results()[0]
    (tmp_path / "better.json").write_text(json.dumps({**found, "score": 4.0}), encoding="utf-8")
    with pytest.raises(SystemExit, match=r"better\.json"):
        leaders.read_results(tmp_path)


def test_the_command_prints_the_result(run_here: Run, monkeypatch: pytest.MonkeyPatch, small: Protocol) -> None:
    monkeypatch.setattr(evaluate, "read_protocol", lambda: replace(small, quick_deals=2))
    found = json.loads(run_here("evaluate", "greedy", "--quick", "--json").stdout)
    assert found["protocol"] == "eclisse-1"
    assert found["quick"]
    assert {"score", "low", "high", "hash"} < {*found}
    assert list(found["by"]) == ["game", "seats", "opponent"]
    told = run_here("evaluate", "greedy", "--quick").stdout
    assert f"{found['score']:.3f}" in told
    assert "opponent learned" in told
