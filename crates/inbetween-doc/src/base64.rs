//! Base64 (RFC 4648), as data addresses hold it.

/// The text of some bytes: the standard alphabet, padded with `=`.
#[must_use]
pub fn encode(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let letter = |n: u32| LETTERS.get((n & 63) as usize).map_or('=', |letter| char::from(*letter));
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let at = |i: usize| chunk.get(i).copied().map_or(0, u32::from);
        let bits = (at(0) << 16) | (at(1) << 8) | at(2);
        for (place, shift) in [18, 12, 6, 0].into_iter().enumerate() {
            out.push(if place <= chunk.len() { letter(bits >> shift) } else { '=' });
        }
    }
    out
}

/// What a letter stands for, by its byte; [`SPACE`], [`END`] and [`OTHER`] for what is no letter.
const VALUES: [u8; 256] = values();
const SPACE: u8 = 64;
const END: u8 = 65;
const OTHER: u8 = 66;

const fn values() -> [u8; 256] {
    let mut out = [OTHER; 256];
    let mut byte = 0_u8;
    // A slice pattern walks the table, as indexing is not used here.
    let mut rest: &mut [u8] = &mut out;
    while let [value, after @ ..] = rest {
        *value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            b'=' => END,
            _ if byte.is_ascii_whitespace() => SPACE,
            _ => OTHER,
        };
        byte = byte.wrapping_add(1);
        rest = after;
    }
    out
}

fn value(letter: u8) -> u8 {
    VALUES.get(usize::from(letter)).copied().unwrap_or(OTHER)
}

/// The bytes of a text: both alphabets, white space skipped, up to the first `=`; `None` for any other character.
pub(crate) fn decode(text: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3 + 3);
    // Four letters at a time, as long as there are four.
    let mut rest = text;
    while let Some((&[a, b, c, d], after)) = rest.split_first_chunk() {
        let [a, b, c, d] = [value(a), value(b), value(c), value(d)];
        if (a | b | c | d) >= SPACE {
            break;
        }
        out.extend_from_slice(&[a << 2 | b >> 4, b << 4 | c >> 2, c << 6 | d]);
        rest = after;
    }
    let (mut bits, mut held) = (0_u32, 0_u32);
    for &letter in rest {
        let value = match value(letter) {
            SPACE => continue,
            END => break,
            OTHER => return None,
            value => value,
        };
        bits = (bits << 6) | u32::from(value);
        held += 6;
        if held >= 8 {
            held -= 8;
            out.push((bits >> held) as u8);
            bits &= (1 << held) - 1;
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_vectors_of_its_rfc_go_both_ways() {
        for (text, coded) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(encode(text.as_bytes()), coded);
            assert_eq!(decode(coded.as_bytes()).as_deref(), Some(text.as_bytes()));
        }
        assert_eq!(decode(b"Zm 9\nv"), Some(b"foo".to_vec()));
        assert_eq!(decode(b"Zm9vYm\n Fy_-8"), Some(b"foobar\xff\xef".to_vec()));
        assert_eq!(decode(b"Z!"), None);
    }
}
