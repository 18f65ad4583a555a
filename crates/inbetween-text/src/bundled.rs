//! The faces that are compiled in; see `faces/README.md`.

/// Their files, first the ones that are tried first.
pub(crate) const FILES: &[&[u8]] = &[
    include_bytes!("../faces/NotoSans-Regular.ttf"),
    include_bytes!("../faces/NotoSans-Bold.ttf"),
    include_bytes!("../faces/NotoSansArabic-Regular.ttf"),
    include_bytes!("../faces/NotoSansHebrew-Regular.ttf"),
    include_bytes!("../faces/NotoSansSC-Regular.otf"),
];
