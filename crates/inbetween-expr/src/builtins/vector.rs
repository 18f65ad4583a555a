//! Vector arithmetic.

use super::Call;
use crate::{Fault, Item};

/// `add(vec1, vec2)`.
pub(super) fn add(call: &mut Call<'_>) -> Result<Item, Fault> {
    let (a, b) = (call.numbers("add", 0, "vec1")?, call.numbers("add", 1, "vec2")?);
    Ok(a.zip(&b, |x, y| x + y).into_item())
}

/// `sub(vec1, vec2)`.
pub(super) fn sub(call: &mut Call<'_>) -> Result<Item, Fault> {
    let (a, b) = (call.numbers("sub", 0, "vec1")?, call.numbers("sub", 1, "vec2")?);
    Ok(a.zip(&b, |x, y| x - y).into_item())
}
