//! Reads the magic comments that give classes to lines of code: on a separate line as in Docusaurus, or at the end of a
//! line as in `VitePress`.

use super::info::Info;
use crate::options::MagicComment;

/// The code without its magic comments, and the classes of its lines.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Marked<'m> {
    pub(crate) text: String,
    /// The classes of each line.
    pub(crate) lines: Vec<Vec<&'m str>>,
}

/// The built-in classes, and the word that their comments begin with.
const BUILT_IN: [(&str, &str); 6] = [
    ("highlighted", "highlight"),
    ("added", "add"),
    ("removed", "remove"),
    ("focused", "focus"),
    ("error", "error"),
    ("warning", "warning"),
];

/// Reads and removes the magic comments.
pub(crate) fn read<'m>(text: &str, info: &Info, custom: &'m [MagicComment]) -> Marked<'m> {
    let mut marked = Marked {
        text: String::with_capacity(text.len()),
        lines: Vec::new(),
    };
    let mut marks = Marks::default();
    for line in text.strip_suffix('\n').unwrap_or(text).split('\n') {
        let line = line.strip_suffix('\r').unwrap_or(line);
        if marks.read_line(line, custom) {
            continue;
        }
        let mut classes = marks.next_line();
        let line = match trailing(line) {
            Some((mark, count, rest)) if rest.trim().is_empty() => {
                marks.due.push((mark, count));
                continue;
            }
            Some((mark, count, rest)) => {
                push(&mut classes, mark);
                if count > 1 {
                    marks.due.push((mark, count - 1));
                }
                rest
            }
            None => line.into(),
        };
        if info.marks(marked.lines.len() + 1) {
            push(&mut classes, "highlighted");
        }
        if !marked.lines.is_empty() {
            marked.text.push('\n');
        }
        marked.text.push_str(&line);
        marked.lines.push(classes);
    }
    marked
}

fn push<'m>(classes: &mut Vec<&'m str>, class: &'m str) {
    if !classes.contains(&class) {
        classes.push(class);
    }
}

/// The comments of a class: for the next line, and for the lines from a start to an end. An empty one never matches.
struct MagicWords<'w> {
    line: &'w str,
    start: &'w str,
    end: &'w str,
}

/// The classes that comments in earlier lines give to later ones.
#[derive(Debug, Default)]
struct Marks<'m> {
    /// Classes, each with the number of the next lines that get it.
    due: Vec<(&'m str, usize)>,
    /// Classes whose end comment is still to come.
    open: Vec<&'m str>,
}

impl<'m> Marks<'m> {
    /// Reads a line that is only a magic comment; `false` for any other line.
    fn read_line(&mut self, line: &str, custom: &'m [MagicComment]) -> bool {
        let Some(comment) = comment(line) else {
            return false;
        };
        for own in custom {
            let (start, end) = own
                .block
                .as_ref()
                .map_or(("", ""), |(start, end)| (start, end));
            let words = MagicWords {
                line: own.line.as_deref().unwrap_or(""),
                start,
                end,
            };
            if self.apply(comment, &own.class_name, &words) {
                return true;
            }
        }
        let Some((name, verb)) = comment.split_once('-') else {
            return false;
        };
        let Some((class, _)) = BUILT_IN.iter().find(|(_, own)| *own == name) else {
            return false;
        };
        let words = MagicWords {
            line: "next-line",
            start: "start",
            end: "end",
        };
        self.apply(verb, class, &words)
    }

    /// Applies a comment if it is one of these; whether it is.
    fn apply(&mut self, comment: &str, class: &'m str, words: &MagicWords<'_>) -> bool {
        if comment == words.line {
            self.due.push((class, 1));
        } else if comment == words.start {
            push(&mut self.open, class);
        } else if comment == words.end {
            self.open.retain(|own| *own != class);
        } else {
            return false;
        }
        !comment.is_empty()
    }

