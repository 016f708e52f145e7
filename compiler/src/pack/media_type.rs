//! Derives the media type of a file from its name.

/// The media type of a file name, with a charset for text.
#[must_use]
pub fn media_type(name: &str) -> String {
    if name.ends_with(".speculationrules") {
        return "application/speculationrules+json".to_owned();
    }
    let guess = mime_guess::from_path(name).first_or_octet_stream();
    let essence = guess.essence_str();
    let needs_charset = essence.starts_with("text/")
        || matches!(
            essence,
            "application/javascript" | "application/xml" | "application/manifest+json"
        );
    if needs_charset {
        format!("{essence}; charset=utf-8")
    } else {
        essence.to_owned()
    }
}
