//! Text layers, character by character.

use crate::{Error, Project};
use inbetween_expr::{Class, Item};
use inbetween_timeline::{LayerRef, Progress, TextState};
use inbetween_types::{Diagnostic, Severity, Time};

/// A text layer at several times.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct TextSeries {
    /// The expression that found the layer.
    pub layer: String,
    /// One state per time.
    pub samples: Vec<TextSample>,
    /// Findings made on the way: selectors' expressions that failed.
    pub diagnostics: Vec<Diagnostic>,
}

/// A text layer at one time.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct TextSample {
    /// Composition time in seconds.
    pub time: Time,
    /// Composition frame, fractional between frames.
    pub frame: f64,
    /// Its characters with what animators make of them.
    pub state: TextState,
}

/// Times one worker takes at once.
const CHUNK: usize = 32;

impl Project {
    /// The characters of the text layer that an expression finds, for example `layer("title")`, at times (seconds) in a
    /// composition (`None`: the main one), on up to `threads` threads. A layer without text has no characters.
    ///
    /// # Errors
    /// When the composition does not exist, the expression finds no text layer, or the run is cancelled.
    pub fn text(
        &self,
        layer: &str,
        composition: Option<&str>,
        times: &[Time],
        threads: usize,
        progress: Progress<'_>,
    ) -> Result<TextSeries, Error> {
        let found = self.text_layer(layer, composition)?;
        let rate = self.timeline().frame_rate_of(found);
        let chunks: Vec<&[Time]> = times.chunks(CHUNK).collect();
        let outcome = inbetween_timeline::run_parallel(
            self.timeline(),
            &chunks,
            threads,
            progress,
            |session, chunk| {
                let sample = |&time: &Time| TextSample {
                    time,
                    frame: rate.frame(time),
                    state: session.text_state(found, time).unwrap_or_default(),
                };
                chunk.iter().map(sample).collect::<Vec<_>>()
            },
        )
        .map_err(|_| Error::Cancelled)?;
        Ok(TextSeries {
            layer: layer.to_owned(),
            samples: outcome.results.into_iter().flatten().collect(),
            diagnostics: outcome.diagnostics,
        })
    }

    fn text_layer(&self, expression: &str, composition: Option<&str>) -> Result<LayerRef, Error> {
        let composition = self.composition(composition)?;
        let not = |reason: String| Error::NotATextLayer { expression: expression.to_owned(), reason };
        let compiled = self.timeline().compile_expression(expression);
        let Some(program) = compiled.program else {
            let first = compiled.diagnostics.into_iter().find(|d| d.severity == Severity::Error);
            return Err(not(first.map_or_else(|| "it does not compile".to_owned(), |d| d.message)));
        };
        let work =
            |session: &inbetween_timeline::Session, (): &()| session.query_in(composition, &program, 0.0);
        let found = inbetween_timeline::run_parallel(self.timeline(), &[()], 1, &|_, _| true, work)
            .map_err(|_| Error::Cancelled)?
            .results
            .pop();
        let item = match found {
            Some(Ok(item)) => item,
            Some(Err(fault)) => return Err(not(crate::query::told(fault))),
            None => return Err(Error::Cancelled),
        };
        let Item::Object(object) = item else { return Err(not("it is a value".to_owned())) };
        if object.class != Class::Layer {
            return Err(not("it is no layer".to_owned()));
        }
        let layer = LayerRef(object.id);
        let text = self.timeline().layer(layer).and_then(|node| node.transform.source_text);
        if text.is_some() { Ok(layer) } else { Err(not("the layer has no text".to_owned())) }
    }
}
