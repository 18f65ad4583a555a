//! Presets: expressions After Effects understands, with their controls as sliders.
