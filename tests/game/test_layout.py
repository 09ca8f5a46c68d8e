"""The layout of actions, against a plain list of all of them."""

from eclisse.core import actions
from eclisse.core.actions import KIND_NAMES, N_ACTIONS, action, argument_of, is_action, kind_of

SIZES = {
    "take": 9, "draw": 1, "tickets": 1, "pass": 1, "take-back": 1, "decline": 1, "warehouse": 5, "collect": 5,
    "keep": 64, "claim": 128, "station": 64, "depot": 64, "pay": 90,
}  # fmt: skip
EVERY = [(name, argument) for name, size in SIZES.items() for argument in range(size)]


def test_kinds_stand_in_the_order_of_the_layout() -> None:
    assert list(KIND_NAMES.values()) == list(SIZES)
    assert list(KIND_NAMES) == [getattr(actions, name.upper().replace("-", "_")) for name in SIZES]


def test_every_number_has_one_kind_and_one_argument() -> None:
    assert [(KIND_NAMES[kind_of(number)], argument_of(number)) for number in range(N_ACTIONS)] == EVERY
    assert [action(kind_of(number), argument_of(number)) for number in range(N_ACTIONS)] == list(range(N_ACTIONS))


def test_what_is_no_action_has_no_kind() -> None:
    for number in (-1, N_ACTIONS, -N_ACTIONS, 1 << 40):
        assert not is_action(number)
        assert kind_of(number) == -1


def test_a_payment_is_a_colour_and_a_number_of_locomotives() -> None:
    for argument in range(SIZES["pay"]):
        number = action(actions.PAY, argument)
        assert actions.payment(actions.payment_colour(number), actions.payment_locomotives(number)) == number
