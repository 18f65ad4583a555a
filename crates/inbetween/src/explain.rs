//! Where a value comes from.

mod html;
mod network;
#[cfg(test)]
mod tests;

use crate::{Error, Project};
use inbetween_types::Time;

pub use inbetween_timeline::explain::{Explanation, KeyUse, Read, Step, handle_words};

impl Project {
    /// Explains the value of a property (found by an expression) at a time in seconds: before and after its expression,
    /// every call and branch of it, every input that was read, and theirs in turn.
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

    /// One HTML page of an explanation: the value before and after, the curve around that time, the source with the
    /// ways that were taken marked, every call, and the dependency graph as a picture. It has no scripts and loads
    /// nothing.
    ///
    /// # Errors
    /// When the curve cannot be sampled.
    pub fn explanation_html(&self, explanation: &Explanation) -> Result<String, Error> {
        html::write(self, explanation)
    }
}
