"""The plain job exactly, by numpy's convolutions and matrices: the careful author's way. Each returns its mean."""

import numpy


def law(sides):
    """Chances of 0, 1, 2 ... points for one attack."""
    through = 28 / 36 * 1 / 2 * 4 / 6
    ward, kept, one = numpy.array([1 / 3, 2 / 3]), numpy.ones(1), numpy.zeros(sides + 1)
    for n in range(1, sides + 1):
        kept = numpy.convolve(kept, ward)
        one[: n + 1] += through / sides * kept
    one[0] += 1 - through
    return one


def mean(total, cap):
    return float(numpy.minimum(numpy.arange(total.size), cap) @ total)


def spill_squaring(attacks, models, wounds, sides):
    """The power of the law by repeated squaring, each product a convolution."""
    power, out = law(sides), numpy.ones(1)
    left = attacks
    while left:
        if left & 1:
            out = numpy.convolve(out, power)
        left >>= 1
        if left:
            power = numpy.convolve(power, power)
    return mean(out, models * wounds)


def spill_fourier(attacks, models, wounds, sides):
    """The power of the law's Fourier transform."""
    size = 1 << (attacks * sides).bit_length()
    total = numpy.fft.irfft(numpy.fft.rfft(law(sides), size) ** attacks, size)
    return mean(total, models * wounds)


def moves(models, wounds, sides):
    """The matrix of one attack on the points lost."""
    one, cap = law(sides), models * wounds
    matrix, lost = numpy.zeros((cap + 1, cap + 1)), numpy.arange(cap + 1)
    room = numpy.where(lost < cap, wounds - lost % wounds, 0)
    for more, chance in enumerate(one):
        matrix[lost, lost + numpy.minimum(more, room)] += chance
    return matrix


def apart_squaring(attacks, models, wounds, sides):
    """The power of that matrix by repeated squaring."""
    return float(numpy.linalg.matrix_power(moves(models, wounds, sides), attacks)[0] @ numpy.arange(models * wounds + 1))


def apart_vector(attacks, models, wounds, sides):
    """Attack by attack, a vector and that matrix."""
    matrix = moves(models, wounds, sides)
    now = numpy.zeros(models * wounds + 1)
    now[0] = 1.0
    for _ in range(attacks):
        now = now @ matrix
    return float(now @ numpy.arange(now.size))
