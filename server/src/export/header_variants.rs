//! The header fields that files of one class share, and the paths at which a field has another value.

use super::config_input::ConfigInput;
use super::responses::Responses;
use super::site_files::{payload_path, sorted_entries};
use crate::table::{Site, Target};

/// Files that a configuration gives the same header fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileClass {
    /// Files with a content hash in their name, cached for a year.
    Hashed,
    /// Payloads: the data of pages for the client.
    Payload,
    /// Everything else.
    Page,
}

impl FileClass {
    /// In the order of the configuration files.
    pub(super) const ALL: [FileClass; 3] = [FileClass::Hashed, FileClass::Payload, FileClass::Page];

    pub(super) fn name(self) -> &'static str {
        match self {
            FileClass::Hashed => "hashed",
            FileClass::Payload => "payload",
            FileClass::Page => "page",
        }
    }
}

/// A header field and the paths at which its value differs from that of the class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct HeaderVariants {
    pub(super) name: String,
    /// Percent-encoded paths and values; an empty value means that the field is absent.
    pub(super) values: Vec<(String, String)>,
}

/// The fields that differ from `shared` at some path of the class, sorted by name. `Link` is not among them, see [`links`].
pub(super) fn header_variants(
    responses: &Responses,
    class: FileClass,
    shared: &[(String, String)],
) -> Vec<HeaderVariants> {
    let site = responses.site();
    let mut variants: Vec<HeaderVariants> = Vec::new();
    for path in paths(site, class) {
        let own = responses.headers(&request_path(site, &path));
        let names = own.iter().chain(shared).map(|(name, _)| name.as_str());
        let mut names: Vec<&str> = names.filter(|name| *name != "link").collect();
        names.sort_unstable();
        names.dedup();
        for name in names {
            let value = header_value(&own, name);
            if value == header_value(shared, name) {
                continue;
            }
            let pair = (path.clone(), value.to_owned());
            match variants.iter_mut().find(|one| one.name == name) {
                Some(found) => found.values.push(pair),
                None => variants.push(HeaderVariants {
                    name: name.to_owned(),
                    values: vec![pair],
                }),
            }
        }
    }
    variants.sort_by(|a, b| a.name.cmp(&b.name));
    variants
}

const SVG: &str = "image/svg+xml";

/// The value of a field; empty when the field is absent.
pub(super) fn header_value<'f>(fields: &'f [(String, String)], name: &str) -> &'f str {
    let found = fields.iter().find(|(other, _)| other == name);
    found.map_or("", |(_, value)| value.as_str())
}

/// The paths of a class that may have other fields than the class; a page for unknown paths counts by its file name.
fn paths(site: &'static Site, class: FileClass) -> Vec<String> {
    let assets = format!("{}assets/", site.base_path);
    let mut paths = Vec::new();
    for entry in sorted_entries(site) {
        let path = entry.path.to_owned();
        match &entry.target {
            Target::Page(page) if page.html.headers != 0 => match class {
                FileClass::Payload => paths.push(payload_path(site, entry.path)),
                FileClass::Page => paths.push(path),
                FileClass::Hashed => {}
            },
            // Each SVG file has its own policy.
            Target::Asset(file) if file.headers != 0 || file.media_type.starts_with(SVG) => {
                let is_hashed = path.starts_with(&assets);
                if class != FileClass::Payload && is_hashed == (class == FileClass::Hashed) {
                    paths.push(path);
                }
            }
            _ => {}
        }
    }
    if class == FileClass::Page {
        let below = site
            .not_found_below
            .iter()
            .map(|(home, page)| (*home, page));
        let unknown = [(site.base_path, &site.not_found)].into_iter().chain(below);
        let marked = unknown.filter(|(_, page)| page.html.headers != 0);
        paths.extend(marked.map(|(home, _)| format!("{home}404.html")));
    }
    paths
}

/// The path to request for the header fields of a file: the table has no entry for the file of a page for unknown paths.
fn request_path(site: &Site, path: &str) -> String {
    match path.strip_suffix("404.html") {
        Some(home) if site.table.lookup(path).is_none() => format!("{home}404"),
        _ => path.to_owned(),
    }
}

/// The header fields that all files of a class have.
pub(super) fn class_headers(input: &ConfigInput<'_>, class: FileClass) -> Vec<(String, String)> {
    let site = input.site;
    let folder = format!("{}assets/", site.base_path);
    let mut fields = match class {
        FileClass::Page => input.responses.default_headers(site.base_path),
        FileClass::Hashed => {
            let entries = sorted_entries(site);
            let mut entries = entries.iter();
            let first = entries.find(|entry| entry.path.starts_with(&folder));
            first.map_or(Vec::new(), |entry| {
                input.responses.default_headers(entry.path)
            })
        }
        FileClass::Payload => {
            let path = format!("{}_bindery/page/", site.base_path);
            input.responses.default_headers(&path)
        }
    };
    fields.retain(|(name, _)| name != "link");
    fields
}

/// The value of `Link` by path.
pub(super) fn links(input: &ConfigInput<'_>) -> Vec<(&'static str, String)> {
    let entries = sorted_entries(input.site).into_iter();
    let links = entries.filter_map(|entry| {
        let resource = match &entry.target {
            Target::Page(page) => &page.html,
            Target::Asset(resource) => resource,
            Target::Redirect { .. } | Target::Gone => return None,
        };
        let link = match resource.headers {
            0 => resource.link.to_owned(),
            _ => header_value(&input.responses.headers(entry.path), "link").to_owned(),
        };
        Some((entry.path, link))
    });
    links.filter(|(_, link)| !link.is_empty()).collect()
}
