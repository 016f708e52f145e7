//! Reads parts of one line.

/// The rest of a line, at most 1 KiB of it: it is searched for each special byte, and hostile input must stay linear.
pub(super) fn bounded_line(text: &str) -> &str {
    let near = &text[..text.floor_char_boundary(1024)];
    near.split('\n').next().unwrap_or(near)
}

/// `{ /* … */ }` within a line, as formatters write it: its length and the text of the comment.
pub(super) fn spaced_comment(text: &str) -> Option<(usize, &str)> {
    let inner = text[1..].trim_start_matches(' ').strip_prefix("/*")?;
    let inner = bounded_line(inner);
    let content = &inner[..inner.find("*/")?];
    let rest = inner[content.len() + 2..].trim_start_matches(' ');
    let start = text.len() - text[1..].trim_start_matches(' ').len() + 2;
    let end = start + inner.len() - rest.len() + 1;
    rest.starts_with('}').then_some((end, content))
}
