//! Reports components and other code that only Node can bundle, in builds that use the packed interface.

use crate::config::SiteConfig;
use crate::diagnostic::{Code, Diagnostics};
use crate::error::BuildError;
use crate::markdown::component_name;
use crate::source::{CONFIG_PATH, SourceTree, Span};
use crate::value::{Node, parse_toml};
use std::collections::BTreeSet;

/// What the author can do.
const HELP: &str = "install Node 20 or newer and run this in a copy of Bindery's sources, whose `ui` folder bundles them";

/// Refuses components and scripts of the tree.
///
/// # Errors
/// When the tree has one; the message names the first.
pub(super) fn refuse_components(
    tree: &SourceTree,
    config: &SiteConfig,
    modules: &[String],
) -> Result<(), BuildError> {
    let own = tree.files_in("components").filter(|file| {
        let name = file.path.strip_prefix("components/");
        name.and_then(component_name).is_some()
    });
    let own = own.map(|file| file.path.as_str());
    let modules = modules
        .iter()
        .map(|name| name.strip_prefix("@site/").unwrap_or(name));
    let scripts = config.client_modules.iter().map(String::as_str);
    let mut seen = BTreeSet::new();
    let mut names = own.chain(modules).chain(scripts);
    let first = names.next();
    seen.extend(first.into_iter().chain(names));
    let Some(first) = first else {
        return Ok(());
    };
    let others = match seen.len() - 1 {
        0 => String::new(),
        1 => " and 1 other file".to_owned(),
        more => format!(" and {more} other files"),
    };
    Err(BuildError::new(
        format!("only Node can bundle `{first}`{others} of this tree"),
        HELP,
    ))
}

/// Reports the options whose files the packed interface does not have. The pages show the source of what needs a script, and
/// have only the interface's own style sheet.
pub(super) fn report_options(tree: &SourceTree, config: &SiteConfig, sink: &mut Diagnostics) {
    let options = [
        (
            config.markdown.draws_diagrams,
            "mermaid",
            "diagrams are shown as code",
        ),
        (
            config.markdown.runs_live_code,
            "live_code",
            "live code blocks are shown as code",
        ),
        (
            !config.custom_css.is_empty(),
            "custom_css",
            "the pages have the interface's style sheet only",
        ),
    ];
    for (_, key, what) in options.into_iter().filter(|(is_set, ..)| *is_set) {
        let message = format!("`{key}` has no effect without Node: {what}");
        sink.warn(Code::UnsupportedOption, place_of(tree, key), message)
            .help(HELP);
    }
}

/// The place of a key, at the top of `site.toml` or in `[markdown]`.
fn place_of(tree: &SourceTree, key: &str) -> Option<Span> {
    let file = tree.find(CONFIG_PATH)?;
    let mut quiet = Diagnostics::new();
    let config = parse_toml(file, &mut quiet);
    quiet.discard();
    let entry_of = |node: &Node, key: &str| {
        let mut entries = node.entries().iter();
        entries.find(|entry| entry.key == key).cloned()
    };
    let in_table = entry_of(&config, "markdown").and_then(|table| entry_of(&table.node, key));
    in_table
        .or_else(|| entry_of(&config, key))
        .map(|entry| entry.key_span)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::read_config;

    const CONFIG: &str = "title = \"S\"\nurl = \"https://s.example\"\n";
    const DOCS: &str = "[[docs]]\npath = \"d\"\n";

    fn read(more: &str) -> (SourceTree, SiteConfig) {
        let toml = format!("{CONFIG}{more}{DOCS}");
        let files = [
            ("site.toml", &*toml),
            ("d/a.md", "# A\n"),
            ("a.css", "a {}\n"),
        ];
        let tree = SourceTree::from_texts(&files);
        let mut sink = Diagnostics::new();
        let config = read_config(&tree, &mut sink);
        assert!(sink.is_empty(), "{:?}", sink.into_sorted());
        (tree, config)
    }

    #[test]
    fn options_that_need_scripts_are_reported() {
        let check = |more: &str, expected: &[&str]| {
            let mut sink = Diagnostics::new();
            let (tree, config) = read(more);
            report_options(&tree, &config, &mut sink);
            let list = sink.into_sorted();
            let keys: Vec<&str> = list
                .iter()
                .filter_map(|one| one.message.split('`').nth(1))
                .collect();
            assert_eq!(keys, expected);
            let places = list.iter().map(|one| {
                let span = one.span.expect("it has a place");
                &tree.file(span.file).text[span.start as usize..span.end as usize]
            });
            assert_eq!(places.collect::<Vec<_>>(), expected);
        };
        check(
            "[markdown]\nmermaid = true\nlive_code = true\n",
            &["mermaid", "live_code"],
        );
        check("custom_css = [\"a.css\"]\n", &["custom_css"]);
        check("[markdown]\nmermaid = false\n", &[]);
    }

    #[test]
    fn each_file_counts_once() {
        let (tree, mut config) = read("");
        config.client_modules = vec!["src/a.js".to_owned()];
        let modules = ["@site/src/a.js".to_owned(), "@site/src/b.js".to_owned()];
        let refused = |config: &SiteConfig, modules: &[String]| {
            let error = refuse_components(&tree, config, modules).err()?;
            Some(error.message().to_owned())
        };
        assert_eq!(
            refused(&config, &modules).as_deref(),
            Some("only Node can bundle `src/a.js` and 1 other file of this tree")
        );
        assert!(refused(&config, &[]).is_some());
        config.client_modules.clear();
        assert_eq!(refused(&config, &[]), None);
    }
}
