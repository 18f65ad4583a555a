//! Which tier each expression takes.

use crate::Project;
use inbetween_expr::tier::Tier;

/// The tier of one expression.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ExpressionTier {
    /// The expression that finds the property: `layer("a").rotation`.
    pub property: String,
    /// Name of its composition.
    pub composition: Option<String>,
    /// `numeric` or `script`.
    pub tier: &'static str,
    /// Why the script tier is needed.
    pub why: Option<&'static str>,
}

impl Project {
    /// Which tier each expression that compiles takes, in document order. The numeric tier may still give up single
    /// evaluations; [`Project::profile`] shows that.
    #[must_use]
    pub fn expression_tiers(&self) -> Vec<ExpressionTier> {
        let timeline = self.timeline();
        let found = timeline.properties().filter_map(|(property, _)| {
            let (tier, why) = match timeline.expression_tier(property)? {
                Tier::Numeric(_) => ("numeric", None),
                Tier::Script { reason, .. } => ("script", Some(*reason)),
            };
            let composition = timeline.location(property).composition;
            Some(ExpressionTier { property: timeline.property_expression(property), composition, tier, why })
        });
        found.collect()
    }
}
