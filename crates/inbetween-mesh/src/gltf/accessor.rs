//! Numbers in the buffers of a glTF file.

use super::named;
use crate::MeshError;
use crate::mesh::within;
use gltf_json::accessor::{Accessor, ComponentType, Type};
use gltf_json::validation::Checked;
use gltf_json::{Index, Root, buffer};
use std::sync::Arc;

/// The bytes of a buffer.
pub(super) enum Bytes<'b> {
    /// Of the binary file itself.
    Own(&'b [u8]),
    /// Of another.
    Other(Arc<[u8]>),
}

/// Reads accessors.
pub(super) struct Numbers<'r> {
    pub(super) root: &'r Root,
    /// Of each buffer its bytes; none for one that is not there.
    pub(super) buffers: Vec<Option<Bytes<'r>>>,
}

fn wrong(message: &str) -> MeshError {
    MeshError::Gltf(message.to_owned())
}

fn size(n: u64) -> usize {
    usize::try_from(n).unwrap_or(usize::MAX)
}

impl Numbers<'_> {
    /// Points of three coordinates.
    pub(super) fn triples(&self, accessor: usize, most: usize) -> Result<Vec<[f64; 3]>, MeshError> {
        let flat = self.flat(accessor, &Type::Vec3, "vertices", most)?;
        Ok(flat.as_chunks::<3>().0.to_vec())
    }

    /// Whole numbers below `below`.
    pub(super) fn indices(&self, accessor: usize, most: usize, below: usize) -> Result<Vec<u32>, MeshError> {
        let flat = self.flat(accessor, &Type::Scalar, "corners", most)?;
        let whole = |n: f64| {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked")]
            let index = (n >= 0.0 && n <= f64::from(u32::MAX)).then_some(n as u32);
            let index = index.filter(|index| (*index as usize) < below);
            index.ok_or_else(|| MeshError::Gltf(format!("a corner names vertex {n}: there are {below}")))
        };
        flat.into_iter().map(whole).collect()
    }

    /// How many elements an accessor has, as it says.
    pub(super) fn count(&self, number: usize) -> Result<usize, MeshError> {
        Ok(size(self.accessor(number)?.count.0))
    }

    fn accessor(&self, number: usize) -> Result<&Accessor, MeshError> {
        let missing = || MeshError::Gltf(format!("accessor {number} does not exist"));
        self.root.accessors.get(number).ok_or_else(missing)
    }

    /// The numbers of an accessor one after the other.
    fn flat(
        &self,
        number: usize,
        kind: &Type,
        what: &'static str,
        most: usize,
    ) -> Result<Vec<f64>, MeshError> {
        let accessor = self.accessor(number)?;
        let count = size(accessor.count.0);
        within(what, count, most)?;
        let (Checked::Valid(own), Checked::Valid(component)) = (&accessor.type_, &accessor.component_type)
        else {
            return Err(MeshError::Gltf(format!("accessor {number} has no type that exists")));
        };
        if own != kind {
            return Err(MeshError::Gltf(format!("accessor {number} has {own:?} for {kind:?}")));
        }
        let width = kind.multiplicity();
        let mut out = Vec::with_capacity(count * width);
        match accessor.buffer_view {
            Some(view) => {
                let at = accessor.byte_offset.map_or(0, |offset| size(offset.0));
                let run = Run { count, width, component: component.0, normalized: accessor.normalized };
                self.run(view, at, true, run, &mut out)?;
            }
            None => out.resize(count * width, 0.0),
        }
        self.sparse(accessor, component.0, width, &mut out)?;
        Ok(out)
    }

    /// Puts the values of a sparse accessor into their places.
    fn sparse(
        &self,
        accessor: &Accessor,
        component: ComponentType,
        width: usize,
        out: &mut [f64],
    ) -> Result<(), MeshError> {
        let Some(sparse) = &accessor.sparse else { return Ok(()) };
        let count = size(sparse.count.0);
        if count > out.len() / width {
            return Err(wrong("a sparse accessor has more values than places"));
        }
        let Checked::Valid(index) = &sparse.indices.component_type else {
            return Err(wrong("a sparse accessor has no type that exists"));
        };
        let (mut places, mut values) = (Vec::new(), Vec::new());
        let run = Run { count, width: 1, component: index.0, normalized: false };
        self.run(sparse.indices.buffer_view, size(sparse.indices.byte_offset.0), false, run, &mut places)?;
        let run = Run { count, width, component, normalized: accessor.normalized };
        self.run(sparse.values.buffer_view, size(sparse.values.byte_offset.0), false, run, &mut values)?;
        for (place, value) in places.iter().zip(values.chunks_exact(width)) {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "no more than 32 bits"
            )]
            let start = (*place as usize).saturating_mul(width);
            let slot = out.get_mut(start..start.saturating_add(width));
            slot.ok_or_else(|| wrong("a sparse accessor has a value for no place"))?.copy_from_slice(value);
        }
        Ok(())
    }

    /// Reads numbers from a view. `strided`: whether the view's own stride counts.
    fn run(
        &self,
        view: Index<buffer::View>,
        at: usize,
        strided: bool,
        run: Run,
        out: &mut Vec<f64>,
    ) -> Result<(), MeshError> {
        let outside = || wrong("an accessor reaches beyond its buffer");
        let view = named(&self.root.buffer_views, view, "buffer view")?;
        let number = view.buffer.value();
        let bytes = match self.buffers.get(number).and_then(Option::as_ref) {
            Some(Bytes::Own(bytes)) => *bytes,
            Some(Bytes::Other(bytes)) => bytes,
            None => return Err(self.missing(number)),
        };
        let start = view.byte_offset.map_or(0, |offset| size(offset.0));
        let end = start.checked_add(size(view.byte_length.0)).ok_or_else(outside)?;
        let bytes = bytes.get(start..end).and_then(|bytes| bytes.get(at..)).ok_or_else(outside)?;
        let element = run.component.size() * run.width;
        let stride = view.byte_stride.filter(|_| strided).map_or(element, |stride| stride.0);
        let stride = if stride == 0 { element } else { stride };
        for index in 0..run.count {
            let start = index.checked_mul(stride).ok_or_else(outside)?;
            let end = start.checked_add(element).ok_or_else(outside)?;
            let bytes = bytes.get(start..end).ok_or_else(outside)?;
            out.extend(bytes.chunks_exact(run.component.size()).map(|bytes| run.number(bytes)));
        }
        Ok(())
    }

    fn missing(&self, number: usize) -> MeshError {
        let named = self.root.buffers.get(number).and_then(|buffer| buffer.uri.as_deref());
        MeshError::Gltf(match named {
            Some(uri) if !uri.starts_with("data:") => {
                format!("its buffer \"{}\" is not there", uri.chars().take(60).collect::<String>())
            }
            _ => format!("buffer {number} has no bytes"),
        })
    }
}

/// A run of numbers.
#[derive(Clone, Copy)]
struct Run {
    count: usize,
    width: usize,
    component: ComponentType,
    normalized: bool,
}

impl Run {
    fn number(&self, bytes: &[u8]) -> f64 {
        let part = |n: f64, most: f64| if self.normalized { (n / most).max(-1.0) } else { n };
        match (self.component, bytes) {
            (ComponentType::I8, &[a]) => part(f64::from(i8::from_le_bytes([a])), 127.0),
            (ComponentType::U8, &[a]) => part(f64::from(a), 255.0),
            (ComponentType::I16, &[a, b]) => part(f64::from(i16::from_le_bytes([a, b])), 32_767.0),
            (ComponentType::U16, &[a, b]) => part(f64::from(u16::from_le_bytes([a, b])), 65_535.0),
            (ComponentType::U32, &[a, b, c, d]) => f64::from(u32::from_le_bytes([a, b, c, d])),
            (ComponentType::F32, &[a, b, c, d]) => f64::from(f32::from_le_bytes([a, b, c, d])),
            _ => 0.0,
        }
    }
}
