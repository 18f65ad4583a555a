use super::*;
use crate::OpenOptions;

/// A shape layer with a keyed Rotation (0 at 0 s, 90 at 1 s held to 2 s, then 0), a Position on a line of 300 and 400
/// pixels in one second, a Scale that `expression` makes, and a slider.
fn project(expression: &str) -> Project {
    let scale = serde_json::json!({"a": 0, "k": [100, 100], "x": expression});
    let json = serde_json::json!({
        "v": "5.12.0", "fr": 10, "ip": 0, "op": 30, "w": 600, "h": 400,
        "layers": [{
            "ty": 4, "nm": "ball", "ind": 1, "ip": 0, "op": 30, "st": 0, "shapes": [],
            "ef": [{"ty": 5, "nm": "freq", "en": 1, "ef": [{"ty": 0, "nm": "Slider", "v": {"a": 0, "k": 3}}]}],
            "ks": {
                "o": {"a": 0, "k": 100}, "a": {"a": 0, "k": [0, 0]}, "s": scale,
                "r": {"a": 1, "k": [
                    {"t": 0, "s": [0], "o": {"x": [0.5], "y": [0]}, "i": {"x": [0.5], "y": [1]}},
                    {"t": 10, "s": [90], "h": 1}, {"t": 20, "s": [0]}]},
                "p": {"a": 1, "k": [
                    {"t": 0, "s": [0, 0], "o": {"x": [0.2], "y": [0.2]}, "i": {"x": [0.8], "y": [0.8]}},
                    {"t": 10, "s": [300, 400]}]}
            }
        }]
    });
    Project::open(json.to_string().as_bytes(), &OpenOptions::default()).unwrap()
}

fn plot(expression: &str, property: &str, change: impl FnOnce(&mut PlotOptions)) -> Plot {
    let mut options = PlotOptions::default();
    change(&mut options);
    let property = format!("layer(\"ball\").{property}");
    project(expression).plot(&[property], &options, &|_, _| true).unwrap()
}

#[test]
fn a_hold_step_is_not_joined() {
    let plot = plot("value", "rotation", |_| ());
    let [curve] = plot.curves.as_slice() else { panic!("{:?}", plot.curves) };
    let [held, after] = curve.runs.as_slice() else { panic!("{} runs", curve.runs.len()) };
    let (end, value) = held.last().unwrap();
    assert!((end - 2.0).abs() < 1e-6 && value[0] == 90.0, "{end} {value:?}");
    let (start, value) = after.first().unwrap();
    assert!((start - 2.0).abs() < 1e-6 && value[0] == 0.0, "{start} {value:?}");
}

#[test]
fn an_expression_that_jumps_is_cut_where_it_jumps() {
    // A sawtooth of half a second.
    let plot = plot("[200 * (time % 0.5), 0]", "scale", |options| {
        (options.only_after, options.to) = (true, Some(2.9));
    });
    let starts: Vec<f64> = plot.curves[0].runs.iter().map(|run| run[0].0).collect();
    assert_eq!(starts.len(), 6, "{starts:?}");
    for (index, start) in starts.iter().enumerate() {
        assert!((start - index as f64 * 0.5).abs() < 1e-6, "{start}");
    }
    for run in plot.curves[0].speed() {
        assert!(run.iter().all(|(_, speed)| (speed[0] - 200.0).abs() < 1e-3), "{run:?}");
    }
}

#[test]
fn one_dimension_is_plotted_alone() {
    let whole = plot("value", "position", |_| ());
    let one = plot("value", "position[1]", |_| ());
    let second = |plot: &Plot| -> Vec<f64> {
        plot.curves[0].runs.iter().flatten().map(|(_, v)| *v.last().unwrap()).collect()
    };
    assert_eq!(one.curves[0].dimensions(), 1);
    assert_eq!(second(&one), second(&whole));
    assert_eq!(one.keys.iter().map(|key| key.value[0]).collect::<Vec<_>>(), [0.0, 400.0]);
    // 400 pixels in a second along this dimension, 500 along the path.
    let fastest = |plot: &Plot| {
        let speeds = plot.curves[0].speed();
        speeds.iter().flatten().map(|(_, speed)| speed[0]).fold(0.0, f64::max)
    };
    assert!((fastest(&one) - 400.0).abs() < 1.0 && (fastest(&whole) - 500.0).abs() < 1.0);
    let options = PlotOptions::default();
    let property = "layer(\"ball\").position[3]".to_owned();
    assert!(project("value").plot(&[property], &options, &|_, _| true).is_err());
}

#[test]
fn a_steep_curve_is_joined() {
    let plot = plot("[1000 / (1 + Math.exp(-200 * (time - 1.013))), 0]", "scale", |o| o.only_after = true);
    assert_eq!(plot.curves[0].runs.len(), 1);
}

#[test]
fn the_speed_of_a_point_is_the_length_of_its_velocity() {
    let plot = plot("value", "position", |options| options.to = Some(0.95));
    let speed = plot.curves[0].speed();
    for (time, speed) in speed.iter().flatten() {
        assert_eq!(speed.len(), 1);
        assert!((speed[0] - 500.0).abs() < 1e-6, "{time} {speed:?}");
    }
}

