//! Graphs of properties, as After Effects' graph editor shows them: value and speed over time, before and after the
//! expression, with keys, handles, hold steps and jumps.
//!
//! [`Project::plot`] samples, [`Plot::scene`] draws (SVG and PNG come from the scene like any picture),
//! [`Plot::csv`] and [`Plot::terminal`] write text, [`css`] gives the timing functions of style sheets.

mod css;
mod draw;
mod keys;
mod label;
mod motion;
mod rounding;
mod sample;
mod table;
mod terminal;
mod ticks;

#[cfg(test)]
mod tests;

pub use draw::{PlotLook, Theme};
pub use rounding::Rounding;

use crate::{Error, Project};
use inbetween_expr::Program;
use inbetween_text::FontSet;
use inbetween_timeline::{Progress, PropertyRef, Session};
use inbetween_types::{Diagnostic, FrameRate, Time, Value, Vector};
use std::sync::Arc;

/// What is plotted.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct PlotOptions {
    /// Composition the properties are looked for in; `None` is the main one.
    pub composition: Option<String>,
    /// First time in seconds; `None` is the composition's in point.
    pub from: Option<Time>,
    /// Last time in seconds; `None` is the composition's out point.
    pub to: Option<Time>,
    /// Whether values before the expression are left out. Default false.
    pub only_after: bool,
    /// One curve for each of several values of a control or of a variable in the expression.
    pub sweep: Option<Sweep>,
}

/// Several values of one number.
#[derive(Clone, Debug, PartialEq)]
pub struct Sweep {
    /// A variable that the expression assigns (`freq`), or an expression that finds a property
    /// (`effect("freq")("Slider")` on the plotted layer, or `layer("ball").effect("freq")("Slider")`).
    pub name: String,
    /// Its values.
    pub values: Vec<f64>,
}

/// Curves of some properties over a span of time.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Plot {
    /// Frames per second of the composition, for the second time axis.
    pub frame_rate: FrameRate,
    /// First time in seconds.
    pub from: Time,
    /// Last time in seconds.
    pub to: Time,
    /// Size of the composition in pixels, for motion paths.
    pub size: [f64; 2],
    /// Curves, first drawn first.
    pub curves: Vec<Curve>,
    /// Keyframes of the properties.
    pub keys: Vec<Key>,
    /// Findings made on the way.
    pub diagnostics: Vec<Diagnostic>,
    /// Faces for the words; without any there are none.
    pub fonts: Arc<FontSet>,
}

/// What a curve is of.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Role {
    /// The value.
    After,
    /// The value before the expression.
    Before,
    /// The value for one value of a sweep.
    Swept(f64),
    /// The value in another file.
    Other(String),
}

/// All dimensions of one property over time.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Curve {
    /// The expression that found the property.
    pub property: String,
    /// Number of the property among those asked for.
    pub place: usize,
    /// What it is of.
    pub role: Role,
    /// Whether the dimensions are a point in space: the speed is then one number.
    pub spatial: bool,
    /// Pieces without a jump; each a list of times (seconds) and values.
    pub runs: Vec<Vec<(Time, Vector)>>,
}

impl Curve {
    /// Number of dimensions.
    #[must_use]
    pub fn dimensions(&self) -> usize {
        self.runs.iter().flatten().map(|(_, value)| value.len()).max().unwrap_or(0)
    }

    /// Units per second along each piece, at the middle between samples: the length of the velocity of a point in
    /// space, one signed number per dimension of anything else.
    #[must_use]
    pub fn speed(&self) -> Vec<Vec<(Time, Vector)>> {
        self.runs.iter().map(|run| sample::speed(run, self.spatial)).collect()
    }
}

/// A keyframe as the value graph marks it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Key {
    /// Number of the property among those asked for.
    pub place: usize,
    /// Time in seconds.
    pub time: Time,
    /// Value before the expression.
    pub value: Vector,
    /// Whether the value holds until the next key.
    pub hold: bool,
    /// End of the handle to the left, per dimension: time and value. Empty for points in space, whose ease acts along
    /// the path.
    pub left: Vec<[f64; 2]>,
    /// End of the handle to the right.
    pub right: Vec<[f64; 2]>,
}

/// Which value a curve shows.
enum Source {
    After,
    Before,
    With(Arc<Program>),
}

