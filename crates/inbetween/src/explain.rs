//! Where a value comes from.

use crate::{Error, Project};
use inbetween_types::Time;

pub use inbetween_timeline::explain::{Explanation, KeyUse, Read};

impl Project {
    /// Explains the value of a property (found by an expression) at a time in seconds: before and after its expression,
    /// every input that was read, and theirs in turn.
    ///
    /// # Errors
    /// When the expression finds no property.
    pub fn explain(
        &self,
        property: &str,
        composition: Option<&str>,
        time: Time,
    ) -> Result<Explanation, Error> {
        let found = self.property(property, composition)?;
        Ok(self.timeline().explain(found, time))
    }
}
