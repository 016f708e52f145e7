//! Inflections of English words: plurals, and verbs with their endings.

/// Possible inflections of an English word. Not all are words; the caller ignores those that the index does not have.
pub(super) fn inflections(term: &str) -> Vec<String> {
    let mut list = Vec::new();
    if !term.is_ascii() || term.len() < 3 {
        return list;
    }
    let mut stems = vec![term.to_owned()];
    for (suffix, others) in [
        ("ies", &["y"][..]),
        ("es", &["", "e"]),
        ("s", &[""]),
        ("ing", &["", "e"]),
        ("ed", &["", "e"]),
        ("ings", &["", "e"]),
    ] {
        if let Some(stem) = term.strip_suffix(suffix).filter(|stem| stem.len() >= 3) {
            stems.extend(others.iter().map(|other| format!("{stem}{other}")));
            let bytes = stem.as_bytes();
            // `hopping`, `hop`.
            if suffix.len() > 1 && bytes[bytes.len() - 1] == bytes[bytes.len() - 2] {
                stems.push(stem[..stem.len() - 1].to_owned());
            }
        }
    }
    for stem in stems.iter().filter(|stem| stem.len() >= 3) {
        let bare = stem.strip_suffix('e').unwrap_or(stem);
        list.extend([stem.clone(), format!("{stem}s"), format!("{stem}es")]);
        list.extend([format!("{bare}ing"), format!("{bare}ed")]);
        if let Some(bare) = stem.strip_suffix('y') {
            list.push(format!("{bare}ies"));
        }
    }
    list.retain(|form| form != term);
    list.sort();
    list.dedup();
    list
}
