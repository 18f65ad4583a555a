//! Presets on the properties of a project.

use crate::{OpenOptions, Project};
use inbetween_author::edit::EditOptions;
use inbetween_author::presets::{Applied, Found, Preset, PresetError, Request, apply};
use inbetween_expr::{Class, Item};
use inbetween_timeline::{LayerRef, NodeRef, PropertyRef};

impl Project {
    /// Writes a preset for properties, each found by an expression such as `layer("ball").position`.
    ///
    /// # Errors
    /// When a property or layer does not exist, does not fit, or a setting is wrong.
    pub fn apply_preset(
        &self,
        preset: &Preset,
        to: &[String],
        settings: &[(String, String)],
        composition: Option<&str>,
    ) -> Result<Applied, PresetError> {
        let find = |text: &str| self.found(text, composition);
        let mut request = Request { settings: settings.to_vec(), ..Request::default() };
        for text in to {
            let property = self.property(text, composition);
            request.to.push(property.map_err(|e| PresetError::new(e.to_string(), ""))?);
        }
        apply(preset, &request, self.timeline(), &find)
    }

    /// What an expression names.
    fn found(&self, text: &str, composition: Option<&str>) -> Result<Found, String> {
        let composition = self.composition(composition).map_err(|e| e.to_string())?;
        let compiled = self.timeline().compile_expression(text);
        let Some(program) = compiled.program else { return Err("it is no expression".to_owned()) };
        let outcome =
            inbetween_timeline::run_parallel(self.timeline(), &[()], 1, &|_, _| true, |session, ()| {
                session.evaluate_expression(&program, &session.state().evaluation_in(composition, 0.0))
            });
        match outcome.map(|mut outcome| outcome.results.pop()) {
            Ok(Some(Ok(Item::Object(object)))) if object.class == Class::Layer => {
                Ok(Found::Layer(LayerRef(object.id)))
            }
            Ok(Some(Ok(Item::Object(object)))) if object.class == Class::Property => {
                Ok(Found::Property(PropertyRef(NodeRef(object.id))))
            }
            Ok(Some(Ok(_))) => Err("it is neither a layer nor a property".to_owned()),
            Ok(Some(Err(fault))) => Err(crate::query::told(fault)),
            _ => Err("it has no value".to_owned()),
        }
    }

    /// The file that shows a preset, with the preset on it; what was applied, too.
    ///
    /// # Errors
    /// When the demo does not take the preset, which a test excludes.
    pub fn preset_demo(preset: &Preset) -> Result<(Self, Applied), PresetError> {
        let demo = (preset.demo)();
        let said = |e: crate::Error| PresetError::new(e.to_string(), "");
        let options = OpenOptions::default();
        let before = Self::open(demo.lottie.as_bytes(), &options).map_err(said)?;
        let applied = before.apply_preset(preset, &demo.to, &demo.settings, None)?;
        let edits = applied.edits(before.timeline());
        let edited = inbetween_author::edit::apply(&demo.lottie, &edits, &EditOptions::default())
            .map_err(|e| PresetError::new(e.to_string(), ""))?;
        Ok((Self::open(edited.text.as_bytes(), &options).map_err(said)?, applied))
    }
}
