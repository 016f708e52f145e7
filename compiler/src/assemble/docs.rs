//! One document's own facts: id, path, title, position.

mod tags;

#[cfg(test)]
mod tests;

pub(crate) use self::tags::{DocTags, all_tags, make_doc_tag_pages, make_doc_tags, tags_title};

use crate::assemble::content_files::Placed;
use crate::assemble::routes::{page_route, plain, split_number_prefix, strip_number_prefixes};
use crate::assemble::{Context, ParsedFile};
use crate::diagnostic::{Code, Diagnostics, did_you_mean_one_of};
use crate::document::Document;
use crate::front_matter::FrontMatter;
use crate::model::RoutePath;
use crate::source::{FileId, Span};
use std::collections::BTreeMap;

/// A published page of `[[docs]]`.
#[derive(Debug)]
pub(super) struct Doc {
    /// Its file.
    pub(super) file: FileId,
    /// The original that the file translates.
    pub(super) translates: Option<FileId>,
    /// Whether it is an original in a locale that has no translation of it.
    pub(super) is_fallback: bool,
    /// Number of its set: its instance and version.
    pub(super) set: usize,
    /// Its folder's path and its name, without number prefixes.
    pub(super) id: String,
    /// Path of its folder below the instance's, as it is; empty at the root.
    pub(super) folder: String,
    /// Its file's name.
    pub(super) name: String,
    /// Its title.
    pub(super) title: String,
    /// Front matter's description, else the first paragraph.
    pub(super) description: Option<String>,
    /// Its path.
    pub(super) route: RoutePath,
    /// Whether Docusaurus' path of it ends with a slash, so that its links lead below it.
    pub(super) is_folder: bool,
    /// Its place among its siblings.
    pub(super) position: Option<f64>,
    /// Its front matter.
    pub(super) front: FrontMatter,
    /// What it says.
    pub(super) document: Document,
}

impl Doc {
    /// The last part of the id.
    pub(super) fn local_id(&self) -> &str {
        self.id.rsplit('/').next().unwrap_or(&self.id)
    }

    /// Whether it is its folder's page: `index`, `README`, or named like the folder.
    pub(super) fn is_category_index(&self) -> bool {
        is_category_index(&self.name, &self.folder)
    }

    /// Where its path is decided: its slug, else the file as a whole.
    pub(super) fn slug_span(&self) -> Span {
        let slug = self.front.spans.get("slug").copied();
        slug.unwrap_or_else(|| Span::start_of(self.file))
    }
}

/// Makes a document of a file, draft or not; `None` when no path can be made.
pub(super) fn make_doc(
    context: Context<'_>,
    set: usize,
    placed: Placed<'_>,
    (file, front, document): ParsedFile,
    sink: &mut Diagnostics,
) -> Option<Doc> {
    let route_base = &context.sets[set].route_base;
    let path = placed.path;
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let stem = stem(name);
    let has_prefixes = front.parse_number_prefixes.unwrap_or(true)
        && context.sets[set].config.number_prefix_parser;
    let (base_id, prefix) = if has_prefixes {
        split_number_prefix(stem)
    } else {
        (stem, None)
    };
    let base_id = front.id.as_deref().unwrap_or(base_id);
    let clean_folder = if has_prefixes {
        strip_number_prefixes(folder)
    } else {
        folder.to_owned()
    };
    let slug = slug(
        &front,
        base_id,
        &clean_folder,
        is_category_index(name, folder),
    );
    let place = (route_base.as_str(), slug.as_str());
    let route = page_route(context, (file, &front), place, "/my-page", sink)?;
    let id = [clean_folder.as_str(), base_id];
    let id: Vec<&str> = id.into_iter().filter(|part| !part.is_empty()).collect();
    let title = front.title.clone().or(document.content_title.clone());
    let excerpt = Some(document.excerpt.clone()).filter(|excerpt| !excerpt.is_empty());
    Some(Doc {
        file,
        translates: placed.translates,
        is_fallback: placed.is_fallback,
        set,
        id: id.join("/"),
        folder: folder.to_owned(),
        name: name.to_owned(),
        title: title.unwrap_or_else(|| base_id.to_owned()),
        description: front.description.clone().or(excerpt),
        route,
        is_folder: context.config.trailing_slash.unwrap_or(slug.ends_with('/')),
        position: front.sidebar_position.or(prefix),
        front,
        document,
    })
}

/// Reports documents of one set that share an id: links by id would reach only one of them.
pub(super) fn report_shared_ids(docs: &[Doc], sink: &mut Diagnostics) {
    let mut ids = BTreeMap::new();
    for doc in docs {
        let id = (doc.set, doc.id.as_str());
        let Some(first) = ids.insert(id, doc.file) else {
            continue;
        };
        ids.insert(id, first);
        let span = doc.front.spans.get("id").copied();
        let span = span.unwrap_or_else(|| Span::start_of(doc.file));
        let message = format!("another document has the id `{}`, too", doc.id);
        sink.error(Code::BadFrontMatter, span, message)
            .help("rename the file, or give it another `id`");
    }
}

/// The document of an id in a set.
pub(super) fn find_doc(docs: &[Doc], set: usize, id: &str) -> Option<usize> {
    docs.iter().position(|doc| doc.set == set && doc.id == id)
}

/// Reports an id that no document of the set has.
pub(super) fn report_unknown_doc(
    docs: &[Doc],
    set: usize,
    id: &str,
    (code, span): (Code, Span),
    sink: &mut Diagnostics,
) {
    let ids = docs.iter().filter(|doc| doc.set == set);
    let problem = sink.error(code, span, format!("no document has the id `{id}`"));
    if let Some(help) = did_you_mean_one_of(id, ids.map(|doc| doc.id.as_str())) {
        problem.help(help);
    }
}

/// A file name without its extension.
fn stem(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

fn is_category_index(name: &str, folder: &str) -> bool {
    let stem = stem(name).to_lowercase();
    let folder = folder.rsplit('/').next().unwrap_or_default().to_lowercase();
    stem == "index" || stem == "readme" || (stem == folder && !folder.is_empty())
}

/// The path below the route base, with a slash at its start.
fn slug(front: &FrontMatter, base_id: &str, folder: &str, is_index: bool) -> String {
    let folder_path = if folder.is_empty() {
        "/".to_owned()
    } else {
        format!("/{}/", plain(folder))
    };
    match front.slug.as_deref().filter(|slug| !slug.is_empty()) {
        Some(slug) if slug.starts_with('/') => slug.to_owned(),
        Some(slug) => resolve_path(&folder_path, slug),
        None if is_index => folder_path,
        None => resolve_path(&folder_path, &plain(base_id)),
    }
}

/// Resolves a relative path against `base` as a browser does: what follows the last slash of `base` is replaced.
pub(super) fn resolve_path(base: &str, relative: &str) -> String {
    if relative.starts_with('/') {
        return relative.to_owned();
    }
    let mut segments: Vec<&str> = base.split('/').collect();
    segments.pop();
    for segment in relative.split('/') {
        match segment {
            "." => {}
            ".." => {
                segments.pop();
            }
            _ => segments.push(segment),
        }
    }
    let path = segments.join("/");
    if path.starts_with('/') {
        path
    } else {
        format!("/{path}")
    }
}
