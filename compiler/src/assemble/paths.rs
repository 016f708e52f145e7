//! Paths of files and of pages as plain text, without any knowledge of the site.

/// The rest of `path` below `folder`; `None` if the path is elsewhere.
pub(super) fn path_in_folder<'p>(path: &'p str, folder: &str) -> Option<&'p str> {
    if folder.is_empty() {
        return Some(path);
    }
    path.strip_prefix(folder)?.strip_prefix('/')
}

/// Resolves `relative` against a folder of the tree; `None` when it leads out of the tree.
pub(super) fn join_folder(folder: &str, relative: &str) -> Option<String> {
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

/// Resolves a relative path against `base` as a browser does: what follows the last slash of `base` is replaced.
pub(super) fn resolve_path(base: &str, relative: &str) -> String {
    if relative.starts_with('/') {
        return relative.to_owned();
    }
    let mut segments: Vec<&str> = base.split('/').collect();
    segments.pop();
    for segment in relative.split('/') {
        match segment {
            "." => {}
            ".." => {
                segments.pop();
            }
            _ => segments.push(segment),
        }
    }
    let path = segments.join("/");
    if path.starts_with('/') {
        path
    } else {
        format!("/{path}")
    }
}

/// A file's path as part of a url: a `%` in a name is escaped.
pub(super) fn escape_percent(path: &str) -> String {
    path.replace('%', "%25")
}

/// A name without its number prefix (`01-`, `1. `), and the number. Dates and version numbers are not prefixes.
pub(super) fn split_number_prefix(name: &str) -> (&str, Option<f64>) {
    let digits = name.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = name.split_at(digits);
    let trimmed = rest.trim_start();
    let suffix = trimmed.trim_start_matches(['-', '_', '.']);
    let is_number_next = trimmed.len() == rest.len()
        && suffix.len() + 1 == rest.len()
        && suffix.starts_with(|c: char| c.is_ascii_digit());
    let has_name = suffix.len() < trimmed.len() && !suffix.trim_start().is_empty();
    if digits == 0 || !has_name || is_number_next {
        return (name, None);
    }
    match number.parse() {
        Ok(number) => (suffix.trim_start(), Some(number)),
        Err(_) => (name, None),
    }
}

/// A path without the number prefixes of its segments.
pub(super) fn strip_number_prefixes(path: &str) -> String {
    let segments = path
        .split('/')
        .map(|segment| split_number_prefix(segment).0);
    segments.collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_prefixes_are_positions_unless_dates_or_versions() {
        for (name, clean, number) in [
            ("01-intro", "intro", Some(1.0)),
            ("1. intro", "intro", Some(1.0)),
            ("003 - my doc", "my doc", Some(3.0)),
            ("2_a", "a", Some(2.0)),
            ("2021-06-20-a", "2021-06-20-a", None),
            ("7.0-foo", "7.0-foo", None),
            ("1-", "1-", None),
            ("12", "12", None),
            ("intro", "intro", None),
        ] {
            assert_eq!(split_number_prefix(name), (clean, number), "{name}");
        }
    }

    #[test]
    fn relative_paths_resolve_as_in_a_browser() {
        for (base, relative, expected) in [
            ("/a/b", "c", "/a/c"),
            ("/a/b", "./c", "/a/c"),
            ("/a/b", "../c", "/c"),
            ("/a/b", "../../../c", "/c"),
            ("/", "c", "/c"),
            ("/a/", "c/", "/a/c/"),
            ("/a/b", "/c", "/c"),
        ] {
            assert_eq!(resolve_path(base, relative), expected, "{base} {relative}");
        }
    }
}
