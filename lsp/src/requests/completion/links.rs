//! The targets of links: pages by their addresses, files by their paths, and anchors.

use super::{Item, Kind};
use crate::query::Query;
use crate::uri::normalize;
use bindery_compiler::model::Page;
use bindery_compiler::source::SourceFile;
use std::path::Path;

/// The targets for what is typed from a byte on, and where their texts start: for anchors after the `#`.
pub(super) fn targets(query: &Query<'_>, start: usize, typed: &str) -> (Vec<Item>, usize) {
    match typed.split_once('#') {
        Some((path, _)) => (anchors(query, path), start + path.len() + 1),
        None if typed.starts_with('/') => (pages(query), start),
        None => (files(query), start),
    }
}

/// The locale of the document's pages; that of the site if it is no page yet.
fn locale<'q>(query: &'q Query<'_>) -> &'q str {
    let site = &query.snapshot.checked.site;
    let file = query.file.map(|file| file.id);
    let mut pages = site.pages.iter();
    let own = pages.find(|page| page.source.is_some() && page.source == file);
    own.map_or(&site.locale, |page| &page.locale)
}

/// The pages by their addresses, as links write them: without the base path.
fn pages(query: &Query<'_>) -> Vec<Item> {
    let locale = locale(query);
    let site = &query.snapshot.checked.site;
    let pages = site.pages.iter().filter(|page| page.locale == locale);
    let base = site.base_path.trim_end_matches('/');
    let items = pages.map(|page| {
        let route = page.route.as_str();
        let route = route.strip_prefix(base).unwrap_or(route);
        Item::new(route, Kind::Reference, page.props.title.clone())
    });
    items.collect()
}

/// The pages by the paths of their files, relative to the document.
fn files(query: &Query<'_>) -> Vec<Item> {
    let Some(own) = query.file else {
        return Vec::new();
    };
    let locale = locale(query);
    let checked = &query.snapshot.checked;
    let pages = checked
        .site
        .pages
        .iter()
        .filter(|page| page.locale == locale);
    let items = pages.filter_map(|page| {
        let file = checked.tree.file(page.source?);
        let path = relative_path(own.folder(), &file.path);
        Some(Item::new(path, Kind::File, page.props.title.clone()))
    });
    items.collect()
}

/// The path from a folder to a file of the tree, beginning with `./` or `../`.
pub(crate) fn relative_path(folder: &str, path: &str) -> String {
    let folders: Vec<&str> = folder.split('/').filter(|name| !name.is_empty()).collect();
    let names: Vec<&str> = path.split('/').collect();
    let same = folders
        .iter()
        .zip(&names)
        .take_while(|(one, other)| one == other);
    let same = same.count().min(names.len() - 1);
    let up = "../".repeat(folders.len() - same);
    let start = if up.is_empty() { "./" } else { &up };
    format!("{start}{}", names[same..].join("/"))
}

/// The anchors of the page that a path leads to; of the document itself if it is empty.
fn anchors(query: &Query<'_>, path: &str) -> Vec<Item> {
    let item = |id: &str, text: &str| Item::new(id, Kind::Reference, text);
    if path.is_empty() {
        let document = query.file.and_then(|file| query.snapshot.document(file.id));
        let headings = document.iter().flat_map(|one| &one.document.headings);
        return headings.map(|one| item(&one.id, &one.text)).collect();
    }
    let page = page_of(query, path);
    let headings = page.into_iter().flat_map(|page| &page.headings);
    headings.map(|one| item(&one.id, &one.text)).collect()
}

/// The page that a path leads to, as far as that is certain.
fn page_of<'q>(query: &'q Query<'_>, path: &str) -> Option<&'q Page> {
    let snapshot = query.snapshot;
    let site = &snapshot.checked.site;
    let base = site.base_path.trim_end_matches('/');
    let by_route = |path: &str| {
        let trimmed = path.trim_end_matches('/');
        let forms = [path.to_owned(), trimmed.to_owned(), format!("{trimmed}/")];
        let mut forms = forms.into_iter();
        forms.find_map(|form| snapshot.page_at(&format!("{base}{form}")))
    };
    if path.starts_with('/') {
        return by_route(path);
    }
    let file: &SourceFile = query.file?;
    let joined = |folder: &str| {
        let path = normalize(&Path::new(folder).join(path));
        path.to_string_lossy().replace('\\', "/")
    };
    if let Some(target) = snapshot.checked.tree.find(&joined(file.folder())) {
        let locale = locale(query);
        let mut pages = site.pages.iter();
        return pages.find(|page| page.source == Some(target.id) && page.locale == locale);
    }
    let own = site
        .pages
        .iter()
        .find(|page| page.source == Some(file.id))?;
    let route = own.route.as_str();
    let route = route.strip_prefix(base).unwrap_or(route);
    let folder = route.rsplit_once('/').map_or("", |(folder, _)| folder);
    by_route(&joined(&format!("{folder}/")))
}

#[cfg(test)]
mod tests {
    use super::relative_path;

    #[test]
    fn relative_paths_say_that_they_are() {
        assert_eq!(relative_path("docs", "docs/a.md"), "./a.md");
        assert_eq!(relative_path("docs/a/b", "docs/a.md"), "../../a.md");
        assert_eq!(relative_path("", "docs/a.md"), "./docs/a.md");
        assert_eq!(relative_path("docs/a", "docs/b/a.md"), "../b/a.md");
        assert_eq!(relative_path("docs/a.md", "docs/a.md"), "../a.md");
    }
}
