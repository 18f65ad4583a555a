//! The scalars that nearly all files are made of, read at the speed of memory.

/// Powers of ten that a double holds exactly.
const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
];

/// Whole numbers up to here are doubles.
const EXACT: u64 = 1 << 53;

/// More digits than this do not fit a `u64` for sure.
const MOST_DIGITS: usize = 19;

/// The number that starts at byte `start`, and where it ends. `None` when it is not JSON, and for an exponent out of the
/// ordinary: those are for a complete parser.
///
/// With at most 53 bits of digits and a power of ten that is exact, one division is the correctly rounded value (Clinger,
/// "How to read floating point numbers accurately", 1990); others go through the standard library, which rounds correctly
/// too.
#[inline]
pub(super) fn number(bytes: &[u8], start: usize) -> Option<(f64, usize)> {
    let negative = bytes.get(start) == Some(&b'-');
    let first = start + usize::from(negative);
    let mut digits = 0_u64;
    let mut at = first;
    let mut take = |at: &mut usize| {
        while let Some(digit) = bytes.get(*at).map(|byte| byte.wrapping_sub(b'0')).filter(|digit| *digit < 10)
        {
            digits = digits.wrapping_mul(10).wrapping_add(u64::from(digit));
            *at += 1;
        }
    };
    take(&mut at);
    let whole = at - first;
    if whole == 0 || (whole > 1 && bytes.get(first) == Some(&b'0')) {
        return None;
    }
    let mut places = 0;
    if bytes.get(at) == Some(&b'.') {
        let point = at;
        at += 1;
        take(&mut at);
        places = at - point - 1;
        if places == 0 {
            return None;
        }
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        return None;
    }
    let value = match POWERS.get(places) {
        Some(power) if whole + places <= MOST_DIGITS && digits <= EXACT => digits as f64 / power,
        _ => return Some((std::str::from_utf8(bytes.get(start..at)?).ok()?.parse().ok()?, at)),
    };
    Some((if negative { -value } else { value }, at))
}

/// So many bytes are looked at one by one first.
const SHORT: usize = 4;

/// Bytes looked at together; a compiler makes one comparison of them.
const STEP: usize = 32;

/// Whether a byte ends the plain part of a string: its quote, an escape, a control character.
#[inline(always)]
fn special(byte: u8) -> bool {
    (byte == b'"') | (byte == b'\\') | (byte < b' ')
}

/// Where the string that starts with the quote at byte `start` ends, after its closing quote. `None` when it has escapes
/// or is not JSON.
#[inline]
pub(super) fn string(bytes: &[u8], start: usize) -> Option<usize> {
    let rest = bytes.get(start + 1..)?;
    // Most strings are keys of a letter or two.
    for (byte, at) in rest.iter().take(SHORT).zip(start + 2..) {
        if special(*byte) {
            return (*byte == b'"').then_some(at);
        }
    }
    let mut plain = SHORT;
    for chunk in rest.get(SHORT..)?.chunks(STEP) {
        if chunk.len() == STEP && !chunk.iter().fold(false, |found, byte| found | special(*byte)) {
            plain += STEP;
            continue;
        }
        match chunk.iter().position(|byte| special(*byte)) {
            Some(at) => {
                let end = plain + at;
                return (rest.get(end) == Some(&b'"')).then_some(start + end + 2);
            }
            None => plain += chunk.len(),
        }
    }
    None
}
