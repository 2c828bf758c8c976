//! Shapley's shares: what each of several things brings on average over every order in which they may come.

/// Shapley values of `n` things; `value` is that of a subset, given as a bit mask. The shares add up to the value of all of
/// them together.
pub(super) fn shares(n: usize, mut value: impl FnMut(usize) -> f64) -> Vec<f64> {
    let values: Vec<f64> = (0..1usize << n).map(&mut value).collect();
    // The chance that exactly these others came before: k! (n - 1 - k)! / n!, which is 1 / (n · C(n - 1, k)).
    let mut choose = 1.0;
    let weights: Vec<f64> = (0..n)
        .map(|before| {
            let weight = 1.0 / (n as f64 * choose);
            choose = choose * (n - 1 - before) as f64 / (before + 1) as f64;
            weight
        })
        .collect();
    let share = |thing: usize| {
        let without = (0..values.len()).filter(|mask| mask >> thing & 1 == 0);
        without.map(|mask| weights[mask.count_ones() as usize] * (values[mask | 1 << thing] - values[mask])).sum()
    };
    (0..n).map(share).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three options by hand: a alone brings 6, b alone 6, c alone 0; a and b 6, a and c 12, b and c 6, all three 12.
    #[test]
    fn three_things_by_hand() {
        // Bits: a = 1, b = 2, c = 4.
        let value = |mask: usize| [0.0, 6.0, 6.0, 6.0, 0.0, 12.0, 6.0, 12.0][mask];
        // Orders and what each brings (a, b, c): abc 6 0 6; acb 6 0 6; bac 0 6 6; bca 6 6 0; cab 12 0 0; cba 6 6 0.
        let parts = shares(3, value);
        for (part, wanted) in parts.iter().zip([36.0 / 6.0, 18.0 / 6.0, 18.0 / 6.0]) {
            assert!((part - wanted).abs() < 1e-12, "{parts:?}");
        }
        assert!((parts.iter().sum::<f64>() - 12.0).abs() < 1e-12);
    }

    #[test]
    fn shares_add_up_and_what_buys_nothing_has_none() {
        let value = |mask: usize| f64::from(mask as u32 & 0b1011).sqrt();
        let parts = shares(4, value);
        assert!((parts.iter().sum::<f64>() - 11f64.sqrt()).abs() < 1e-12);
        assert!(parts[2].abs() < 1e-12);
        assert!(shares(0, |_| 0.0).is_empty());
    }
}
