//! The lines in which two texts differ.

/// Lines shown around a difference.
const AROUND: usize = 2;
/// Characters of a line that are shown: minified files are one line.
const WIDTH: usize = 160;
/// Lines of either text beyond which a difference is shown as one block.
const MOST: usize = 2000;

/// The differences in the usual form: `-` for lines that go, `+` for lines that come. Empty when there are none.
pub(crate) fn lines(name: &str, old: &str, new: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let head = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let rest = old.len().min(new.len()) - head;
    let tail = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(a, b)| a == b).count();
    let middle = |list: &[&str]| -> Vec<String> {
        list.iter().take(list.len() - tail).skip(head).map(|line| (*line).to_owned()).collect()
    };
    let (gone, come) = (middle(&old), middle(&new));
    if gone.is_empty() && come.is_empty() {
        return String::new();
    }
    let mut out = format!("--- {name}\n+++ {name}\n");
    let mut script: Vec<(char, String)> = Vec::new();
    script.extend(old.iter().take(head).map(|line| (' ', (*line).to_owned())));
    script.extend(changed(&gone, &come));
    script.extend(old.iter().skip(old.len() - tail).map(|line| (' ', (*line).to_owned())));
    let near = |at: usize| {
        let from = at.saturating_sub(AROUND);
        script.iter().skip(from).take(at - from + AROUND + 1).any(|(mark, _)| *mark != ' ')
    };
    let mut shown = true;
    let mut before: Option<&str> = None;
    for (at, (mark, line)) in script.iter().enumerate() {
        if near(at) {
            if !shown {
                out.push_str("…\n");
            }
            // A long line is shown around the place where it differs from the one it takes the place of.
            let other = match mark {
                '+' => before,
                _ => script
                    .get(at + 1)
                    .filter(|(next, _)| *mark == '-' && *next == '+')
                    .map(|(_, l)| l.as_str()),
            };
            out.push(*mark);
            out.push_str(&cut(line, other));
            out.push('\n');
        }
        shown = near(at);
        before = (*mark == '-').then_some(line.as_str());
    }
    out
}

/// The shortest way from one list of lines to another.
fn changed(gone: &[String], come: &[String]) -> Vec<(char, String)> {
    let all = |mark: char, list: &[String]| -> Vec<(char, String)> {
        list.iter().map(|line| (mark, line.clone())).collect()
    };
    if gone.len() > MOST || come.len() > MOST {
        return [all('-', gone), all('+', come)].concat();
    }
    // How many lines the rests have in common, by how much of each list is used up.
    let width = come.len() + 1;
    let mut common = vec![0_u32; (gone.len() + 1) * width];
    let get = |common: &[u32], i: usize, j: usize| common.get(i * width + j).copied().unwrap_or(0);
    for (i, a) in gone.iter().enumerate().rev() {
        for (j, b) in come.iter().enumerate().rev() {
            let best = if a == b {
                get(&common, i + 1, j + 1) + 1
            } else {
                get(&common, i + 1, j).max(get(&common, i, j + 1))
            };
            if let Some(cell) = common.get_mut(i * width + j) {
                *cell = best;
            }
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut out = Vec::new();
    loop {
        match (gone.get(i), come.get(j)) {
            (Some(a), Some(b)) if a == b => {
                out.push((' ', a.clone()));
                (i, j) = (i + 1, j + 1);
            }
            (Some(a), b) if b.is_none() || get(&common, i + 1, j) >= get(&common, i, j + 1) => {
                out.push(('-', a.clone()));
                i += 1;
            }
            (_, Some(b)) => {
                out.push(('+', b.clone()));
                j += 1;
            }
            _ => return out,
        }
    }
}

fn cut(line: &str, other: Option<&str>) -> String {
    let chars: Vec<char> = line.chars().collect();
    if chars.len() <= WIDTH {
        return line.to_owned();
    }
    let same =
        other.map_or(0, |other| chars.iter().zip(other.chars()).take_while(|(a, b)| **a == *b).count());
    let from = same.saturating_sub(WIDTH / 4);
    let part: String = chars.iter().skip(from).take(WIDTH).collect();
    let (before, after) =
        (if from > 0 { "…" } else { "" }, if from + WIDTH < chars.len() { "…" } else { "" });
    format!("{before}{part}{after}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_go_and_come() {
        let old = "a\nb\nc\nd\ne\nf\ng\nh\n";
        let new = "a\nb\nc\nX\ne\nf\ng\nh\ni\n";
        assert_eq!(lines("n", old, new), "--- n\n+++ n\n…\n b\n c\n-d\n+X\n e\n f\n g\n h\n+i\n");
        assert_eq!(lines("n", old, old), "");
    }

    #[test]
    fn a_long_line_is_shown_where_it_differs() {
        let old = format!("{}1{}", "x".repeat(5000), "y".repeat(5000));
        let new = old.replace('1', "2");
        let text = lines("n", &old, &new);
        assert!(text.len() < 800 && text.contains("x1y") && text.contains("x2y"), "{text}");
    }
}