impl Project {
    /// Samples properties, each found by an expression such as `layer("crank").rotation`, or one dimension of one:
    /// `layer("ball").position[1]`.
    ///
    /// Steps of a hold key and jumps of an expression end a piece of the curve: they are found to within a tenth of a
    /// microsecond. A value that is no number (text, a path) makes no curve and a finding.
    ///
    /// # Errors
    /// When a property does not exist, the span is empty, a sweep names nothing, or the run is cancelled.
    pub fn plot(
        &self,
        properties: &[String],
        options: &PlotOptions,
        progress: Progress<'_>,
    ) -> Result<Plot, Error> {
        let composition = self.composition(options.composition.as_deref())?;
        let data = self.timeline().composition_data(composition);
        let rate = self.timeline().frame_rate(composition);
        let (first, last) = data.map_or((0.0, 0.0), |data| (data.in_point, data.out_point));
        let from = options.from.unwrap_or_else(|| rate.seconds(first));
        let to = options.to.unwrap_or_else(|| rate.seconds(last));
        if !(from.is_finite() && to.is_finite() && from < to) {
            return Err(Error::Output(std::io::Error::other("there is no time in that span")));
        }
        let mut plot = Plot {
            frame_rate: rate,
            from,
            to,
            fonts: Arc::clone(self.timeline().fonts()),
            size: data.map_or([1.0, 1.0], |data| [data.width, data.height]),
            ..Plot::default()
        };
        let times = sample::times(from, to, rate);
        for (place, text) in properties.iter().enumerate() {
            let (property, dimension) = self.plotted(text, options)?;
            let spatial = dimension.is_none() && keys::is_spatial(self.timeline(), property);
            let shape = Shape { property, dimension, text, place, spatial, times: &times };
            let keys = keys::of(self.timeline(), property, place, from, to);
            plot.keys.extend(keys.into_iter().filter_map(|key| keys::only(key, dimension)));
            let has_expression = self.timeline().property(property).is_some_and(|data| data.has_expression);
            if has_expression && !options.only_after && options.sweep.is_none() {
                self.curve(&mut plot, &shape, Role::Before, &Source::Before, progress)?;
            }
            let Some(sweep) = &options.sweep else {
                self.curve(&mut plot, &shape, Role::After, &Source::After, progress)?;
                continue;
            };
            for (&value, variant) in sweep.values.iter().zip(self.variants(property, sweep, options)?) {
                let role = Role::Swept(value);
                let (project, source) = match variant {
                    Variant::Project(project) => (project, Source::After),
                    Variant::Program(program) => (self.clone(), Source::With(program)),
                };
                project.curve(&mut plot, &shape, role, &source, progress)?;
            }
        }
        Ok(plot)
    }

    /// The property, and the one dimension of it that is asked for, as in `layer("ball").position[1]`.
    fn plotted(&self, text: &str, options: &PlotOptions) -> Result<(PropertyRef, Option<usize>), Error> {
        let composition = options.composition.as_deref();
        let whole = self.property(text, composition);
        let inner = text.trim().strip_suffix(']').and_then(|text| text.rsplit_once('['));
        let picked = inner.and_then(|(rest, index)| {
            let index = index.trim().parse::<usize>().ok()?;
            let property = self.property(rest, composition).ok()?;
            let size = self.timeline().property(property)?.value.components().len();
            (index < size.max(1)).then_some((property, Some(index)))
        });
        match (whole, picked) {
            (Ok(property), _) => Ok((property, None)),
            (Err(_), Some(picked)) => Ok(picked),
            (Err(error), None) => Err(error),
        }
    }

