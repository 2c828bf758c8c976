//! Which model takes the next point.

use crate::sequence::Body;

/// Where the next point lands.
pub(super) struct Current {
    /// The group of the model that takes it.
    pub(super) group: usize,
    /// Models that have fallen so far.
    pub(super) slain: usize,
    /// Points until that model falls.
    pub(super) left: usize,
}

/// The model of a body that takes the next point once `lost` are lost. When all have fallen, it is another model like the
/// last.
pub(super) fn current(body: &Body, lost: usize) -> Current {
    let (mut start, mut slain) = (0, 0);
    for (group, g) in body.groups.iter().enumerate() {
        let (wounds, models) = (usize::from(g.wounds), usize::from(g.models));
        let end = start + models * wounds;
        if lost < end {
            let fallen = (lost - start) / wounds;
            return Current { group, slain: slain + fallen, left: wounds - (lost - start) % wounds };
        }
        (start, slain) = (end, slain + models);
    }
    let group = body.groups.len() - 1;
    Current { group, slain, left: usize::from(body.groups[group].wounds) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::Side;

    /// Two models of two wounds, then one of three.
    #[test]
    fn points_fell_models_in_their_order() {
        let body = Body::of("mixed", Side::Defender, &[(2, 2), (1, 3)], 0);
        let seen: Vec<(usize, usize, usize)> =
            (0..=8).map(|lost| current(&body, lost)).map(|now| (now.group, now.slain, now.left)).collect();
        let end = (1, 3, 3);
        assert_eq!(seen[..7], [(0, 0, 2), (0, 0, 1), (0, 1, 2), (0, 1, 1), (1, 2, 3), (1, 2, 2), (1, 2, 1)]);
        assert_eq!(seen[7..], [end, end]);
    }
}
