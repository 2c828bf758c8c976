//! A datasheet as a profile.

use super::{GIVEN, SheetGroup, SheetHead, SheetReader, SheetWeapon, is_extra, is_melee};
use crate::dice::Amount;
use crate::profile::import::values::{amount, is_none, listed, name, penetration, target, target_text};
use crate::profile::import::write::{Keys, WrittenUnit};
use crate::words::same;

impl<'t> SheetReader<'_, 't, '_> {
    pub(super) fn write(&mut self, head: &SheetHead) -> WrittenUnit {
        let mut written = self.card.begin(name(&self.unit.name), self.unit.cost());
        written.head.put_some("leadership", head.leadership.map(target_text));
        written.head.put_some("move", head.movement);
        written.head.put_list("keywords", &self.keywords());
        written.head.put_list("sizes", &self.unit.sizes);
        written.head.put_list("size-points", &self.unit.size_points);
        written.tables.extend(self.write_groups().into_iter().map(|keys| ("model", keys)));
        written.tables.extend(self.write_weapons().into_iter().map(|keys| ("weapon", keys)));
        written
    }

    fn write_groups(&self) -> Vec<Keys> {
        let keys = |group: &SheetGroup| {
            let (mut keys, stats) = (Keys::default(), &group.stats);
            keys.put("name", group.name.as_str());
            keys.put("count", group.count);
            keys.put("toughness", stats.toughness);
            keys.put("save", target_text(stats.save));
            keys.put("wounds", stats.wounds);
            if stats.control > 0 {
                keys.put("objective-control", stats.control);
            }
            for (key, value) in GIVEN.into_iter().zip(stats.given) {
                keys.put_some(key, value.map(|n| target_text(Some(n))));
            }
            keys.put_some("deadly-demise", stats.demise);
            if group.character {
                keys.put("role", "character");
            }
            keys
        };
        self.groups.iter().map(keys).collect()
    }

    fn write_weapons(&mut self) -> Vec<Keys> {
        let mut tables = Vec::new();
        let is_crowded = self.is_crowded();
        for weapon in std::mem::take(&mut self.weapons) {
            let everybody = weapon.carried.len() == self.groups.len()
                && weapon
                    .carried
                    .iter()
                    .all(|(place, count)| self.groups.get(*place).is_some_and(|g| g.count == *count));
            let many = weapon.carried.len() > 1;
            let is_plain = everybody && !(is_crowded && is_melee(&weapon.printed));
            let carriers = if is_plain { vec![None] } else { weapon.carried.iter().copied().map(Some).collect() };
            let mut printed = 0;
            for carrier in carriers {
                if let Some(keys) = self.weapon(&weapon, carrier, (many && !is_plain, is_crowded)) {
                    printed += 1;
                    tables.push(keys);
                }
            }
            if printed > 0 {
                self.weapons.push(weapon);
            }
        }
        tables
    }

    /// Whether some models have several melee weapons, of which each fights with one (W40K-ATTACKS): then every weapon names
    /// its bearers.
    fn is_crowded(&self) -> bool {
        let mut melee: Vec<&SheetWeapon<'t>> =
            self.weapons.iter().filter(|one| is_melee(&one.printed) && !is_extra(one)).collect();
        // Of several profiles of one weapon the first stands for all.
        melee.dedup_by(|one, before| one.one_of.is_some() && one.one_of == before.one_of);
        let held = |place: usize| {
            let carried = melee.iter().flat_map(|one| &one.carried).filter(|(of, _)| *of == place);
            carried.map(|(_, count)| *count).sum::<u32>()
        };
        let models: u32 = self.groups.iter().map(|group| group.count).sum();
        models > 1 && self.groups.iter().enumerate().any(|(place, group)| held(place) > group.count)
    }

    /// One table of a weapon; `None` if it prints something that no weapon has.
    fn weapon(
        &mut self,
        weapon: &SheetWeapon<'t>,
        carrier: Option<(usize, u32)>,
        (many, is_crowded): (bool, bool),
    ) -> Option<Keys> {
        let group =
            carrier.and_then(|(place, _)| self.groups.get(place)).map(|group| (group.name.clone(), group.count));
        let only = self.groups.len() == 1;
        let mut keys = Keys::default();
        keys.put("name", weapon.name.as_str());
        let printed = &weapon.printed;
        if !is_melee(printed) {
            keys.put("range", self.card.range(&weapon.name, printed.get("Range"))?);
        }
        if let Some((_, count)) = carrier.filter(|(_, count)| group.as_ref().is_none_or(|(_, models)| models != count))
        {
            keys.put("count", count);
        }
        let Some([attacks, strength, damage]) = self.amounts(weapon, ["A", "S", "D"]) else {
            return self.card.no_weapon(&weapon.name, "its Attacks, Strength or Damage are no numbers");
        };
        let abilities = self.card.weapon_abilities(&weapon.name, listed(printed.get("Keywords")));
        keys.put("attacks", attacks);
        let skill = [printed.get("BS"), printed.get("WS")].into_iter().find(|skill| !skill.is_empty()).unwrap_or("");
        let torrent = abilities.iter().any(|ability| same(ability, "Torrent"));
        match target(skill).filter(|skill| skill.value.is_some()) {
            Some(skill) => {
                let skill = self.card.take_target(&format!("{}, skill", weapon.name), skill);
                keys.put("skill", target_text(skill));
            }
            None if torrent && is_none(skill) => keys.put("skill", "N/A"),
            None => return self.card.no_weapon(&weapon.name, "it prints no skill and has no Torrent"),
        }
        keys.put("strength", strength);
        let Some(ap) = penetration(printed.get("AP")) else {
            return self.card.no_weapon(&weapon.name, "its AP is not a number");
        };
        let ap = self.card.take(&format!("{}, AP", weapon.name), ap);
        if ap != 0 {
            keys.put("ap", ap);
        }
        keys.put("damage", damage);
        if let Some((group, _)) = group.as_ref().filter(|_| !only || is_crowded && is_melee(printed)) {
            keys.put("carried-by", group.as_str());
        }
        if let Some(one_of) = &weapon.one_of {
            let of = group.filter(|_| many).map_or_else(|| one_of.clone(), |(group, _)| format!("{one_of} ({group})"));
            keys.put("one-of", of);
        }
        keys.put_list("abilities", &abilities);
        Some(keys)
    }

    fn amounts(&mut self, weapon: &SheetWeapon<'t>, names: [&str; 3]) -> Option<[Amount; 3]> {
        let mut amounts = [Amount::fixed(0); 3];
        for (place, called) in amounts.iter_mut().zip(names) {
            let read = amount(weapon.printed.get(called)).filter(|amount| amount.value.max() > 0)?;
            *place = self.card.take(&format!("{}, {called}", weapon.name), read);
        }
        Some(amounts)
    }
}