    fn curve(
        &self,
        plot: &mut Plot,
        shape: &Shape<'_>,
        role: Role,
        source: &Source,
        progress: Progress<'_>,
    ) -> Result<(), Error> {
        let sampled = inbetween_timeline::run_parallel(self.timeline(), &[()], 1, progress, |session, ()| {
            let mut one = |time| shape.numbers(numbers(session, shape.property, source, time)?);
            let mut samples: Vec<(Time, Option<Vector>)> =
                shape.times.iter().map(|time| (*time, None)).collect();
            match source {
                // The timeline's own values come in blocks.
                Source::After => {
                    session.evaluate_block(&[shape.property], shape.times, &|| true, &mut |_, at, value| {
                        if let Some((_, slot)) = samples.get_mut(at) {
                            *slot = finite(value).and_then(|numbers| shape.numbers(numbers));
                        }
                    });
                }
                _ => samples.iter_mut().for_each(|(time, slot)| *slot = one(*time)),
            }
            sample::runs(&samples, &mut one)
        })
        .map_err(|_| Error::Cancelled)?;
        plot.diagnostics.extend(sampled.diagnostics);
        let runs = sampled.results.into_iter().next().unwrap_or_default();
        if runs.is_empty() {
            plot.diagnostics.push(
                Diagnostic::new(
                    "plot/no-number",
                    inbetween_types::Severity::Warning,
                    format!("{} has no numbers to plot", shape.text),
                )
                .at(self.timeline().location(shape.property)),
            );
        }
        plot.curves.push(Curve {
            property: shape.text.to_owned(),
            place: shape.place,
            role,
            spatial: shape.spatial,
            runs,
        });
        Ok(())
    }

    /// What each value of a sweep makes of the project or of the property's expression.
    fn variants(
        &self,
        property: PropertyRef,
        sweep: &Sweep,
        options: &PlotOptions,
    ) -> Result<Vec<Variant>, Error> {
        let source = self
            .timeline()
            .property(property)
            .and_then(|data| data.program.as_ref())
            .map(|p| p.source.clone());
        let assigned = source.as_deref().and_then(|source| sample::assignment(source, &sweep.name));
        if let (Some(source), Some(span)) = (source, assigned) {
            let mut out = Vec::with_capacity(sweep.values.len());
            for value in &sweep.values {
                let mut text = source.to_string();
                text.replace_range(span.clone(), &format!("({value})"));
                let program = self.timeline().compile_expression(&text).program;
                out.push(Variant::Program(program.ok_or_else(|| not_swept(&sweep.name))?));
            }
            return Ok(out);
        }
        let control = self.property(&sweep.name, options.composition.as_deref()).or_else(|_| {
            let layer = self.timeline().layer_expression_of(property);
            self.property(&format!("{layer}.{}", sweep.name), options.composition.as_deref())
        });
        let control = control.map_err(|_| not_swept(&sweep.name))?;
        Ok(sweep
            .values
            .iter()
            .map(|value| Variant::Project(self.with_overrides(&[(control, Value::Number(*value))])))
            .collect())
    }
}

fn not_swept(name: &str) -> Error {
    Error::NotAProperty {
        expression: name.to_owned(),
        reason: "it is neither a variable that the expression assigns nor a property".to_owned(),
    }
}

/// One way to evaluate a swept property.
enum Variant {
    Project(Project),
    Program(Arc<Program>),
}

/// What curves of one property share.
struct Shape<'a> {
    property: PropertyRef,
    dimension: Option<usize>,
    text: &'a str,
    place: usize,
    spatial: bool,
    times: &'a [Time],
}

impl Shape<'_> {
    /// The dimension that is asked for, or all.
    fn numbers(&self, all: Vector) -> Option<Vector> {
        match self.dimension {
            Some(dimension) => Some(Vector::from_slice(&[*all.get(dimension)?])),
            None => Some(all),
        }
    }
}

fn numbers(session: &Session, property: PropertyRef, source: &Source, time: Time) -> Option<Vector> {
    let value = match source {
        Source::After => session.evaluate(property, time),
        Source::Before => session.state().pre_value(property, time),
        Source::With(program) => session.evaluate_on(property, program, time).ok()?,
    };
    finite(value)
}

/// The numbers of a value that can be drawn.
fn finite(value: Value) -> Option<Vector> {
    match value {
        Value::Number(number) => Some(Vector::from_slice(&[number])),
        Value::Vector(vector) => Some(vector),
        _ => None,
    }
    .filter(|vector| !vector.is_empty() && vector.iter().all(|n| n.is_finite()))
}

impl Plot {
    /// Adds the curves of another plot of the same properties, as those of another file.
    pub fn compare(&mut self, other: Plot, name: &str) {
        self.curves.extend(
            other
                .curves
                .into_iter()
                .filter(|curve| curve.role == Role::After)
                .map(|curve| Curve { role: Role::Other(name.to_owned()), ..curve }),
        );
        self.diagnostics.extend(other.diagnostics);
    }
}

pub use css::css;
