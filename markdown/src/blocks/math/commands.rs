//! Finds errors in formulas without KaTeX, so that `check` can distinguish a formula that KaTeX renders from one that it
//! does not.
//!
//! `commands.txt` lists the commands of KaTeX 0.16.47, one a line, sorted.

use bindery_source::diagnostic;

static COMMANDS: &str = include_str!("commands.txt");

/// The help where nothing else can be said.
pub(super) const SHOWN_AS_SOURCE: &str = "the page shows its source instead";

/// An error that no renderer of LaTeX accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FormulaError<'l> {
    /// Braces or environments do not match.
    Unbalanced,
    /// An environment is closed by the name of another.
    WrongEnd {
        /// The name behind `\begin`.
        opened: &'l str,
        /// The name behind `\end`.
        closed: &'l str,
    },
    /// A command is used whose definition contains it.
    Endless(&'l str),
    /// An unknown command.
    Unknown(&'l str),
}

impl FormulaError<'_> {
    /// What is wrong, and the help; `None` where the converter's message says more.
    pub(super) fn explain(self) -> Option<(String, String)> {
        let message = match self {
            FormulaError::Unbalanced => return None,
            FormulaError::Unknown(name) => {
                let near = nearest(name);
                let help = near.map_or_else(
                    || SHOWN_AS_SOURCE.to_owned(),
                    |near| format!("did you mean `\\{near}`? The page shows its source"),
                );
                return Some((format!("there is no command `\\{name}`"), help));
            }
            FormulaError::WrongEnd { opened, closed } => {
                format!("`\\begin{{{opened}}}` is closed by `\\end{{{closed}}}`")
            }
            FormulaError::Endless(name) => {
                format!("the definition of `\\{name}` contains `\\{name}`, and has no end")
            }
        };
        Some((message, SHOWN_AS_SOURCE.to_owned()))
    }
}

/// The error of a formula; `None` when KaTeX may accept it.
pub(crate) fn find_error(latex: &str) -> Option<FormulaError<'_>> {
    let (mut braces, mut fences) = (0_i64, 0_i64);
    let mut environments: Vec<&str> = Vec::new();
    let mut wrong_end = None;
    let mut unknown = None;
    let mut defines = false;
    let mut rest = latex;
    while let Some(at) = rest.find(['\\', '{', '}', '%']) {
        let tail = &rest[at + 1..];
        let mut skip = 0;
        match rest.as_bytes()[at] {
            b'{' => braces += 1,
            b'}' => braces -= 1,
            b'%' => skip = tail.find('\n').unwrap_or(tail.len()),
            _ => {
                let name = command(tail);
                skip = name
                    .len()
                    .max(tail.chars().next().map_or(0, char::len_utf8));
                match name {
                    "begin" => environments.push(argument(&tail[skip..])),
                    "end" => {
                        let closed = argument(&tail[skip..]);
                        match environments.pop() {
                            None => return Some(FormulaError::Unbalanced),
                            Some(opened) if opened != closed => {
                                wrong_end =
                                    wrong_end.or(Some(FormulaError::WrongEnd { opened, closed }));
                            }
                            Some(_) => {}
                        }
                    }
                    "left" => fences += 1,
                    "right" => fences -= 1,
                    "def" | "gdef" | "edef" | "xdef" | "let" | "newcommand" | "renewcommand"
                    | "providecommand" => defines = true,
                    _ => {}
                }
                if !name.is_empty() && unknown.is_none() && !is_known(name) {
                    unknown = Some(name);
                }
            }
        }
        if braces < 0 {
            return Some(FormulaError::Unbalanced);
        }
        rest = &tail[skip..];
    }
    if let Some(name) = unknown.filter(|_| !defines) {
        return Some(FormulaError::Unknown(name));
    }
    if braces != 0 || !environments.is_empty() || fences != 0 {
        return Some(FormulaError::Unbalanced);
    }
    wrong_end.or_else(|| {
        endless(latex)
            .map(FormulaError::Endless)
            .filter(|_| defines)
    })
}

