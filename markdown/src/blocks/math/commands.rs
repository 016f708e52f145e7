//! Finds errors in formulas without KaTeX, so that `check` can distinguish a formula that KaTeX renders from one that it
//! does not.
//!
//! `commands.txt` lists the commands of KaTeX 0.16.47, one a line, sorted.

use bindery_source::diagnostic;

static COMMANDS: &str = include_str!("commands.txt");

/// An error that no renderer of LaTeX accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FormulaError<'l> {
    /// Braces or environments do not match.
    Unbalanced,
    /// An unknown command.
    Unknown(&'l str),
}

/// The error of a formula; `None` when KaTeX may accept it.
pub(crate) fn find_error(latex: &str) -> Option<FormulaError<'_>> {
    let (mut braces, mut environments, mut fences) = (0_i64, 0_i64, 0_i64);
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
                    "begin" => environments += 1,
                    "end" => environments -= 1,
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
    (braces != 0 || environments != 0 || fences != 0).then_some(FormulaError::Unbalanced)
}

fn command(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_ascii_alphabetic());
    &text[..end.unwrap_or(text.len())]
}

fn is_known(name: &str) -> bool {
    COMMANDS.lines().any(|known| known == name)
}

/// The command most similar to a name. `\alpha` and `\Alpha` are different commands.
pub(crate) fn nearest(name: &str) -> Option<&'static str> {
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
        assert_eq!(find_error(r"\foo{x"), Some(FormulaError::Unknown("foo")));
        assert_eq!(nearest("fracc"), Some("frac"));
    }

    #[test]
    fn the_list_is_sorted() {
        assert!(COMMANDS.lines().is_sorted());
        assert!(is_known("frac") && is_known("text") && is_known("alpha") && !is_known("alfa"));
    }
}