    /// The classes of the next line.
    fn next_line(&mut self) -> Vec<&'m str> {
        let mut classes = self.open.clone();
        for (class, count) in &mut self.due {
            push(&mut classes, class);
            *count -= 1;
        }
        self.due.retain(|(_, count)| *count > 0);
        classes
    }
}

/// The delimiters of comments, longer ones first.
const STYLES: [(&str, &str); 10] = [
    ("{/*", "*/}"),
    ("<!--", "-->"),
    ("/*", "*/"),
    ("//", ""),
    ("--", ""),
    ("#", ""),
    ("%", ""),
    (";", ""),
    ("'", ""),
    ("REM ", ""),
];

/// The text of a line that is only a comment.
fn comment(line: &str) -> Option<&str> {
    let line = line.trim();
    STYLES.iter().find_map(|(open, close)| {
        let inner = line.strip_prefix(open)?.strip_suffix(close)?.trim();
        (!inner.is_empty()).then_some(inner)
    })
}

/// `// [!code ++]` at the end of a line: the class, how many lines, and the line without it.
fn trailing(line: &str) -> Option<(&'static str, usize, String)> {
    const OPEN: &str = "[!code ";
    let at = line.rfind(OPEN)?;
    let (mark, after) = line[at + OPEN.len()..].split_once(']')?;
    let (name, count) = mark.split_once(':').unwrap_or((mark, "1"));
    let count = count.trim().parse().ok().filter(|count| *count > 0)?;
    let class = match name.trim() {
        "++" => "added",
        "--" => "removed",
        "hl" => "highlighted",
        name => BUILT_IN.iter().find(|(_, own)| *own == name)?.0,
    };
    let (before, after) = (line[..at].trim_end(), after.trim());
    let styles = || STYLES.iter().filter(|(_, close)| *close == after);
    if let Some(rest) = styles().find_map(|(open, _)| before.strip_suffix(open.trim_end())) {
        return Some((class, count, rest.trim_end().to_owned()));
    }
    // The comment has other text, which stays.
    let is_comment = styles().any(|(open, _)| before.contains(open));
    is_comment.then(|| {
        (
            class,
            count,
            format!("{before} {after}").trim_end().to_owned(),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_of_many_languages_are_read() {
        for line in [
            "// highlight-start",
            "  # highlight-start",
            "<!-- highlight-start -->",
            "{/* highlight-start */}",
            "-- highlight-start",
            "% highlight-start",
        ] {
            assert_eq!(comment(line), Some("highlight-start"), "{line}");
        }
        assert_eq!(comment("x // highlight-start"), None);
    }

    #[test]
    fn marks_at_the_end_of_a_line_leave_the_line() {
        let check = |line, class, count, rest: &str| {
            assert_eq!(
                trailing(line),
                Some((class, count, rest.to_owned())),
                "{line}"
            );
        };
        check("a() // [!code ++]", "added", 1, "a()");
        check("  a  # [!code --]", "removed", 1, "  a");
        check("<p> <!-- [!code focus:3] -->", "focused", 3, "<p>");
        check("{/* [!code error] */}", "error", 1, "");
        check(
            "a(); // why [!code highlight]",
            "highlighted",
            1,
            "a(); // why",
        );
        assert_eq!(trailing("a // [!code word:x]"), None);
        assert_eq!(trailing("[!code ++]"), None);
    }

    #[test]
    fn own_comments_give_own_classes() {
        let custom = [MagicComment {
            class_name: "mine".to_owned(),
            line: Some("This is mine".to_owned()),
            block: Some(("mine-start".to_owned(), "mine-end".to_owned())),
        }];
        let text = "// This is mine\na\n// mine-start\nb\nc\n// mine-end\nd\n";
        let marked = read(text, &Info::default(), &custom);
        assert_eq!(marked.text, "a\nb\nc\nd");
        assert_eq!(
            marked.lines,
            [vec!["mine"], vec!["mine"], vec!["mine"], vec![]]
        );
    }
}
