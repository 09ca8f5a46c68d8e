"""Users' own bots, named `module:Class`: finding the class, and seating it so that its faults become sentences.

The class has a method `choose(view, legal)` that answers with one of the legal actions, or with its text. Every
seat of every game gets a new one, made with no argument, or with `seed=` (a whole number) if its constructor has a
parameter of that name. All chance of a bot comes from that seed, unless the class says `reproducible = False`.
"""

import importlib
import inspect
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from eclisse.faults import Faulty, cut, fault, nearest
from eclisse.notation import Action, key_text
from eclisse.views import View


class BadBot(Faulty):
    """A user's bot that cannot be loaded."""


class BotFault(Faulty):
    """A user's bot that raised an exception, or chose something illegal."""


class OwnBot:
    """A user's bot at a table."""

    def __init__(self, name: str, key: npt.NDArray[np.uint64], maker: type[Any] | None = None) -> None:
        self._name = name
        maker = maker or load(name)
        try:
            self._player = maker(seed=int(key_text(key), 16)) if takes_seed(maker) else maker()
        except Exception as error:
            raise BotFault(fault("bot-not-made", bot=name, error=described(error))) from error

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """The bot's choice, as one of the legal actions; BotFault says what it did instead."""
        try:
            answer = self._player.choose(view, legal)
        except Exception as error:
            raise BotFault(fault("bot-raised", bot=self._name, error=described(error))) from error
        for action in legal:
            if action is answer or (isinstance(answer, str) and action.text == answer) or action == answer:
                return action
        raise BotFault(fault("bot-answer-illegal", bot=self._name, answer=_short(answer), legal=len(legal)))


def is_own(name: str) -> bool:
    """Whether a bot's name is that of a class in a module."""
    return ":" in name


def takes_seed(maker: type[Any]) -> bool:
    """Whether a class takes a seed."""
    return "seed" in inspect.signature(maker).parameters


def load(name: str) -> type[Any]:
    """The class of a name such as `my_module:MyBot`; the current folder is searched first."""
    module_name, _, class_name = name.partition(":")
    if not class_name.isidentifier() or not all(part.isidentifier() for part in module_name.split(".")):
        raise BadBot(fault("own-bot-expected", name=cut(name)))
    module = _import(module_name)
    maker = getattr(module, class_name, None)
    if not inspect.isclass(maker):
        classes = [key for key, value in vars(module).items() if _is_bot(value)]
        hint = nearest(class_name, classes)
        raise BadBot(fault("unknown-class", module=module_name, name=class_name, classes=classes, **hint))
    if not _is_bot(maker):
        raise BadBot(fault("not-a-bot", bot=name))
    return maker


def _import(module_name: str) -> Any:
    """A module, looked for in the current folder too."""
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        return importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name is not None and (module_name == error.name or module_name.startswith(f"{error.name}.")):
            raise BadBot(fault("no-such-python-module", module=module_name)) from None
        raise BadBot(fault("module-raised", module=module_name, error=described(error))) from error
    except Exception as error:
        raise BadBot(fault("module-raised", module=module_name, error=described(error))) from error


def _is_bot(value: Any) -> bool:
    """Whether something is a class with the method of a bot."""
    return inspect.isclass(value) and callable(getattr(value, "choose", None))


def described(error: BaseException) -> str:
    """An exception in a few words."""
    return f"{type(error).__name__}: {_one_line(str(error))}" if str(error) else type(error).__name__


def _short(value: Any) -> str:
    """A wrong answer, cut to a length that can be read."""
    if isinstance(value, Action):
        return f'"{value.text}"'
    return _one_line(repr(value))


def _one_line(text: str, most: int = 120) -> str:
    """Text without line breaks, not too long."""
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1]}…"
