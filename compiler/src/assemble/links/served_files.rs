//! The paths of files that pages show or link to.

use super::reads::{LookUp, Recorder};
use super::targets::Targets;
use crate::assemble::context::LocaleContext;
use crate::assemble::paths::escape_percent;
use crate::assemble::routes::{file_route, in_static_folder};
use crate::images;
use crate::model::{ImageCopy, RoutePath};
use crate::source::{FileId, SourceFile};
use std::collections::BTreeMap;

/// Files outside of the static folders that are served because a page names them.
#[derive(Debug, Default)]
pub(crate) struct ServedFiles {
    /// The files by path.
    pub(crate) assets: BTreeMap<RoutePath, FileId>,
    /// Smaller copies of images by path.
    pub(crate) image_copies: BTreeMap<RoutePath, ImageCopy>,
}

impl ServedFiles {
    /// The path of a file of the tree; a file outside of the static folders gets one under `/assets/`.
    pub(super) fn serve(
        &mut self,
        context: &LocaleContext<'_>,
        targets: &Targets,
        recorder: &Recorder,
        file: FileId,
    ) -> Option<RoutePath> {
        recorder.add(LookUp::File(file));
        if let Some(rest) = in_static_folder(context, file) {
            let route = file_route(context, &escape_percent(rest))?;
            recorder.add(LookUp::Route(&route));
            return targets.statics.contains_key(&route).then_some(route);
        }
        let file = context.tree.file(file);
        let (stem, extension) = file.name().rsplit_once('.')?;
        let hash = blake3::hash(&file.bytes).to_hex();
        let name = format!("assets/{stem}-{}.{extension}", hash.get(..12)?);
        let route = file_route(context, &escape_percent(&name))?;
        self.assets.insert(route.clone(), file.id);
        Some(route)
    }

    /// The smaller copies of an image as a `srcset`; the build makes them later.
    pub(super) fn offer_copies(
        &mut self,
        context: &LocaleContext<'_>,
        file: &SourceFile,
    ) -> Option<String> {
        let config = &context.config.images;
        let hash = blake3::hash(&file.bytes).to_hex();
        // A comma would end the url in the list of copies.
        let stem = file.name().rsplit_once('.').map_or("", |(stem, _)| stem);
        let stem = stem.replace(',', "-");
        let mut candidates = Vec::new();
        for width in images::copy_widths(&file.bytes, config) {
            let name = format!("assets/{stem}-{}-{width}.webp", hash.get(..12)?);
            let route = file_route(context, &escape_percent(&name))?;
            candidates.push(format!("{route} {width}w"));
            let copy = ImageCopy {
                file: file.id,
                width,
                quality: config.quality,
            };
            self.image_copies.insert(route, copy);
        }
        (!candidates.is_empty()).then(|| candidates.join(", "))
    }
}

/// The file of a static folder at an absolute path; all locales share these files.
pub(super) fn static_route(
    context: &LocaleContext<'_>,
    targets: &Targets,
    recorder: &Recorder,
    path: &str,
) -> Option<RoutePath> {
    [Some(path), without_locale(context, path)]
        .into_iter()
        .flatten()
        .find_map(|path| {
            let route =
                file_route(context, &escape_percent(path)).filter(|_| path.starts_with('/'))?;
            recorder.add(LookUp::Route(&route));
            targets.statics.contains_key(&route).then_some(route)
        })
}

/// The path without the locale's code at its start. Docusaurus copies the static folders to each locale's folder, and texts of a
/// locale may name these copies.
pub(super) fn without_locale<'p>(context: &LocaleContext<'_>, path: &'p str) -> Option<&'p str> {
    let locales = context.config.locales.iter();
    let mut copied = locales.filter(|locale| context.config.is_imported && !locale.is_default);
    copied.find_map(|locale| {
        let rest = path.strip_prefix('/')?.strip_prefix(&*locale.code)?;
        rest.starts_with('/').then_some(rest)
    })
}
