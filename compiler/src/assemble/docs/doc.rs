//! A document of `[[docs]]`: its id, path, title and position, by the rules of Docusaurus.

use crate::assemble::content_files::{ContentFile, ParsedFile};
use crate::assemble::context::LocaleContext;
use crate::assemble::paths::{
    escape_percent, resolve_path, split_number_prefix, strip_number_prefixes,
};
use crate::assemble::routes::{PageSlug, RouteOwner, RouteRegistry, page_route};
use crate::diagnostic::{Code, Diagnostics, did_you_mean_one_of};
use crate::document::Document;
use crate::front_matter::FrontMatter;
use crate::model::RoutePath;
use crate::source::{FileId, Span};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A document, published or draft.
#[derive(Debug)]
pub(crate) struct Doc {
    /// The Markdown file of the document.
    pub(crate) file: FileId,
    /// The original that the file translates.
    pub(crate) translates: Option<FileId>,
    /// Whether the document is an original in a locale that has no translation of it.
    pub(crate) is_fallback: bool,
    /// The number of its docs version.
    pub(crate) version: usize,
    /// The path of its folder and its name, without number prefixes.
    pub(crate) id: String,
    /// The path of its folder in the folder of the version, with number prefixes; empty at the root.
    pub(crate) folder: String,
    /// The name of its file.
    pub(crate) name: String,
    /// The title of the front matter, else of the content, else the end of the id.
    pub(crate) title: String,
    /// The description of the front matter, else the first paragraph.
    pub(crate) description: Option<String>,
    /// The path of the document's page, base path included.
    pub(crate) route: RoutePath,
    /// Whether its path ends with a slash in Docusaurus, so that relative links are resolved below it.
    pub(crate) is_folder: bool,
    /// The position among the siblings in a generated sidebar; those without one come last.
    pub(crate) position: Option<f64>,
    /// The front matter of the file.
    pub(crate) front: Arc<FrontMatter>,
    /// The parsed Markdown of the file.
    pub(crate) document: Arc<Document>,
}

/// What a sidebar is made of.
#[derive(Clone, Debug)]
pub struct DocSummary {
    /// The id of its instance.
    pub instance: String,
    /// The name of its version.
    pub version: String,
    /// The Markdown file of the document.
    pub file: FileId,
    /// The path of its folder and its name, without number prefixes.
    pub id: String,
    /// The title of the document.
    pub title: String,
    /// The path of its folder in the folder of the version; empty at the root.
    pub folder: String,
    /// The position of the document among its siblings; those without one come last.
    pub position: Option<f64>,
    /// The front matter of the file as plain data.
    pub front_matter: Value,
}

impl Doc {
    /// What a sidebar is made of.
    pub(crate) fn summary(&self, context: &LocaleContext<'_>) -> DocSummary {
        let version = &context.versions[self.version];
        DocSummary {
            instance: version.instance.id.clone(),
            version: version.config.name.clone(),
            file: self.file,
            id: self.id.clone(),
            title: self.title.clone(),
            folder: self.folder.clone(),
            position: self.position,
            front_matter: Value::Object(self.front.value.clone()),
        }
    }

    /// The last part of the id.
    pub(crate) fn local_id(&self) -> &str {
        self.id.rsplit('/').next().unwrap_or(&self.id)
    }

    /// Whether the document is the page of its folder: `index`, `README`, or named like the folder.
    pub(crate) fn is_category_index(&self) -> bool {
        is_category_index(&self.name, &self.folder)
    }

    /// The span that declares its path: its slug, else the start of the file.
    pub(crate) fn slug_span(&self) -> Span {
        let slug = self.front.spans.get("slug").copied();
        slug.unwrap_or_else(|| Span::start_of(self.file))
    }
}

