"""The plain job exactly, by dyce, by warhammer-stats, and in plain Python. Each returns its mean."""

from fractions import Fraction

import dyce
import warhammer_stats
from warhammer_stats.modifiers.reroll_modifiers import ReRollOnes

from icepool_way import lost, step


def dyce_attack(sides):
    d6 = dyce.H(6)
    rerolled = dyce.expand(lambda r: d6 if r.outcome == 1 else r.outcome, d6, min_path_probability=Fraction(0))
    ward = d6.lt(5)
    net = dyce.expand(lambda r: r.outcome @ ward, dyce.H(sides), min_path_probability=Fraction(0))
    through = rerolled.ge(3) * d6.ge(4) * d6.lt(5)
    return dyce.expand(lambda r: net if r.outcome else 0, through, min_path_probability=Fraction(0))


def dyce_spill(attacks, models, wounds, sides):
    total = attacks @ dyce_attack(sides)
    cap = models * wounds
    return sum(min(n, cap) * count for n, count in total.items()) / sum(total.values())


def dyce_apart(attacks, models, wounds, sides):
    attack, state = dyce_attack(sides), dyce.H({(0, wounds): 1})
    for _ in range(attacks):
        state = dyce.expand(
            lambda s, n: step(s.outcome, n.outcome, wounds, models), state, attack, min_path_probability=Fraction(0)
        )
    return sum(lost(s, wounds) * count for s, count in state.items()) / sum(state.values())


def warhammer_apart(attacks, models, wounds, sides):
    """Its own model of the job: it caps damage before Feel No Pain, and does not stop at the last model.

    So there is no mean of wounds lost to compare; what it says of slain models is too small by a tenth.
    """
    pmf, many = warhammer_stats.PMF, warhammer_stats.PMFCollection
    mods = warhammer_stats.ModifierCollection(hit_mods=[ReRollOnes()])
    weapon = warhammer_stats.Weapon(
        bs=3, shots=many([pmf.static(attacks)]), strength=4, ap=0, damage=many([pmf.dn(sides)]), modifiers=mods
    )
    target = warhammer_stats.Target(toughness=4, save=5, invuln=7, fnp=5, wounds=wounds)
    warhammer_stats.Attack(weapon, target).run()
    return None


def law(sides):
    """Chances of 0, 1, 2 ... points for one attack, in floats: the careful author's way."""
    through = 28 / 36 * 1 / 2 * 4 / 6
    chances, kept = [1 - through] + [0.0] * sides, [1.0]
    for _ in range(sides):
        kept = [a / 3 + b * 2 / 3 for a, b in zip(kept + [0.0], [0.0] + kept)]
        for n, p in enumerate(kept):
            chances[n] += through * p / sides
    return chances


def floats_spill(attacks, models, wounds, sides):
    one, cap = law(sides), models * wounds
    now = [1.0] + [0.0] * cap
    for _ in range(attacks):
        after = [0.0] * (cap + 1)
        for n, p in enumerate(now):
            if p:
                for more, q in enumerate(one):
                    after[min(n + more, cap)] += p * q
        now = after
    return sum(n * p for n, p in enumerate(now))


def floats_apart(attacks, models, wounds, sides):
    one, cap = law(sides), models * wounds
    now = [1.0] + [0.0] * cap
    for _ in range(attacks):
        after = [0.0] * (cap + 1)
        for n, p in enumerate(now):
            if p:
                room = wounds - n % wounds if n < cap else 0
                for more, q in enumerate(one):
                    after[n + min(more, room)] += p * q
        now = after
    return sum(n * p for n, p in enumerate(now))
