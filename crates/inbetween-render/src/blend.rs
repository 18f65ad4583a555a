//! AE's blend modes.
//!
//! With backdrop `b` and source `s`, straight colours `Cb`, `Cs` and alphas `ab`, `as`, the result is, premultiplied,
//! `(1 - as) ab Cb + (1 - ab) as Cs + as ab B(Cb, Cs)` and `as + ab - as ab` (W3C, Compositing and Blending Level 1,
//! §5; AE's help, "Blending mode reference", describes the same modes). `B` per mode is below.

use inbetween_doc::BlendMode;

/// Blends premultiplied `source` with premultiplied `below`.
pub(crate) fn pixel(below: [f32; 4], source: [f32; 4], mode: BlendMode) -> [f32; 4] {
    let [br, bg, bb, ba] = below;
    let [sr, sg, sb, sa] = source;
    let straight = |c: f32, a: f32| if a > 0.0 { (c / a).min(1.0) } else { 0.0 };
    let under = [straight(br, ba), straight(bg, ba), straight(bb, ba)];
    let over = [straight(sr, sa), straight(sg, sa), straight(sb, sa)];
    let [r, g, b] = color(under, over, mode);
    let both = sa * ba;
    let sum = |below: f32, source: f32, mixed: f32| (1.0 - sa) * below + (1.0 - ba) * source + both * mixed;
    [sum(br, sr, r), sum(bg, sg, g), sum(bb, sb, b), sa + ba - both]
}

/// What is done with a mode once it is known, so that its loop is compiled for it.
pub(crate) trait Use {
    /// The mode treats each channel alone.
    fn separable(self, channel: impl Fn(f32, f32) -> f32);
    /// It does not, or is rare.
    fn whole(self, mode: BlendMode);
}

/// Hands over the formula of a mode.
pub(crate) fn with_channel(mode: BlendMode, user: impl Use) {
    match mode {
        BlendMode::Multiply => user.separable(|b, s| b * s),
        BlendMode::Screen => user.separable(|b, s| b + s - b * s),
        BlendMode::Overlay => user.separable(|b, s| hard_light(s, b)),
        BlendMode::Darken => user.separable(f32::min),
        BlendMode::Lighten => user.separable(f32::max),
        BlendMode::HardLight => user.separable(hard_light),
        BlendMode::Add => user.separable(|b, s| (b + s).min(1.0)),
        BlendMode::SoftLight => user.separable(|b, s| channel(b, s, BlendMode::SoftLight)),
        BlendMode::Difference => user.separable(|b, s| (b - s).abs()),
        _ => user.whole(mode),
    }
}

/// Blends as [`pixel`] does, with the formula of a mode that treats each channel alone.
#[inline]
pub(crate) fn separable(below: [f32; 4], source: [f32; 4], channel: &impl Fn(f32, f32) -> f32) -> [f32; 4] {
    let [br, bg, bb, ba] = below;
    let [sr, sg, sb, sa] = source;
    let (per_below, per_source) =
        (if ba > 0.0 { 1.0 / ba } else { 0.0 }, if sa > 0.0 { 1.0 / sa } else { 0.0 });
    let both = sa * ba;
    let mix = |b: f32, s: f32| {
        let mixed = channel((b * per_below).min(1.0), (s * per_source).min(1.0));
        (1.0 - sa) * b + (1.0 - ba) * s + both * mixed
    };
    [mix(br, sr), mix(bg, sg), mix(bb, sb), sa + ba - both]
}

/// `B(Cb, Cs)` of straight colours.
pub(crate) fn color(below: [f32; 3], source: [f32; 3], mode: BlendMode) -> [f32; 3] {
    match mode {
        BlendMode::Hue => with_luma(with_saturation(source, saturation(below)), luma(below)),
        BlendMode::Saturation => with_luma(with_saturation(below, saturation(source)), luma(below)),
        BlendMode::Color => with_luma(source, luma(below)),
        BlendMode::Luminosity => with_luma(below, luma(source)),
        _ => {
            let ([br, bg, bb], [sr, sg, sb]) = (below, source);
            [channel(br, sr, mode), channel(bg, sg, mode), channel(bb, sb, mode)]
        }
    }
}

fn channel(b: f32, s: f32, mode: BlendMode) -> f32 {
    match mode {
        BlendMode::Multiply => b * s,
        BlendMode::Screen => b + s - b * s,
        BlendMode::Overlay => hard_light(s, b),
        BlendMode::Darken => b.min(s),
        BlendMode::Lighten => b.max(s),
        BlendMode::ColorDodge => {
            if b <= 0.0 {
                0.0
            } else if s >= 1.0 {
                1.0
            } else {
                (b / (1.0 - s)).min(1.0)
            }
        }
        BlendMode::ColorBurn => {
            if b >= 1.0 {
                1.0
            } else if s <= 0.0 {
                0.0
            } else {
                1.0 - ((1.0 - b) / s).min(1.0)
            }
        }
        BlendMode::HardLight => hard_light(b, s),
        BlendMode::SoftLight => {
            if s <= 0.5 {
                b - (1.0 - 2.0 * s) * b * (1.0 - b)
            } else {
                let d = if b <= 0.25 { ((16.0 * b - 12.0) * b + 4.0) * b } else { b.sqrt() };
                b + (2.0 * s - 1.0) * (d - b)
            }
        }
        BlendMode::Difference => (b - s).abs(),
        BlendMode::Exclusion => b + s - 2.0 * b * s,
        BlendMode::Add => (b + s).min(1.0),
        // Every channel is all or nothing: where the sum reaches white.
        BlendMode::HardMix => f32::from(u8::from(b + s >= 1.0)),
        // Normal, and what the document may learn later.
        _ => s,
    }
}

