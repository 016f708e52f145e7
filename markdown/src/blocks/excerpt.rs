//! The description that Docusaurus makes of a page: its first line of text, without most of its Markdown.
//!
//! Docusaurus reads lines, not Markdown: a line within a tag is text, and so is the text of a heading of level 2.

/// More of a line is not read: the search for closing signs is repeated at each opening one.
const MAX_LINE: usize = 4096;

/// The first line of text of a Markdown body; empty if there is none.
pub(crate) fn first_line(body: &str) -> String {
    let body = body.trim_start();
    let (first, rest) = body.split_once('\n').unwrap_or((body, ""));
    let is_title = !first.is_empty() && rest.starts_with('=');
    let body = match is_title {
        true => rest.trim_start_matches('='),
        false => body,
    };
    let mut fence = 0;
    let mut is_in_import = false;
    for line in body.lines() {
        let trimmed = line.trim();
        if trimmed.is_empty() {
            is_in_import = false;
            continue;
        }
        if fence == 0 && (is_in_import || is_import_or_export(line)) {
            is_in_import = true;
            continue;
        }
        if trimmed.starts_with("```") {
            let length = trimmed.len() - trimmed.trim_start_matches('`').len();
            if fence == 0 {
                fence = length;
            } else if length >= fence {
                fence = 0;
            }
            continue;
        }
        let text = match fence {
            0 => plain_text(&line[..line.floor_char_boundary(MAX_LINE)]),
            _ => String::new(),
        };
        if !text.is_empty() {
            return text;
        }
    }
    String::new()
}

/// By the rule of Docusaurus, which takes any line that begins with one of these words for a statement.
fn is_import_or_export(line: &str) -> bool {
    let mut words = ["import", "export"].into_iter();
    words.any(|word| {
        let rest = line.strip_prefix(word).unwrap_or_default();
        rest.starts_with(char::is_whitespace)
    })
}

/// What a rule makes of the start of a text: how many bytes it replaces, and by what.
type Match<'t> = Option<(usize, &'t str)>;

/// A line without its Markdown. Each step reads the result of the one before it.
fn plain_text(line: &str) -> String {
    let line = replace_all(line, tag);
    let line = without_heading(&line);
    let line = replace_all(line, emphasis);
    let line = replace_all(&line, strikethrough);
    let line = replace_all(&line, image);
    let line = replace_all(&line, footnote);
    let line = replace_all(&line, link);
    let line = replace_all(&line, code);
    let line = without_quote(&line);
    let line = &line[..line.find(":::").unwrap_or(line.len())];
    let line = replace_all(line, emoji);
    without_heading_id(&line).trim().to_owned()
}

/// Applies a rule at each place where it matches.
fn replace_all(text: &str, rule: impl Fn(&str) -> Match<'_>) -> String {
    let mut replaced = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match rule(rest) {
            Some((length, new)) => {
                replaced.push_str(new);
                length
            }
            None => {
                replaced.push(first);
                first.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    replaced
}

fn tag(text: &str) -> Match<'_> {
    let end = text.strip_prefix('<')?.find('>')?;
    Some((end + 2, ""))
}

/// A title of level 1 is dropped up to its next `#`; of other headings the text stays.
fn without_heading(line: &str) -> &str {
    let rest = line.trim_start_matches('#');
    let mut line = line;
    if line.len() == rest.len() + 1 && !rest.is_empty() {
        let end = rest.find('#').map_or(rest.len(), |end| end + 1);
        line = &rest[end..];
    }
    let without_signs = |text: &str| text.bytes().take(6).take_while(|b| *b == b'#').count();
    match without_signs(line) {
        0 => line,
        signs => {
            let rest = line[signs..].trim_start();
            &rest[without_signs(rest)..]
        }
    }
}

fn emphasis(text: &str) -> Match<'_> {
    let signs = text.bytes().take(3);
    let signs = signs.take_while(|b| matches!(b, b'*' | b'_')).count();
    (1..=signs).rev().find_map(|length| {
        let end = text[length..].find(&text[..length])? + length;
        Some((end + length, &text[length..end]))
    })
}

