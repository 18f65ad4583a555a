//! Files of an archive go into the document, for a scene has no archive.

use inbetween_doc::{Document, FootageData};
use serde_json::{Value as Json, json};

/// Puts what the archive holds into the assets of a Lottie object.
pub(in crate::scene) fn embed(lottie: &mut Json, document: &Document) {
    let Some(assets) = lottie.get_mut("assets").and_then(Json::as_array_mut) else { return };
    for asset in assets {
        let id = match asset.get("id") {
            Some(Json::String(id)) => id.clone(),
            Some(other) => other.to_string(),
            None => continue,
        };
        let file = asset.get("p").and_then(Json::as_str).unwrap_or("").to_owned();
        if file.is_empty() || file.starts_with("data:") || asset.get("layers").is_some() {
            continue;
        }
        let Some(footage) = document.footage.iter().find(|footage| footage.id == id) else { continue };
        let address = match &footage.data {
            FootageData::Embedded(media, bytes) => format!("data:{media};base64,{}", base64(bytes)),
            FootageData::Text(text) => format!("data:text/plain;base64,{}", base64(text.as_bytes())),
            _ => continue,
        };
        // The name comes from the file where nothing else gives one.
        let name = footage.name.clone();
        if let Json::Object(members) = asset {
            members.insert("nm".into(), json!(name));
            members.insert("u".into(), json!(""));
            members.insert("p".into(), json!(address));
            members.insert("e".into(), json!(1));
        }
    }
}

/// Base64 (RFC 4648).
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let letter = |n: u32| LETTERS.get((n & 63) as usize).map_or('=', |letter| char::from(*letter));
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let at = |i: usize| chunk.get(i).copied().map_or(0, u32::from);
        let bits = (at(0) << 16) | (at(1) << 8) | at(2);
        for (place, shift) in [18, 12, 6, 0].into_iter().enumerate() {
            out.push(if place <= chunk.len() { letter(bits >> shift) } else { '=' });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn base64_writes_the_vectors_of_its_rfc() {
        for (text, coded) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(base64(text.as_bytes()), coded);
        }
    }
}
