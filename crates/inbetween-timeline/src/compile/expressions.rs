//! Compiles every expression once.

use super::tree::Job;
use crate::session::engine;
use crate::timeline::{Inner, NodeData, PropertyRef};
use inbetween_expr::{Compiled, Program, Scope};
use inbetween_types::{Diagnostic, Diagnostics, Limits};
use std::collections::HashMap;
use std::sync::Arc;

/// Compiles the expressions of properties and collects what compiling found.
pub(crate) fn compile(mut inner: Inner, jobs: Vec<Job<'_>>) -> Inner {
    // The same text is common (a rig's bounce on every layer): compile it once.
    let mut compiled: HashMap<&str, Compiled> = HashMap::new();
    let mut findings: Vec<(PropertyRef, Vec<Diagnostic>)> = Vec::new();
    let mut programs: Vec<(PropertyRef, Option<Arc<Program>>)> = Vec::new();
    let limits = inner.limits.clone();
    let names = (!jobs.is_empty()).then(engine::names);
    for (property, source) in jobs {
        let Some(names) = &names else { break };
        let result = compiled
            .entry(source)
            .or_insert_with(|| Program::compile(source, Scope { resolve: names }, &limits));
        programs.push((property, result.program.clone()));
        if !result.diagnostics.is_empty() {
            findings.push((property, result.diagnostics.clone()));
        }
    }
    for (property, program) in programs {
        if let Some(node) = inner.nodes.get_mut(property.0.0 as usize)
            && let NodeData::Property(data) = &mut node.data
        {
            data.program = program;
        }
    }
    locate(inner, findings)
}

/// Compiles one text in the scope of AE's names.
pub(crate) fn compile_text(source: &str, limits: &Limits) -> Compiled {
    let names = engine::names();
    Program::compile(source, Scope { resolve: &names }, limits)
}

/// The same with a core that reports what it does.
pub(crate) fn compile_traced(source: &str, limits: &Limits) -> Compiled {
    let names = engine::names();
    Program::compile_traced(source, Scope { resolve: &names }, limits)
}

/// Says where each finding lies.
fn locate(mut inner: Inner, findings: Vec<(PropertyRef, Vec<Diagnostic>)>) -> Inner {
    let mut all = Diagnostics::default();
    for (property, list) in findings {
        let place = inner.location(property);
        for mut finding in list {
            let point = finding.location.point;
            finding.location = place.clone();
            finding.location.point = point;
            all.push(finding);
        }
    }
    inner.diagnostics.extend(all.into_list());
    inner
}
