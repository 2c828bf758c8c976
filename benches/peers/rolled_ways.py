"""The plain job of twenty attacks rolled, by numpy and in plain Python. Each returns its mean."""

import random

import numpy

from icepool_way import lost, step

JOB = ATTACKS, MODELS, WOUNDS = 20, 10, 2
# Sequences of one call, side by side or one after the other.
BATCH, LOOP = 1 << 15, 1 << 10
RNG = numpy.random.default_rng(42)


def pooled(points):
    return numpy.minimum(points, MODELS * WOUNDS).mean()


def blow_by_blow(blows):
    """Each row of points hits one model; what exceeds it is lost."""
    left, slain = numpy.full(BATCH, WOUNDS), numpy.zeros(BATCH, dtype=int)
    for points in blows:
        left = left - numpy.minimum(points, left)
        fell = (left == 0) & (slain < MODELS)
        slain += fell
        left[fell] = WOUNDS
    return (numpy.minimum(slain, MODELS) * WOUNDS + (WOUNDS - left) * (slain < MODELS)).mean()


def numpy_dice(spill, kind):
    """Every die rolled, all sequences side by side; each face a number of that kind."""
    roll = lambda: RNG.integers(1, 7, size=(ATTACKS, BATCH), dtype=kind)
    first = roll()
    hit = numpy.where(first == 1, roll(), first) >= 3
    through = hit & (roll() >= 4) & (roll() < 5)
    points = (roll() + 1) // 2
    net = sum(((roll() < 5) & (points > k)).astype(numpy.uint8) for k in range(3)) * through
    return pooled(net.sum(axis=0)) if spill else blow_by_blow(net)


def numpy_binomial(spill):
    """Only the number of successes of each stage, for all sequences at once."""
    draw = RNG.binomial
    ones = draw(ATTACKS, 1 / 6, size=BATCH)
    hits = draw(ATTACKS - ones, 4 / 5) + draw(ones, 4 / 6)
    unsaved = draw(draw(hits, 1 / 2), 4 / 6)
    if not spill:
        net = [draw(RNG.integers(1, 4, size=BATCH), 4 / 6) * (blow < unsaved) for blow in range(ATTACKS)]
        return blow_by_blow(net[: unsaved.max()])
    threes = draw(unsaved, 1 / 3)
    twos = draw(unsaved - threes, 1 / 2)
    return pooled(draw(unsaved + twos + 2 * threes, 4 / 6))


def python_loop(spill):
    """One die after the other."""
    roll, total = lambda: int(random.random() * 6) + 1, 0
    for _ in range(LOOP):
        state, pool = (0, WOUNDS), 0
        for _ in range(ATTACKS):
            face = roll()
            if (roll() if face == 1 else face) < 3 or roll() < 4 or roll() >= 5:
                continue
            net = sum(roll() < 5 for _ in range((roll() + 1) // 2))
            pool, state = pool + net, step(state, net, WOUNDS, MODELS)
        total += min(pool, MODELS * WOUNDS) if spill else lost(state, WOUNDS)
    return total / LOOP
