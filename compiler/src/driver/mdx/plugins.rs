//! The Markdown plugins of a Docusaurus configuration: which documents they change, and what is reported about them.

use super::answer::{EvaluatedDocument, PluginFailure};
use crate::assemble::PageOwner;
use crate::config::SiteConfig;
use crate::diagnostic::{Cause, Code, Diagnostics};
use crate::docusaurus::{ContentPlugin, EvaluateOptions, MarkdownPlugin};
use crate::source::SourceTree;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The Markdown plugins that run.
#[derive(Debug, Default)]
pub(super) struct Plugins<'c> {
    by_owner: BTreeMap<&'c ContentPlugin, Vec<&'c MarkdownPlugin>>,
}

impl<'c> Plugins<'c> {
    /// The plugins of a configuration; warns of those that are not installed.
    pub(super) fn new(
        config: &'c SiteConfig,
        reading: EvaluateOptions<'_>,
        sink: &mut Diagnostics,
    ) -> Self {
        let mut plugins = Plugins::default();
        let mut reported = BTreeSet::new();
        for plugin in &config.markdown_plugins {
            match &plugin.package {
                Some(package) if !is_installed(reading.content, package) => {
                    if reported.insert(package) {
                        let message = format!("the Markdown plugin `{package}` is not installed");
                        sink.warn(Code::UnsupportedOption, plugin.span, message)
                            .help(install_help(package))
                            .because(Cause::Incomplete);
                    }
                }
                _ => plugins
                    .by_owner
                    .entry(&plugin.owner)
                    .or_default()
                    .push(plugin),
            }
        }
        plugins
    }

    /// Why the plugins make a document need MDX; `None` where there are none.
    pub(super) fn reason(&self, owner: PageOwner<'_>) -> Option<String> {
        let names: BTreeSet<&str> = self
            .of(owner)?
            .iter()
            .map(|one| one.name.as_str())
            .collect();
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        let what = match names.len() {
            1 => "the Markdown plugin",
            _ => "the Markdown plugins",
        };
        Some(format!("{what} {}", names.join(", ")))
    }

    /// The name of the lists of a document's plugins; `None` where there are none.
    pub(super) fn list_name(&self, owner: PageOwner<'_>) -> Option<String> {
        self.of(owner).map(|_| key(&content_plugin(owner)))
    }

    fn of(&self, owner: PageOwner<'_>) -> Option<&Vec<&'c MarkdownPlugin>> {
        self.by_owner.get(&content_plugin(owner))
    }

    /// The lists by their names, for the worker; `None` where there are none.
    pub(super) fn lists(&self) -> Option<Value> {
        if self.by_owner.is_empty() {
            return None;
        }
        let mut owners = Map::new();
        for (owner, plugins) in &self.by_owner {
            let mut lists: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
            for plugin in plugins {
                let entry = json!({"path": plugin.path, "name": plugin.name});
                lists.entry(plugin.list).or_default().push(entry);
            }
            owners.insert(key(owner), json!(lists));
        }
        Some(Value::Object(owners))
    }

    /// Reports the plugins that failed on a document: those that need a package once each, as `reported` knows.
    pub(super) fn report(
        &self,
        document: &EvaluatedDocument,
        tree: &SourceTree,
        reported: &mut BTreeSet<(String, String)>,
        sink: &mut Diagnostics,
    ) {
        for failure in &document.failures {
            let name = &failure.plugin;
            if failure.is_hung {
                self.report_hung(failure, document, reported, sink);
                continue;
            }
            let Some(package) = &failure.missing else {
                let span = failure.place.span(&document.evaluated.files, tree);
                let message = format!("the Markdown plugin `{name}` throws: {}", failure.message);
                sink.error(Code::UnsupportedExpression, span, message).help(
                    "fix the plugin or the text; the page is rendered without the plugin's changes",
                );
                continue;
            };
            if reported.insert((name.clone(), package.clone())) {
                let mut known = self.by_owner.values().flatten();
                let span = known.find(|one| one.name == *name).map(|one| one.span);
                let message = format!(
                    "the Markdown plugin `{name}` does not run: {}",
                    failure.message
                );
                sink.warn(Code::UnsupportedOption, span, message)
                    .help(install_help(package))
                    .because(Cause::Incomplete);
            }
        }
    }
}

impl Plugins<'_> {
    /// Reports a plugin that did not end, once for the site: after a few deadlines it is left out of all documents.
    fn report_hung(
        &self,
        failure: &PluginFailure,
        document: &EvaluatedDocument,
        reported: &mut BTreeSet<(String, String)>,
        sink: &mut Diagnostics,
    ) {
        let name = &failure.plugin;
        if !reported.insert((name.clone(), String::new())) {
            return;
        }
        let mut known = self.by_owner.values().flatten();
        let span = known.find(|one| one.name == *name).map(|one| one.span);
        let files = &document.evaluated.files;
        let path = files.first().map_or("", String::as_str);
        let message = format!("the Markdown plugin `{name}` does not return for `{path}`");
        sink.warn(Code::UnsupportedOption, span, message).help(
            "fix the plugin, or remove it from the configuration; this page is rendered without it, and so are all pages once it has not returned for two",
        );
    }
}

/// Whether a package is installed for the site in `content`.
fn is_installed(content: &Path, package: &str) -> bool {
    let content = std::path::absolute(content).unwrap_or_else(|_| content.to_owned());
    if package.starts_with('.') || package.starts_with('@') && package.starts_with("@site/") {
        return true;
    }
    let name = package_of(package);
    content
        .ancestors()
        .any(|folder| folder.join("node_modules").join(name).is_dir())
}

/// The name of the package that a module is part of: two segments where it has a scope, else one.
fn package_of(module: &str) -> &str {
    let slashes = if module.starts_with('@') { 2 } else { 1 };
    let end = module.match_indices('/').nth(slashes - 1);
    end.map_or(module, |(at, _)| &module[..at])
}

/// How a plugin gets what it needs: `module` is a package, one of its modules, of which npm knows only the package, or a file.
fn install_help(module: &str) -> String {
    let other = match module.starts_with(['.', '/']) {
        true => "correct the path".to_owned(),
        false => format!("`npm install {}`", package_of(module)),
    };
    format!(
        "run `npm ci` in the site's folder, or {other}; until then pages are rendered without the plugin"
    )
}

fn content_plugin(owner: PageOwner<'_>) -> ContentPlugin {
    match owner {
        PageOwner::Docs(id) => ContentPlugin::Docs(id.to_owned()),
        PageOwner::Blog(id) => ContentPlugin::Blog(id.to_owned()),
        PageOwner::Pages(id) => ContentPlugin::Pages(id.to_owned()),
    }
}

fn key(owner: &ContentPlugin) -> String {
    match owner {
        ContentPlugin::Docs(id) => format!("docs:{id}"),
        ContentPlugin::Blog(id) => format!("blog:{id}"),
        ContentPlugin::Pages(id) => format!("pages:{id}"),
    }
}

#[cfg(test)]
mod tests {
    use super::install_help;

    #[test]
    fn the_help_names_the_package_of_a_missing_module() {
        for (module, package) in [
            ("rules", "rules"),
            ("rules/lib/all", "rules"),
            ("@company/rules", "@company/rules"),
            ("@company/rules/all", "@company/rules"),
        ] {
            let command = format!("`npm install {package}`;");
            assert!(install_help(module).contains(&command), "{module}");
        }
        assert!(!install_help("./rules").contains("npm install"));
    }
}
