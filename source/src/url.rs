//! Decides how browsers treat a URL: whether they would run it as a script, and which element its fragment names.

/// Whether browsers read a decoded value as a `javascript:` URL: they skip control characters and spaces before it, and tabs
/// and line breaks in it (URL, section 4.4).
#[must_use]
pub fn is_script_url(url: &str) -> bool {
    let url = url.trim_start_matches(|c: char| c <= ' ');
    let characters = url.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r'));
    let scheme: String = characters.take("javascript:".len()).collect();
    scheme.eq_ignore_ascii_case("javascript:")
}

/// The part of a URL's fragment that names an element: what is before a fragment directive, such as `:~:text=word`.
///
/// Source: URL Fragment Text Directives, section 3.1 (the fragment directive delimiter).
#[must_use]
pub fn without_directive(fragment: &str) -> &str {
    fragment.split_once(":~:").map_or(fragment, |(own, _)| own)
}

#[cfg(test)]
mod tests {
    use super::{is_script_url, without_directive};

    #[test]
    fn spaces_and_line_breaks_do_not_hide_the_scheme() {
        for url in ["javascript:x", "JavaScript:", " \u{1}java\nscript\t:x"] {
            assert!(is_script_url(url), "{url:?}");
        }
        for url in ["/javascript:x", "java script:x", "https://a", ""] {
            assert!(!is_script_url(url), "{url:?}");
        }
    }

    #[test]
    fn a_fragment_ends_before_its_directive() {
        for (fragment, element) in [
            (":~:text=a", ""),
            ("setup:~:text=a", "setup"),
            ("a:b", "a:b"),
        ] {
            assert_eq!(without_directive(fragment), element);
        }
    }
}
