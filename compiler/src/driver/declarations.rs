//! TypeScript declarations of a site: its pages with their anchors, links that are checked against them, and its data as
//! its JSON Schemas describe it.
//!
//! A page is a property of an interface, and a link is checked by whether the interface has a property of that name, which
//! the type checker looks up. `keyof` would make a union of all pages and compare each link with it. A wrong path is
//! compared with the pages of its section, which the error message names.

mod schema_types;

use self::schema_types::{SchemaTypes, schema_types};
use crate::model::{RoutePath, Site};
use crate::output::anchors;
use crate::source::{SourceFile, SourceTree};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The types that check an address, and the link components.
const CHECKS: &str = include_str!("declarations/checks.txt");

/// The text of `bindery.d.ts`.
#[must_use]
pub fn declarations(site: &Site, tree: &SourceTree) -> String {
    let mut text = String::from("// Written by `bindery types`.\n\n");
    let pages = addresses(site);
    let mut sections: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for path in pages.keys() {
        let section = path.rsplit_once('/').map_or("", |(section, _)| section);
        sections.entry(section).or_default().push(path);
    }
    text.push_str("/** The pages and files of the site by path, with the anchors of each page. */\ninterface BinderyRoutes {\n");
    for (path, anchors) in &pages {
        let _ = writeln!(text, "  {}: {};", literal(path), union(anchors));
    }
    text.push_str("}\n\n/** The paths in each section, by the path above them. */\ninterface BinderySections {\n");
    for (section, paths) in sections {
        let _ = writeln!(text, "  {}: {};", literal(section), union(&paths));
    }
    text.push_str("}\n\n");
    text.push_str(CHECKS);
    for file in &tree.files {
        if let Some(schema) = schema_of(file, tree) {
            let module = literal(&format!("@site/{}", file.path));
            let SchemaTypes { data, named } = schema_types(&schema);
            let _ = writeln!(text, "\ndeclare module {module} {{");
            for (name, own) in named {
                let _ = writeln!(text, "  type {name} = {own};");
            }
            let _ = write!(text, "  const data: {data};\n  export default data;\n}}\n");
        }
    }
    text
}

/// The paths without the base path, and the anchors of pages.
fn addresses(site: &Site) -> BTreeMap<String, Vec<String>> {
    let base = site.base_path.trim_end_matches('/');
    let own = |route: &RoutePath| {
        let path = route.as_str();
        let path = path.strip_prefix(base).unwrap_or(path);
        if path.is_empty() { "/" } else { path }.to_owned()
    };
    let files = site.static_files.iter();
    let files = files.map(|(route, _)| (own(route), Vec::new()));
    let pages = site.pages.iter();
    files
        .chain(pages.map(|page| (own(&page.route), anchors(page))))
        .collect()
}

fn literal(text: &str) -> String {
    Value::from(text).to_string()
}

fn union(names: &[impl AsRef<str>]) -> String {
    let names: Vec<String> = names.iter().map(|name| literal(name.as_ref())).collect();
    match names.is_empty() {
        true => "never".to_owned(),
        false => names.join(" | "),
    }
}

/// The schema of a data file: `NAME.schema.json` beside it, else the nearest `_schema.json` above it.
fn schema_of(file: &SourceFile, tree: &SourceTree) -> Option<Value> {
    let name = file.name();
    let (stem, extension) = name.rsplit_once('.')?;
    let is_data = file.path.starts_with("data/")
        && ["csv", "json", "toml", "yaml", "yml"].contains(&extension)
        && !name.ends_with("schema.json");
    if !is_data {
        return None;
    }
    let beside = format!("{}/{stem}.schema.json", file.folder());
    let above = ancestors(file.folder()).map(|folder| format!("{folder}/_schema.json"));
    let schema = std::iter::once(beside)
        .chain(above)
        .find_map(|path| tree.find(&path))?;
    serde_json::from_str(&schema.text).ok()
}

/// A folder and those above it.
fn ancestors(folder: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(folder), |folder| {
        folder.rsplit_once('/').map(|(above, _)| above)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With `keyof`, 300 links to 50,000 pages took `tsc` 25 seconds of CPU instead of one.
    #[test]
    fn a_link_is_looked_up() {
        let code = CHECKS.lines().filter(|line| !line.starts_with("/**"));
        assert_eq!(code.filter(|line| line.contains("keyof")).count(), 0);
    }
}
