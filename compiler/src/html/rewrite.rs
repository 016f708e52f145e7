//! Rewrites the tags of rendered HTML one by one, and finds attributes in a tag.

/// The HTML with each start and end tag replaced by the output of `rewrite`.
pub(crate) fn rewrite_tags(html: &str, mut rewrite: impl FnMut(&str, &mut String)) -> String {
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        let (before, tag) = rest.split_at(at);
        out.push_str(before);
        let name = tag[1..].trim_start_matches('/');
        if name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            let (tag, after) = tag.split_at(tag_end(tag));
            rewrite(tag, &mut out);
            rest = after;
        } else {
            out.push('<');
            rest = &tag[1..];
        }
    }
    out.push_str(rest);
    out
}

/// The range of ` name="…"` in a start tag, the space before it included.
pub(crate) fn attribute(tag: &str, name: &str) -> Option<(usize, usize)> {
    let bytes = tag.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'"' | b'\'' => at += tag[at + 1..].find(char::from(bytes[at]))? + 2,
            b' ' if tag[at + 1..]
                .strip_prefix(name)
                .is_some_and(|rest| rest.starts_with("=\"")) =>
            {
                let value = at + 1 + name.len() + 2;
                return Some((at, value + tag[value..].find('"')? + 1));
            }
            _ => at += 1,
        }
    }
    None
}

/// The offset after the tag at the start of a text. A `>` in a quoted attribute does not end it.
fn tag_end(text: &str) -> usize {
    let mut quote = None;
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (None, b'>') => return at + 1,
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            _ => {}
        }
    }
    text.len()
}
