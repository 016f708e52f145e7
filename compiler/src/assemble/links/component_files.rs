//! Resolves the files that tags of the interface's own components name: `<Video src="./a.mp4">`.

use super::assets::file_url;
use super::href::is_url;
use super::images::{find_image, ideal_image};
use super::lenient_check::check_leniently;
use super::link::Origin;
use super::resolve::Linker;
use crate::diagnostic::Diagnostics;
use crate::document::ComponentTag;
use crate::markdown::component_name;
use serde_json::Value;

/// The properties that name a file, by component.
const FILE_PROPS: [(&str, &[&str]); 2] = [
    ("IdealImage", &["img"]),
    ("Video", &["captions", "poster", "src"]),
];

/// Replaces the paths of files in the properties of a tag by what the component renders; a missing file is reported.
pub(super) fn resolve_files(
    linker: &mut Linker<'_>,
    origin: &Origin<'_>,
    tag: &mut ComponentTag,
    sink: &mut Diagnostics,
) {
    let known = FILE_PROPS.iter().find(|(name, _)| *name == tag.name);
    let Some((name, keys)) = known.filter(|(name, _)| !is_own(linker, name)) else {
        return;
    };
    let is_imported = linker.context.config.is_imported;
    for key in *keys {
        let Some(written) = tag
            .text(key)
            .filter(|path| !is_url(path))
            .map(str::to_owned)
        else {
            continue;
        };
        let resolved = check_leniently(is_imported, sink, |sink| match *name {
            "IdealImage" => {
                let found = find_image(linker, origin, &written, tag.span, sink)?;
                ideal_image(linker, found.file)
            }
            _ => {
                let url = file_url(linker, origin, &written, tag.span, sink);
                Some(Value::from(url))
            }
        });
        if let Some(value) = resolved {
            tag.props.insert((*key).to_owned(), value.into());
        }
    }
}

/// Whether a tag of this name may be one of the site's own components.
fn is_own(linker: &Linker<'_>, name: &str) -> bool {
    let mut files = linker.context.tree.files_in("components");
    let is_registered = linker.context.config.is_imported && name != "IdealImage";
    is_registered
        || files.any(|file| {
            let path = file.path.strip_prefix("components/");
            path.and_then(component_name) == Some(name)
        })
}
