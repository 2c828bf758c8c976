//! Which save to take.

use crate::error::Error;
use crate::questions::rolls::once_more;
use crate::questions::{Answered, Figure, Query};
use crate::stats::Fraction;

/// What decides a save.
struct Saves {
    armour: Option<u8>,
    invulnerable: Option<u8>,
    cover: bool,
    modifier: i64,
}

/// P(save) on `needs` with a modifier that improves by 1 at most; a 1 fails, and no 6 saves by itself (W40K-SAVE).
fn chance(needs: Option<u8>, modifier: i64) -> Fraction {
    let Some(needs) = needs else { return Fraction::new(0, 1) };
    let needs = i64::from(needs) - modifier.min(1);
    Fraction::new((7 - needs.clamp(2, 7)) as u128, 6)
}

impl Saves {
    /// Whether cover helps: not a save of 3+ or better against AP 0 (W40K-COVER).
    fn covered(&self, ap: i64) -> bool {
        self.cover && (ap > 0 || self.armour.is_some_and(|save| save > 3))
    }

    /// The chances of armour and of the invulnerable save, against an AP without its sign.
    fn against(&self, ap: i64) -> [Fraction; 2] {
        let cover = i64::from(self.covered(ap));
        [chance(self.armour, cover + self.modifier - ap), chance(self.invulnerable, self.modifier)]
    }

    fn better(&self, ap: i64) -> &'static str {
        let [armour, invulnerable] = self.against(ap).map(|save| save.ways * (6 / save.of.max(1)));
        match armour.cmp(&invulnerable) {
            _ if armour == 0 && invulnerable == 0 => "none helps",
            std::cmp::Ordering::Less => "invulnerable",
            std::cmp::Ordering::Greater => "armour",
            std::cmp::Ordering::Equal => "either",
        }
    }
}

pub(super) fn best_save(query: &Query<'_>) -> Result<Answered, Error> {
    let ap = -query.maybe_whole("ap", -9..=0)?.unwrap_or(0);
    let saves = Saves {
        armour: query.target("save")?,
        invulnerable: query.target("invulnerable")?,
        cover: query.flag("cover")?,
        modifier: query.maybe_whole("modifier", -6..=6)?.unwrap_or(0),
    };
    let [armour, invulnerable] = saves.against(ap);
    let written = |ap: i64| if ap == 0 { "0".to_owned() } else { format!("-{ap}") };
    let rows = (0..=6)
        .map(|ap| {
            let [armour, invulnerable] = saves.against(ap);
            let failed = armour.value().max(invulnerable.value());
            let kept = Figure::Probability(1.0 - failed);
            vec![written(ap).into(), armour.into(), invulnerable.into(), saves.better(ap).into(), kept]
        })
        .collect();
    let uncovered = saves.cover && !saves.covered(ap) && saves.armour.is_some();
    Ok(Answered::new(format!("Which save against AP {}?", written(ap)))
        .line("use", saves.better(ap))
        .line("armour saves", armour)
        .line("invulnerable saves", invulnerable)
        .line("with a Command Re-roll of the failed save", once_more(larger(armour, invulnerable)))
        .table("By AP", &["AP", "armour", "invulnerable", "use", "gets through"], rows)
        .note_if(uncovered, "a save of 3+ or better has no Benefit of Cover against AP 0 (W40K-COVER)")
        .note("the save is chosen before the die is rolled; a save is improved by 1 at most, AP included (AMB-03)"))
}

fn larger(a: Fraction, b: Fraction) -> Fraction {
    if b.value() > a.value() { b } else { a }
}
