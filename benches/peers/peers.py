"""The plain job by other means, in processor time, taking turns with ours.

Twenty attacks (or more), hit 3+ re-rolling ones, wound 4+, save 5+, damage D3, each point ignored on 5+, into models of
some wounds: once with what is left over going on to the next model ("spill"), once without ("no spill"). Ours is
`cargo bench --bench ratios -- peers`, which prints one line a job. Every way's mean is checked against ours.
"""

import random
import statistics
import subprocess
import sys
import time
import warnings
from fractions import Fraction

import dyce
import icepool
import numpy
import warhammer_stats
from warhammer_stats.modifiers.reroll_modifiers import ReRollOnes

JOBS = {"20": (20, 10, 2), "200": (200, 40, 3)}
HIT = Fraction(28, 36)
UNSAVED = HIT * Fraction(1, 2) * Fraction(4, 6)


def step(state, points, wounds, models):
    """One blow on (slain, wounds left): what exceeds the model is lost."""
    slain, left = state
    if slain == models or points < left:
        return (slain, left - points) if slain < models else state
    return slain + 1, wounds


def lost(state, wounds):
    return state[0] * wounds + wounds - state[1]


def icepool_attack():
    die = icepool.d(6)
    net = icepool.d(3).map(lambda n: n @ (die < 5))
    through = (die.reroll([1], depth=1) >= 3) & (die >= 4) & (die < 5)
    return through.map({False: 0, True: net})


def icepool_spill(attacks, models, wounds):
    total = attacks @ icepool_attack()
    return total.map(lambda n: min(n, models * wounds)).mean()


def icepool_apart(attacks, models, wounds):
    attack = icepool_attack()
    state = icepool.Die([(0, wounds)])
    for _ in range(attacks):
        state = icepool.map(lambda s, n: step(s, n, wounds, models), state, attack, star=False)
    return state.map(lambda slain, left: lost((slain, left), wounds)).mean()


def dyce_attack():
    d6 = dyce.H(6)
    rerolled = dyce.expand(lambda r: d6 if r.outcome == 1 else r.outcome, d6, min_path_probability=Fraction(0))
    ward = d6.lt(5)
    net = dyce.expand(lambda r: r.outcome @ ward, dyce.H(3), min_path_probability=Fraction(0))
    through = rerolled.ge(3) * d6.ge(4) * d6.lt(5)
    return dyce.expand(lambda r: net if r.outcome else 0, through, min_path_probability=Fraction(0))


def dyce_mean(h):
    return sum(outcome * count for outcome, count in h.items()) / sum(h.values())


def dyce_spill(attacks, models, wounds):
    total = attacks @ dyce_attack()
    cap = models * wounds
    return sum(min(n, cap) * count for n, count in total.items()) / sum(total.values())


def dyce_apart(attacks, models, wounds):
    attack, state = dyce_attack(), dyce.H({(0, wounds): 1})
    for _ in range(attacks):
        state = dyce.expand(
            lambda s, n: step(s.outcome, n.outcome, wounds, models), state, attack, min_path_probability=Fraction(0)
        )
    return sum(lost(s, wounds) * count for s, count in state.items()) / sum(state.values())


def warhammer_apart(attacks, models, wounds):
    """Its own model of the job: it caps damage before Feel No Pain, so its mean is not ours."""
    pmf, many = warhammer_stats.PMF, warhammer_stats.PMFCollection
    mods = warhammer_stats.ModifierCollection(hit_mods=[ReRollOnes()])
    weapon = warhammer_stats.Weapon(
        bs=3, shots=many([pmf.static(attacks)]), strength=4, ap=0, damage=many([pmf.dn(3)]), modifiers=mods
    )
    target = warhammer_stats.Target(toughness=4, save=5, invuln=7, fnp=5, wounds=wounds)
    warhammer_stats.Attack(weapon, target).run()
    return None


def law():
    """Chances of 0 to 3 points for one attack, in floats: the careful author's way."""
    net = [13 / 81, 36 / 81, 24 / 81, 8 / 81]
    p = float(UNSAVED)
    return [1 - p + p * net[0]] + [p * x for x in net[1:]]


def floats_spill(attacks, models, wounds):
    one, cap = law(), models * wounds
    now = [1.0] + [0.0] * cap
    for _ in range(attacks):
        after = [0.0] * (cap + 1)
        for n, p in enumerate(now):
            if p:
                for more, q in enumerate(one):
                    after[min(n + more, cap)] += p * q
        now = after
    return sum(n * p for n, p in enumerate(now))


