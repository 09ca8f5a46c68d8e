"""The compiled functions that the module for WebAssembly offers, each declared once with what it takes."""

from typing import Final

from eclisse.analysis import strongest, weighing
from eclisse.analysis.case import MOST_FOUND, WHY
from eclisse.analysis.option import OPTION
from eclisse.bots import forest, loop, random
from eclisse.bots.learned import ahead, network, player
from eclisse.bots.learned.lines import LINES
from eclisse.bots.learned.weights import load_brain
from eclisse.bots.tree import TRIAL
from eclisse.core import batch, doors, needs, reasons, rng, sketch, ways
from eclisse.core.actions import N_ACTIONS
from eclisse.core.changes import N_NUMBERS
from eclisse.core.codes import N_COLOURS
from eclisse.core.limits import MAX_CITIES, MAX_OFFER, MAX_ROUTES, MAX_SEATS, MAX_TICKETS
from eclisse.core.records import BOARD, RULES, STATE
from eclisse.core.scoring import SHEET
from eclisse.features import write
from eclisse.features.layout import SIZE
from eclisse.jit.exports import ANY, KEY, NUMBER, UNSIGNED, Export, record, rows

WEIGHTS: Final = load_brain().weights.dtype
_STATE, _BOARD, _RULES = rows(STATE, 1), rows(BOARD, 1), rows(RULES, 1)
_LOOK, _WEIGHTS, _FOREST = rows(ahead.LOOK, 1), rows(WEIGHTS, 1), rows(forest.FOREST, 1)
_GAME: Final = (_STATE, _BOARD, _RULES)
_ONE: Final = (record(STATE), record(BOARD), record(RULES))
_CITIES, _ROUTES, _ACTIONS = rows("i2", MAX_CITIES), rows("i2", MAX_ROUTES), rows("i2", N_ACTIONS)
_MASK, _ROW = rows("i1", N_ACTIONS), rows("u1", SIZE)
_PLACES: Final = rows("f4", ANY, MAX_SEATS)
_WEIGHING: Final = (rows(weighing.WEIGHING, 1), rows(TRIAL, 1), rows(LINES, 1))
_OUTCOMES: Final = rows("f8", ANY, ANY, MAX_SEATS)
_OPTIONS, _WHYS = rows(OPTION, ANY), rows(WHY, MOST_FOUND)
_CHANCE: Final = (rows("u8", 2), NUMBER)
_WAYS, _REASONS = rows("i2", MAX_ROUTES * ways.MOST_WAYS), rows(reasons.REASON, reasons.MOST_REASONS)

