//! Finds out what an author is writing at the cursor (a link, an anchor, a tag …) from the text before it.

use bindery_compiler::source::javascript::closing_bracket;

/// The most bytes that are looked at before the cursor for the start of a tag.
const MAX_TAG: usize = 8192;

/// What an author is about to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Context<'t> {
    /// A key of the front matter.
    Key,
    /// The value of a key of the front matter.
    KeyValue(&'t str),
    /// The language of a code block.
    Language,
    /// The kind of an admonition.
    Admonition,
    /// The target of a link.
    Link,
    /// The name of a component.
    Component,
    /// A property of a component's tag.
    Prop(&'t str),
    /// The text of a property of a component's tag.
    PropValue(&'t str, &'t str),
    /// An expression in braces.
    Data,
}

/// Properties whose values are links.
const LINK_PROPS: [&str; 3] = ["href", "to", "url"];

/// The context at a byte, with the start of what is typed of it.
pub(super) fn find_context(text: &str, byte: usize) -> Option<(Context<'_>, usize)> {
    let before = text.get(..byte)?;
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = &before[line_start..];
    match front_matter(before) {
        Block::Inside => return front_matter_context(line, line_start),
        Block::Outside => {}
    }
    let marker = line.trim_start_matches([' ', '\t', '>', '-']);
    match open_fence(before, line_start) {
        Block::Inside => return None,
        Block::Outside => {}
    }
    for (fence, context) in [
        ("```", Context::Language),
        ("~~~", Context::Language),
        (":::", Context::Admonition),
    ] {
        if let Some(rest) = marker.strip_prefix(fence) {
            let first = fence.chars().next().unwrap_or_default();
            let typed = rest.trim_start_matches(first).trim_start();
            let is_name = !typed.contains([' ', '[', '{']);
            return is_name.then_some((context, byte - typed.len()));
        }
    }
    if let Some(start) = link_start(line) {
        return Some((Context::Link, line_start + start));
    }
    tag_context(before).or_else(|| {
        let open = line.rfind('{')?;
        let is_open = !line[open..].contains(['}', '`']);
        is_open.then_some((Context::Data, line_start + open + 1))
    })
}

/// Whether a byte is in a block.
enum Block {
    Inside,
    Outside,
}

fn front_matter(before: &str) -> Block {
    let mut lines = before.split('\n').map(|line| line.trim_end());
    if lines.next() != Some("---") {
        return Block::Outside;
    }
    // The last line is that of the cursor, unfinished.
    let is_closed = |line: &str| line == "---";
    match lines.any(is_closed) {
        true => Block::Outside,
        false if before.contains('\n') => Block::Inside,
        false => Block::Outside,
    }
}

fn front_matter_context(line: &str, start: usize) -> Option<(Context<'_>, usize)> {
    match line.split_once(':') {
        Some((key, value)) if !key.starts_with([' ', '-', '#']) => {
            let typed = value.trim_start().trim_start_matches(['"', '\'']);
            Some((
                Context::KeyValue(key.trim_end()),
                start + line.len() - typed.len(),
            ))
        }
        Some(_) => None,
        None => (!line.starts_with([' ', '-', '#'])).then_some((Context::Key, start)),
    }
}

/// Whether the line that begins at a byte is in a code block.
fn open_fence(text: &str, line_start: usize) -> Block {
    let mut open: Option<(char, usize)> = None;
    for line in text[..line_start].lines() {
        let line = line.trim_start_matches([' ', '\t', '>', '-']);
        let Some(mark) = line.chars().next().filter(|mark| "`~".contains(*mark)) else {
            continue;
        };
        let rest = line.trim_start_matches(mark);
        let count = line.len() - rest.len();
        open = match open {
            None if count >= 3 => Some((mark, count)),
            Some((own, least)) if own == mark && count >= least && rest.trim().is_empty() => None,
            other => other,
        };
    }
    match open {
        Some(_) => Block::Inside,
        None => Block::Outside,
    }
}

/// The start of an unfinished link target in a line.
fn link_start(line: &str) -> Option<usize> {
    if let Some(at) = line.rfind("](") {
        let target = &line[at + 2..];
        if !target.contains([')', ' ', '"']) {
            return Some(at + 2);
        }
    }
    // A definition: `[label]: target`.
    let at = line.find("]: ").filter(|_| line.starts_with('['))?;
    let target = &line[at + 3..];
    (!target.contains(' ')).then_some(at + 3)
}

/// The context in an unfinished tag.
fn tag_context(before: &str) -> Option<(Context<'_>, usize)> {
    let mut from = before.len().saturating_sub(MAX_TAG);
    while !before.is_char_boundary(from) {
        from += 1;
    }
    // A blank line ends what could be a tag.
    let paragraph = before[from..].rfind("\n\n").map_or(from, |at| from + at);
    let mut at = paragraph;
    loop {
        let open = at + before[at..].find('<')?;
        match scan_tag(before, open) {
            TagScan::Unfinished(context, start) => return Some((context, start)),
            TagScan::Passed(end) => at = end,
        }
    }
}

/// What a `<` before the cursor begins.
enum TagScan<'t> {
    /// The tag that the cursor is in, as a context with the start of what is typed of it.
    Unfinished(Context<'t>, usize),
    /// Text or a tag that the cursor is not in, or an expression that it is in: the next tag begins after this offset.
    Passed(usize),
}

fn scan_tag(before: &str, open: usize) -> TagScan<'_> {
    let tag = &before[open + 1..];
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || "_.".contains(letter);
    let name = &tag[..tag.find(|letter| !is_name(letter)).unwrap_or(tag.len())];
    let is_upper = name.starts_with(|one: char| one.is_ascii_uppercase());
    if name.len() == tag.len() && (is_upper || name.is_empty()) {
        return TagScan::Unfinished(Context::Component, open + 1);
    }
    if !name.starts_with(|one: char| one.is_ascii_alphabetic()) {
        return TagScan::Passed(open + 1);
    }
    let mut at = open + 1 + name.len();
    let mut word = at;
    while let Some(letter) = before[at..].chars().next() {
        let next = at + letter.len_utf8();
        at = match letter {
            '"' | '\'' => {
                let Some(length) = before[next..].find(letter) else {
                    let prop = before[word..at].trim().trim_end_matches('=');
                    let is_link = LINK_PROPS.contains(&prop);
                    let value = Context::PropValue(name, prop);
                    return TagScan::Unfinished(if is_link { Context::Link } else { value }, next);
                };
                word = next + length + 1;
                word
            }
            '{' => match closing_bracket(before, at) {
                Some(end) => end + 1,
                None => return TagScan::Passed(next),
            },
            '>' => return TagScan::Passed(next),
            _ if letter.is_whitespace() => {
                word = next;
                next
            }
            _ => next,
        };
    }
    match is_upper && !before[word..].contains('=') {
        true => TagScan::Unfinished(Context::Prop(name), word),
        false => TagScan::Passed(before.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(marked: &str, expected: Option<(Context<'_>, &str)>) {
        let byte = marked.find('|').unwrap();
        let text = marked.replacen('|', "", 1);
        let found = find_context(&text, byte);
        let found = found.map(|(context, start)| (context, &text[start..byte]));
        assert_eq!(found, expected, "{marked}");
    }

    #[test]
    fn contexts_are_found_by_looking_back() {
        check("---\nti|", Some((Context::Key, "ti")));
        check(
            "---\nsearch: t|rue\n---\n",
            Some((Context::KeyValue("search"), "t")),
        );
        check("---\ntags:\n  - a|\n", None);
        check("---\na: b\n---\nti|", None);
        check("```ru|", Some((Context::Language, "ru")));
        check("> ~~~~ |", Some((Context::Language, "")));
        check("```rust title|", None);
        check("```\n<B|", None);
        check("````\n```\n:::|", None);
        check("```\n```\n:::no|", Some((Context::Admonition, "no")));
        check(":::note[T|", None);
        check("é [a](b) [c](/d|", Some((Context::Link, "/d")));
        check("[c](/d \"t|", None);
        check("[c]: ./é|", Some((Context::Link, "./é")));
        check("a <B|", Some((Context::Component, "B")));
        check("a <b|", None);
        check("1 < 2|", None);
        check("<Box si|", Some((Context::Prop("Box"), "si")));
        check(
            "<Box a=\"1\" b={{c: '>'}}\n  |",
            Some((Context::Prop("Box"), "")),
        );
        check(
            "<Box size=\"b|",
            Some((Context::PropValue("Box", "size"), "b")),
        );
        check("<Link to=\"/a#|", Some((Context::Link, "/a#")));
        check("<a href=\"/a|", Some((Context::Link, "/a")));
        check("<a hr|", None);
        check(
            "<Box a={1 < 2} b={'}'} si|",
            Some((Context::Prop("Box"), "si")),
        );
        check("<Box a={<i>b</i>} si|", Some((Context::Prop("Box"), "si")));
        check(
            "<Box a={{b: \"{\"}} c='<i>' si|",
            Some((Context::Prop("Box"), "si")),
        );
        check("<Box a={<C|", Some((Context::Component, "C")));
        check("<Box a={d|", Some((Context::Data, "d")));
        check("<Box a=|", None);
        check("<Box>x|", None);
        check("{data.x|", Some((Context::Data, "data.x")));
        check("{data}|", None);
        check("|", None);
        check("<A\n\nx|", None);
    }
}
