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
            FootageData::Embedded(media, bytes) => {
                format!("data:{media};base64,{}", inbetween_doc::base64::encode(bytes))
            }
            FootageData::Text(text) => {
                format!("data:text/plain;base64,{}", inbetween_doc::base64::encode(text.as_bytes()))
            }
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
