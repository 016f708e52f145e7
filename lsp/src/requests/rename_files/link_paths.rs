//! The paths in links, images and imports, before and after files move.

use super::Moves;
use crate::query::{Edit, Query};
use crate::requests::completion::relative_path;
use crate::uri::normalize;
use bindery_compiler::assemble::ParsedFile;
use bindery_compiler::markdown::import_paths;
use bindery_compiler::source::{SourceFile, Span};
use std::path::Path;

/// Whether a link names a Markdown file.
pub(super) fn is_markdown(path: &str) -> bool {
    path.ends_with(".md") || path.ends_with(".mdx")
}

/// The path that leads to a file after the moves, in the form in which it is written; `None` for forms that may lead elsewhere.
pub(super) fn moved_path(
    moves: &Moves,
    from: &SourceFile,
    target: &SourceFile,
    written: &str,
) -> Option<String> {
    let (old, new) = (target.path.as_str(), moves.path(target));
    if written.contains('%') {
        return None;
    }
    if let Some(rest) = written.strip_prefix("@site/") {
        return (rest == old).then(|| format!("@site/{new}"));
    }
    if written.starts_with('/') {
        // The path in a content folder.
        let folder = old.strip_suffix(written)?;
        let inside = new.strip_prefix(folder)?;
        return inside.starts_with('/').then(|| inside.to_owned());
    }
    let own = moves.path(from);
    let folder = own.rsplit_once('/').map_or("", |(folder, _)| folder);
    let path = relative_path(folder, new);
    Some(match written.starts_with("./") {
        true => path,
        false => path.strip_prefix("./").unwrap_or(&path).to_owned(),
    })
}

/// The changes of relative images and imports of a document that moves.
pub(super) fn relative_edits(
    query: &Query<'_>,
    moves: &Moves,
    document: &ParsedFile,
    edits: &mut Vec<Edit>,
) {
    let tree = &query.snapshot.checked.tree;
    let file = tree.file(document.file);
    let images = document.document.images.iter();
    let images = images.filter(|image| image.span.file == file.id);
    for image in images {
        let start = image.span.start as usize;
        let source = file.text.get(start..image.span.end as usize);
        let at = source.and_then(|source| source.find(&image.source));
        if let Some(at) = at {
            edits.extend(relative_edit(query, moves, file, start + at, &image.source));
        }
    }
    for range in import_paths(&file.text) {
        let path = &file.text[range.clone()];
        if path.starts_with('.') {
            edits.extend(relative_edit(query, moves, file, range.start, path));
        }
    }
}

/// The change of a relative path at a place of a file that moves; `None` where no file is at the path.
fn relative_edit(
    query: &Query<'_>,
    moves: &Moves,
    file: &SourceFile,
    at: usize,
    written: &str,
) -> Option<Edit> {
    let path = normalize(&Path::new(file.folder()).join(written));
    let path = path.to_string_lossy().replace('\\', "/");
    let target = query.snapshot.checked.tree.find(&path)?;
    let text = moved_path(moves, file, target, written)?;
    let span = Span::new(file.id, at, at + written.len());
    (text != written && !written.starts_with('/')).then_some(Edit { span, text })
}
