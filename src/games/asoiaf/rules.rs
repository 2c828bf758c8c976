//! What is computed of each rule of the digest.

use crate::games::rules::RuleDoc;

pub(super) const RULES: &[RuleDoc] = &[];