#[test]
fn keys_have_the_handles_of_their_eases() {
    let plot = plot("value", "rotation", |_| ());
    let [first, second, third] = plot.keys.as_slice() else { panic!("{:?}", plot.keys) };
    assert_eq!((first.right[0], second.left[0]), ([0.5, 0.0], [0.5, 90.0]));
    assert!(second.hold && second.right.is_empty() && third.left.is_empty());
}

#[test]
fn before_and_after_the_expression_are_two_curves() {
    let plot = plot("value * 2", "scale", |_| ());
    let roles: Vec<&Role> = plot.curves.iter().map(|curve| &curve.role).collect();
    assert_eq!(roles, [&Role::Before, &Role::After]);
    let ends: Vec<f64> = plot.curves.iter().map(|curve| curve.runs[0][0].1[0]).collect();
    assert_eq!(ends, [100.0, 200.0]);
}

#[test]
fn a_variable_is_swept() {
    let expression = "myfreq = 1; freq = 3;\nif (freq == 4) freq = 5;\n[freq, 0]";
    let plot = plot(expression, "scale", |options| {
        options.sweep = Some(Sweep { name: "freq".to_owned(), values: vec![2.0, -7.0] });
    });
    let values: Vec<f64> = plot.curves.iter().map(|curve| curve.runs[0][0].1[0]).collect();
    assert_eq!(values, [2.0, -7.0]);
}

#[test]
fn a_control_is_swept() {
    let sweep = |name: &str| {
        let sweep = Sweep { name: name.to_owned(), values: vec![2.0, 5.0] };
        let plot = plot("[effect('freq')('Slider'), 0]", "scale", |options| options.sweep = Some(sweep));
        plot.curves.iter().map(|curve| curve.runs[0][0].1[0]).collect::<Vec<f64>>()
    };
    assert_eq!(sweep("effect('freq')('Slider')"), [2.0, 5.0]);
    assert_eq!(sweep("layer('ball').effect('freq')('Slider')"), [2.0, 5.0]);
}

#[test]
fn a_sweep_of_nothing_is_an_error() {
    let sweep = Some(Sweep { name: "nothing".to_owned(), values: vec![1.0] });
    let options = PlotOptions { sweep, ..PlotOptions::default() };
    let error =
        project("value").plot(&["layer('ball').scale".to_owned()], &options, &|_, _| true).unwrap_err();
    assert!(error.to_string().contains("nothing"), "{error}");
}

#[test]
fn a_table_has_a_line_per_frame() {
    let plot = plot("value", "rotation", |_| ());
    let csv = plot.csv();
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines.len(), 32);
    assert_eq!(
        lines[0],
        "frame,time,\"layer(\"\"ball\"\").rotation\",\"speed of layer(\"\"ball\"\").rotation\""
    );
    // Half of an ease that is its own mirror image; its slope there is 3/2 of the mean over the middle half ...
    let middle: Vec<f64> = lines[6].split(',').take(3).map(|cell| cell.parse().unwrap()).collect();
    assert_eq!(&middle[..2], [5.0, 0.5]);
    assert!((middle[2] - 45.0).abs() < 1e-6);
    assert!(lines[21].starts_with("20,2,0,"), "{}", lines[21]);
}

#[test]
fn timing_functions_say_the_eases() {
    let project = project("value");
    let rotation = project.property("layer('ball').rotation", None).unwrap();
    let list: Vec<String> = css(project.timeline(), rotation).into_iter().map(|(_, text)| text).collect();
    assert_eq!(list, ["cubic-bezier(0.5, 0, 0.5, 1)", "step-end"]);
    let plot = plot("value", "position", |options| options.to = Some(1.0));
    assert_eq!(plot.css()[0].1, "linear(0 0%, 1 100%)");
}

#[test]
fn a_terminal_draws_a_line_from_corner_to_corner() {
    let plot = plot("[time * 100, time * 100]", "scale", |options| options.only_after = true);
    let text = plot.terminal(60, 10);
    let rows: Vec<Vec<char>> = text.lines().take(10).map(|line| line.chars().collect()).collect();
    let marked = |row: &[char]| {
        let start = row.iter().position(|c| *c == '│').unwrap() + 1;
        row[start..].iter().position(|c| *c != '\u{2800}')
    };
    let places: Vec<usize> = rows.iter().filter_map(|row| marked(row)).collect();
    assert!(places.len() >= 9 && places.windows(2).all(|pair| pair[0] > pair[1]), "{text}");
}

#[test]
fn ticks_are_round() {
    assert_eq!(ticks::ticks(-0.3, 1.1, 6.0), [0.0, 0.5, 1.0]);
    assert_eq!(ticks::ticks(0.0, 100.0, 5.0), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
    assert_eq!(ticks::step(0.0021), 0.005);
    assert_eq!(ticks::number(0.30000000000000004, 0.1), "0.3");
    assert!(ticks::ticks(f64::NAN, 1.0, 5.0).is_empty());
}