EXPORTS: Final = (
    Export("deal", doors.deal, (*_GAME, NUMBER, rows("u8", 2))),
    Export("legal", doors.legal_actions, (*_GAME, NUMBER, _ACTIONS)),
    Export("usual", doors.usual_actions, (*_GAME, NUMBER, _ACTIONS)),
    Export("due", doors.amount_due, (*_GAME, NUMBER)),
    Export("play", doors.play_action, (_STATE, *_GAME, NUMBER, NUMBER, rows("i8", N_NUMBERS))),
    Export("observe", doors.observe_seat, (_STATE, _STATE, NUMBER)),
    Export("redeal", doors.redeal, (*_GAME, _STATE, NUMBER, rows("u8", 2))),
    Export("count", doors.count, (*_GAME, rows(SHEET, 1))),
    Export("status", doors.status, _GAME),
    Export("trail", doors.trail, (_STATE, _BOARD, NUMBER, _ROUTES)),
    Export("ticket_path", doors.ticket_path, (_STATE, _BOARD, rows(SHEET, 1), NUMBER, NUMBER, _ROUTES)),
    Export("link_groups", doors.link_groups, (_STATE, _BOARD, NUMBER, _CITIES, _CITIES)),
    Export("closed", doors.closed, (*_GAME, _ROUTES)),
    Export("circles", doors.circles, (*_GAME, NUMBER, rows("i2", MAX_TICKETS))),
    Export("unseen", doors.unseen_cards, (_STATE, _RULES, rows("i2", N_COLOURS))),
    Export("claims", ways.claims, (_STATE, *_GAME, NUMBER, _ROUTES, _WAYS, rows("i8", MAX_ROUTES))),
    Export("station_ways", ways.station_ways, (_STATE, *_GAME, NUMBER, _ACTIONS)),
    Export("why_not", reasons.why_not, (*_GAME, NUMBER, NUMBER, _REASONS)),
    Export("why_no_claim", reasons.why_no_claim, (*_GAME, NUMBER, NUMBER, _REASONS)),
    Export("held", needs.held, (*_GAME, NUMBER, rows("i2", MAX_TICKETS, 3))),
    Export("needs", needs.needs, (*_GAME, NUMBER, rows(needs.NEED, MAX_TICKETS))),
    Export("offer_needs", needs.offer_needs, (*_GAME, NUMBER, rows(needs.NEED, MAX_OFFER))),
    Export("plan", needs.plan, (*_GAME, NUMBER, rows("i2", ANY), rows(needs.NEEDS, 1))),
    Export(
        "settle",
        sketch.settle,
        (rows(sketch.SKETCH, 1), _BOARD, _RULES, _STATE, NUMBER, rows(sketch.FLAW, sketch.MOST_FLAWS + 1)),
    ),
    Export("awaited", batch.awaited, (record(STATE),)),
    Export("siphash", rng.siphash, (UNSIGNED, UNSIGNED, UNSIGNED)),
    Export("pick", random.pick, (*_ONE, NUMBER, UNSIGNED, _ACTIONS)),
    Export("ask", loop.ask, (NUMBER, _STATE, *_GAME, NUMBER, UNSIGNED)),
    Export("impulse", player.impulse, (*_GAME, NUMBER, rows("u8", 2), NUMBER)),
    Export("play_on", loop.play_on, (_STATE, *_GAME, rows("i8", MAX_SEATS), KEY, NUMBER, rows(loop.LOG, ANY))),
    Export("features", write.write, (*_ONE, NUMBER, _ROW)),
    Export("mark_usual", write.mark_usual, (*_ONE, NUMBER, _ACTIONS, _MASK)),
    Export(
        "begin_look",
        ahead.begin_look,
        (_LOOK, *_GAME, NUMBER, rows("u8", 2), NUMBER, rows("i1", 1, N_ACTIONS), _WEIGHTS),
    ),
    Export("look_on", ahead.look_on, (_LOOK, _BOARD, _RULES, _WEIGHTS, NUMBER, NUMBER)),
    Export("halve", ahead.halve, (_LOOK,)),
    Export("begin_search", forest.begin_search, (_FOREST, *_GAME, NUMBER, rows("u8", 2))),
    Export("grow", forest.grow, (_FOREST, *_GAME, NUMBER, rows("u8", 2), NUMBER, NUMBER, NUMBER, NUMBER)),
    Export("leave_first", forest.leave_first, (_FOREST, NUMBER)),
    Export("halve_search", forest.halve, (_FOREST,)),
    Export("best_found", forest.best, (_FOREST,)),
    Export(
        "begin_weighing",
        weighing.begin_weighing,
        (*_WEIGHING, *_GAME, NUMBER, *_CHANCE, NUMBER, NUMBER, NUMBER, _WEIGHTS),
    ),
    Export("begin_glance", weighing.begin_glance, (*_WEIGHING, *_GAME, NUMBER, *_CHANCE, NUMBER, NUMBER)),
    Export(
        "begin_comparison",
        weighing.begin_comparison,
        (*_WEIGHING, *_GAME, NUMBER, *_CHANCE, rows("i8", ANY), NUMBER),
    ),
    Export("try_worlds", weighing.try_worlds, (*_WEIGHING, *_GAME, NUMBER, _OUTCOMES, _OUTCOMES, _WEIGHTS)),
    Export("end_round", weighing.end_round, (_WEIGHING[0], _STATE, _OUTCOMES, _OUTCOMES)),
    Export("read_out", weighing.read_out, (_WEIGHING[0], _STATE, _OPTIONS)),
    Export("distinct", weighing.distinct, (_BOARD, _OPTIONS, rows("i8", ANY))),
    Export("why_better", strongest.why_better, (*_GAME, NUMBER, _OPTIONS, _WHYS)),
    Export("why_hinted", strongest.why_hinted, (*_GAME, NUMBER, _OPTIONS, NUMBER, _WHYS)),
    Export(
        "think",
        network.think,
        (_WEIGHTS, rows("u1", ANY, SIZE), rows("i1", ANY, N_ACTIONS), NUMBER, NUMBER,
         rows("f4", ANY, N_ACTIONS), _PLACES, _PLACES),
    ),
)  # fmt: skip
