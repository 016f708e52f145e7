//! The syntax of URLs in text: without brackets as on GitHub, and in angle brackets.

use std::ops::Range;

/// The URL whose colon or first `w` is at `at`, or the mail address whose `@` is there.
pub(crate) fn scan(text: &str, at: usize) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    if bytes[at] == b'@' {
        return mail_address(bytes, at);
    }
    let start = if bytes[at] == b':' {
        if !text[at..].starts_with("://") {
            return None;
        }
        let scheme = [5, 4].into_iter().find_map(|length| {
            let scheme = bytes.get(at.checked_sub(length)?..at)?;
            let known: &[u8] = if length == 5 { b"https" } else { b"http" };
            scheme.eq_ignore_ascii_case(known).then_some(length)
        });
        at - scheme?
    } else {
        let is_www = bytes
            .get(at..at + 4)
            .is_some_and(|word| word.eq_ignore_ascii_case(b"www."));
        if !is_www {
            return None;
        }
        at
    };
    let is_allowed = match bytes[..start].last() {
        None | Some(b'*' | b'_' | b'~') => true,
        Some(b'(') => !bytes[..start].ends_with(b"]("),
        Some(byte) => byte.is_ascii_whitespace() || *byte == b'>',
    };
    let host = if bytes[at] == b':' { at + 3 } else { at };
    let is_host = bytes
        .get(host)
        .is_some_and(|b| b.is_ascii_alphanumeric() || *b >= 0x80);
    if !is_allowed || !is_host {
        return None;
    }
    let end = end(text, host);
    let has_dot = bytes[at] == b':'
        || text[host + 4..end.max(host + 4)].contains(|c: char| c.is_alphanumeric());
    (has_dot && end > host).then_some(start..end)
}

/// The mail address around the `@` at `at`, as in GitHub Flavored Markdown: its domain has a dot and ends in a letter.
fn mail_address(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    let is_name = |byte: &&u8| is_word(byte) || matches!(byte, b'.' | b'+');
    let start = at - bytes[..at].iter().rev().take_while(is_name).count();
    let before = &bytes[..start];
    let is_allowed = match before.last() {
        None => true,
        Some(b'(') => !before.ends_with(b"]("),
        Some(byte) => byte.is_ascii_whitespace() || !byte.is_ascii() || b"[*~>,;\"'".contains(byte),
    };
    let mut end = at + 1;
    let mut has_dot = false;
    while let Some(byte) = bytes.get(end) {
        let is_dot = *byte == b'.' && bytes.get(end + 1).is_some_and(u8::is_ascii_alphanumeric);
        if !is_dot && !is_word(byte) {
            break;
        }
        has_dot |= is_dot;
        end += 1;
    }
    let is_domain = has_dot && bytes[end - 1].is_ascii_alphabetic() && bytes[at + 1] != b'.';
    (is_allowed && is_domain && start < at).then_some(start..end)
}

/// The end of the URL that `host` belongs to: at white space, `<`, `|` or a bracket it did not open; without trailing
/// punctuation and without a parenthesis it did not open.
fn end(text: &str, host: usize) -> usize {
    let bytes = text.as_bytes();
    let (mut brackets, mut parens) = (0_i32, 0_i32);
    let mut end = host;
    for &byte in &bytes[host..] {
        match byte {
            b'<' | b'|' | b'`' => break,
            _ if byte.is_ascii_whitespace() => break,
            b'[' => brackets += 1,
            b']' if brackets == 0 => break,
            b']' => brackets -= 1,
            b'(' => parens += 1,
            b')' => parens -= 1,
            _ => {}
        }
        end += 1;
    }
    while end > host {
        match bytes[end - 1] {
            b'?' | b'!' | b'.' | b',' | b':' | b'*' | b'_' | b'~' | b'\'' | b'"' => end -= 1,
            b')' if parens < 0 => {
                parens += 1;
                end -= 1;
            }
            b';' => end = entity_start(bytes, host, end).unwrap_or(end - 1),
            _ => break,
        }
    }
    end
}

/// The start of the character reference that ends at `end`.
fn entity_start(bytes: &[u8], host: usize, end: usize) -> Option<usize> {
    let name = bytes[host..end - 1].iter().rev().take(32);
    let length = name.take_while(|b| b.is_ascii_alphanumeric()).count();
    let at = (end - 1).checked_sub(length + 1).filter(|at| *at >= host)?;
    (bytes[at] == b'&').then_some(at)
}

/// The length of `<https://…>` or `<name@host>` at the start of `text`.
pub(crate) fn bracketed(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    if !bytes.get(1)?.is_ascii_alphanumeric() {
        return None;
    }
    let is_name = |b: &&u8| b.is_ascii_alphanumeric() || b".!#$%&'*+/=?^_{|}~-@".contains(b);
    let name = 1 + bytes[1..].iter().take(255).take_while(is_name).count();
    let is_email = bytes.get(name) == Some(&b'>') && bytes[1..name].contains(&b'@');
    let is_scheme = bytes.get(name) == Some(&b':')
        && (3..=33).contains(&name)
        && bytes[1].is_ascii_alphabetic();
    if is_email {
        return Some(name + 1);
    }
    let length = bytes
        .iter()
        .skip(1)
        .take_while(|b| !b.is_ascii_whitespace() && !matches!(b, b'<' | b'>'))
        .count();
    (is_scheme && bytes.get(length + 1) == Some(&b'>')).then_some(length + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> Option<&str> {
        let at = text
            .find("://")
            .or_else(|| text.find("www"))
            .or_else(|| text.find('@'))?;
        scan(text, at).map(|range| &text[range])
    }

    #[test]
    fn urls_end_where_a_reader_ends_them() {
        assert_eq!(
            url("see https://a.b/c_d(e). Then"),
            Some("https://a.b/c_d(e)")
        );
        assert_eq!(url("(http://a.b/c)"), Some("http://a.b/c"));
        assert_eq!(url("**http://a.b/c**"), Some("http://a.b/c"));
        assert_eq!(url("www.a.b, x"), Some("www.a.b"));
        assert_eq!(url("[see http://a.b](c)"), Some("http://a.b"));
        assert_eq!(url("http://a.b?x=1&copy;"), Some("http://a.b?x=1"));
    }

    #[test]
    fn mail_addresses_have_a_domain_that_ends_in_a_letter() {
        assert_eq!(url("to (a.b+c@d-e.org)."), Some("a.b+c@d-e.org"));
        assert_eq!(url("**a@b.co.uk**, x"), Some("a@b.co.uk"));
        assert_eq!(url("世界a@b.c…"), Some("a@b.c"));
    }

    #[test]
    fn other_text_is_no_url() {
        for text in [
            "a@b",
            "@scope.x",
            "@scope/a@b.c",
            "babel@7.0.0",
            "_a@b.c_",
            "](a@b.c)",
            "mailto:a@b.c",
            "a@.b",
            "a@",
            "xhttp://a.b",
            "](http://a.b)",
            "http:// a",
            "ftp://a.b",
            "www.",
            "\"http://a.b\"",
        ] {
            assert_eq!(url(text), None, "{text}");
        }
    }

    #[test]
    fn brackets_hold_urls_and_mail() {
        assert_eq!(bracketed("<https://a.b>c"), Some(13));
        assert_eq!(bracketed("<a@b.c>"), Some(7));
        for text in ["<a b>", "<Foo>", "<a:b c>", "<a", "<m:x>"] {
            assert_eq!(bracketed(text), None, "{text}");
        }
    }
}
