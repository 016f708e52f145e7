//! Finds the files and folders of the tree that links mean, and gives the files a path.

use super::href::is_markdown;
use super::resolve::{Linker, Origin};
use crate::assemble::routes::{below, file_route, in_static_folder, plain};
use crate::model::RoutePath;
use crate::source::{FileId, SourceFile};

impl<'a> Linker<'a> {
    /// A file of the tree beside the page, served from now on.
    pub(crate) fn linked_file(&mut self, origin: &Origin<'_>, path: &str) -> Option<RoutePath> {
        let has_extension = path.rsplit('/').next()?.contains('.');
        if !has_extension || path.starts_with('/') || is_markdown(path) {
            return None;
        }
        let file = self.find_file(origin.file, path)?.id;
        self.serve(file)
    }

    /// The path under which a file of the tree is served; makes one for files outside of `static/`.
    pub(crate) fn serve(&mut self, file: FileId) -> Option<RoutePath> {
        if let Some(rest) = in_static_folder(self.context, file) {
            let route = file_route(self.context, &plain(rest))?;
            return self.targets.statics.contains_key(&route).then_some(route);
        }
        let file = self.context.tree.file(file);
        let (stem, extension) = file.name().rsplit_once('.')?;
        let hash = blake3::hash(&file.bytes).to_hex();
        let name = format!("assets/{stem}-{}.{extension}", hash.get(..12)?);
        let route = file_route(self.context, &plain(&name))?;
        self.assets.insert(route.clone(), file.id);
        Some(route)
    }

    /// The file of `static/` at a path below the locale: files are the same for all.
    pub(crate) fn shared_file(&self, path: &str) -> Option<RoutePath> {
        let route = file_route(self.context, &plain(path)).filter(|_| path.starts_with('/'))?;
        self.targets.statics.contains_key(&route).then_some(route)
    }

    /// The file that a path in a file names: beside the file when relative, else in the folder of the instance or in
    /// the tree (`@site/`). What is not beside a translation is looked for beside its original, and the other way
    /// round.
    pub(crate) fn find_file(&self, from: &SourceFile, path: &str) -> Option<&'a SourceFile> {
        let tree = self.context.tree;
        if let Some(rest) = path.strip_prefix("@site/") {
            return tree.find(rest);
        }
        let is_marked = path.starts_with("./") || path.starts_with("../");
        let rest = path.trim_start_matches('/');
        let roots = self.context.content_folders(from);
        let is_relative = !path.starts_with('/');
        let own = is_relative.then(|| from.folder().to_owned());
        let twin = roots.filter(|_| is_relative).and_then(|[root, other]| {
            let inner = below(from.folder(), root).unwrap_or_default();
            join(other, inner)
        });
        let roots = roots.into_iter().flatten().chain([""]);
        let roots = roots.filter(|_| !is_marked).map(str::to_owned);
        let folders = own.into_iter().chain(twin).chain(roots);
        let mut paths = folders.filter_map(|folder| join(&folder, rest));
        paths.find_map(|path| tree.find(&path))
    }

    /// The folder of the tree that a path means.
    pub(crate) fn linked_folder(&self, origin: &Origin<'_>, path: &str) -> Option<String> {
        let rest = path.trim_matches('/');
        let folders = if path.starts_with('/') {
            let sets = self.context.sets.iter();
            let in_docs = sets.filter_map(|set| {
                let base = set.route_base.trim_matches('/');
                Some(format!("{}/{}", set.version.folder, below(rest, base)?))
            });
            in_docs.chain([rest.to_owned()]).collect()
        } else {
            vec![join(origin.file.folder(), rest)?]
        };
        let mut folders = folders.into_iter();
        folders.find(|folder| !folder.is_empty() && self.context.tree.has_folder(folder))
    }
}

/// Resolves `relative` against a folder of the tree; `None` when it leads out of the tree.
pub(crate) fn join(folder: &str, relative: &str) -> Option<String> {
    let mut segments: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for segment in relative.split('/') {
        match segment {
            "" | "." => {}
            ".." => {
                segments.pop()?;
            }
            _ => segments.push(segment),
        }
    }
    Some(segments.join("/"))
}
