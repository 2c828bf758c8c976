//! The rules of Warhammer 40,000, one test for each, named after its id.

mod support;

mod rules_40k {
    pub(crate) mod abilities;
    pub(crate) mod attacks;
    pub(crate) mod editions;
    pub(crate) mod rerolls;
    pub(crate) mod units;
}
