//! What animators make of each unit, by its amounts.

use super::change::Change;
use super::color::{changed, towards};
use super::place::Pose;
use super::read::{Animator, Paint, Values};
use crate::text::{Adjust, Layout};
use inbetween_types::TextStyle;

/// A unit after all animators, without its place.
#[derive(Clone, Debug, Default)]
pub(super) struct Look {
    pub(super) pose: Pose,
    /// Fractions, not limited.
    pub(super) opacity: f64,
    pub(super) fill: Option<[f64; 3]>,
    pub(super) fill_opacity: f64,
    pub(super) stroke: Option<[f64; 3]>,
    pub(super) stroke_opacity: f64,
    pub(super) stroke_width: f64,
    pub(super) blur: [f64; 2],
    pub(super) change: Change,
    /// Entry of Character Alignment of the last animator that changes characters.
    pub(super) alignment: f64,
}

impl Look {
    /// The style's own look. A stroke that only an animator colours starts black.
    pub(super) fn of(style: &TextStyle, animators: &[Animator]) -> Self {
        let painted = animators.iter().any(|animator| animator.values.stroke.color.is_some());
        Self {
            opacity: 1.0,
            fill: style.fill_color,
            fill_opacity: 1.0,
            stroke: style.stroke_color.or(painted.then_some([0.0; 3])),
            stroke_opacity: 1.0,
            stroke_width: style.stroke_width,
            alignment: 1.0,
            ..Self::default()
        }
    }

    /// Adds an animator by its amounts in percent. Positions, anchor points, angles, widths and blur add up; scale
    /// multiplies, from "unchanged" at 0 % to the animator's value at 100 %; colours and opacities move towards the
    /// animator's (After Effects manual; lottie-web, Skottie). X, y and z take their own amount, skew x and its axis y
    /// (lottie-web), everything else x.
    pub(super) fn add(&mut self, values: &Values, amount: [f64; 3]) {
        let amount = amount.map(|percent| percent / 100.0);
        let [x, y, _] = amount;
        let pose = &mut self.pose;
        for (sum, value) in [(&mut pose.anchor, values.anchor), (&mut pose.position, values.position)] {
            for ((sum, value), amount) in sum.iter_mut().zip(value.unwrap_or_default()).zip(amount) {
                *sum += value * amount;
            }
        }
        if let Some(scale) = values.scale {
            for ((factor, percent), amount) in pose.scale.iter_mut().zip(scale).zip(amount) {
                *factor *= part(percent, amount);
            }
        }
        pose.skew += values.skew.unwrap_or(0.0) * x;
        pose.skew_axis += values.skew_axis.unwrap_or(0.0) * y;
        for ((sum, value), amount) in pose.rotation.iter_mut().zip(values.rotation).zip(amount) {
            *sum += value.unwrap_or(0.0) * amount;
        }
        shown(&mut self.opacity, values.opacity, x);
        paint(&mut self.fill, &mut self.fill_opacity, &values.fill, x);
        paint(&mut self.stroke, &mut self.stroke_opacity, &values.stroke, x);
        self.stroke_width += values.stroke_width.unwrap_or(0.0) * x;
        let [blur_x, blur_y, _] = values.blur.unwrap_or_default();
        self.blur = [self.blur[0] + blur_x * x, self.blur[1] + blur_y * y];
        if let Some(value) = values.character_value {
            self.change.value = Some((value, x));
        }
        self.change.offset += values.character_offset.unwrap_or(0.0) * x;
        if values.character_value.is_some() || values.character_offset.is_some() {
            self.change.preserve = values.character_range != 2.0;
            self.alignment = values.character_alignment;
        }
    }
}

/// A factor that is 1 at amount 0 and `percent` at amount 1.
fn part(percent: f64, amount: f64) -> f64 {
    1.0 + (percent / 100.0 - 1.0) * amount
}

/// An opacity moved towards an animator's: the presets of AE hide all characters with one animator and bring them back
/// with the next.
fn shown(opacity: &mut f64, percent: Option<f64>, amount: f64) {
    if let Some(percent) = percent {
        *opacity += (percent / 100.0 - *opacity) * amount;
    }
}

fn paint(color: &mut Option<[f64; 3]>, opacity: &mut f64, paint: &Paint, amount: f64) {
    shown(opacity, paint.opacity, amount);
    let Some(color) = color else { return };
    if let Some(to) = paint.color {
        *color = towards(*color, to, amount);
    }
    let by = |value: Option<f64>| value.unwrap_or(0.0) * amount;
    *color = changed(*color, by(paint.hue), by(paint.saturation), by(paint.brightness));
}

