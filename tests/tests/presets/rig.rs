//! Presets put on small files.

pub(crate) use inbetween::author::presets::demo::{EASY, HOLD, LINEAR, Rig, expressed, keyed, linear, still};

use inbetween::author::edit;
use inbetween::author::presets::find;
use inbetween::timeline::{Choice, Session};
use inbetween::{OpenOptions, Project, Value};

pub(crate) fn open(rig: &Rig) -> Project {
    Project::open(rig.text().as_bytes(), &OpenOptions::default()).unwrap()
}

/// The rig with a preset on some of its properties.
pub(crate) fn put(rig: &Rig, preset: &str, to: &[&str], settings: &[(&str, &str)]) -> Project {
    on(&open(rig), preset, to, settings)
}

/// The project with a preset on some of its properties.
pub(crate) fn on(before: &Project, preset: &str, to: &[&str], settings: &[(&str, &str)]) -> Project {
    let to: Vec<String> = to.iter().map(|text| (*text).to_owned()).collect();
    let settings: Vec<(String, String)> =
        settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let applied = before.apply_preset(find(preset).unwrap(), &to, &settings, None).unwrap();
    let edits = applied.edits(before.timeline());
    let text =
        edit::apply(&before.document().source.text, &edits, &edit::EditOptions::default()).unwrap().text;
    Project::open(text.as_bytes(), &OpenOptions::default()).unwrap()
}

/// A property's numbers at a time.
pub(crate) fn at(project: &Project, property: &str, time: f64) -> Vec<f64> {
    match project.value(property, time).unwrap() {
        Value::Number(n) => vec![n],
        Value::Vector(v) => v.to_vec(),
        other => panic!("{other:?}"),
    }
}

/// A curve: one session for many times.
pub(crate) struct Curve<'a> {
    session: Session,
    project: &'a Project,
    property: inbetween::PropertyRef,
}

impl<'a> Curve<'a> {
    pub(crate) fn of(project: &'a Project, property: &str) -> Self {
        Self {
            session: Session::new(project.timeline().clone()),
            project,
            property: project.property(property, None).unwrap(),
        }
    }

    /// All components.
    pub(crate) fn all(&self, time: f64) -> Vec<f64> {
        self.session.evaluate(self.property, time).components().to_vec()
    }

    /// The first component.
    pub(crate) fn one(&self, time: f64) -> f64 {
        self.all(time)[0]
    }

    /// The value before the expression, first component.
    pub(crate) fn before(&self, time: f64) -> f64 {
        self.session.state().pre_value(self.property, time).components()[0]
    }

    /// Fails when the curve moves faster than `speed` between times a millisecond apart.
    pub(crate) fn never_jumps(&self, from: f64, to: f64, speed: f64) {
        let mut time = from;
        while time < to {
            let (a, b) = (self.all(time), self.all(time + 0.001));
            for (a, b) in a.iter().zip(&b) {
                assert!((a - b).abs() <= speed * 0.001 + 1e-9, "{a} to {b} at {time}");
            }
            time += 0.001;
        }
    }

    /// Nothing failed on the way.
    pub(crate) fn is_clean(&self) {
        let findings = self.session.diagnostics();
        assert!(findings.is_empty(), "{findings:?}");
        let _ = self.project;
    }
}

/// The same file in the script tier.
pub(crate) fn script(project: &Project) -> Project {
    let mut options = OpenOptions::default();
    options.tier = Choice::Script;
    Project::open(project.document().source.text.as_bytes(), &options).unwrap()
}

/// A question in the expression language, asked in the composition at some times: its numbers.
pub(crate) fn asked(project: &Project, text: &str, times: &[f64]) -> Vec<Vec<f64>> {
    let series = project.query(&[inbetween::Query::new(text)], times, 1, &|_, _| true).unwrap();
    let numbers = |sample: &inbetween::Sample| {
        sample.value.as_numbers().unwrap_or_else(|| panic!("{text}: {sample:?}")).to_vec()
    };
    series[0].samples.iter().map(numbers).collect()
}

/// The same at one time.
pub(crate) fn ask(project: &Project, text: &str, time: f64) -> Vec<f64> {
    asked(project, text, &[time]).remove(0)
}
