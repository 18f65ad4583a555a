//! Values of an effect, bound by match name or place.

use inbetween_timeline::scene::EffectCall;

/// The values of one effect.
///
/// A parameter has a place in the effect's list and a number in its match name (`ADBE Fill-0002` is third in the list:
/// AE numbers in the order parameters were invented). Files that leave match names out get names numbered by place, so
/// names that count 1, 2, 3, … are read by place and all others by number. Where AE's own numbers count by place both
/// readings agree.
#[derive(Clone, Copy)]
pub(crate) struct Params<'a> {
    call: &'a EffectCall,
    by_place: bool,
}

impl<'a> Params<'a> {
    pub(crate) fn new(call: &'a EffectCall) -> Self {
        let by_place =
            call.values.iter().enumerate().all(|(index, (name, _))| number_of(name) == Some(index + 1));
        Self { call, by_place }
    }

    /// The call whose values these are.
    pub(crate) fn call(&self) -> &'a EffectCall {
        self.call
    }

    /// The numbers of the parameter at this place (from 0) or with this number; empty if the file has none.
    pub(crate) fn numbers(&self, place: usize, number: usize) -> &'a [f64] {
        if self.by_place {
            return self.call.numbers(place);
        }
        let found = self.call.values.iter().find(|(name, _)| number_of(name) == Some(number));
        found.map_or(&[], |(_, numbers)| numbers)
    }

    /// One number; `default` where it is missing or not finite.
    pub(crate) fn number(&self, place: usize, number: usize, default: f64) -> f64 {
        self.numbers(place, number).first().copied().filter(|x| x.is_finite()).unwrap_or(default)
    }

    /// A number that AE numbers by its place (from 0).
    pub(crate) fn at(&self, place: usize, default: f64) -> f64 {
        self.number(place, place + 1, default)
    }

    /// A menu entry or switch.
    pub(crate) fn choice(&self, place: usize, number: usize, default: i32) -> i32 {
        self.number(place, number, f64::from(default)).round() as i32
    }

    /// A straight colour 0..1.
    pub(crate) fn color(&self, place: usize, number: usize, default: [f32; 3]) -> [f32; 3] {
        match self.numbers(place, number) {
            [r, g, b, ..] if r.is_finite() && g.is_finite() && b.is_finite() => {
                [r, g, b].map(|x| x.clamp(0.0, 1.0) as f32)
            }
            _ => default,
        }
    }

    /// A point in the layer's pixels.
    pub(crate) fn point(&self, place: usize, number: usize, default: [f64; 2]) -> [f64; 2] {
        match self.numbers(place, number) {
            [x, y, ..] if x.is_finite() && y.is_finite() => [x.clamp(-1e7, 1e7), y.clamp(-1e7, 1e7)],
            _ => default,
        }
    }
}

fn number_of(name: &str) -> Option<usize> {
    name.rsplit_once('-')?.1.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::super::testing::call;
    use super::*;

    #[test]
    fn own_match_names_are_read_by_number() {
        let call = call("ADBE Fill", &[(1, &[0.0]), (7, &[0.0]), (2, &[0.5, 0.6, 0.7, 1.0])]);
        assert_eq!(Params::new(&call).color(2, 2, [0.0; 3]), [0.5, 0.6, 0.7]);
    }

    #[test]
    fn names_made_from_places_are_read_by_place() {
        let call = call("ADBE Fill", &[(1, &[0.0]), (2, &[0.0]), (3, &[0.5, 0.6, 0.7, 1.0])]);
        assert_eq!(Params::new(&call).color(2, 2, [0.0; 3]), [0.5, 0.6, 0.7]);
    }

    #[test]
    fn missing_and_not_finite_numbers_are_the_default() {
        let call = call("X", &[(1, &[f64::NAN])]);
        assert_eq!(Params::new(&call).at(0, 3.0), 3.0);
        assert_eq!(Params::new(&call).at(5, 4.0), 4.0);
    }
}
