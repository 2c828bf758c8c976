//! Blows pushed through the state of the bodies.

use crate::sequence::{Axes, Axis, Band, Joint};
use crate::stats::{add_products, add_times};

/// Σ P(n) · blowⁿ · world, where the number of blows does not depend on the world: powers of the blow, and one sum.
pub(super) fn weigh_powers(world: &Joint, bands: &[Band], rest: &[Axis], slices: &[Vec<f64>], low: usize) -> Joint {
    let size = world.p.len();
    let riding = slices[0].len();
    let mut out = vec![0.0; riding * size];
    let mut now = world.p.clone();
    let mut next = vec![0.0; size];
    for n in 0..low + slices.len() {
        if n > 0 {
            push(&now, &mut next, bands, world.cells);
            std::mem::swap(&mut now, &mut next);
        }
        if n < low {
            continue;
        }
        for (weight, block) in slices[n - low].iter().zip(out.chunks_exact_mut(size)) {
            if *weight > 0.0 {
                add_times(block, *weight, &now);
            }
        }
    }
    let mut axes = Axes::from_slice(rest);
    axes.extend_from_slice(&world.axes);
    Joint { axes, cells: world.cells, p: out }.trim()
}

/// The same where the number of blows and the world are joined: Horner's rule over the number, the rest riding along.
pub(super) fn horner(world: Joint, bands: &[Band], rest: &[Axis], slices: &[Vec<f64>], low: usize) -> Joint {
    let mut now = vec![0.0; world.p.len()];
    let mut next = now.clone();
    let plain = Joint { axes: Axes::from_slice(rest), cells: world.cells, p: Vec::new() };
    for n in (0..low + slices.len()).rev() {
        if n + 1 < low + slices.len() {
            push(&now, &mut next, bands, world.cells);
            std::mem::swap(&mut now, &mut next);
        }
        if n >= low {
            let slice = Joint { p: slices[n - low].clone(), ..plain.clone() };
            world.add_into(&slice, &mut now);
        }
    }
    Joint { p: now, ..world }.trim()
}

/// One blow on every row of cells.
fn push(now: &[f64], next: &mut [f64], bands: &[Band], cells: usize) {
    next.fill(0.0);
    for band in bands {
        for base in (0..now.len()).step_by(cells) {
            let from = base + band.from;
            let old = &now[from..from + band.weights.len()];
            let Some(target) = next.get_mut(from + band.offset..from + band.offset + old.len()) else { break };
            add_products(target, &band.weights, old);
        }
    }
}
