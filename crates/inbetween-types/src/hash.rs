//! A small stable hash for seeds and identities: the same number in every version, machine and thread.

/// FNV-1a over bytes, finished with SplitMix64's mixer so that near inputs give far outputs.
#[derive(Clone, Copy, Debug)]
pub struct StableHash(u64);

impl Default for StableHash {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl StableHash {
    /// Adds bytes.
    #[must_use]
    #[inline]
    pub fn bytes(mut self, bytes: &[u8]) -> Self {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        self
    }

    /// Adds a text and its end, so that `("ab", "c")` differs from `("a", "bc")`.
    #[must_use]
    pub fn text(self, text: &str) -> Self {
        self.bytes(text.as_bytes()).bytes(&[0xff])
    }

    /// Adds a number.
    #[must_use]
    #[inline]
    pub fn number(self, number: u64) -> Self {
        self.bytes(&number.to_le_bytes())
    }

    /// Adds a floating-point number by its bits; -0 counts as 0.
    #[must_use]
    #[inline]
    pub fn float(self, number: f64) -> Self {
        self.number((number + 0.0).to_bits())
    }

    /// The mixed result.
    #[must_use]
    #[inline]
    pub fn finish(self) -> u64 {
        mix(self.0)
    }
}

/// SplitMix64's output function (Steele, Lea and Flood, 2014): a bijection of 64-bit numbers.
#[must_use]
#[inline]
pub fn mix(mut z: u64) -> u64 {
    z = z.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The top 53 bits of `bits` as a number in 0..1 (1 excluded).
#[must_use]
#[inline]
pub fn unit(bits: u64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "53 bits fit")]
    let whole = (bits >> 11) as f64;
    whole / 9_007_199_254_740_992.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_pinned() {
        let h = StableHash::default().text("ADBE Position").number(3).float(0.5).finish();
        assert_eq!(h, StableHash::default().text("ADBE Position").number(3).float(0.5).finish());
        assert_ne!(
            StableHash::default().text("ab").text("c").finish(),
            StableHash::default().text("a").text("bc").finish()
        );
        assert_eq!(mix(0), 0xe220_a839_7b1d_cdaf, "SplitMix64's published first output for seed 0");
        assert_eq!(StableHash::default().float(0.0).finish(), StableHash::default().float(-0.0).finish());
    }

    #[test]
    fn unit_stays_below_one() {
        assert_eq!(unit(0), 0.0);
        assert!(unit(u64::MAX) < 1.0);
    }
}