def floats_apart(attacks, models, wounds):
    one, cap = law(), models * wounds
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


RNG = numpy.random.default_rng(42)
SEQUENCES = 1 << 15


def numpy_dice(spill):
    """Every die rolled, all sequences side by side."""
    n, (attacks, models, wounds) = SEQUENCES, JOBS["20"]
    roll = lambda *shape: RNG.integers(1, 7, size=shape, dtype=numpy.uint8)
    first = roll(attacks, n)
    hit = numpy.where(first == 1, roll(attacks, n), first) >= 3
    through = hit & (roll(attacks, n) >= 4) & (roll(attacks, n) < 5)
    points = (roll(attacks, n) + 1) // 2
    net = sum(((roll(attacks, n) < 5) & (points > k)).astype(numpy.uint8) for k in range(3)) * through
    if spill:
        return numpy.minimum(net.sum(axis=0), models * wounds).mean()
    left, slain = numpy.full(n, wounds), numpy.zeros(n, dtype=int)
    for blow in net:
        left = left - numpy.minimum(blow, left)
        fell = (left == 0) & (slain < models)
        slain += fell
        left[fell] = wounds
    return (numpy.minimum(slain, models) * wounds + (wounds - left) * (slain < models)).mean()


def python_loop(spill):
    """One die after the other."""
    attacks, models, wounds = JOBS["20"]
    roll, total, n = lambda: int(random.random() * 6) + 1, 0, 1 << 10
    for _ in range(n):
        state, pool = (0, wounds), 0
        for _ in range(attacks):
            face = roll()
            if (roll() if face == 1 else face) < 3 or roll() < 4 or roll() >= 5:
                continue
            net = sum(roll() < 5 for _ in range((roll() + 1) // 2))
            pool, state = pool + net, step(state, net, wounds, models)
        total += min(pool, models * wounds) if spill else lost(state, wounds)
    return total / n


def timed(call, rounds):
    times = []
    for _ in range(rounds):
        start = time.process_time()
        value = call()
        times.append(time.process_time() - start)
    return statistics.median(times) * 1e6, value


def ours():
    """Microseconds for each exact job, nanoseconds for each sequence, and the exact means."""
    run = ["cargo", "bench", "--quiet", "--locked", "--bench", "ratios", "--", "peers"]
    lines = subprocess.run(run, check=True, capture_output=True, text=True).stdout.splitlines()
    rows = (line.rsplit(maxsplit=2) for line in lines if line.startswith(("exact", "sampled")))
    return {name: (float(t), float(mean)) for name, t, mean in rows}


def main():
    warnings.simplefilter("ignore")
    quick = "--quick" in sys.argv
    mine = ours()
    exact = [
        ("icepool", icepool_spill, icepool_apart),
        ("dyce", dyce_spill, dyce_apart),
        ("warhammer-stats (another answer)", None, warhammer_apart),
        ("Python floats", floats_spill, floats_apart),
    ]
    rows = []
    for size, job in JOBS.items():
        rounds = 9 if size == "20" else 1 if quick else 3
        for name, *calls in exact:
            for kind, call in zip(("spill", "no spill"), calls):
                if call is None:
                    continue
                key = f"exact {kind} {size}"
                try:
                    micro, mean = timed(lambda: call(*job), rounds)
                except Exception as error:  # Some give up on larger jobs; the table says so.
                    rows.append((key, name, type(error).__name__, ""))
                    continue
                wrong = mean is not None and abs(float(mean) - mine[key][1]) > 1e-9
                rows.append((key, name, f"{micro:,.0f} µs", "wrong mean!" if wrong else f"{micro / mine[key][0]:,.0f}×"))
    for kind in ("spill", "no spill"):
        key = f"sampled {kind} 20"
        for name, call, n in [("numpy, every die", numpy_dice, SEQUENCES), ("Python loop", python_loop, 1 << 10)]:
            micro, mean = timed(lambda: call(kind == "spill"), 5)
            wrong = abs(mean - mine[key][1]) > 0.5
            nano = micro * 1e3 / n
            rows.append((key, name, f"{nano:,.0f} ns", "wrong mean!" if wrong else f"{nano / mine[key][0]:,.0f}×"))
    again = ours()
    print("| job | by | time | ours is faster by |\n|---|---|---|---|")
    for key, (now, _) in mine.items():
        unit = "µs" if key.startswith("exact") else "ns"
        print(f"| {key} | warodds | {now:.2f} and {again[key][0]:.2f} {unit} | |")
    for row in rows:
        print("| " + " | ".join(row) + " |")


if __name__ == "__main__":
    main()
