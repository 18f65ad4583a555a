//! Polygon meshes: read from OBJ and glTF, subdivided by Catmull and Clark's rules, measured, with the limit surface's points and
//! normals. Knows no document and opens no file.
//!
//! Sources: E. Catmull, J. Clark, "Recursively generated B-spline surfaces on arbitrary topological meshes", 1978; M.
//! Halstead, M. Kass, T. DeRose, "Efficient, fair interpolation using Catmull-Clark surfaces", 1993 (limit points and
//! normals); T. DeRose, M. Kass, T. Truong, "Subdivision surfaces in character animation", 1998 (semi-sharp creases).

mod error;
mod gltf;
mod groups;
mod limit;
mod measure;
mod mesh;
mod normals;
mod obj;
mod subdivide;
mod topology;
mod triangles;

pub use error::MeshError;
pub use gltf::{gltf_files, is_gltf};
pub use measure::Measures;
pub use mesh::{Crease, Mesh, MeshLimits};
pub use normals::Normals;
pub use subdivide::{faces_at, subdivide};

#[cfg(test)]
mod tests;