/// Makes a document of a file of a docs version, draft or not; `None` when it cannot have a path.
pub(crate) fn make_doc(
    context: &LocaleContext<'_>,
    version: usize,
    content: ContentFile<'_>,
    parsed: ParsedFile,
    sink: &mut Diagnostics,
) -> Option<Doc> {
    let ParsedFile {
        file,
        front,
        document,
    } = parsed;
    let docs_version = &context.versions[version];
    let (folder, name) = content.path.rsplit_once('/').unwrap_or(("", content.path));
    let stem = stem(name);
    let has_prefixes =
        front.parse_number_prefixes.unwrap_or(true) && docs_version.instance.number_prefix_parser;
    let (base_id, prefix, clean_folder) = if has_prefixes {
        let (base_id, prefix) = split_number_prefix(stem);
        (base_id, prefix, strip_number_prefixes(folder))
    } else {
        (stem, None, folder.to_owned())
    };
    let base_id = front.id.as_deref().unwrap_or(base_id);
    let is_index = is_category_index(name, folder);
    let slug = slug(&front, base_id, &clean_folder, is_index);
    let page = PageSlug {
        file,
        front: &front,
        route_base: &docs_version.route_base,
        slug: &slug,
        example: "/my-page",
    };
    let route = page_route(context, page, sink)?;
    let id = [clean_folder.as_str(), base_id];
    let id: Vec<&str> = id.into_iter().filter(|part| !part.is_empty()).collect();
    let title = front.title.clone().or(document.content_title.clone());
    let excerpt = Some(document.excerpt.clone()).filter(|excerpt| !excerpt.is_empty());
    Some(Doc {
        file,
        translates: content.translates,
        is_fallback: content.is_fallback,
        version,
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

/// All documents of the locale.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AllDocs<'d> {
    /// The published documents.
    pub(crate) docs: &'d [Doc],
    /// The drafts.
    pub(crate) drafts: &'d [Doc],
}

/// Documents with their own paths, and those whose path belongs to another page.
#[derive(Debug)]
pub(crate) struct ClaimedDocs {
    /// The documents that are published.
    pub(crate) docs: Vec<Doc>,
    /// The files and paths of the others.
    pub(crate) duplicates: Vec<(FileId, RoutePath)>,
}

/// Registers the paths of documents.
pub(crate) fn claim_docs(
    context: &LocaleContext<'_>,
    docs: Vec<Doc>,
    registry: &mut RouteRegistry,
    sink: &mut Diagnostics,
) -> ClaimedDocs {
    let mut claimed = ClaimedDocs {
        docs: Vec::new(),
        duplicates: Vec::new(),
    };
    for doc in docs {
        let owner = RouteOwner::file(context.tree.file(doc.file), doc.slug_span());
        if registry.claim(context, &doc.route, owner, sink) {
            claimed.docs.push(doc);
        } else {
            claimed.duplicates.push((doc.file, doc.route));
        }
    }
    claimed
}

/// Reports documents of one version that share an id: links by id reach only one of them.
pub(crate) fn report_shared_ids(docs: &[Doc], sink: &mut Diagnostics) {
    let mut ids = BTreeMap::new();
    for doc in docs {
        let id = (doc.version, doc.id.as_str());
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

/// The number of the document with an id in a docs version.
pub(crate) fn find_doc(docs: &[Doc], version: usize, id: &str) -> Option<usize> {
    docs.iter()
        .position(|doc| doc.version == version && doc.id == id)
}

/// A reference to a document by its id.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DocReference<'r> {
    /// The number of the docs version.
    pub(crate) version: usize,
    /// The id.
    pub(crate) id: &'r str,
    /// The code of the diagnostic when no document has the id.
    pub(crate) code: Code,
    /// The place of the reference.
    pub(crate) span: Span,
}

/// Reports an id that no document of the version has.
pub(crate) fn report_unknown_doc(
    docs: &[Doc],
    reference: DocReference<'_>,
    sink: &mut Diagnostics,
) {
    let id = reference.id;
    let message = format!("no document has the id `{id}`");
    let problem = sink.error(reference.code, reference.span, message);
    let siblings = docs.iter().filter(|doc| doc.version == reference.version);
    if let Some(help) = did_you_mean_one_of(id, siblings.map(|doc| doc.id.as_str())) {
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

/// The path below the route base; begins with a slash.
fn slug(front: &FrontMatter, base_id: &str, folder: &str, is_index: bool) -> String {
    let folder_path = if folder.is_empty() {
        "/".to_owned()
    } else {
        format!("/{}/", escape_percent(folder))
    };
    match front.slug.as_deref().filter(|slug| !slug.is_empty()) {
        Some(slug) if slug.starts_with('/') => slug.to_owned(),
        Some(slug) => resolve_path(&folder_path, slug),
        None if is_index => folder_path,
        None => resolve_path(&folder_path, &escape_percent(base_id)),
    }
}
