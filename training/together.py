"""Many bots that look ahead ask one network: what they ask meanwhile it answers in one go, on a GPU if it can."""

from concurrent.futures import Future
from queue import Empty, SimpleQueue
from threading import Thread
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch

from eclisse.bots.learned.network import POINTS
from eclisse.bots.learned.weights import Advice, Brain
from eclisse.core.records import MAX_CITIES, MAX_ROUTES
from training.torch_network import Network, load_weights


class _Question(NamedTuple):
    """What somebody asks, and where the answer goes."""

    rows: npt.NDArray[np.uint8]
    masks: npt.NDArray[np.int8]
    answer: Future[Advice]


class Together:
    """A network for bots in many threads, all on one board."""

    def __init__(self, brain: Brain, n_routes: int, n_cities: int) -> None:
        device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        network = Network(brain.shape, device, n_routes, n_cities, torch.float32)
        load_weights(network, brain.parameters)
        self._questions: SimpleQueue[_Question] = SimpleQueue()
        Thread(target=_answer, args=(network, device, self._questions), daemon=True).start()

    def advise(
        self,
        rows: npt.NDArray[np.uint8],
        masks: npt.NDArray[np.int8],
        n_routes: int = MAX_ROUTES,
        n_cities: int = MAX_CITIES,
    ) -> Advice:
        """Think about rows of features, with what others ask."""
        del n_routes, n_cities  # it knows them
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
        try:
            chances, wins, to_come = (part.cpu().numpy() for part in network(rows, masks))
        except RuntimeError as error:  # such as no memory left
            for question in asked:
                question.answer.set_exception(error)
            continue
        chances, wins, to_come, at = np.exp(chances), np.exp(wins), to_come * POINTS, 0
        for question in asked:
            end = at + len(question.rows)
            question.answer.set_result(Advice(chances[at:end], wins[at:end], to_come[at:end]))
            at = end
