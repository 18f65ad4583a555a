//! Groups of faces: those of a material, or else those of a part.

use crate::mesh::within;
use crate::{Mesh, MeshError};
use std::collections::BTreeMap;

/// Most groups of faces.
const MOST_GROUPS: usize = 1_000;

/// Names in the order they came.
#[derive(Default)]
struct Names {
    list: Vec<String>,
    places: BTreeMap<String, u16>,
}

impl Names {
    fn place(&mut self, name: &str) -> Result<u16, MeshError> {
        if let Some(place) = self.places.get(name) {
            return Ok(*place);
        }
        let place = self.push(name.to_owned())?;
        self.places.insert(name.to_owned(), place);
        Ok(place)
    }

    fn push(&mut self, name: String) -> Result<u16, MeshError> {
        within("groups", self.list.len() + 1, MOST_GROUPS)?;
        let place = u16::try_from(self.list.len()).unwrap_or(u16::MAX);
        self.list.push(name);
        Ok(place)
    }
}

/// The groups of a mesh while it is read.
#[derive(Default)]
pub(crate) struct Groups {
    materials: Names,
    colors: Vec<Option<[f32; 3]>>,
    parts: Names,
    /// Of each face: its material and its part.
    faces: Vec<(Option<u16>, Option<u16>)>,
}

impl Groups {
    /// The material of a name.
    pub(crate) fn material(&mut self, name: &str) -> Result<u16, MeshError> {
        self.materials.place(name)
    }

    /// A material that is another one than those before even if it has the name of one.
    pub(crate) fn new_material(&mut self, name: String, color: Option<[f32; 3]>) -> Result<u16, MeshError> {
        let place = self.materials.push(name)?;
        self.colors.push(color);
        Ok(place)
    }

    /// The part (group, object, node) of a name.
    pub(crate) fn part(&mut self, name: &str) -> Result<u16, MeshError> {
        self.parts.place(name)
    }

    /// Says what the next face is of.
    pub(crate) fn face(&mut self, material: Option<u16>, part: Option<u16>) {
        self.faces.push((material, part));
    }

    /// Gives the mesh its groups: the materials where there are any, else the parts.
    pub(crate) fn give(self, mesh: &mut Mesh) {
        let by_material = !self.materials.list.is_empty();
        let mut names = if by_material { self.materials.list } else { self.parts.list };
        let own = |face: &(Option<u16>, Option<u16>)| if by_material { face.0 } else { face.1 };
        if names.len() > 1 || self.faces.iter().any(|face| own(face).is_none()) && !names.is_empty() {
            // Faces without a name are a group without one.
            if self.faces.iter().any(|face| own(face).is_none()) {
                names.push(String::new());
            }
            let last = u16::try_from(names.len().saturating_sub(1)).unwrap_or(0);
            mesh.groups = self.faces.iter().map(|face| own(face).unwrap_or(last)).collect();
        }
        mesh.names = names;
        if by_material {
            mesh.colors = self.colors;
        }
    }
}
