//! Parses the info string of a fence: the language and the options after it.

use std::ops::RangeInclusive;

/// A parsed info string.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Info {
    /// The language as written.
    pub(crate) language: String,
    /// The block's title.
    pub(crate) title: String,
    /// The highlighted lines, counted from 1.
    pub(crate) marked: Vec<RangeInclusive<usize>>,
    /// The number of the first line, when numbers are shown.
    pub(crate) first_number: Option<usize>,
    /// Whether long lines are wrapped from the start.
    pub(crate) wraps: bool,
    /// `live`: the code is a React component that readers can edit.
    pub(crate) is_live: bool,
    /// `noInline`: live code that calls `render` itself.
    pub(crate) calls_render: bool,
    /// `test`: the site's tests check the code.
    pub(crate) is_tested: bool,
    /// `file=path#region`: the source of the code.
    pub(crate) file: Option<String>,
    /// The options that it does not know, which may belong to other tools.
    pub(crate) unknown: Vec<String>,
}

/// The names of the options; a word that resembles one of them is reported. `live` and `test` are too short for that.
pub(crate) const OPTIONS: [&str; 5] = ["title", "showLineNumbers", "noInline", "wrap", "file"];

/// Parses ``js title="a.js" {1,3-5} showLineNumbers=5 wrap file=./a.js#region``. Other words are ignored: they belong to other tools.
pub(crate) fn parse(info: &str) -> Info {
    let mut parsed = Info::default();
    let info = info.trim();
    let end = info
        .find(|c: char| c.is_whitespace() || c == '{')
        .unwrap_or(info.len());
    let mut rest = info;
    if !info.starts_with("file=") {
        parsed.language = info[..end].to_owned();
        rest = info[end..].trim_start();
    }
    while !rest.is_empty() {
        if let Some(list) = rest.strip_prefix('{') {
            let (list, after) = list.split_once('}').unwrap_or((list, ""));
            parsed.marked.extend(list.split(',').filter_map(line_range));
            rest = after.trim_start();
            continue;
        }
        let (key, after) = match rest.find(|c: char| c.is_whitespace() || c == '=' || c == '{') {
            Some(end) => rest.split_at(end),
            None => (rest, ""),
        };
        let (value, after) = match after.strip_prefix('=') {
            Some(value) => quoted(value),
            None => ("", after),
        };
        parsed.set(key, value);
        rest = after.trim_start();
    }
    parsed
}

impl Info {
    fn set(&mut self, key: &str, value: &str) {
        match key {
            "title" => value.clone_into(&mut self.title),
            // Docusaurus also accepts `{5}` and `"5"`.
            "showLineNumbers" => {
                let number = value.trim_matches(['{', '}']);
                self.first_number = Some(number.parse().unwrap_or(1));
            }
            "live" => self.is_live = true,
            "test" => self.is_tested = true,
            "noInline" => self.calls_render = true,
            "wrap" => self.wraps = value != "false",
            "file" if !value.is_empty() => self.file = Some(value.to_owned()),
            "" | "file" => {}
            key => self.unknown.push(key.to_owned()),
        }
    }

    /// Whether a line is highlighted.
    pub(crate) fn marks(&self, number: usize) -> bool {
        self.marked.iter().any(|range| range.contains(&number))
    }
}

fn quoted(text: &str) -> (&str, &str) {
    for quote in ['"', '\''] {
        if let Some(inner) = text.strip_prefix(quote) {
            return inner.split_once(quote).unwrap_or((inner, ""));
        }
    }
    text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()))
}

fn line_range(part: &str) -> Option<RangeInclusive<usize>> {
    let (first, last) = part.split_once('-').unwrap_or((part, part));
    Some(first.trim().parse().ok()?..=last.trim().parse().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fence_line_is_read() {
        let info = parse("js title=\"a b.js\" {1,3-5} showLineNumbers");
        assert_eq!(
            (info.language.as_str(), info.title.as_str()),
            ("js", "a b.js")
        );
        assert_eq!(info.marked, [1..=1, 3..=5]);
        assert_eq!(info.first_number, Some(1));
        assert_eq!(parse("js{2}").marked, [2..=2]);
        assert_eq!(parse("title=x").language, "title=x");
        assert_eq!(parse("js title='x").title, "x");
        assert_eq!(parse(""), Info::default());
    }

    #[test]
    fn numbers_may_begin_anywhere() {
        for text in [
            "js showLineNumbers=7",
            "js showLineNumbers={7}",
            "js showLineNumbers=\"7\"",
        ] {
            assert_eq!(parse(text).first_number, Some(7), "{text}");
        }
    }

    #[test]
    fn a_file_needs_no_language() {
        let info = parse("file=./a.py#L3-L8 wrap");
        assert_eq!(info.file.as_deref(), Some("./a.py#L3-L8"));
        assert!(info.wraps && info.language.is_empty());
    }
}
