//! Age of Sigmar, rule by rule.

mod abilities;
mod commands;
#[path = "core.rs"]
mod core_rules;
mod effects;
mod explained;
mod mortal;
mod profiles;
mod questions;
mod rulings;
mod sequels;
mod units;
mod worked;

use crate::support::{prepared, with};
use warodds::ask::Request;

const LIBERATORS: &str = include_str!("../../profiles/age-of-sigmar/liberators.toml");
const CLAWLORD: &str = include_str!("../../profiles/age-of-sigmar/clawlord.toml");

/// With ranged weapons.
fn shooting(clauses: &[&str]) -> Request {
    Request { phase: Some(warodds::games::Phase::Shooting), ..with(clauses) }
}

/// The distribution of a result of the whole report.
fn left(attacker: &str, defender: &str, request: &Request, name: &str) -> warodds::stats::Pmf {
    let prepared = prepared(attacker, defender, request).unwrap_or_else(|error| panic!("{error}"));
    let options = warodds::engine::Options { method: warodds::engine::Method::Both, ..Default::default() };
    let (report, _) = prepared.report(&options, &|_| {}).expect("small");
    assert!(report.agreement.as_ref().is_none_or(|agreement| agreement.holds), "{:?}: {report:?}", request.with);
    report.results.metrics.iter().find(|metric| metric.name == name).expect("a result").pmf.clone()
}
