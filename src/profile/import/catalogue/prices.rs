//! What a catalogue asks for a unit of more models: its cost, set anew from some number of models on.

use super::modifiers::{OF_ARMY, conditions};
use super::offers::{LinkedEntry, Offers, Selectable};
use super::{Budget, Catalogues};
use crate::profile::import::selection::{Selection, SelectionKind, is_cost};
use crate::profile::import::tree::{Element, Tag};

/// The most sizes that a profile lists.
const MAX_SIZES: usize = 20;
/// The most models of a profile.
const MAX_MODELS: u32 = 250;

/// From how many models on a unit has another cost, and the cost.
#[derive(Clone, Copy)]
struct PriceStep {
    from: u32,
    points: u32,
}

impl<'t> Catalogues<'t> {
    /// Notes the sizes that a unit may have with what they cost: its own, and the largest of each cost.
    pub(super) fn price(&self, chosen: &LinkedEntry<'t>, unit: &mut Selection<'t>, budget: &mut Budget) {
        let models = models_of(unit);
        let parts: Vec<Element<'t>> = chosen.parts().map(|part| part.element).collect();
        let Some(mut steps) = steps(&parts, unit).filter(|steps| models > 0 && !steps.is_empty()) else { return };
        steps.sort_by_key(|step| step.from);
        let mut offers = Offers::default();
        for part in chosen.parts() {
            if self.offered(part, 0, 0, budget, &mut offers).is_err() {
                return;
            }
        }
        if let Some(step) = steps.iter().rfind(|step| step.from <= models) {
            unit.points = step.points.into();
        }
        let Some(largest) = most_models(&offers, None) else { return };
        let cost = unit.cost().unwrap_or(0);
        // What models cost beside their unit they cost at every size; what is of the only model each of more has.
        let besides = cost.saturating_sub(unit.points.round() as u32);
        let beside = |size: u32| if models == 1 { besides * size } else { besides };
        let behind: Vec<PriceStep> =
            steps.into_iter().filter(|step| (models + 1..=largest).contains(&step.from)).collect();
        let Some(first) = behind.first() else { return };
        let ends = behind.iter().skip(1).map(|step| step.from - 1).chain([largest]);
        let later = behind.iter().zip(ends).map(|(step, end)| (end, step.points + beside(end)));
        let mut all: Vec<(u32, u32)> = [(models, cost), (first.from - 1, cost)].into_iter().chain(later).collect();
        all.dedup_by_key(|(size, _)| *size);
        if all.len() > MAX_SIZES || largest > MAX_MODELS {
            return;
        }
        (unit.sizes, unit.size_points) = all.into_iter().unzip();
    }
}

fn models_of(unit: &Selection<'_>) -> u32 {
    unit.own().iter().filter(|part| part.kind == SelectionKind::Model).map(|part| part.number).sum()
}

/// The changes of a unit's cost by its number of models; `None` if it is changed in another way as well.
fn steps(parts: &[Element<'_>], unit: &Selection<'_>) -> Option<Vec<PriceStep>> {
    let costs = parts.iter().flat_map(|part| part.list(Tag::Cost)).filter(|cost| is_cost(*cost));
    let fields: Vec<&str> = costs.map(|cost| cost.get("typeId")).collect();
    let is_price = |modifier: &Element<'_>| fields.contains(&modifier.get("field"));
    let groups = parts.iter().flat_map(|part| part.list(Tag::ModifierGroup));
    // A group may have conditions of its own, which hold for all that is in it.
    let (bound, free): (Vec<Element<'_>>, Vec<Element<'_>>) =
        groups.partition(|group| group.children().any(|child| child.tag() != Tag::Modifier));
    if bound.into_iter().flat_map(|group| group.list(Tag::Modifier)).any(|modifier| is_price(&modifier)) {
        return None;
    }
    let all = parts.iter().chain(&free).flat_map(|part| part.list(Tag::Modifier)).filter(is_price);
    // What an army changes is not the price of a size.
    all.filter(|modifier| modifier.get("type") == "set").map(|modifier| step(modifier, unit)).collect()
}

/// A change of cost whose only condition counts models: all, or those of one kind beside which the others stay as they are.
fn step(modifier: Element<'_>, unit: &Selection<'_>) -> Option<PriceStep> {
    let all = conditions(modifier);
    let [condition] = all[..] else { return None };
    if condition.get("field") != "selections" || OF_ARMY.contains(&condition.get("scope")) {
        return None;
    }
    let number = condition.number("value").filter(|n| (0.0..1_000.0).contains(n))? as u32;
    let points = modifier.number("value").filter(|n| (1.0..1e5).contains(n))?.round() as u32;
    let counted = condition.get("childId");
    let others = if counted == "model" {
        0
    } else {
        let own = unit.own();
        let kind = own.iter().filter(|part| part.kind == SelectionKind::Model && part.id == counted);
        models_of(unit) - kind.map(|part| part.number).reduce(|all, n| all + n)?
    };
    let from = match condition.get("type") {
        // Behind a cost of exactly so many models comes that of more, or none.
        "atLeast" | "equalTo" => number,
        "greaterThan" => number + 1,
        _ => return None,
    };
    (from + others > 1).then_some(PriceStep { from: from + others, points })
}

/// The most models that members of a group, or of none, may be; `None` if nothing limits them.
fn most_models(offers: &Offers<'_>, group: Option<usize>) -> Option<u32> {
    let is_model = |offer: &&Selectable<'_>| offer.group == group && offer.facts.chosen.kind() == SelectionKind::Model;
    let members = offers.all.iter().filter(is_model).filter(|offer| !offer.facts.hidden).map(|offer| offer.most);
    let within = (0..offers.groups.len()).filter(|place| offers.groups[*place].within == group);
    let within = within.map(|place| {
        let inner = most_models(offers, Some(place)).unwrap_or(u32::MAX);
        inner.min(if inner == 0 { 0 } else { offers.groups[place].facts.most.unwrap_or(u32::MAX) })
    });
    let all = members.chain(within).fold(0, u32::saturating_add);
    (all < 1_000).then_some(all)
}
