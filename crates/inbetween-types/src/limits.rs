//! Limits on untrusted input. They count; they never look at a clock, so the answer is the same everywhere.

/// Every limit of import, compilation and evaluation, with its default.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Largest file in bytes, after unpacking. Default 256 MiB.
    pub file_bytes: usize,
    /// Deepest nesting of JSON arrays and objects. Default 200.
    pub json_nesting: usize,
    /// Most values in a JSON text: numbers, strings, arrays, objects and keys. Each takes 24 bytes while the file
    /// is read. Default 20,000,000.
    pub json_values: usize,
    /// Most layers in a document, over all compositions. Default 100,000.
    pub layers: usize,
    /// Most properties in a document. Default 4,000,000.
    pub properties: usize,
    /// Most keyframes in a document. Default 10,000,000.
    pub keyframes: usize,
    /// Longest expression in characters. Default 200,000.
    pub expression_length: usize,
    /// Deepest nesting of brackets in an expression, checked before parsing. Default 200.
    pub expression_nesting: usize,
    /// Loop passes and function calls one evaluation of one expression may make. Default 2,000,000.
    pub fuel: u64,
    /// Deepest calls of functions inside expressions. Default 800.
    pub call_depth: u32,
    /// Deepest chain of expressions that read one another. Default 1,200.
    pub expression_depth: u32,
    /// Bytes of the expression engine's heap, per thread. Default 48 MiB.
    pub engine_memory: usize,
    /// Longest array and string (in elements and characters) an expression may make. Default 1,000,000.
    pub collection_length: usize,
    /// Deepest precompositions inside one another. Default 64.
    pub composition_nesting: usize,
    /// Most faces of a mesh, after subdivision too. Default 8,000,000.
    pub mesh_faces: usize,
    /// Values remembered per thread before the oldest half is forgotten. Default 2,000,000.
    pub memo_entries: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            file_bytes: 256 << 20,
            json_nesting: 200,
            json_values: 20_000_000,
            layers: 100_000,
            properties: 4_000_000,
            keyframes: 10_000_000,
            expression_length: 200_000,
            expression_nesting: 200,
            fuel: 2_000_000,
            call_depth: 800,
            expression_depth: 1_200,
            engine_memory: 48 << 20,
            collection_length: 1_000_000,
            composition_nesting: 64,
            mesh_faces: 8_000_000,
            memo_entries: 2_000_000,
        }
    }
}
