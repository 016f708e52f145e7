//! Parses a page's Markdown: its description, its imports, and its prose without markup.

use crate::numbers::numbers;

/// The parts of a page's Markdown file.
#[derive(Debug, Default)]
pub struct MarkdownPage {
    /// `description` of the front matter.
    pub description: Option<String>,
    /// The paths below the content folder that `import` lines name.
    pub imports: Vec<String>,
    /// The lines of prose, without code, formulas, tables, tags, headings, addresses and list numbers.
    pub prose: Vec<String>,
    /// The arithmetic of each `<Derived from="…"/>`; its inputs are shown to the reader.
    pub derived: Vec<String>,
    /// The number of headings below the title.
    pub headings: usize,
}

impl MarkdownPage {
    pub(crate) fn parse(markdown: &str) -> MarkdownPage {
        let mut page = MarkdownPage::default();
        let body = match markdown
            .strip_prefix("---\n")
            .and_then(|rest| rest.split_once("\n---\n"))
        {
            Some((front, body)) => {
                page.description = front
                    .lines()
                    .find_map(|line| line.strip_prefix("description:"))
                    .map(unquoted);
                body
            }
            None => markdown,
        };
        let derivations = body.split("<Derived from=\"").skip(1);
        page.derived = derivations
            .filter_map(|rest| rest.split('"').next())
            .map(str::to_owned)
            .collect();
        let body = without_pairs(body, "```", "```");
        let body = without_pairs(&body, "$$", "$$");
        let body = without_pairs(&body, "<!--", "-->");
        let body = without_tags(&body);
        for line in body.lines() {
            page.line(line.trim());
        }
        page
    }

    fn line(&mut self, line: &str) {
        if line.starts_with("import ") {
            let path = line.split(['\'', '"']).nth(1).unwrap_or_default();
            self.imports
                .extend(path.strip_prefix("@site/").map(str::to_owned));
            return;
        }
        if line.starts_with('#') {
            self.headings += usize::from(line.starts_with("##"));
            return;
        }
        if line.starts_with('|') || line.starts_with(":::") || line.is_empty() {
            return;
        }
        let prose = without_pairs(&without_pairs(line, "$", "$"), "`", "`");
        let prose = without_link_targets(&prose);
        self.prose.push(without_list_number(&prose).to_owned());
    }
}

/// A scalar of YAML as these files write it: plain or in double quotes.
fn unquoted(text: &str) -> String {
    let text = text.trim();
    let inner = text
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    inner.map_or_else(|| text.to_owned(), |inner| inner.replace("\\\"", "\""))
}

/// `text` without the addresses of its links, and without the texts of links that repeat the heading they lead to.
fn without_link_targets(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(middle) = rest.find("](") {
        let target = rest[middle + 2..].split(')').next().unwrap_or_default();
        let open = rest[..middle].rfind('[').unwrap_or(middle);
        let anchor = target.split_once('#').map_or("", |(_, anchor)| anchor);
        let is_heading = !anchor.is_empty() && {
            let numbers = numbers(&rest[open..middle]);
            numbers
                .iter()
                .all(|number| anchor.contains(&number.replace(['.', ','], "")))
        };
        out.push_str(if is_heading {
            &rest[..open]
        } else {
            &rest[..middle]
        });
        out.push(' ');
        rest = &rest[(middle + 2 + target.len() + 1).min(rest.len())..];
    }
    out.push_str(rest);
    out
}

fn without_list_number(line: &str) -> &str {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.strip_prefix(". ") {
        Some(text) if rest.len() < line.len() => text,
        _ => line,
    }
}

/// Replaces everything from each `open` to the next `close` by a space.
fn without_pairs(text: &str, open: &str, close: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(open) {
        let inner = start + open.len();
        let Some(end) = rest[inner..].find(close) else {
            break;
        };
        out.push_str(&rest[..start]);
        out.push(' ');
        rest = &rest[inner + end + close.len()..];
    }
    out.push_str(rest);
    out
}

/// `text` without tags; braces and quotes in a tag may contain `>`.
fn without_tags(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        out.push_str(&rest[..start]);
        rest = &rest[start..];
        let is_tag = rest[1..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '/');
        let length = if is_tag { tag_length(rest) } else { None };
        out.push(if length.is_some() { ' ' } else { '<' });
        rest = &rest[length.unwrap_or(1)..];
    }
    out.push_str(rest);
    out
}

fn tag_length(tag: &str) -> Option<usize> {
    let mut braces = 0_usize;
    let mut quote = None;
    for (at, byte) in tag.bytes().enumerate() {
        match (quote, byte) {
            (Some(open), _) if open == byte => quote = None,
            (Some(_), _) => {}
            (None, b'"') => quote = Some(byte),
            (None, b'{') => braces += 1,
            (None, b'}') => braces = braces.saturating_sub(1),
            (None, b'>') if braces == 0 => return Some(at + 1),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_parsed() {
        let page = "---\ntitle: A\ndescription: \"Says \\\"so\\\".\"\n---\n\nimport x from '@site/data/x.json'\n\n# A\n\n\
                    It has 5 parts, see [two of 7](/x#8), [Cap of 1.5](/x#cap-of-15) and `9`; $10$.\n\n2. Then <Derived from=\"1 > 0\" dp={3} /> more\n\n\
                    | 4 | 4 |\n\n```\n6\n```\n\n## B\n\n:::note[3]\n";
        let parsed = MarkdownPage::parse(page);
        assert_eq!(parsed.description.as_deref(), Some("Says \"so\"."));
        assert_eq!(parsed.imports, ["data/x.json"]);
        assert_eq!(
            parsed.prose,
            ["It has 5 parts, see [two of 7 ,   and  ;  .", "Then   more"]
        );
        assert_eq!(parsed.headings, 1);
    }
}
