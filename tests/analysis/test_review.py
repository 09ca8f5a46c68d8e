"""Reviews of whole games: their shape, what they must not know, and the command."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from eclisse import Game
from eclisse.analysis.hint import hint
from eclisse.analysis.page import page
from eclisse.analysis.report import Report, analyse
from eclisse.analysis.review import GLANCES, Effort, judge, judge_all, moments
from eclisse.analysis.summary import lost
from eclisse.bots.seated import play_out, sit_down
from eclisse.cli import app
from eclisse.core.codes import HIDDEN, IN_DECK
from eclisse.views import View

pytestmark = pytest.mark.compiled_only


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    """A game of a fair player against a poor one."""
    game = Game.new("europe", 2, 11, names=("Ada", "Basile & <Co>"))
    play_out(game, sit_down(("planner", "greedy"), "7" * 32))
    return game.record()


@pytest.fixture(scope="module")
def report(record: dict[str, Any]) -> Report:
    return analyse(record, effort=Effort(60, 3, 2))


def test_every_decision_has_its_moment(record: dict[str, Any], report: Report) -> None:
    data = json.loads(json.dumps(report.to_dict()))
    assert [(row["number"], row["seat"], row["action"]) for row in data["moments"]] == [
        (number, seat, text) for number, (seat, text) in enumerate(record["actions"])
    ]
    for row in data["moments"]:
        assert abs(sum(row["win"]) - 1.0) < 0.002
        assert row["best"]
        assert len(row["best"][0]["win"]) == 2
        assert row["loss"] >= 0
        assert not row["sure"] or row["loss"] > row["error"]
    assert set(data) >= {"game", "seats", "moments", "accuracy", "luck"}


def test_skill_and_luck_add_up_to_the_result(report: Report) -> None:
    summary = report.summary
    for seat in range(2):
        assert abs(0.5 + summary.skill[seat] + summary.luck[seat] - summary.result[seat]) < 1e-9
    assert (summary.accuracy[0] or 0) > (summary.accuracy[1] or 0) > 0
    assert summary.skill[0] > 0 > summary.skill[1]


def test_skill_counts_mistakes_as_they_are_estimated(report: Report) -> None:
    mistakes = [one for one in report.judged if one.verdict.sure]
    given = [sum(one.verdict.loss for one in mistakes if one.moment.seat == seat) for seat in range(2)]
    assert abs(report.summary.skill[0] - (given[1] - given[0])) < 1e-9
    assert sum(given) > sum(map(lost, mistakes))


def test_advice_is_grouped_by_idea_and_what_cost_most_comes_first(report: Report) -> None:
    found = report.ideas(1)
    mistakes = [one for one in report.judged if one.moment.seat == 1 and one.verdict.sure]
    assert 0 < len(found) <= 3
    assert [one.loss for one in found] == sorted((one.loss for one in found), reverse=True)
    assert len({one.idea for one in found}) == len(found)
    told = [judged for one in found for judged in one.mistakes]
    assert len(told) == len({judged.moment.number for judged in told}) <= len(mistakes)
    assert all(abs(one.loss - sum(map(lost, one.mistakes))) < 1e-9 for one in found)
    for advice, text in zip(found, report.mistakes(1), strict=True):
        assert f"cost {round(100 * advice.mistakes[0].verdict.loss)} points" in text
        assert (f"{len(advice.mistakes)} mistakes" in text) == (len(advice.mistakes) > 1)
    assert report.to_dict()["ideas"][1] == [one.to_dict() for one in found]


def test_what_lies_inside_the_noise_costs_nothing(report: Report) -> None:
    for one in report.judged:
        assert lost(one) <= max(0.0, one.verdict.loss - one.verdict.error)
        assert one.verdict.sure or lost(one) == 0.0


def test_the_page_is_whole_and_shows_names_as_they_are(report: Report) -> None:
    html = page(report)
    assert html.count("<polyline") == 2
    assert html.count("<circle") == sum(one.verdict.sure for one in report.judged)
    assert "Basile &amp; &lt;Co&gt;" in html
    assert "<Co>" not in html
    assert "http" not in html


def test_threads_change_nothing_and_a_glance_needs_no_alternatives(record: dict[str, Any]) -> None:
    some = list(moments(record, 0))[20:26]
    one = [judged.to_dict() for judged in judge_all(some, GLANCES, Effort(150, 1, 1))]
    assert one == [judged.to_dict() for judged in judge_all(some, GLANCES, Effort(150, 1, 3))]
    assert all(len(row["best"]) == 1 for row in one)


def swapped(game: Game, seat: int) -> Game:
    """The same game with other cards in the other hands and the deck, and other tickets; no view of the seat tells."""
    copy = game.copy()
    state, view = copy.state, game.view(seat).record
    other = 1 - seat
    for colour in range(9):
        spare = int(state.hands[other, colour]) - int(state.seen[other, colour])
        for twin in range(colour + 1, 9):
            if spare > 0 and state.deck[twin] > 0 and state.blind[other, colour] > 0:
                state.hands[other, colour] -= 1
                state.hands[other, twin] += 1
                state.blind[other, colour] -= 1
                state.blind[other, twin] += 1
                state.deck[colour] += 1
                state.deck[twin] -= 1
                spare -= 1
    hidden = [t for t in range(int(game.kit.board.n_tickets)) if view.holder[t] == HIDDEN]
    held = next(t for t in hidden if state.holder[t] == other and not game.kit.board.ticket_long[t])
    deck = next(t for t in hidden if state.holder[t] == IN_DECK)
    state.queue[list(state.queue).index(deck)] = held
    state.holder[held], state.holder[deck] = IN_DECK, other
    state.key[0] += np.uint64(1)
    return copy


def test_hidden_cards_and_tickets_change_neither_hint_nor_review(record: dict[str, Any]) -> None:
    n_changed = 0
    for number in range(20, 100, 8):
        game = Game.replay(record, until=number)
        seat = game.to_act[0]
        other = swapped(game, seat)
        assert other.state.tobytes() != game.state.tobytes()
        n_changed += other.state.hands.tobytes() != game.state.hands.tobytes()
        answers = []
        for one in (game, other):
            found = hint(one.view(seat), one.legal(seat), 20)
            answers.append(json.dumps([row.to_dict() for row in found]))
            chances = [row.option.win[seat] for row in found]
            assert chances == sorted(chances, reverse=True)
        assert answers[0] == answers[1]
    assert n_changed > 0


def test_a_review_asks_views_alone(record: dict[str, Any]) -> None:
    moment = next(moments(record, 1))
    assert isinstance(moment.view, View)
    blind = moment.view.record
    assert not blind.key.any()
    assert judge(moment, GLANCES, 60).verdict.seat == 1


def test_the_command_writes_json_and_a_page(record: dict[str, Any], tmp_path: Path) -> None:
    source, out = tmp_path / "record.json", tmp_path / "report.html"
    source.write_text(json.dumps(record), "utf-8")
    command = ["analyse", str(source), "--seat", "1", "--total", "1000", "--json"]
    done = CliRunner().invoke(app, [*command, "--out", str(out)])
    data = json.loads(done.stdout)
    assert {row["seat"] for row in data["moments"]} == {1}
    assert data["accuracy"][0] is None
    told = out.read_text("utf-8")
    assert '<html lang="en">' in told
    assert data["luck_parts"][1]["cards"] != 0.0
    assert data["luck_parts"][1]["tunnels"] == 0.0  # none asked for more
    assert ("<th>cards</th>" in told, "<th>tunnels</th>" in told) == (True, False)
