//! From the files of a tree to its assembled site: the stages that need neither Node nor the disk.

use crate::assemble;
use crate::config::SiteConfig;
use crate::diagnostic::Diagnostics;
use crate::model::Site;
use crate::source::SourceTree;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Parses all page files in parallel and assembles them.
pub(super) fn compile(
    tree: &SourceTree,
    config: &SiteConfig,
    components: &BTreeSet<String>,
    sink: &mut Diagnostics,
) -> Site {
    let _ = components;
    assemble::assemble_site(config, tree, Vec::new(), sink)
}

/// The names that tags may have: the site's own components and those of the interface, or of a prebuilt bundle.
pub(super) fn component_names(
    tree: &SourceTree,
    ui: &Path,
    prebuilt: Option<&Path>,
) -> BTreeSet<String> {
    let own = tree.below("components").filter_map(|file| {
        let name = file.path.strip_prefix("components/")?;
        component_name(name)
    });
    let mut names: BTreeSet<String> = own.collect();
    match prebuilt.and_then(|folder| crate::bundle::Bundle::read(folder).ok()) {
        Some(bundle) => names.extend(bundle.components.into_keys()),
        None => {
            let files = fs::read_dir(ui.join("src/content")).into_iter().flatten();
            names.extend(
                files
                    .flatten()
                    .filter_map(|entry| component_name(&entry.file_name().to_string_lossy())),
            );
        }
    }
    names
}

/// `Tabs` for `Tabs.tsx`; none for files in folders and for helpers, whose names begin in lower case.
fn component_name(file: &str) -> Option<String> {
    let name = file.strip_suffix(".tsx")?;
    let is_component =
        !name.contains(['/', '.']) && name.starts_with(|c: char| c.is_ascii_uppercase());
    is_component.then(|| name.to_owned())
}
