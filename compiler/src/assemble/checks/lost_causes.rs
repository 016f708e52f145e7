//! Finds the problem of a file because of which a published address may be missing, so that no redirect is advised where a
//! correction brings the address back.

use crate::assemble::paths::split_number_prefix;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Impact};
use crate::source::{FileId, SourceFile, SourceTree, Span};
use std::collections::BTreeMap;

/// The problems that may cost addresses: the first of each file.
pub(super) struct Causes<'t> {
    tree: &'t SourceTree,
    files: BTreeMap<FileId, Span>,
}

impl<'t> Causes<'t> {
    /// The causes among the problems found so far.
    pub(super) fn new(tree: &'t SourceTree, sink: &Diagnostics) -> Self {
        let mut files: BTreeMap<FileId, Span> = BTreeMap::new();
        for span in sink
            .iter()
            .filter(|one| may_cost(one))
            .filter_map(|one| one.span)
        {
            let first = files.entry(span.file).or_insert(span);
            *first = span.min(*first);
        }
        Causes { tree, files }
    }

    /// The place of the problem of a file.
    pub(super) fn of_file(&self, file: Option<FileId>) -> Option<String> {
        let span = self.files.get(&file?)?;
        let file = self.tree.file(span.file);
        let (line, _) = file.lines.line_col(&file.text, span.start);
        Some(format!("{}:{line}", file.path))
    }

    /// The place of the problem because of which a path may be missing.
    pub(super) fn of_path(&self, path: &str) -> Option<String> {
        let mut files = self.files.keys().copied();
        let file = files.find(|file| may_have_had(self.tree.file(*file), path));
        self.of_file(file)
    }
}

/// Whether a problem may cost a page its path or its headings.
fn may_cost(problem: &Diagnostic) -> bool {
    problem.code.impact() <= Impact::Content
        || problem.code == Code::UnknownFrontMatterKey
        || problem.code == Code::NestingTooDeep
}

/// Whether the page of a file, or of the category that it describes, may have had a path.
fn may_have_had(file: &SourceFile, path: &str) -> bool {
    let mut parts = path.rsplit('/');
    let last = parts.next().unwrap_or_default();
    let clean = |name: &'_ str| split_number_prefix(name).0.to_owned();
    let folder = clean(file.folder().rsplit('/').next().unwrap_or_default());
    if file.name().starts_with("_category_.") {
        // The path of a generated index is made of the label, which may be what is wrong.
        return folder == last || parts.any(|part| part == "category");
    }
    if !file.has_extension("md") && !file.has_extension("mdx") {
        return false;
    }
    let stem = file.name().split('.').next().unwrap_or_default();
    let name = match stem {
        "README" | "index" => folder,
        stem => clean(stem),
    };
    let mut header = file.text.lines().take_while(|line| !line.starts_with('#'));
    let has_slug = header.any(|line| line.starts_with("slug") && line.contains(last));
    name == last || has_slug && !last.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_belongs_to_a_file_of_its_name_or_slug() {
        for (file, text, path, expected) in [
            ("docs/guide/_category_.json", "", "/category/guide", true),
            ("docs/guide/_category_.json", "", "/category/my-guide", true),
            ("docs/02-guide/_category_.yml", "", "/guide", true),
            ("docs/guide/_category_.json", "", "/guide/first", false),
            ("docs/guide/1-first.md", "", "/guide/first", true),
            ("docs/guide/README.md", "", "/guide", true),
            ("docs/guide/first.md", "---\nslug: /a/b\n", "/a/b", true),
            ("docs/guide/first.md", "---\nslug: /a/b\n", "/a/c", false),
            ("docs/guide/first.png", "", "/guide/first", false),
        ] {
            let file = SourceFile::from_text(FileId(0), file, text);
            assert_eq!(may_have_had(&file, path), expected, "{} {path}", file.path);
        }
    }
}
