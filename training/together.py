"""Many bots that look ahead ask one network at once: what they ask meanwhile is answered in one go, on the GPU if any."""

from concurrent.futures import Future
from queue import Empty, SimpleQueue
from threading import Thread
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch

from eclisse.bots.learned.weights import POINTS, Advice, Brain
from eclisse.core.records import MAX_CITIES, MAX_ROUTES
from training.torch_network import Network, load_weights


class _Question(NamedTuple):
    """What somebody asks, and where the answer goes."""

    rows: npt.NDArray[np.uint8]
    masks: npt.NDArray[np.int8]
    answer: Future[Advice]


class Together(Brain):
    """A brain for bots in many threads, all on one board."""

    def __init__(self, brain: Brain, n_routes: int, n_cities: int) -> None:
        super().__init__(brain.parameters, brain.shape)
        device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        network = Network(brain.shape, device, n_routes, n_cities, torch.float32)
        load_weights(network, brain.parameters)
        questions: SimpleQueue[_Question] = SimpleQueue()
        object.__setattr__(self, "_questions", questions)
        Thread(target=_answer, args=(network, device, questions), daemon=True).start()

    def advise(
        self,
        rows: npt.NDArray[np.uint8],
        masks: npt.NDArray[np.int8],
        n_routes: int = MAX_ROUTES,
        n_cities: int = MAX_CITIES,
    ) -> Advice:
        """Think about rows of features, with what others ask."""
        question = _Question(rows, masks, Future())
        self._questions.put(question)
        return question.answer.result()


def _waiting(questions: SimpleQueue[_Question]) -> list[_Question]:
    """All that is asked by now; waits for the first."""
    result = [questions.get()]
    try:
        while True:
            result.append(questions.get_nowait())
    except Empty:
        return result


@torch.no_grad()
def _answer(network: Network, device: torch.device, questions: SimpleQueue[_Question]) -> None:
    """Answer for ever."""
    while True:
        asked = _waiting(questions)
        rows = torch.from_numpy(np.concatenate([question.rows for question in asked])).to(device)
        masks = torch.from_numpy(np.concatenate([question.masks for question in asked])).to(device)
        chances, wins, to_come = (part.cpu().numpy() for part in network(rows, masks))
        chances, wins, to_come, at = np.exp(chances), np.exp(wins), to_come * POINTS, 0
        for question in asked:
            end = at + len(question.rows)
            question.answer.set_result(Advice(chances[at:end], wins[at:end], to_come[at:end]))
            at = end
