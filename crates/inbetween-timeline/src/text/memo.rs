//! Layouts by content.

use super::{Layout, PathOptions};
use inbetween_types::TextDocument;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// Most layouts kept.
const MOST: usize = 256;

/// Layouts already made, by what they were made of.
#[derive(Debug, Default)]
pub(crate) struct Memo {
    known: HashMap<u64, Vec<Entry>>,
    count: usize,
}

#[derive(Debug)]
struct Entry {
    text: TextDocument,
    path: Option<PathOptions>,
    layout: Arc<Layout>,
}

impl Memo {
    /// The layout of a text and a path, made when it is not known.
    pub(crate) fn get(
        &mut self,
        text: &TextDocument,
        path: Option<&PathOptions>,
        make: impl FnOnce() -> Layout,
    ) -> Arc<Layout> {
        let mut hasher = DefaultHasher::new();
        text.text.hash(&mut hasher);
        text.style.font.hash(&mut hasher);
        text.style.font_size.to_bits().hash(&mut hasher);
        text.style.tracking.to_bits().hash(&mut hasher);
        text.box_size.map(|size| size.map(f64::to_bits)).hash(&mut hasher);
        path.map(|path| path.first_margin.to_bits()).hash(&mut hasher);
        let key = hasher.finish();
        let same = |entry: &&Entry| entry.text == *text && entry.path.as_ref() == path;
        if let Some(entry) = self.known.get(&key).and_then(|list| list.iter().find(same)) {
            return Arc::clone(&entry.layout);
        }
        if self.count >= MOST {
            self.known.clear();
            self.count = 0;
        }
        let layout = Arc::new(make());
        let entry = Entry { text: text.clone(), path: path.cloned(), layout: Arc::clone(&layout) };
        self.known.entry(key).or_default().push(entry);
        self.count += 1;
        layout
    }
}
