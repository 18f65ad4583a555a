//! How selectors of one animator combine, first to last.

/// Mode of a selector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Add,
    Subtract,
    Intersect,
    Min,
    Max,
    Difference,
}

impl Mode {
    /// Entry of AE's menu, from 1; what is none of them adds.
    pub(super) fn of(entry: f64) -> Self {
        match entry.round() as i64 {
            2 => Self::Subtract,
            3 => Self::Intersect,
            4 => Self::Min,
            5 => Self::Max,
            6 => Self::Difference,
            _ => Self::Add,
        }
    }

    /// What a selector meets when none is above it, in percent: everything where it takes away or limits, nothing
    /// where it adds. Like mask modes (After Effects 7.0 manual); a lone Subtract inverts (CS4 help).
    fn start(self) -> f64 {
        match self {
            Self::Subtract | Self::Intersect | Self::Min => 100.0,
            Self::Add | Self::Max | Self::Difference => 0.0,
        }
    }

    /// The amount after this selector, from that of those above (`None`: no selector above) and its own, in percent.
    /// Within ±100: sums do not grow beyond the whole.
    pub(super) fn combine(self, above: Option<f64>, own: f64) -> f64 {
        let above = above.unwrap_or(self.start());
        let all = match self {
            Self::Add => above + own,
            Self::Subtract => above - own,
            Self::Intersect => above * own / 100.0,
            Self::Min => above.min(own),
            Self::Max => above.max(own),
            Self::Difference => (above - own).abs(),
        };
        all.clamp(-100.0, 100.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_combine_with_what_is_above() {
        let of = |mode: Mode| mode.combine(Some(60.0), 70.0);
        assert_eq!(of(Mode::Add), 100.0);
        assert_eq!(of(Mode::Subtract), -10.0);
        assert_eq!(of(Mode::Intersect), 42.0);
        assert_eq!(of(Mode::Min), 60.0);
        assert_eq!(of(Mode::Max), 70.0);
        assert_eq!(of(Mode::Difference), 10.0);
    }

    #[test]
    fn the_first_selector_meets_nothing_or_everything() {
        let of = |mode: Mode| mode.combine(None, 30.0);
        assert_eq!(of(Mode::Add), 30.0);
        assert_eq!(of(Mode::Subtract), 70.0);
        assert_eq!(of(Mode::Intersect), 30.0);
        assert_eq!(of(Mode::Min), 30.0);
        assert_eq!(of(Mode::Max), 30.0);
        assert_eq!(of(Mode::Difference), 30.0);
    }
}
