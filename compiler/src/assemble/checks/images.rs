//! Reports the served images that no browser shows.

use crate::diagnostic::{Code, Diagnostics};
use crate::images::{Damage, find_damage};
use crate::model::RoutePath;
use crate::source::{FileId, SourceFile, SourceTree, Span};
use rayon::prelude::*;

/// Looks at the headers, the checksums and the end of each image among the served files; a build also decodes those that it
/// copies.
pub(crate) fn check_images(
    files: &[(RoutePath, FileId)],
    tree: &SourceTree,
    sink: &mut Diagnostics,
) {
    let files = files.par_iter().map(|(_, id)| tree.file(*id));
    let found: Vec<(&SourceFile, Damage)> = files
        .filter_map(|file| Some((file, find_damage(file)?)))
        .collect();
    for (file, damage) in found {
        report(file, damage, sink);
    }
}

fn report(file: &SourceFile, damage: Damage, sink: &mut Diagnostics) {
    let mut span = Span::start_of(file.id);
    let (message, help) = match damage {
        Damage::Empty => (
            "the image is empty".to_owned(),
            "save it again, or delete it",
        ),
        Damage::CutOff => (
            "the image is cut off: its end is missing".to_owned(),
            "copy the whole file again",
        ),
        Damage::BadPart(message) => (
            format!("the image is damaged: {message}"),
            "copy the whole file again, or save it again",
        ),
        Damage::OtherFormat => (
            "the content of this file is no image of the format in its name".to_owned(),
            "save it as an image, or give it the extension of what it is",
        ),
        Damage::BadXml { message, range } => {
            span = Span::new(file.id, range.start, range.end);
            let help = "correct it: browsers show no image with an error of XML";
            (format!("the SVG image cannot be read: {message}"), help)
        }
    };
    sink.error(Code::BadImage, span, message).help(help);
}