/// The name in braces at the start of a text.
pub(super) fn argument(text: &str) -> &str {
    let inner = text.trim_start().strip_prefix('{').unwrap_or_default();
    inner.split('}').next().unwrap_or_default()
}

/// The first command whose definition contains it, if it is used behind its definition.
fn endless(latex: &str) -> Option<&str> {
    let defining = [
        "\\def\\",
        "\\gdef\\",
        "\\newcommand{\\",
        "\\renewcommand{\\",
    ];
    let starts = defining
        .iter()
        .flat_map(|start| latex.match_indices(start).map(|(at, own)| at + own.len()));
    let mut starts: Vec<usize> = starts.collect();
    starts.sort_unstable();
    starts.into_iter().find_map(|start| {
        let name = command(&latex[start..]);
        let rest = &latex[start + name.len()..];
        let open = rest.find('{')?;
        let body = group(&rest[open..])?;
        let behind = &rest[open + body.len()..];
        (!name.is_empty() && has_command(body, name) && has_command(behind, name)).then_some(name)
    })
}

/// The group in braces at the start of a text.
fn group(text: &str) -> Option<&str> {
    let mut depth = 0_i64;
    let mut is_escaped = false;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' if !is_escaped => depth += 1,
            b'}' if !is_escaped => depth -= 1,
            _ => {}
        }
        is_escaped = byte == b'\\' && !is_escaped;
        if depth == 0 {
            return Some(&text[..=at]);
        }
    }
    None
}

fn has_command(text: &str, name: &str) -> bool {
    text.match_indices('\\')
        .any(|(at, _)| command(&text[at + 1..]) == name)
}

pub(super) fn command(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_ascii_alphabetic());
    &text[..end.unwrap_or(text.len())]
}

fn is_known(name: &str) -> bool {
    COMMANDS.lines().any(|known| known == name)
}

/// The command most similar to a name. `\alpha` and `\Alpha` are different commands.
fn nearest(name: &str) -> Option<&'static str> {
    let is_large = |name: &str| name.starts_with(|c: char| c.is_ascii_uppercase());
    let alike = COMMANDS
        .lines()
        .filter(|known| is_large(known) == is_large(name));
    diagnostic::nearest(name, alike)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_certain_faults_are_found() {
        for latex in [
            r"\text{a \color{red} b}",
            r"\begin{align} a &= b \\ c &= d \end{align}",
            r"\left( x \right. \{ \} % {",
            r"\def\foo{x} \foo",
            r"\",
            "é\\é",
        ] {
            assert_eq!(find_error(latex), None, "{latex}");
        }
        assert_eq!(find_error(r"\frac{1"), Some(FormulaError::Unbalanced));
        assert_eq!(find_error("}{"), Some(FormulaError::Unbalanced));
        assert_eq!(
            find_error(r"\begin{cases} a"),
            Some(FormulaError::Unbalanced)
        );
        assert_eq!(find_error(r"\left( x"), Some(FormulaError::Unbalanced));
        assert_eq!(
            find_error(r"\begin{aligned} a \end{matrix}"),
            Some(FormulaError::WrongEnd {
                opened: "aligned",
                closed: "matrix"
            })
        );
        assert_eq!(
            find_error(r"\def\x{a\x} \x"),
            Some(FormulaError::Endless("x"))
        );
        assert_eq!(
            find_error(r"\newcommand{\x}[1]{\{a\x} \x"),
            Some(FormulaError::Endless("x"))
        );
        assert_eq!(find_error(r"\def\x{\y} \def\y{\xx} \x"), None);
        assert_eq!(find_error(r"\def\x{a\x} y"), None);
        assert_eq!(find_error(r"\foo{x"), Some(FormulaError::Unknown("foo")));
        assert_eq!(nearest("fracc"), Some("frac"));
    }

    #[test]
    fn the_list_is_sorted() {
        assert!(COMMANDS.lines().is_sorted());
        assert!(is_known("frac") && is_known("text") && is_known("alpha") && !is_known("alfa"));
    }
}
