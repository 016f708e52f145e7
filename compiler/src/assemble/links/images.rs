//! Finds the files of images, and offers smaller copies of them.

use super::files::find_file;
use super::href::is_url;
use super::lenient_check::check_leniently;
use super::link::{Origin, decode_path};
use super::reads::LookUp;
use super::resolve::Linker;
use super::served_files::static_route;
use crate::assemble::paths::{escape_percent, join_folder};
use crate::assemble::routes::{file_route, static_folder};
use crate::diagnostic::{Code, Diagnostics};
use crate::document::Image;
use crate::images::{self, ImageSize};
use crate::model::{ImageProps, RoutePath};
use crate::source::{FileId, Span};
use bindery_html::escape_attribute;
use serde_json::{Value, json};

#[cfg(test)]
mod tests;

/// The width of an image: the whole viewport on narrow screens, else at most the column of the article.
const SIZES: &str = "auto, (max-width: 996px) 100vw, 800px";

/// The parts of an `<img>` with smaller copies.
#[derive(Clone, Debug, Default)]
pub(crate) struct ImageParts {
    /// The `<source>` with the copies; both are then wrapped in a `<picture>`.
    pub(crate) source: Option<String>,
    /// The attributes of the `<img>` as HTML.
    pub(crate) attributes: String,
}

/// The attributes of an `<img>`, and the `<source>` with smaller copies.
pub(crate) fn image_parts(
    linker: &mut Linker<'_>,
    origin: &Origin<'_>,
    image: &Image,
    sink: &mut Diagnostics,
) -> ImageParts {
    // The parser reports an element without a source.
    let has_source = !image.is_html || !image.source.is_empty();
    let found = if is_url(&image.source) || !has_source {
        None
    } else {
        find_image(linker, origin, &image.source, image.span, sink)
    };
    let url = match &found {
        Some(image) => image.route.as_str(),
        None => &image.source,
    };
    let mut attributes = format!(
        " src=\"{}\" alt=\"{}\"",
        escape_attribute(url),
        escape_attribute(&image.alt)
    );
    if !image.title.is_empty() {
        attributes.push_str(&format!(" title=\"{}\"", escape_attribute(&image.title)));
    }
    let file = found.map(|image| linker.context.tree.file(image.file));
    if let Some(ImageSize { width, height }) = file.and_then(|file| images::size(&file.bytes)) {
        attributes.push_str(&format!(" width=\"{width}\" height=\"{height}\""));
    }
    attributes.push_str(" loading=\"lazy\" decoding=\"async\"");
    ImageParts {
        source: file
            .and_then(|file| linker.offer_copies(file.id))
            .map(|copies| {
                format!(
                    "<source type=\"image/webp\" srcset=\"{}\" sizes=\"{SIZES}\">",
                    escape_attribute(&copies)
                )
            }),
        attributes,
    }
}

/// The property that `IdealImage` renders an image from.
pub(crate) fn ideal_image(linker: &mut Linker<'_>, file: FileId) -> Option<Value> {
    let src = linker.serve(file)?;
    let file = linker.context.tree.file(file);
    let mut image = json!({ "src": src.as_str() });
    if let Some(size) = images::size(&file.bytes) {
        image["width"] = size.width.into();
        image["height"] = size.height.into();
    }
    if let Some(copies) = linker.offer_copies(file.id) {
        image["srcSet"] = copies.into();
        image["sizes"] = SIZES.into();
    }
    Some(image)
}

/// An image that the interface renders. One of another host is reported: the content security policy refuses it, unless
/// the site is one of Docusaurus.
pub(crate) fn image_props(
    linker: &mut Linker<'_>,
    origin: &Origin<'_>,
    source: &str,
    span: Span,
    sink: &mut Diagnostics,
) -> Option<ImageProps> {
    if is_url(source) {
        return is_shown(linker, source, span, sink).then(|| ImageProps {
            src: source.to_owned(),
            width: None,
            height: None,
        });
    }
    // Docusaurus does not check whether the image exists.
    let image = check_leniently(linker.context.config.is_imported, sink, |sink| {
        find_image(linker, origin, source, span, sink)
    })?;
    let size = image_size(linker, image.file);
    Some(ImageProps {
        src: image.route.to_string(),
        width: size.map(|size| size.width),
        height: size.map(|size| size.height),
    })
}

