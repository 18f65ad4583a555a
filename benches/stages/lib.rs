//! Nothing: the benchmarks are in `benches/stages.rs`. Run them with `cargo bench` in this folder.
