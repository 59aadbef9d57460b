"""What going first is worth in ether: win rates with their intervals, and the price at which both are equally likely.

Pure sums: the chance that the first player wins is taken to fall along a logistic curve with the ether that the other
has more. Where too few games were played to tell, nothing is told.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import exp, sqrt

Z = 1.96  # both sides of an interval that holds in 95 of 100 cases
FEWEST = 40  # games below which no price is told
STEPS = 30  # of Newton's method; it needs about six
WIDTHS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000)
MOST_BANDS = 10


@dataclass(frozen=True)
class Rate:
    """So many won of so many; the interval is Wilson's, in which a few games stay a wide one."""

    won: int
    """How many were won."""
    of: int
    """How many there were, the others lost or drawn."""

    @property
    def percent(self) -> int:
        return round(100 * self.won / self.of) if self.of else 0

    @property
    def low(self) -> int:
        return round(100 * self._ends()[0])

    @property
    def high(self) -> int:
        return round(100 * self._ends()[1])

    def _ends(self) -> tuple[float, float]:
        if not self.of:
            return 0.0, 1.0
        n, share = self.of, self.won / self.of
        middle, spread = share + Z * Z / (2 * n), Z * sqrt(share * (1 - share) / n + Z * Z / (4 * n * n))
        scale = 1 + Z * Z / n
        return max((middle - spread) / scale, 0.0), min((middle + spread) / scale, 1.0)


@dataclass(frozen=True)
class Band:
    """Games in which the second player had this much ether more, from the least to the most of it."""

    least: int
    """In ether; below 0 where the first player had more."""
    most: int
    """In ether; itself in the band."""
    first: Rate
    """How often the first player won."""


@dataclass(frozen=True)
class Fair:
    """The ether for which going first is worth no more than going second, with its interval."""

    price: float
    """In ether."""
    low: float
    """In ether; the lower end of an interval that holds in 95 of 100 cases."""
    high: float
    """In ether; its upper end."""


Games = Mapping[int, tuple[int, int]]  # by ether more for the second player: won by the first, lost by the first


def bands(games: Games) -> list[Band]:
    """The games in at most ten bands of equal width, the narrowest that fit."""
    if not games:
        return []
    least, most = min(games), max(games)
    width = next((candidate for candidate in WIDTHS if most // candidate - least // candidate < MOST_BANDS), WIDTHS[-1])
    filled_bands = []
    for at in range(least // width, most // width + 1):
        inside = [score for price, score in games.items() if price // width == at]
        won, lost = (sum(score[side] for score in inside) for side in (0, 1))
        if won + lost:
            filled_bands.append(Band(at * width, (at + 1) * width - 1, Rate(won, won + lost)))
    return filled_bands


def fair(games: Games) -> Fair | None:
    """Where the curve crosses one half. None for too few games, or while they do not show that ether counts."""
    if sum(won + lost for won, lost in games.values()) < FEWEST or len(games) < 2:
        return None
    curve = _curve(games)
    if curve is None:
        return None
    level, slope, (level_var, both, slope_var) = curve
    if slope <= Z * sqrt(slope_var):
        return None
    price = level / slope
    spread = Z * sqrt(max(level_var - 2 * price * both + price * price * slope_var, 0.0)) / slope
    return Fair(price, price - spread, price + spread)


Curve = tuple[float, float, tuple[float, float, float]]


def _curve(games: Games) -> Curve | None:
    """Level and slope of log-odds(first wins) = level - slope · price by Newton's method, with their covariances."""
    rows = [(price, won, won + lost) for price, (won, lost) in games.items()]
    level = slope = 0.0
    for _ in range(STEPS):
        (up, down), (a, b, c) = _pull(rows, level, slope)
        area = a * c - b * b
        if area <= 1e-12:
            return None
        step, turn = (c * up - b * down) / area, (a * down - b * up) / area
        level, slope = level + step, slope + turn
        if abs(level) > 1e3 or abs(slope) > 1e3:  # all games on one side: no curve fits
            return None
        if abs(step) + abs(turn) < 1e-10:
            return level, slope, (c / area, -b / area, a / area)
    return None


def _pull(
    rows: Iterable[tuple[int, int, int]], level: float, slope: float
) -> tuple[tuple[float, float], tuple[float, float, float]]:
    """The gradient of the likelihood, and its information matrix."""
    up = down = a = b = c = 0.0
    for price, won, of in rows:
        chance = 1 / (1 + exp(min(max(slope * price - level, -500.0), 500.0)))
        missing, weight = won - of * chance, of * chance * (1 - chance)
        up, down = up + missing, down - price * missing
        a, b, c = a + weight, b - price * weight, c + price * price * weight
    return (up, down), (a, b, c)
