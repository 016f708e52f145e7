//! Finds the files and folders of the tree that links name.

use super::link::Origin;
use super::reads::{LookUp, Recorder};
use crate::assemble::context::LocaleContext;
use crate::assemble::paths::{join_folder, path_in_folder};
use crate::source::SourceFile;

/// The file that a path in a file names. A relative path is looked for beside the file, beside its counterpart (the
/// original of a translation, the translation of an original), in the folder of the instance and in the tree; `@site/`
/// is the tree.
pub(super) fn find_file<'a>(
    context: &LocaleContext<'a>,
    recorder: &Recorder,
    from: &SourceFile,
    path: &str,
) -> Option<&'a SourceFile> {
    let find = |path: &str| {
        recorder.add(LookUp::Path(path));
        context.tree.find(path)
    };
    if let Some(rest) = path.strip_prefix("@site/") {
        return find(rest);
    }
    let is_marked = path.starts_with("./") || path.starts_with("../");
    let rest = path.trim_start_matches('/');
    let roots = context.content_folders(from);
    let is_relative = !path.starts_with('/');
    let own = is_relative.then(|| from.folder().to_owned());
    let counterpart = roots.filter(|_| is_relative).and_then(|[root, other]| {
        let inner = path_in_folder(from.folder(), root).unwrap_or_default();
        join_folder(other, inner)
    });
    let roots = roots.into_iter().flatten().chain([""]);
    let roots = roots.filter(|_| !is_marked).map(str::to_owned);
    let folders = own.into_iter().chain(counterpart).chain(roots);
    let mut paths = folders.filter_map(|folder| join_folder(&folder, rest));
    paths.find_map(|path| find(&path))
}

/// The folder of the tree that a path names.
pub(super) fn find_folder(
    context: &LocaleContext<'_>,
    origin: &Origin<'_>,
    path: &str,
) -> Option<String> {
    let rest = path.trim_matches('/');
    let folders = if path.starts_with('/') {
        let versions = context.versions.iter();
        let in_docs = versions.filter_map(|version| {
            let base = version.route_base.trim_matches('/');
            let inner = path_in_folder(rest, base)?;
            Some(format!("{}/{inner}", version.config.folder))
        });
        in_docs.chain([rest.to_owned()]).collect()
    } else {
        vec![join_folder(origin.file.folder(), rest)?]
    };
    let mut folders = folders.into_iter();
    folders.find(|folder| !folder.is_empty() && context.tree.has_folder(folder))
}
