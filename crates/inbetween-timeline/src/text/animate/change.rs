//! Character Offset and Character Value: other characters in place of the typed ones.

/// The groups that Preserve Case & Digits keeps characters in: first and last.
const GROUPS: [(u32, u32); 7] = [
    (0x30, 0x39),
    (0x41, 0x5a),
    (0x61, 0x7a),
    (0x3041, 0x3096),
    (0x30a1, 0x30fa),
    (0xff10, 0xff19),
    (0xff21, 0xff3a),
];

/// Largest code of a character.
const LAST: f64 = 1_114_111.0;

/// What an animator does to a character's code.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Change {
    /// New code, and how far towards it (0..1).
    pub(super) value: Option<(f64, f64)>,
    /// What is added, amount included.
    pub(super) offset: f64,
    /// Whether characters stay in their group (capitals, small letters, digits …).
    pub(super) preserve: bool,
}

/// The character that stands for `from`; itself where there is none of that code. Within its group the code counts
/// round; codes that no character has (surrogates) keep the typed one.
pub(super) fn changed(from: char, change: &Change) -> char {
    let code = f64::from(u32::from(from));
    let mut to = code;
    if let Some((value, way)) = change.value {
        to += (value - to) * way.clamp(0.0, 1.0);
    }
    to += change.offset;
    if !to.is_finite() {
        return from;
    }
    let mut to = to.round();
    if change.preserve {
        let group = GROUPS.iter().find(|(first, last)| (*first..=*last).contains(&u32::from(from)));
        if let Some((first, last)) = group {
            let (first, count) = (f64::from(*first), f64::from(*last) - f64::from(*first) + 1.0);
            to = first + (to - first).rem_euclid(count);
        }
    }
    if !(0.0..=LAST).contains(&to) {
        return from;
    }
    char::from_u32(to as u32).filter(|c| !c.is_control()).unwrap_or(from)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offset(c: char, by: f64, preserve: bool) -> char {
        changed(c, &Change { offset: by, preserve, value: None })
    }

    #[test]
    fn an_offset_counts_on_within_the_group() {
        assert_eq!(offset('Y', 3.0, true), 'B');
        assert_eq!(offset('a', -1.0, true), 'z');
        assert_eq!(offset('9', 1.4, true), '0');
        assert_eq!(offset('Z', 1.0, false), '[');
    }

    #[test]
    fn a_value_replaces_the_code_by_its_amount() {
        let value = |way| changed('A', &Change { value: Some((67.0, way)), offset: 0.0, preserve: true });
        assert_eq!(value(1.0), 'C');
        assert_eq!(value(0.5), 'B');
        assert_eq!(value(0.0), 'A');
    }

    #[test]
    fn codes_of_no_character_keep_the_typed_one() {
        assert_eq!(offset('A', 0xd800 as f64 - 65.0, false), 'A');
        assert_eq!(offset('A', -60.0, false), 'A');
        assert_eq!(offset('A', 1e9, false), 'A');
        assert_eq!(offset('A', f64::NAN, false), 'A');
    }
}
