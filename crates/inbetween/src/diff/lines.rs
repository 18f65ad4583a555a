//! Two texts line by line.

/// A line of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Line {
    /// In both.
    Same(String),
    /// In the first only.
    Gone(String),
    /// In the second only.
    New(String),
}

/// Most lines that are matched; longer texts are shown as replaced.
const MOST: usize = 1_000;

/// The lines of both texts in order, the longest common sequence of lines taken as unchanged. Any line end counts.
#[must_use]
pub fn line_diff(before: &str, after: &str) -> Vec<Line> {
    let split = |text: &str| -> Vec<String> {
        // An empty text has no line, not an empty one.
        if text.is_empty() {
            return Vec::new();
        }
        text.replace("\r\n", "\n").split(['\n', '\r']).map(|line| line.trim_end().to_owned()).collect()
    };
    let (a, b) = (split(before), split(after));
    if a.len() > MOST || b.len() > MOST {
        return a.into_iter().map(Line::Gone).chain(b.into_iter().map(Line::New)).collect();
    }
    // Lengths of the longest common sequence of what is left from (i, j) on.
    let width = b.len() + 1;
    let mut lengths = vec![0usize; (a.len() + 1) * width];
    let at = |lengths: &[usize], i: usize, j: usize| lengths.get(i * width + j).copied().unwrap_or(0);
    for (i, left) in a.iter().enumerate().rev() {
        for (j, right) in b.iter().enumerate().rev() {
            let length = if left == right {
                at(&lengths, i + 1, j + 1) + 1
            } else {
                at(&lengths, i + 1, j).max(at(&lengths, i, j + 1))
            };
            if let Some(cell) = lengths.get_mut(i * width + j) {
                *cell = length;
            }
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut out = Vec::new();
    loop {
        match (a.get(i), b.get(j)) {
            (Some(left), Some(right)) if left == right => {
                out.push(Line::Same(left.clone()));
                (i, j) = (i + 1, j + 1);
            }
            (Some(left), right) if right.is_none() || at(&lengths, i + 1, j) >= at(&lengths, i, j + 1) => {
                out.push(Line::Gone(left.clone()));
                i += 1;
            }
            (_, Some(right)) => {
                out.push(Line::New(right.clone()));
                j += 1;
            }
            _ => return out,
        }
    }
}