fn strikethrough(text: &str) -> Match<'_> {
    let inner = text.strip_prefix("~~")?;
    let mut ends = inner.rmatch_indices("~~").map(|(end, _)| end);
    let end = ends.find(|end| {
        let text = &inner[..*end];
        let is_space = |text: &str| text.trim().len() < text.len();
        text.chars().nth(1).is_some() && !is_space(text)
    })?;
    Some((end + 4, &inner[..end]))
}

fn image(text: &str) -> Match<'_> {
    let (length, alt) = link(text.strip_prefix('!')?)?;
    Some((length + 1, alt))
}

fn footnote(text: &str) -> Match<'_> {
    let inner = text.strip_prefix("[^")?;
    let first = inner.chars().next()?.len_utf8();
    let end = inner[first..].find(']')? + first + 3;
    let is_definition = text[end..].starts_with(": ");
    Some((if is_definition { text.len() } else { end }, ""))
}

/// `[text](target)` and `[text][label]`.
fn link(text: &str) -> Match<'_> {
    let inner = text.strip_prefix('[')?;
    let mut places = inner.match_indices(']').map(|(at, _)| at);
    let end = places.find(|at| inner[at + 1..].starts_with(['[', '(']))?;
    let target = inner[end + 2..].find([']', ')'])?;
    Some((end + 4 + target, &inner[..end]))
}

fn code(text: &str) -> Match<'_> {
    let inner = text.strip_prefix('`')?;
    let first = inner.chars().next()?.len_utf8();
    let end = inner[first..].find('`')? + first;
    Some((end + 2, &inner[..end]))
}

fn without_quote(line: &str) -> &str {
    let spaces = line.chars().take(3).take_while(|c| c.is_whitespace());
    let start: usize = spaces.map(char::len_utf8).sum();
    match line[start..].strip_prefix('>') {
        Some(rest) => rest.strip_prefix(char::is_whitespace).unwrap_or(rest),
        None => line,
    }
}

/// `:name:` with the space before it. Two colons are part of a name.
fn emoji(text: &str) -> Match<'_> {
    let rest = text.strip_prefix(char::is_whitespace).unwrap_or(text);
    let start = text.len() - rest.len() + 1;
    let mut at = start;
    let mut last_pair = None;
    let inner = rest.strip_prefix(':')?;
    while let Some(next) = inner[at - start..].chars().next() {
        if inner[at - start..].starts_with("::") {
            last_pair = Some(at).filter(|at| *at > start).or(last_pair);
            at += 2;
        } else if next != ':' {
            at += next.len_utf8();
        } else if at > start {
            return Some((at + 1, ""));
        } else {
            return None;
        }
    }
    last_pair.map(|at| (at + 1, ""))
}

fn without_heading_id(line: &str) -> String {
    let find = |(at, _): (usize, &str)| {
        let rest = &line[at + 1..];
        let name = rest.trim_start_matches('#');
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
        let after = name.trim_start_matches(is_part);
        let is_id = after.len() < name.len() && after.starts_with('}');
        is_id.then(|| (at, line.len() - after.len() + 1))
    };
    match line.match_indices('{').find_map(find) {
        Some((start, end)) => format!("{}{}", &line[..start], &line[end..]),
        None => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_of_text_describes_a_page() {
        for (body, expected) in [
            ("# Title\n\nText.\nMore.", "Text."),
            ("Title\n=====\nText.", "Text."),
            ("# Title\n\n## Part\n\nText.", "Part"),
            (
                "import A from 'a'\nimport B from 'b'\n\n<A b={c =>\n  d={{\n/>",
                "d={{",
            ),
            ("import A from 'a'\nText.\n\nMore.", "More."),
            ("````js\n```\ncode\n````\n\nText.", "Text."),
            (":::note\n\nText.\n:::", "Text."),
            (
                "<div>\n**Bold** _and_ ~~old~~ ***both***",
                "Bold and old both",
            ),
            (
                "![A dot](./dot.svg) [a *b*](x \"y\") [c][d] `e`[^1]",
                "A dot a b c e",
            ),
            ("> Quoted :tada: text {#id}", "Quoted text"),
            ("At 10:30 and 11:30", "At 1030"),
            ("[^1]: A note\n~~ no ~~", "~~ no ~~"),
            ("", ""),
        ] {
            assert_eq!(first_line(body), expected, "{body}");
        }
    }
}