/// What animators with tracking or line spacing add to a layout, and where each line's room grows from (0 left, 1
/// right; `None`: as the text is justified). `None` when no animator has any.
///
/// The first unit of a line has no room before it and the last none after it (Skottie); what a line is moved by is the
/// value of its first unit.
pub(super) fn spread(
    layout: &Layout,
    animators: &[Animator],
    amounts: &[Vec<[f64; 3]>],
) -> Option<(Adjust, Vec<Option<f64>>)> {
    let some = |a: &Animator| a.values.tracking.is_some() || a.values.line_spacing.is_some();
    if !animators.iter().any(some) {
        return None;
    }
    let count = layout.units.len();
    let mut adjust = Adjust { tracking: vec![[0.0; 2]; count], line_spacing: vec![[0.0; 2]; count] };
    let mut anchors = vec![None; layout.lines.len()];
    for (animator, amounts) in animators.iter().zip(amounts) {
        let values = &animator.values;
        let tracking = values.tracking.unwrap_or(0.0);
        let share = match values.tracking_type.round() as i64 {
            2 => [1.0, 0.0],
            3 => [0.0, 1.0],
            _ => [0.5, 0.5],
        };
        let [across, down, _] = values.line_spacing.unwrap_or_default();
        for ((room, lines), [x, y, _]) in
            adjust.tracking.iter_mut().zip(&mut adjust.line_spacing).zip(amounts)
        {
            let all = tracking * x / 100.0;
            *room = [room[0] + all * share[0], room[1] + all * share[1]];
            *lines = [lines[0] + across * x / 100.0, lines[1] + down * y / 100.0];
        }
        for (line, anchor) in layout.lines.iter().zip(&mut anchors) {
            if let (Some(percent), Some([x, _, _])) = (values.line_anchor, amounts.get(line.units.start)) {
                *anchor = Some(anchor.unwrap_or(0.0) + percent / 100.0 * x / 100.0);
            }
        }
    }
    for line in &layout.lines {
        if let Some(first) = adjust.tracking.get_mut(line.units.start) {
            first[0] = 0.0;
        }
        if let Some(last) = line.units.end.checked_sub(1).and_then(|last| adjust.tracking.get_mut(last)) {
            last[1] = 0.0;
        }
    }
    Some((adjust, anchors))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(values: Values, amount: [f64; 3]) -> Look {
        let mut look =
            Look::of(&TextStyle { fill_color: Some([1.0, 0.0, 0.0]), ..TextStyle::default() }, &[]);
        look.add(&values, amount);
        look
    }

    #[test]
    fn dimensions_take_their_own_amount() {
        let values = Values {
            position: Some([10.0, 20.0, 30.0]),
            scale: Some([200.0, 0.0, 100.0]),
            rotation: [Some(-90.0), None, Some(45.0)],
            ..Values::default()
        };
        let pose = look(values, [50.0, 25.0, -100.0]).pose;
        assert_eq!(pose.position, [5.0, 5.0, -30.0]);
        assert_eq!(pose.scale, [1.5, 0.75, 1.0]);
        assert_eq!(pose.rotation, [-45.0, 0.0, -45.0]);
    }

    #[test]
    fn opacity_and_colour_move_towards_their_value() {
        let values = Values {
            opacity: Some(0.0),
            fill: Paint { color: Some([0.0, 0.0, 1.0]), opacity: Some(40.0), ..Paint::default() },
            ..Values::default()
        };
        let half = look(values, [50.0; 3]);
        assert_eq!((half.opacity, half.fill, half.fill_opacity), (0.5, Some([0.5, 0.0, 0.5]), 0.7));
    }

    #[test]
    fn a_later_animator_brings_hidden_characters_back() {
        let opacity = |percent: f64| Values { opacity: Some(percent), ..Values::default() };
        let mut look = look(opacity(0.0), [100.0; 3]);
        look.add(&opacity(100.0), [25.0; 3]);
        assert_eq!(look.opacity, 0.25);
    }

    #[test]
    fn animators_add_up_and_scales_multiply() {
        let values = Values { scale: Some([50.0; 3]), stroke_width: Some(4.0), ..Values::default() };
        let mut twice = look(values.clone(), [100.0; 3]);
        twice.add(&values, [100.0; 3]);
        assert_eq!(twice.pose.scale, [0.25; 3]);
        assert_eq!(twice.stroke_width, 8.0);
    }
}
