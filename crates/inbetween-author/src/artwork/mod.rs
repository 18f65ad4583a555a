//! Drawings (SVG) as layers of vector shapes.
