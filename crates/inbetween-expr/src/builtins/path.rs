//! `createPath`.

use super::Call;
use super::arguments::bad;
use crate::{Fault, Item};
use inbetween_types::Path;
use std::sync::Arc;

/// `createPath(points, inTangents, outTangents, isClosed)`: a path; without points, a square of 100 pixels.
/// Tangents are relative to their vertices; their lists are empty or as long as the points.
pub(super) fn create_path(call: &mut Call<'_>) -> Result<Item, Fault> {
    let points = match points(call, 0, "points")? {
        Some(points) => points,
        None => vec![[0.0, 0.0], [100.0, 0.0], [100.0, 100.0], [0.0, 100.0]],
    };
    let mut tangents = [Vec::new(), Vec::new()];
    for (index, (list, name)) in tangents.iter_mut().zip(["inTangents", "outTangents"]).enumerate() {
        *list = self::points(call, index + 1, name)?.unwrap_or_default();
        if !list.is_empty() && list.len() != points.len() {
            return Err(bad(format!(
                "createPath: argument {} ({name}) has {} items for {} points; it must be empty or have as many",
                index + 2,
                list.len(),
                points.len()
            )));
        }
    }
    let [in_tangents, out_tangents] = tangents;
    let closed = call.switch(3, true);
    Ok(Item::Path(Arc::new(Path::new(points, in_tangents, out_tangents, closed))))
}

fn points(call: &Call<'_>, index: usize, name: &str) -> Result<Option<Vec<[f64; 2]>>, Fault> {
    let wrong = || call.wrong("createPath", index, name, "an array of points, each an array of 2 numbers");
    match call.argument(index) {
        None => Ok(None),
        Some(Item::Array(items)) => {
            let point = |item: &Item| match (item, item.as_numbers()?.as_slice()) {
                (Item::Array(_), &[x, y, ..]) => Some([x, y]),
                _ => None,
            };
            items.iter().map(point).collect::<Option<Vec<_>>>().map(Some).ok_or_else(wrong)
        }
        Some(_) => Err(wrong()),
    }
}

#[cfg(test)]
mod tests {
    use crate::Item;
    use crate::builtins::testing::{eval, fails, n, v};

    fn list(points: &[[f64; 2]]) -> Item {
        Item::Array(points.iter().map(|p| v(p)).collect())
    }

    fn path(arguments: &[Item]) -> inbetween_types::Path {
        match eval("createPath", arguments) {
            Item::Path(path) => (*path).clone(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_default_is_a_closed_square() {
        let square = path(&[]);
        assert_eq!(square.points, [[0.0, 0.0], [100.0, 0.0], [100.0, 100.0], [0.0, 100.0]]);
        assert_eq!(square.out_tangents, [[0.0; 2]; 4]);
        assert!(square.closed);
    }

    #[test]
    fn tangents_and_the_open_switch() {
        let points = list(&[[0.0, 0.0], [50.0, 0.0]]);
        let made = path(&[
            points.clone(),
            list(&[[1.0, 2.0], [3.0, 4.0]]),
            list(&[[5.0, 6.0], [7.0, 8.0]]),
            Item::Bool(false),
        ]);
        assert_eq!(made.in_tangents, [[1.0, 2.0], [3.0, 4.0]]);
        assert_eq!(made.out_tangents, [[5.0, 6.0], [7.0, 8.0]]);
        assert!(!made.closed);
        assert_eq!(path(&[points, list(&[]), list(&[])]).in_tangents, [[0.0; 2]; 2]);
    }

    #[test]
    fn lists_of_other_lengths_and_things_that_are_no_points_are_faults() {
        let points = list(&[[0.0, 0.0], [50.0, 0.0]]);
        assert!(fails("createPath", &[points, list(&[[1.0, 1.0]])]).contains("inTangents"));
        assert!(fails("createPath", &[v(&[1.0, 2.0])]).contains("points"));
        assert!(fails("createPath", &[n(1.0)]).contains("points"));
    }
}
