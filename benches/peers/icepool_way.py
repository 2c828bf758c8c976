"""The plain job by icepool. As a program it answers one question: `icepool_way.py spill` (or `apart`)."""

import sys

import icepool


def step(state, points, wounds, models):
    """One blow on (slain, wounds left): what exceeds the model is lost."""
    slain, left = state
    if slain == models or points < left:
        return (slain, left - points) if slain < models else state
    return slain + 1, wounds


def lost(state, wounds):
    return state[0] * wounds + wounds - state[1]


def attack(sides):
    die = icepool.d(6)
    net = icepool.d(sides).map(lambda n: n @ (die < 5))
    through = (die.reroll([1], depth=1) >= 3) & (die >= 4) & (die < 5)
    return through.map({False: 0, True: net})


def spill(attacks, models, wounds, sides):
    total = attacks @ attack(sides)
    return total.map(lambda n: min(n, models * wounds))


def apart(attacks, models, wounds, sides):
    one = attack(sides)
    state = icepool.Die([(0, wounds)])
    for _ in range(attacks):
        state = icepool.map(lambda s, n: step(s, n, wounds, models), state, one, star=False)
    return state.map(lambda slain, left: lost((slain, left), wounds))


if __name__ == "__main__":
    print({"spill": spill, "apart": apart}[sys.argv[1]](20, 10, 2, 3))
