"""Sums of products, row by row: what the network is made of."""

import numpy as np
import numpy.typing as npt

from eclisse.jit.compiled import any_order

Floats = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.uint8]

SMALL = np.float32(1e-5)


@any_order
def add_product(x: Floats, w: Floats, n: int, out: Floats) -> None:
    """Add x times w to the first n rows: four rows by four columns at a time, so that numbers once read are used."""
    n_in, width, i = w.shape[0], w.shape[1], 0
    while i + 3 < n:
        for k in range(0, n_in - 3, 4):
            a0, a1, a2, a3 = x[i, k], x[i, k + 1], x[i, k + 2], x[i, k + 3]
            b0, b1, b2, b3 = x[i + 1, k], x[i + 1, k + 1], x[i + 1, k + 2], x[i + 1, k + 3]
            c0, c1, c2, c3 = x[i + 2, k], x[i + 2, k + 1], x[i + 2, k + 2], x[i + 2, k + 3]
            d0, d1, d2, d3 = x[i + 3, k], x[i + 3, k + 1], x[i + 3, k + 2], x[i + 3, k + 3]
            for j in range(width):
                w0, w1, w2, w3 = w[k, j], w[k + 1, j], w[k + 2, j], w[k + 3, j]
                out[i, j] += a0 * w0 + a1 * w1 + a2 * w2 + a3 * w3
                out[i + 1, j] += b0 * w0 + b1 * w1 + b2 * w2 + b3 * w3
                out[i + 2, j] += c0 * w0 + c1 * w1 + c2 * w2 + c3 * w3
                out[i + 3, j] += d0 * w0 + d1 * w1 + d2 * w2 + d3 * w3
        i += 4
    while i < n:
        for k in range(0, n_in - 3, 4):
            a0, a1, a2, a3 = x[i, k], x[i, k + 1], x[i, k + 2], x[i, k + 3]
            for j in range(width):
                out[i, j] += a0 * w[k, j] + a1 * w[k + 1, j] + a2 * w[k + 2, j] + a3 * w[k + 3, j]
        i += 1


@any_order
def add_features(row: Bytes, at: int, scale: Floats, w: Floats, n: int, out: Floats) -> None:
    """Add features times w to the first n rows; most features are 0."""
    n_in, width = w.shape
    for i in range(n):
        for k in range(n_in):
            byte = row[at + i * n_in + k]
            if byte:
                a = np.float32(byte) * scale[k]
                for j in range(width):
                    out[i, j] += a * w[k, j]


@any_order
def add_row(row: Floats, factor: np.float32, out: Floats) -> None:
    """Add a row, times a factor."""
    for j in range(row.shape[0]):
        out[j] += factor * row[j]


@any_order
def fill(row: Floats, n: int, out: Floats) -> None:
    """Make the first n rows alike."""
    for i in range(n):
        for j in range(row.shape[0]):
            out[i, j] = row[j]


@any_order
def relu(n: int, x: Floats) -> None:
    """Replace negative numbers of the first n rows by 0."""
    for i in range(n):
        for j in range(x.shape[1]):
            x[i, j] = max(x[i, j], np.float32(0))


@any_order
def norm(x: Floats, n: int, out: Floats) -> None:
    """The first n rows with mean 0 and variance 1."""
    width = x.shape[1]
    for i in range(n):
        total = np.float32(0)
        for j in range(width):
            total += x[i, j]
        mean, spread = total / np.float32(width), np.float32(0)
        for j in range(width):
            out[i, j] = x[i, j] - mean
            spread += out[i, j] * out[i, j]
        factor = np.float32(1) / np.sqrt(spread / np.float32(width) + SMALL)
        for j in range(width):
            out[i, j] *= factor
