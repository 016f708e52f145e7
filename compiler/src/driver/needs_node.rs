//! Refuses what only Node can bundle, in builds with the interface that the executable carries.

use crate::config::SiteConfig;
use crate::error::BuildError;
use crate::markdown::component_name;
use crate::source::SourceTree;

/// The way out.
const HELP: &str = "install Node 20 or newer and run this in a copy of Bindery's sources, whose `ui` folder bundles them";

/// # Errors
/// When the tree has components or global style sheets of its own; the message names the first.
pub(super) fn refuse_components(
    tree: &SourceTree,
    config: &SiteConfig,
    modules: &[String],
) -> Result<(), BuildError> {
    let own = tree.below("components").filter(|file| {
        let name = file.path.strip_prefix("components/");
        name.and_then(component_name).is_some()
    });
    let own = own.map(|file| file.path.as_str());
    let modules = modules
        .iter()
        .map(|name| name.strip_prefix("@site/").unwrap_or(name));
    let sheets = config.custom_css.iter().map(String::as_str);
    let names: Vec<&str> = own.chain(modules).chain(sheets).collect();
    let Some(first) = names.first() else {
        return Ok(());
    };
    let others = match names.len() - 1 {
        0 => String::new(),
        1 => " and 1 other file".to_owned(),
        more => format!(" and {more} other files"),
    };
    Err(BuildError::new(
        format!("only Node can bundle `{first}`{others} of this tree"),
        HELP,
    ))
}
