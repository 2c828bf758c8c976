"""The plain job by other means, in processor time, taking turns with ours.

Twenty attacks (or more), hit 3+ re-rolling ones, wound 4+, save 5+, damage D3 (D6 for a thousand), each point ignored
on 5+, into models of some wounds: once with what is left over going on to the next model ("spill"), once without ("no
spill"). Ours is `cargo bench --profile dist --bench ratios -- peers`, which prints one line a job, and for whole
processes the program: both as they are shipped. Every way's mean is checked against ours. The others are asked who
falls and nothing else; ours also answers how much damage is dealt and how many attacks come through each stage. So an
exact job stands there twice: as it is ("exact"), and asked for the same as the others ("alone").
"""

import functools
import resource
import statistics
import subprocess
import sys
import time
import warnings
from pathlib import Path

import numpy

import exact_ways
import icepool_way
import numpy_ways
import rolled_ways

HERE = Path(__file__).parent
# Attacks, models, wounds of each, sides of the damage die.
JOBS = {"20": (20, 10, 2, 3), "200": (200, 40, 3, 3), "1000": (1_000, 100, 10, 6)}
KINDS = ("spill", "no spill")
# What answers exactly: its name, its ways with and without spill, and the jobs it is asked.
EXACT = [
    (
        "icepool",
        (lambda *job: icepool_way.spill(*job).mean(), lambda *job: icepool_way.apart(*job).mean()),
        ("20", "200"),
    ),
    ("dyce", (exact_ways.dyce_spill, exact_ways.dyce_apart), ("20", "200")),
    (
        "warhammer-stats (its answer is wrong: it caps damage before Feel No Pain)",
        (None, exact_ways.warhammer_apart),
        ("20", "200"),
    ),
    ("numpy, squaring", (numpy_ways.spill_squaring, numpy_ways.apart_squaring), ("20", "200", "1000")),
    ("numpy, Fourier; a vector and a matrix", (numpy_ways.spill_fourier, numpy_ways.apart_vector), ("20", "200", "1000")),
    ("Python floats", (exact_ways.floats_spill, exact_ways.floats_apart), ("20", "200", "1000")),
]
# What rolls: its name, how, and how many sequences a call.
ROLLED = [
    ("numpy, every die", functools.partial(rolled_ways.numpy_dice, kind=numpy.int64), rolled_ways.BATCH),
    ("numpy, every die in a byte", functools.partial(rolled_ways.numpy_dice, kind=numpy.uint8), rolled_ways.BATCH),
    ("numpy, binomials", rolled_ways.numpy_binomial, rolled_ways.BATCH),
    ("Python loop", rolled_ways.python_loop, rolled_ways.LOOP),
]


def timed(call, rounds):
    """The median in microseconds, and what was returned."""
    times = []
    for _ in range(rounds):
        start = time.process_time()
        value = call()
        times.append(time.process_time() - start)
    return statistics.median(times) * 1e6, value


def ours():
    """Microseconds for each exact job, nanoseconds for each sequence, and the means."""
    run = ["cargo", "bench", "--quiet", "--locked", "--profile", "dist", "--bench", "ratios", "--", "peers"]
    lines = subprocess.run(run, check=True, capture_output=True, text=True).stdout.splitlines()
    rows = (line.rsplit(maxsplit=2) for line in lines if line.startswith(("exact", "alone", "sampled")))
    return {name: (float(t), float(mean)) for name, t, mean in rows}


def exactly(mine, quick):
    for size, job in JOBS.items():
        rounds = 31 if size == "20" else 1 if quick else 3
        for name, ways, sizes in EXACT:
            for kind, way in zip(KINDS, ways):
                if way is None or size not in sizes:
                    continue
                key = f"exact {kind} {size}"
                micro, mean = timed(lambda: way(*job), rounds)
                wrong = mean is not None and abs(float(mean) - mine[key][1]) > 1e-9
                ratios = [micro / mine[ours][0] for ours in (key, f"alone {kind} {size}")]
                said = "{:,.0f}×, or {:,.0f}×".format(*ratios)
                yield key, name, f"{micro:,.0f} µs", "wrong mean!" if wrong else said


def rolled(mine):
    for kind in KINDS:
        key = f"sampled {kind} 20"
        for name, way, sequences in ROLLED:
            micro, mean = timed(lambda: way(kind == "spill"), 5)
            wrong = abs(mean - mine[key][1]) > 0.5
            nano = micro * 1e3 / sequences
            yield key, name, f"{nano:,.0f} ns", "wrong mean!" if wrong else f"{nano / mine[key][0]:,.0f}×"


def process(command):
    """Processor time and time by the clock of one process, in milliseconds."""
    spent = lambda: (lambda all: all.ru_utime + all.ru_stime)(resource.getrusage(resource.RUSAGE_CHILDREN))
    before, start = spent(), time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return (spent() - before) * 1e3, (time.perf_counter() - start) * 1e3


def processes(program):
    """One exact question each, from the start of a process to its end."""
    for kind, units, phase, way in zip(KINDS, ("sigmar", "40k"), ("combat", "shooting"), ("spill", "apart")):
        files = [str(HERE / "units" / f"{units}-{side}.toml") for side in ("attacker", "defender")]
        options = ["--with", "reroll hits of 1", "--phase", phase, "--method", "exact"]
        commands = {
            "warodds": [program, "attack", *files, *options],
            "icepool": [sys.executable, str(HERE / "icepool_way.py"), way],
            "Python that does nothing": [sys.executable, "-c", "pass"],
        }
        rounds = [{name: process(command) for name, command in commands.items()} for _ in range(15)]
        times = {
            name: (statistics.median(each[name][0] for each in rounds), min(each[name][1] for each in rounds))
            for name in commands
        }
        for name, (processor, clock) in times.items():
            ratios = "" if name == "warodds" else " and ".join(
                f"{time / mine:.0f}×" for time, mine in zip((processor, clock), times["warodds"])
            )
            yield f"process {kind} 20", name, f"{processor:.2f} ms, by the clock {clock:.2f} ms", ratios


def main():
    warnings.simplefilter("ignore")
    program, quick = sys.argv[1], "--quick" in sys.argv
    mine = ours()
    rows = [*exactly(mine, quick), *rolled(mine), *processes(program)]
    again = ours()
    print("| job | by | time | ours is faster by |\n|---|---|---|---|")
    for key, (now, _) in mine.items():
        unit = "ns" if key.startswith("sampled") else "µs"
        print(f"| {key} | warodds | {now:.2f} and {again[key][0]:.2f} {unit} | |")
    for row in rows:
        print("| " + " | ".join(row) + " |")


if __name__ == "__main__":
    main()
