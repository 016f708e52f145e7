//! The text of `bindery explain CODE`: what a code means, why it matters, a wrong and a right example, its level.
//!
//! Each code has a text file in `explain/`, and a code without one does not compile. The first paragraph of a text is
//! the summary. An example that consists of `path:` lines and indented lines is a content tree; a test checks all of
//! these, so that the texts remain true.

use super::Code;

/// The headings of the two examples.
const EXAMPLES: [&str; 2] = ["Wrong:", "Right:"];

/// The text of one code.
#[derive(Clone, Copy, Debug)]
pub struct Explanation {
    /// The code that the text explains.
    pub code: Code,
    text: &'static str,
}

/// One of a text's two examples.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Example {
    /// Files by path.
    Tree(Vec<(String, String)>),
    /// Prose, if a tree of small files cannot show the problem.
    Words,
}

impl Code {
    /// The meaning of the code.
    #[must_use]
    pub fn explanation(self) -> Explanation {
        Explanation {
            code: self,
            text: self.text(),
        }
    }
}

impl Explanation {
    /// A summary of the problem, in a sentence or two on one line.
    #[must_use]
    pub fn summary(&self) -> String {
        let first = self.text.split("\n\n").next().unwrap_or_default();
        first.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The whole text.
    #[must_use]
    pub fn text(&self) -> &'static str {
        self.text
    }

    /// The whole text with the code's name above it and how to set its level below it.
    #[must_use]
    pub fn page(&self) -> String {
        let name = self.code.name();
        let level = if self.code.is_structural() {
            "always an error; `[checks]` cannot lower it.".to_owned()
        } else {
            let key = name.replace('-', "_");
            format!(
                "`{key} = \"ignore\"`, `\"warn\"` or `\"error\"` under `[checks]` in `site.toml`."
            )
        };
        format!("{name}\n\n{}\n\nLevel: {level}\n", self.text.trim_end())
    }

    /// The wrong example and the right one; `None` where the text lacks one.
    #[must_use]
    pub fn examples(&self) -> Option<[Example; 2]> {
        let (before, right) = self.text.split_once(EXAMPLES[1])?;
        let (_, wrong) = before.split_once(EXAMPLES[0])?;
        Some([parse_example(wrong), parse_example(right)])
    }
}

/// A line that says where these problems are explained, with the first one as an example; `None` without any.
#[must_use]
pub fn explain_hint(codes: impl IntoIterator<Item = Code>) -> Option<String> {
    let mut codes = codes.into_iter();
    let first = codes.next()?;
    let command = format!("`bindery explain {}`", first.name());
    Some(match codes.all(|code| code == first) {
        true => format!("{command} says more"),
        false => format!("`bindery explain CODE` says more, for example {command}"),
    })
}

fn parse_example(text: &str) -> Example {
    let mut files: Vec<(String, String)> = Vec::new();
    for line in text.lines() {
        let indented = line.strip_prefix("    ");
        match (files.last_mut(), indented, line.strip_suffix(':')) {
            (Some((_, file)), Some(line), _) => {
                file.push_str(line);
                file.push('\n');
            }
            (Some((_, file)), None, _) if line.is_empty() => file.push('\n'),
            (_, None, Some(path)) if is_path(path) => files.push((path.to_owned(), String::new())),
            _ => {}
        }
    }
    if files.is_empty() {
        return Example::Words;
    }
    for (_, text) in &mut files {
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    Example::Tree(files)
}

fn is_path(text: &str) -> bool {
    !text.is_empty() && !text.contains(' ') && text.contains('.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hint_names_a_command_that_can_be_copied() {
        use Code::{BrokenLink, EmptyPage};
        assert_eq!(explain_hint([]), None);
        assert_eq!(
            explain_hint([EmptyPage, EmptyPage]).as_deref(),
            Some("`bindery explain empty-page` says more")
        );
        assert_eq!(
            explain_hint([BrokenLink, EmptyPage]).as_deref(),
            Some("`bindery explain CODE` says more, for example `bindery explain broken-link`")
        );
    }

    #[test]
    fn examples_are_read() {
        let read = parse_example("\n\na.md:\n    one\n\n    two\nb/c.json:\n    {}\n\n");
        let file = |path: &str, text: &str| (path.to_owned(), text.to_owned());
        let wanted = vec![file("a.md", "one\n\ntwo\n"), file("b/c.json", "{}\n")];
        assert_eq!(read, Example::Tree(wanted));
        assert_eq!(parse_example(" a file.\n\n    code\n"), Example::Words);
    }
}
