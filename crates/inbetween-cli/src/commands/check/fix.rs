//! Mending a file.

use crate::commands::write_whole;
use crate::diff;
use crate::editable::Editable;
use inbetween::Project;
use inbetween::author::edit::Edit;
use inbetween::doc::Container;
use std::path::Path;

/// Mends what can be mended safely and gives the differences; writes nothing when `dry`. Empty when all is well.
///
/// # Errors
/// When the file cannot be written.
pub(super) fn mend(project: &Project, path: &Path, dry: bool) -> Result<String, String> {
    let fixes = project.fixes().map_err(|e| e.to_string())?;
    let mut out = String::new();
    for fix in &fixes {
        let name = format!("{} {}", path.display(), fix.location.property.as_deref().unwrap_or(""));
        out.push_str(&diff::lines(&name, &fix.before, &fix.after));
        out.push_str(&format!("mended: {}\n\n", fix.codes.join(", ")));
    }
    if dry || fixes.is_empty() {
        return Ok(out);
    }
    if !project.is_scene() {
        let container = match project.document().source.container {
            "tgs" => Container::Tgs,
            "lottie" => Container::DotLottie,
            _ => Container::Json,
        };
        let bytes = project.with_fixes(&fixes, container).map_err(|e| e.to_string())?;
        write_whole(path, &bytes)?;
        return Ok(out);
    }
    let mut file = Editable::open(path)?;
    for fix in &fixes {
        let property = fix.location.property.clone().unwrap_or_default();
        let edit = Edit::SetExpression { property, source: fix.after.clone() };
        file.text = file.apply(&[edit], 0.0, fix.location.composition.as_deref())?.text;
    }
    file.save(&file.text, None)?;
    Ok(out)
}
