//! One hash of everything that decides the result of a build, so that a build of unchanged inputs need not run.
//!
//! The hash covers the content of every file of the tree, never its times, and the evaluated configuration with its problems,
//! so that neither a touched file nor an edit within the resolution of the file system's clock deceives it. What may read
//! anything (Node with the site's packages, plugins, functions of a configuration) is no input that can be hashed: builds
//! with such parts have no hash.

use super::mdx::is_left_to_mdx;
use super::stages::BuiltSite;
use super::{BuildOptions, Timings};
use crate::config::SiteConfig;
use crate::diagnostic::{Diagnostic, Diagnostics, Severity};
use crate::render::Interface;
use crate::source::SourceTree;
use crate::system::cache::Key;
use std::fmt::{self, Write};

/// Hash of the inputs of a build that this program makes; another version of the program may make something else of them.
pub type InputsHash = Key;

/// The hash of the inputs; `None` when the build may read more than them.
pub(super) fn hash_inputs(
    options: &BuildOptions,
    tree: &SourceTree,
    config: &SiteConfig,
    problems: &Diagnostics,
) -> Option<InputsHash> {
    let Interface::Packed(interface) = options.interface else {
        return None;
    };
    let reads_more = options.carried.is_some()
        || options.prebuilt.is_some()
        || options.dev.is_some()
        || !config.functions.is_empty();
    let writes_more = options.static_files.is_some()
        || options.prebuilt_out.is_some()
        || options.timings == Timings::Shown;
    if reads_more || writes_more {
        return None;
    }
    let mut hasher = Hasher(blake3::Hasher::new());
    hasher.add(interface);
    hasher.add_debug(&(options.effort, options.engine.choice, &tree.root));
    hasher.add_debug(config);
    hasher.add_debug(&tree.history);
    problems.iter().for_each(|one| hasher.add_debug(one));
    for file in &tree.files {
        hasher.add(file.path.as_bytes());
        hasher.add(&file.bytes);
    }
    Some(hasher.0.finalize())
}

/// Whether the result of a build is the same wherever its inputs are: it has no errors, and MDX has evaluated no text, which
/// may import anything.
pub(super) fn is_repeatable(built: &BuiltSite, problems: &[Diagnostic]) -> bool {
    let is_known = |one: &Diagnostic| one.severity != Severity::Error && !is_left_to_mdx(one);
    built.site.evaluated.is_empty() && problems.iter().all(is_known)
}

/// Hashes parts, none of which can run into the next.
struct Hasher(blake3::Hasher);

impl Hasher {
    fn add(&mut self, part: &[u8]) {
        self.0.update(&(part.len() as u64).to_le_bytes());
        self.0.update(part);
    }

    /// Adds what `Debug` writes of a value. It has strings in quotes and lists in brackets, so that two values differ in it.
    fn add_debug(&mut self, value: &impl fmt::Debug) {
        let written = write!(self, "{value:?}");
        written.expect("BUG: a hasher takes everything");
        self.0.update(&[0]);
    }
}

impl Write for Hasher {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.update(text.as_bytes());
        Ok(())
    }
}

#[cfg(test)]
mod tests;
