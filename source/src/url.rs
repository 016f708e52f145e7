//! Decides how browsers treat a URL: whether they would run it as a script.

/// Whether browsers read a decoded value as a `javascript:` URL: they skip control characters and spaces before it, and tabs
/// and line breaks in it (URL, section 4.4).
#[must_use]
pub fn is_script_url(url: &str) -> bool {
    let url = url.trim_start_matches(|c: char| c <= ' ');
    let characters = url.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r'));
    let scheme: String = characters.take("javascript:".len()).collect();
    scheme.eq_ignore_ascii_case("javascript:")
}

#[cfg(test)]
mod tests {
    use super::is_script_url;

    #[test]
    fn spaces_and_line_breaks_do_not_hide_the_scheme() {
        for url in ["javascript:x", "JavaScript:", " \u{1}java\nscript\t:x"] {
            assert!(is_script_url(url), "{url:?}");
        }
        for url in ["/javascript:x", "java script:x", "https://a", ""] {
            assert!(!is_script_url(url), "{url:?}");
        }
    }
}
