//! Colours as text animators change them: hue in degrees, saturation and brightness as fractions (HSB).

/// RGB 0..1 → hue 0..360, saturation and brightness 0..1.
fn to_hsb([r, g, b]: [f64; 3]) -> [f64; 3] {
    let (most, least) = (r.max(g).max(b), r.min(g).min(b));
    let range = most - least;
    let hue = if range <= 0.0 {
        0.0
    } else if most == r {
        60.0 * ((g - b) / range).rem_euclid(6.0)
    } else if most == g {
        60.0 * ((b - r) / range + 2.0)
    } else {
        60.0 * ((r - g) / range + 4.0)
    };
    [hue, if most > 0.0 { range / most } else { 0.0 }, most]
}

/// The reverse of [`to_hsb`].
fn to_rgb([hue, saturation, brightness]: [f64; 3]) -> [f64; 3] {
    let channel = |n: f64| {
        let k = (n + hue / 60.0).rem_euclid(6.0);
        brightness - brightness * saturation * k.min(4.0 - k).clamp(0.0, 1.0)
    };
    [channel(5.0), channel(3.0), channel(1.0)]
}

/// Turns the hue by degrees and adds percent to saturation and brightness, which stay within 0..100 %.
pub(super) fn changed(color: [f64; 3], hue: f64, saturation: f64, brightness: f64) -> [f64; 3] {
    if hue == 0.0 && saturation == 0.0 && brightness == 0.0 {
        return color;
    }
    let [h, s, b] = to_hsb(color.map(|channel| channel.clamp(0.0, 1.0)));
    let part = |from: f64, by: f64| (from + by / 100.0).clamp(0.0, 1.0);
    to_rgb([(h + hue).rem_euclid(360.0), part(s, saturation), part(b, brightness)])
}

/// From one colour towards another; only 0..1 of the way.
pub(super) fn towards(from: [f64; 3], to: [f64; 3], way: f64) -> [f64; 3] {
    let way = way.clamp(0.0, 1.0);
    let mut out = from;
    for (channel, to) in out.iter_mut().zip(to) {
        *channel += (to - *channel) * way;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(got: [f64; 3], want: [f64; 3]) {
        assert!(got.iter().zip(want).all(|(g, w)| (g - w).abs() < 1e-12), "{got:?} is not {want:?}");
    }

    #[test]
    fn hue_turns_the_wheel() {
        near(changed([1.0, 0.0, 0.0], 120.0, 0.0, 0.0), [0.0, 1.0, 0.0]);
        near(changed([1.0, 0.0, 0.0], -120.0, 0.0, 0.0), [0.0, 0.0, 1.0]);
        near(changed([1.0, 0.0, 0.0], 60.0, 0.0, 0.0), [1.0, 1.0, 0.0]);
        near(changed([0.2, 0.4, 0.6], 360.0, 0.0, 0.0), [0.2, 0.4, 0.6]);
    }

    #[test]
    fn saturation_and_brightness_add_and_stop() {
        near(changed([1.0, 0.0, 0.0], 0.0, -50.0, 0.0), [1.0, 0.5, 0.5]);
        near(changed([1.0, 0.0, 0.0], 0.0, 0.0, -50.0), [0.5, 0.0, 0.0]);
        near(changed([0.0, 0.0, 0.0], 0.0, 0.0, 200.0), [1.0, 1.0, 1.0]);
    }
}
