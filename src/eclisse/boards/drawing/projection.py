"""Longitude and latitude to the plane: Lambert's conformal conic projection, fitted to the places it is to show."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Points = NDArray[Any]


@dataclass(frozen=True)
class Conic:
    """A conformal cone; the web build projects coastlines with the same numbers."""

    n: float  # how much the meridians fan out
    f: float
    rho: float  # radius of the central parallel
    meridian: float  # central one, in radians

    def project(self, lon_lat: Points) -> Points:
        """Degrees to the plane, x to the east and y to the south, in earth radii."""
        lon, lat = np.radians(lon_lat).T
        rho = self.f / np.tan(np.pi / 4 + lat / 2) ** self.n
        angle = self.n * (lon - self.meridian)
        return np.column_stack((rho * np.sin(angle), rho * np.cos(angle) - self.rho))


def fitted_conic(lon_lat: Points) -> Conic:
    """The cone that distorts these places least: it cuts the globe a sixth from their northern and southern limits."""
    lon, lat = np.radians(lon_lat).T
    low, high = lat.min(), lat.max()
    south, north = low + (high - low) / 6, high - (high - low) / 6
    fan = np.log(np.cos(south) / np.cos(north)) / np.log(_stretch(north) / _stretch(south))
    f = np.cos(south) * _stretch(south) ** fan / fan
    rho = f / _stretch((low + high) / 2) ** fan
    return Conic(float(fan), float(f), float(rho), float((lon.min() + lon.max()) / 2))


def _stretch(lat: float) -> float:
    """How far from the equator a conformal map puts a latitude."""
    return float(np.tan(np.pi / 4 + lat / 2))