/// Whether the content security policy allows an image of another host; it is reported otherwise. For Docusaurus' sites
/// the policy names the hosts of all images ([`crate::output`]).
pub(crate) fn is_shown(linker: &Linker<'_>, url: &str, span: Span, sink: &mut Diagnostics) -> bool {
    let config = linker.context.config;
    let mut policy = config.policy.iter();
    if config.is_imported || policy.any(|line| allows_image(line, url)) {
        return true;
    }
    let message = format!("the image `{url}` of another host is not shown");
    sink.warn(Code::ForeignImage, span, message)
        .help("put the file under `static/` and write its path");
    false
}

/// Whether a line of `[policy]` allows the host of an image, or `data:`.
fn allows_image(line: &str, url: &str) -> bool {
    let Some(sources) = line.strip_prefix("img-src ") else {
        return false;
    };
    let url = match url.starts_with("//") {
        true => format!("https:{url}"),
        false => url.to_owned(),
    };
    let host = url.split('/').nth(2).unwrap_or_default();
    sources.split(' ').any(|source| {
        let own = source.split('/').nth(2).unwrap_or(source);
        match own.strip_prefix('*') {
            Some(domain) => host.ends_with(domain),
            None => host == own || (source == "data:" && url.starts_with(source)),
        }
    })
}

/// An image of the site.
pub(crate) struct ServedImage {
    pub(crate) route: RoutePath,
    pub(crate) file: FileId,
}

/// An image: of a static folder by an absolute path, else beside the page.
pub(super) fn find_image(
    linker: &mut Linker<'_>,
    origin: &Origin<'_>,
    source: &str,
    span: Span,
    sink: &mut Diagnostics,
) -> Option<ServedImage> {
    let path = source.split(['?', '#']).next().unwrap_or(source);
    let path = decode_path(path);
    if path.starts_with('/') {
        return find_static(linker, &path, span, sink);
    }
    let found = find_file(linker.context, &linker.recorder, origin.file, &path).map(|file| file.id);
    let served = found.and_then(|file| {
        let route = linker.serve(file)?;
        Some(ServedImage { route, file })
    });
    if served.is_none() {
        let wanted = join_folder(origin.file.folder(), &path).unwrap_or_default();
        report_missing(linker, source, &wanted, span, sink);
    }
    served
}

/// The file of a static folder at an absolute path; a missing one is reported.
pub(crate) fn find_static(
    linker: &Linker<'_>,
    path: &str,
    span: Span,
    sink: &mut Diagnostics,
) -> Option<ServedImage> {
    let base = linker.context.config.base_path.trim_end_matches('/');
    let rest = match path.strip_prefix(base) {
        Some(rest) if rest.starts_with('/') => rest,
        _ => path,
    };
    let found = static_route(linker.context, linker.targets, &linker.recorder, rest);
    let found = found.and_then(|route| {
        let file = *linker.targets.statics.get(&route)?;
        linker.recorder.add(LookUp::File(file));
        Some(ServedImage { route, file })
    });
    if found.is_none() {
        let wanted = format!("{}{rest}", static_folder(linker.context));
        report_missing(linker, path, &wanted, span, sink);
    }
    found
}

/// The size of the image in a file.
pub(crate) fn image_size(linker: &Linker<'_>, file: FileId) -> Option<ImageSize> {
    images::size(&linker.context.tree.file(file).bytes)
}

fn report_missing(
    linker: &Linker<'_>,
    written: &str,
    wanted: &str,
    span: Span,
    sink: &mut Diagnostics,
) {
    linker.reporter.report_no_image(written, wanted, span, sink);
}

/// The path of the image that social networks show for a page.
pub(crate) fn social_image(
    linker: &mut Linker<'_>,
    origin: &Origin<'_>,
    image: &str,
    span: Span,
    sink: &mut Diagnostics,
) -> Option<String> {
    if is_url(image) {
        return Some(image.to_owned());
    }
    // Docusaurus reads the path as one below `static/`, unless it begins with a dot.
    let below_static = format!("/{image}");
    let is_below = !image.starts_with(['.', '/'])
        && file_route(linker.context, &escape_percent(&below_static))
            .is_some_and(|route| linker.targets.statics.contains_key(&route));
    let image = if is_below { &below_static } else { image };
    // Docusaurus does not check whether the image exists.
    let found = check_leniently(linker.context.config.is_imported, sink, |sink| {
        find_image(linker, origin, image, span, sink)
    });
    found.map(|image| image.route.to_string())
}
