//! Colour conversion. Channels are 0..1; values outside are computed by the same formulas, never clipped.

use super::Call;
use super::arguments::{Numbers, bad};
use crate::{Fault, Item};

fn channels(call: &Call<'_>, function: &str, name: &str) -> Result<(Numbers, f64), Fault> {
    let color = call.numbers(function, 0, name)?;
    if !(3..=4).contains(&color.list.len()) {
        return Err(call.wrong(function, 0, name, "an array of 4 numbers"));
    }
    let alpha = color.list.get(3).copied().unwrap_or(1.0);
    Ok((color, alpha))
}

/// `rgbToHsl(rgbaArray)`: hue, saturation, lightness and alpha, 0..1. Grey has hue 0; alpha is 1 when absent.
pub(super) fn rgb_to_hsl(call: &mut Call<'_>) -> Result<Item, Fault> {
    let (color, alpha) = channels(call, "rgbToHsl", "rgbaArray")?;
    let (r, g, b) = (color.at(0), color.at(1), color.at(2));
    let (high, low) = (r.max(g).max(b), r.min(g).min(b));
    let spread = high - low;
    let lightness = 0.5 * (high + low);
    if spread == 0.0 {
        return Ok(Item::numbers(&[0.0, 0.0, lightness, alpha]));
    }
    let room = 1.0 - (2.0 * lightness - 1.0).abs();
    let saturation = if room == 0.0 { 0.0 } else { spread / room };
    let sixth = if high == r {
        (g - b) / spread
    } else if high == g {
        (b - r) / spread + 2.0
    } else {
        (r - g) / spread + 4.0
    };
    Ok(Item::numbers(&[(sixth / 6.0).rem_euclid(1.0), saturation, lightness, alpha]))
}

/// `hslToRgb(hslaArray)`. The hue turns: 1.25 is 0.25; alpha is 1 when absent.
pub(super) fn hsl_to_rgb(call: &mut Call<'_>) -> Result<Item, Fault> {
    let (color, alpha) = channels(call, "hslToRgb", "hslaArray")?;
    let (hue, saturation, lightness) = (color.at(0), color.at(1), color.at(2));
    let half = saturation * lightness.min(1.0 - lightness);
    // Each channel is a trapezoid wave of the hue, a third of a turn apart.
    let channel = |shift: f64| {
        let k = (shift + hue * 12.0).rem_euclid(12.0);
        lightness - half * (k - 3.0).min(9.0 - k).clamp(-1.0, 1.0)
    };
    Ok(Item::numbers(&[channel(0.0), channel(8.0), channel(4.0), alpha]))
}

/// `hexToRgb(hexString)`: 6 or 8 digits after an optional `#` or `0x`; what follows the eighth is ignored.
pub(super) fn hex_to_rgb(call: &mut Call<'_>) -> Result<Item, Fault> {
    let expected = "a string of 6 or 8 hexadecimal digits";
    let wrong = || call.wrong("hexToRgb", 0, "hexString", expected);
    let text = call.argument(0).and_then(Item::as_text).ok_or_else(wrong)?.trim();
    let text = ["#", "0x", "0X"].into_iter().find_map(|prefix| text.strip_prefix(prefix)).unwrap_or(text);
    let digits: Vec<u32> = text.chars().map_while(|c| c.to_digit(16)).take(8).collect();
    if digits.len() < 6 {
        return Err(bad(format!("hexToRgb: argument 1 (hexString) must be {expected}, not \"{text}\"")));
    }
    let mut channels: Vec<f64> = digits
        .chunks_exact(2)
        .map(|pair| f64::from(pair.iter().fold(0, |sum, digit| sum * 16 + digit)) / 255.0)
        .collect();
    channels.resize(4, 1.0);
    Ok(Item::numbers(&channels))
}

#[cfg(test)]
mod tests {
    use crate::Item;
    use crate::builtins::testing::{close, eval, fails, n, v};

    #[test]
    fn rgb_to_hsl_is_the_standard_formula() {
        close(&eval("rgbToHsl", &[v(&[0.2, 0.4, 0.7, 0.5])]), &[0.6, 5.0 / 9.0, 0.45, 0.5], 1e-12);
        close(&eval("rgb_to_hsl", &[v(&[0.9, 0.7, 0.8, 1.0])]), &[11.0 / 12.0, 0.5, 0.8, 1.0], 1e-12);
        close(&eval("rgbToHsl", &[v(&[0.3, 0.3, 0.3])]), &[0.0, 0.0, 0.3, 1.0], 0.0);
    }

    #[test]
    fn hsl_to_rgb_is_its_inverse() {
        close(&eval("hslToRgb", &[v(&[0.6, 0.5, 0.4, 0.75])]), &[0.2, 0.36, 0.6, 0.75], 1e-12);
        close(&eval("hslToRgb", &[v(&[1.05, 0.8, 0.75, 1.0])]), &[0.95, 0.67, 0.55, 1.0], 1e-12);
        for r in 0..6 {
            for g in 0..6 {
                for b in 0..6 {
                    let rgb = [f64::from(r) / 5.0, f64::from(g) / 5.0, f64::from(b) / 5.0, 1.0];
                    let there = eval("rgbToHsl", &[v(&rgb)]);
                    close(&eval("hslToRgb", &[there]), &rgb, 1e-12);
                }
            }
        }
    }

    #[test]
    fn hex_strings() {
        let third = [0x33, 0x66, 0xcc].map(|c| f64::from(c) / 255.0);
        let rgba = [third[0], third[1], third[2], 1.0];
        close(&eval("hexToRgb", &[Item::text("#3366CC")]), &rgba, 1e-15);
        close(&eval("hexToRgb", &[Item::text("0x3366cc")]), &rgba, 1e-15);
        close(&eval("hexToRgb", &[Item::text("3366ccFF99")]), &rgba, 1e-15);
        let half = eval("hexToRgb", &[Item::text("#00000080")]).as_numbers().unwrap();
        assert_eq!(half[3], 128.0 / 255.0);
    }

    #[test]
    fn nonsense_is_a_fault() {
        assert!(fails("hexToRgb", &[Item::text("#12g456")]).contains("12g456"));
        assert!(fails("hexToRgb", &[n(7.0)]).contains("hexString"));
        assert!(fails("rgbToHsl", &[v(&[1.0, 0.0])]).contains("rgbaArray"));
    }
}
