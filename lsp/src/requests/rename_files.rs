//! Renames files: the links to pages and from them, redirects from published addresses, and ids in sidebars.

mod addresses;
mod link_paths;

use super::{Answer, read};
use crate::params::RenameFilesParams;
use crate::query::{Edit, Query};
use crate::uri::{normalize, path_of};
use addresses::{MovedPage, address_edits};
use bindery_compiler::model::ResolvedLink;
use bindery_compiler::source::{FileId, SourceFile, Span};
use link_paths::{is_markdown, moved_path, relative_edits};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// The new paths in the tree of the files that move.
#[derive(Debug, Default)]
pub(super) struct Moves {
    paths: BTreeMap<FileId, String>,
}

impl Moves {
    fn new(query: &Query<'_>, params: &RenameFilesParams) -> Self {
        let tree = &query.snapshot.checked.tree;
        let root = normalize(&tree.root);
        let mut moves = Moves::default();
        for one in &params.files {
            let (Some(old), Some(new)) = (path_of(&one.old_uri), path_of(&one.new_uri)) else {
                continue;
            };
            for file in &tree.files {
                let path = query.snapshot.disk_path(file.id);
                let Ok(rest) = path.strip_prefix(&old) else {
                    continue;
                };
                let new = match rest == Path::new("") {
                    true => new.clone(),
                    false => new.join(rest),
                };
                if let Ok(inside) = new.strip_prefix(&root) {
                    let path = inside.to_string_lossy().replace('\\', "/");
                    moves.paths.insert(file.id, path);
                }
            }
        }
        moves
    }

    /// The path of a file after the moves.
    pub(super) fn path<'p>(&'p self, file: &'p SourceFile) -> &'p str {
        self.paths.get(&file.id).unwrap_or(&file.path)
    }

    fn has(&self, file: FileId) -> bool {
        self.paths.contains_key(&file)
    }
}

pub(super) fn will_rename(query: &Query<'_>, params: &Value) -> Answer {
    let params: RenameFilesParams = read(params)?;
    let moves = Moves::new(query, &params);
    let checked = &query.snapshot.checked;
    let pages = checked.site.pages.iter();
    let base = checked.site.base_path.trim_end_matches('/');
    let moved = pages.filter_map(|page| {
        let file = page.source.filter(|file| moves.has(*file))?;
        MovedPage::new(page, checked.tree.file(file), &moves, base)
    });
    let moved: Vec<MovedPage<'_>> = moved.collect();
    let mut edits = Vec::new();
    for link in &checked.site.links {
        edits.extend(link_edit(query, &moves, &moved, link));
    }
    for document in checked.documents.iter().filter(|one| moves.has(one.file)) {
        relative_edits(query, &moves, document, &mut edits);
    }
    address_edits(query, &moved, &mut edits);
    edits.sort();
    edits.dedup();
    if edits.is_empty() {
        return Ok(Value::Null);
    }
    super::change(query, &edits)
}

/// The change of a link to a page that moves, or of one in a file that moves.
fn link_edit(
    query: &Query<'_>,
    moves: &Moves,
    moved: &[MovedPage<'_>],
    link: &ResolvedLink,
) -> Option<Edit> {
    let tree = &query.snapshot.checked.tree;
    let from = tree.file(link.span.file);
    let page = query.snapshot.page_at(link.page.as_str())?;
    let target = tree.file(page.source?);
    if !moves.has(from.id) && !moves.has(target.id) {
        return None;
    }
    let text = from
        .text
        .get(link.span.start as usize..link.span.end as usize)?;
    let end = text.find(['#', '?']).unwrap_or(text.len());
    let written = &text[..end];
    let is_whole = !written.is_empty() && !written.contains(['[', '<', '"', ' ']);
    if !is_whole {
        return None;
    }
    let new = if is_markdown(written) {
        moved_path(moves, from, target, written)?
    } else {
        let address = moved.iter().find(|one| one.page.route == page.route);
        let base = query.snapshot.checked.site.base_path.trim_end_matches('/');
        let old = page.route.as_str();
        let old = old.strip_prefix(base).unwrap_or(old);
        match address {
            Some(address) => address.new_route.clone(),
            // A relative address depends on the place of the page that contains it.
            None if !written.starts_with('/') => old.to_owned(),
            None => return None,
        }
    };
    let span = Span::new(
        from.id,
        link.span.start as usize,
        link.span.start as usize + written.len(),
    );
    (new != written).then_some(Edit { span, text: new })
}
