//! Identities: what random seeds hang on. They survive rename, reorder, save and bake.

use inbetween_types::hash::StableHash;

/// Identity of a layer: composition id and stored layer id, or the place in the stack where the file stores
/// none. Layers that wrongly share an id are told apart by their order (`copy`).
pub(crate) fn layer(composition: &str, id: Option<i64>, place: usize, copy: u64) -> u64 {
    let start = StableHash::default().text(composition);
    let named = match id {
        Some(id) => start.number(1).bytes(&id.to_le_bytes()).number(copy),
        None => start.number(2).number(place as u64),
    };
    named.finish()
}

/// Identity of a child: that of its parent, its match name, and how many siblings of that name come before it.
pub(crate) fn child(parent: u64, match_name: &str, before: u64) -> u64 {
    StableHash::default().number(parent).text(match_name).number(before).finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_id_survives_reordering() {
        assert_eq!(layer("c", Some(7), 0, 0), layer("c", Some(7), 5, 0));
        assert_ne!(layer("c", Some(7), 0, 0), layer("c", Some(8), 0, 0));
        assert_ne!(layer("c", Some(7), 0, 0), layer("d", Some(7), 0, 0));
    }

    #[test]
    fn siblings_of_one_match_name_differ() {
        assert_ne!(child(1, "ADBE Slider Control", 0), child(1, "ADBE Slider Control", 1));
    }
}