fn hard_light(b: f32, s: f32) -> f32 {
    if s <= 0.5 { 2.0 * b * s } else { 1.0 - 2.0 * (1.0 - b) * (1.0 - s) }
}

fn luma([r, g, b]: [f32; 3]) -> f32 {
    0.3 * r + 0.59 * g + 0.11 * b
}

fn saturation([r, g, b]: [f32; 3]) -> f32 {
    r.max(g).max(b) - r.min(g).min(b)
}

/// The colour moved to another luma, pulled back towards grey where a channel leaves 0..1.
fn with_luma(color: [f32; 3], to: f32) -> [f32; 3] {
    let move_by = to - luma(color);
    let mut color = color.map(|c| c + move_by);
    let [r, g, b] = color;
    let (l, low, high) = (luma(color), r.min(g).min(b), r.max(g).max(b));
    if low < 0.0 {
        color = color.map(|c| l + (c - l) * l / (l - low));
    }
    if high > 1.0 {
        color = color.map(|c| l + (c - l) * (1.0 - l) / (high - l));
    }
    color
}

fn with_saturation(color: [f32; 3], to: f32) -> [f32; 3] {
    let [r, g, b] = color;
    let (low, range) = (r.min(g).min(b), saturation(color));
    if range > 0.0 { color.map(|c| (c - low) * to / range) } else { [0.0; 3] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn channels_follow_their_formulas() {
        let cases = [
            (BlendMode::Normal, 0.7),
            (BlendMode::Multiply, 0.28),
            (BlendMode::Screen, 0.82),
            (BlendMode::Overlay, 0.56),
            (BlendMode::Darken, 0.4),
            (BlendMode::Lighten, 0.7),
            (BlendMode::ColorDodge, 1.0),
            (BlendMode::ColorBurn, 1.0 - 0.6 / 0.7),
            (BlendMode::HardLight, 0.64),
            (BlendMode::Difference, 0.3),
            (BlendMode::Exclusion, 0.54),
            (BlendMode::Add, 1.0),
            (BlendMode::HardMix, 1.0),
            (BlendMode::SoftLight, 0.4 + 0.4 * (0.4f32.sqrt() - 0.4)),
        ];
        for (mode, want) in cases {
            let got = channel(0.4, 0.7, mode);
            assert!((got - want).abs() < 1e-6, "{mode:?}: {got} {want}");
        }
    }

    #[test]
    fn both_ways_to_blend_agree() {
        struct Check(BlendMode);
        impl Use for Check {
            fn separable(self, channel: impl Fn(f32, f32) -> f32) {
                let (below, source) = ([0.2, 0.1, 0.5, 0.6], [0.3, 0.4, 0.05, 0.45]);
                let (a, b) = (separable(below, source, &channel), pixel(below, source, self.0));
                for (a, b) in a.into_iter().zip(b) {
                    assert!((a - b).abs() < 1e-5, "{:?}: {a} {b}", self.0);
                }
            }
            fn whole(self, _mode: BlendMode) {}
        }
        use BlendMode::*;
        for mode in [Multiply, Screen, Overlay, Darken, Lighten, HardLight, Add, SoftLight, Difference] {
            with_channel(mode, Check(mode));
        }
    }

    #[test]
    fn luminosity_takes_the_source_s_luma() {
        let [r, g, b] = color([0.2, 0.5, 0.4], [0.6; 3], BlendMode::Luminosity);
        assert!((luma([r, g, b]) - 0.6).abs() < 1e-6);
        assert!((g - r - 0.3).abs() < 1e-6 && (b - r - 0.2).abs() < 1e-6);
    }

    #[test]
    fn saturation_of_grey_source_is_grey() {
        let [r, g, b] = color([0.2, 0.5, 0.4], [0.6; 3], BlendMode::Saturation);
        assert!((r - g).abs() < 1e-6 && (g - b).abs() < 1e-6);
        assert!((r - luma([0.2, 0.5, 0.4])).abs() < 1e-6);
    }

    #[test]
    fn nothing_below_leaves_the_source() {
        let source = [0.1, 0.2, 0.3, 0.5];
        let got = pixel([0.0; 4], source, BlendMode::Multiply);
        assert_eq!(got, source);
    }

    #[test]
    fn half_transparent_multiply() {
        // as = 0.5, white-ish grey 0.5 over opaque 0.8: 0.5 * 0.8 + 0.5 * 0.4.
        let [r, .., a] = pixel([0.8, 0.8, 0.8, 1.0], [0.25, 0.25, 0.25, 0.5], BlendMode::Multiply);
        assert!((r - 0.6).abs() < 1e-6 && a == 1.0);
    }
}
