//! Decides where an image lies, and which smaller copies of it are offered.

#[cfg(test)]
mod tests;

use super::body::checked;
use super::files::join;
use super::href::{escape, is_url};
use super::resolve::{Linker, Origin};
use crate::assemble::routes::{file_route, plain, static_folder};
use crate::diagnostic::{Code, Diagnostics};
use crate::document::Image;
use crate::model::{ImageCopy, Picture, RoutePath};
use crate::pictures;
use crate::source::{FileId, SourceFile, Span};
use percent_encoding::percent_decode_str;
use serde_json::{Value, json};

/// How wide a picture is shown: the whole screen on narrow ones, else at most the article's column.
const SIZES: &str = "auto, (max-width: 996px) 100vw, 800px";

/// An `<img>` and what stands around it.
#[derive(Clone, Debug, Default)]
pub(crate) struct ImageParts {
    /// The `<source>` before it, when both are in a `<picture>`.
    pub(crate) source: Option<String>,
    /// Its attributes.
    pub(crate) attributes: String,
}

impl Linker<'_> {
    /// An `<img>`: its attributes, and the smaller copies that are offered around it.
    pub(crate) fn image_parts(
        &mut self,
        origin: &Origin<'_>,
        image: &Image,
        sink: &mut Diagnostics,
    ) -> ImageParts {
        let found = if is_url(&image.source) {
            None
        } else {
            self.find_image(origin, &image.source, image.span, sink)
        };
        let url = match &found {
            Some((route, _)) => route.as_str(),
            None => &image.source,
        };
        let mut attributes = format!(" src=\"{}\" alt=\"{}\"", escape(url), escape(&image.alt));
        if !image.title.is_empty() {
            attributes.push_str(&format!(" title=\"{}\"", escape(&image.title)));
        }
        let file = found.map(|(_, file)| self.context.tree.file(file));
        if let Some((width, height)) = file.and_then(|file| pictures::size(&file.bytes)) {
            attributes.push_str(&format!(" width=\"{width}\" height=\"{height}\""));
        }
        attributes.push_str(" loading=\"lazy\" decoding=\"async\"");
        ImageParts {
            source: file.and_then(|file| self.offer_copies(file)).map(|copies| {
                format!(
                    "<source type=\"image/webp\" srcset=\"{}\" sizes=\"{SIZES}\">",
                    escape(&copies)
                )
            }),
            attributes,
        }
    }

    /// What `IdealImage` draws of a picture's file.
    pub(crate) fn ideal_image(&mut self, file: FileId) -> Option<Value> {
        let src = self.serve(file)?;
        let file = self.context.tree.file(file);
        let mut image = json!({ "src": src.as_str() });
        if let Some((width, height)) = pictures::size(&file.bytes) {
            image["width"] = width.into();
            image["height"] = height.into();
        }
        if let Some(copies) = self.offer_copies(file) {
            image["srcSet"] = copies.into();
            image["sizes"] = SIZES.into();
        }
        Some(image)
    }

    /// The copies of a picture, as a `srcset`; they are made when the site is bound.
    fn offer_copies(&mut self, file: &SourceFile) -> Option<String> {
        let config = &self.context.config.images;
        let hash = blake3::hash(&file.bytes).to_hex();
        // A comma would end the url in the list of copies.
        let stem = file.name().rsplit_once('.').map_or("", |(stem, _)| stem);
        let stem = stem.replace(',', "-");
        let mut candidates = Vec::new();
        for width in pictures::copy_widths(&file.bytes, config) {
            let name = format!("assets/{stem}-{}-{width}.webp", hash.get(..12)?);
            let route = file_route(self.context, &plain(&name))?;
            candidates.push(format!("{route} {width}w"));
            let copy = ImageCopy {
                file: file.id,
                width,
                quality: config.quality,
            };
            self.copies.insert(route, copy);
        }
        (!candidates.is_empty()).then(|| candidates.join(", "))
    }

    /// A picture drawn by the interface; one of another host is a problem, for the policy refuses it.
    pub(crate) fn picture(
        &mut self,
        origin: &Origin<'_>,
        source: &str,
        span: Span,
        sink: &mut Diagnostics,
    ) -> Option<Picture> {
        if is_url(source) {
            let message = format!("the picture `{source}` of another host is not shown");
            sink.warn(Code::ForeignImage, span, message)
                .help("put the file under `static/` and write its path");
            return None;
        }
        let (route, file) = self.find_image(origin, source, span, sink)?;
        let size = pictures::size(&self.context.tree.file(file).bytes);
        Some(Picture {
            src: route.to_string(),
            width: size.map(|(width, _)| width),
            height: size.map(|(_, height)| height),
        })
    }

    /// The served path of a picture: absolute ones lie in `static/`, others beside the page.
    fn find_image(
        &mut self,
        origin: &Origin<'_>,
        source: &str,
        span: Span,
        sink: &mut Diagnostics,
    ) -> Option<(RoutePath, FileId)> {
        let path = source.split(['?', '#']).next().unwrap_or(source);
        let path = percent_decode_str(path).decode_utf8_lossy();
        if path.starts_with('/') {
            return self.find_static(&path, span, sink);
        }
        let found = self.find_file(origin.file, &path).map(|file| file.id);
        let served = found.and_then(|file| Some((self.serve(file)?, file)));
        if served.is_none() {
            let wanted = join(origin.file.folder(), &path).unwrap_or_default();
            self.report_missing(source, &wanted, span, sink);
        }
        served
    }

    /// The file of `static/` at an absolute path.
    pub(crate) fn find_static(
        &self,
        path: &str,
        span: Span,
        sink: &mut Diagnostics,
    ) -> Option<(RoutePath, FileId)> {
        let base = self.context.config.base_path.trim_end_matches('/');
        let rest = match path.strip_prefix(base) {
            Some(rest) if rest.starts_with('/') => rest,
            _ => path,
        };
        let found = file_route(self.context, &plain(rest)).and_then(|route| {
            let file = *self.targets.statics.get(&route)?;
            Some((route, file))
        });
        if found.is_none() {
            let wanted = format!("{}{rest}", static_folder(self.context));
            self.report_missing(path, &wanted, span, sink);
        }
        found
    }

    fn report_missing(&self, written: &str, wanted: &str, span: Span, sink: &mut Diagnostics) {
        let problem = sink.error(Code::MissingImage, span, format!("no image at `{written}`"));
        problem.help(self.image_help(wanted));
    }

    /// The path of a page's picture for social networks.
    pub(crate) fn social_image(
        &mut self,
        origin: &Origin<'_>,
        image: &str,
        span: Span,
        sink: &mut Diagnostics,
    ) -> Option<String> {
        if is_url(image) {
            return Some(image.to_owned());
        }
        // As Docusaurus reads it: below `static/`, unless it begins with a dot.
        let below_static = format!("/{image}");
        let is_below = !image.starts_with(['.', '/'])
            && file_route(self.context, &plain(&below_static))
                .is_some_and(|route| self.targets.statics.contains_key(&route));
        let image = if is_below { &below_static } else { image };
        // Docusaurus does not look whether it is there.
        let found = checked(self.context.config.is_imported, sink, |sink| {
            self.find_image(origin, image, span, sink)
        });
        found.map(|(route, _)| route.to_string())
    }
}

/// The endings of pictures.
pub(crate) const IMAGES: [&str; 7] = ["avif", "gif", "jpeg", "jpg", "png", "svg", "webp"];
