//! Every blend mode of a file, against the formulas of the W3C's compositing (and min(1, a + b) and the threshold for Add
//! and Hard Mix, which it does not have).
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

use inbetween::{OpenOptions, Project, Quality, RenderOptions};

type Color = [f64; 3];

fn lum([r, g, b]: Color) -> f64 {
    0.3 * r + 0.59 * g + 0.11 * b
}

fn sat(c: Color) -> f64 {
    c.iter().copied().fold(0.0, f64::max) - c.iter().copied().fold(1.0, f64::min)
}

fn set_lum(c: Color, l: f64) -> Color {
    let d = l - lum(c);
    let c = c.map(|v| v + d);
    let (l, n, x) =
        (lum(c), c.iter().copied().fold(f64::MAX, f64::min), c.iter().copied().fold(f64::MIN, f64::max));
    let c = if n < 0.0 { c.map(|v| l + (v - l) * l / (l - n)) } else { c };
    if x > 1.0 { c.map(|v| l + (v - l) * (1.0 - l) / (x - l)) } else { c }
}

fn set_sat(c: Color, s: f64) -> Color {
    let low = c.iter().copied().fold(f64::MAX, f64::min);
    let range = sat(c);
    c.map(|v| if range > 0.0 { (v - low) * s / range } else { 0.0 })
}

fn channel(mode: usize, b: f64, s: f64) -> f64 {
    let hard =
        |b: f64, s: f64| if s <= 0.5 { b * 2.0 * s } else { b + (2.0 * s - 1.0) - b * (2.0 * s - 1.0) };
    match mode {
        0 => s,
        1 => b * s,
        2 => b + s - b * s,
        3 => hard(s, b),
        4 => b.min(s),
        5 => b.max(s),
        6 => {
            if b == 0.0 {
                0.0
            } else if s >= 1.0 {
                1.0
            } else {
                (b / (1.0 - s)).min(1.0)
            }
        }
        7 => {
            if b >= 1.0 {
                1.0
            } else if s <= 0.0 {
                0.0
            } else {
                1.0 - ((1.0 - b) / s).min(1.0)
            }
        }
        8 => hard(b, s),
        9 => {
            let d = if b <= 0.25 { ((16.0 * b - 12.0) * b + 4.0) * b } else { b.sqrt() };
            if s <= 0.5 { b - (1.0 - 2.0 * s) * b * (1.0 - b) } else { b + (2.0 * s - 1.0) * (d - b) }
        }
        10 => (b - s).abs(),
        11 => b + s - 2.0 * b * s,
        16 => (b + s).min(1.0),
        17 => {
            if b + s >= 1.0 {
                1.0
            } else {
                0.0
            }
        }
        _ => unreachable!(),
    }
}

fn blend(mode: usize, b: Color, s: Color) -> Color {
    match mode {
        12 => set_lum(set_sat(s, sat(b)), lum(b)),
        13 => set_lum(set_sat(b, sat(s)), lum(b)),
        14 => set_lum(s, lum(b)),
        15 => set_lum(b, lum(s)),
        _ => std::array::from_fn(|i| channel(mode, b[i], s[i])),
    }
}

fn hex(c: Color) -> String {
    let [r, g, b] = c.map(|v| (v * 255.0).round() as u8);
    format!("#{r:02x}{g:02x}{b:02x}")
}

#[test]
fn every_mode_follows_its_formula_at_any_opacity() {
    let colors = [[0.2, 0.4, 0.8], [0.8, 0.6, 0.2], [0.4, 0.8, 0.4], [1.0, 0.0, 0.6], [0.2, 0.2, 0.2]];
    let mut options = RenderOptions::default();
    for quality in [Quality::Reference, Quality::Fast] {
        options.quality = quality;
        let close = if quality == Quality::Reference { 2e-3 } else { 2.6 / 255.0 };
        for mode in 0..18 {
            for (n, below) in colors.iter().enumerate() {
                let source = colors[(n + 1 + mode % 3) % colors.len()];
                for (below_alpha, alpha) in [(1.0, 1.0), (0.6, 0.4), (0.0, 0.8)] {
                    let solid = |c: Color, alpha: f64, mode: usize| {
                        format!(
                            r#"{{"ty":1,"nm":"s","ip":0,"op":9,"sw":4,"sh":4,"sc":"{}","bm":{mode},"ks":{{"o":{{"a":0,"k":{}}}}}}}"#,
                            hex(c),
                            alpha * 100.0
                        )
                    };
                    let text = format!(
                        r#"{{"v":"5.9.0","fr":30,"ip":0,"op":9,"w":4,"h":4,"layers":[{},{}]}}"#,
                        solid(source, alpha, mode),
                        solid(*below, below_alpha, 0)
                    );
                    let project = Project::open(text.as_bytes(), &OpenOptions::default()).unwrap();
                    let (picture, _) = project.picture(0.0, &options).unwrap();
                    // Hard Mix at its threshold is a matter of rounding.
                    if mode == 17 && (0..3).any(|i| (below[i] + source[i] - 1.0).abs() < 0.01) {
                        continue;
                    }
                    let mixed = blend(mode, *below, source);
                    let got = picture.get(1, 1).map(f64::from);
                    for i in 0..3 {
                        let want = alpha * (1.0 - below_alpha) * source[i]
                            + alpha * below_alpha * mixed[i]
                            + (1.0 - alpha) * below_alpha * below[i];
                        let note = format!(
                            "mode {mode}, {below:?} at {below_alpha}, {source:?} at {alpha}: {got:?}, {want}"
                        );
                        assert!((got[i] - want).abs() < close, "{note}");
                    }
                    assert!((got[3] - (alpha + below_alpha - alpha * below_alpha)).abs() < close);
                }
            }
        }
    }
}
