//! Finds the code in Markdown files: the bundler uses nothing else of them.

use crate::source::javascript;
use std::path::Path;

/// Whether a file is Markdown.
pub(super) fn is_text(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == "md" || extension == "mdx")
}

/// The code of a Markdown file: its imports and exports, each up to a blank line outside of its brackets.
pub(super) fn code_of(text: &str) -> String {
    let mut code = String::new();
    let mut tokens = javascript::tokens(text);
    let mut at = 0;
    while let Some(start) = statement(text, at) {
        at = javascript::end_of_statement(text, &mut tokens, start).unwrap_or(text.len());
        code.push_str(&text[start..at]);
        code.push('\n');
    }
    code
}

/// The start of the next import or export outside of code blocks.
fn statement(text: &str, at: usize) -> Option<usize> {
    let mut fence = None;
    let mut start = at;
    for line in text[at..].split_inclusive('\n') {
        let marks = line.trim_start();
        match fence {
            None if marks.starts_with("```") || marks.starts_with("~~~") => {
                let rest = marks.trim_start_matches(&marks[..1]);
                fence = Some(&marks[..marks.len() - rest.len()]);
            }
            None if javascript::begins_import(line) || javascript::begins_export(line) => {
                return Some(start);
            }
            Some(fence_marks) if marks.starts_with(fence_marks) => fence = None,
            _ => {}
        }
        start += line.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_page_only_its_code_counts() {
        let page = "# Text\n\nexport const A = () => (\n  <b>\n\n  a</b>\n);\n\nMore text.\nimport x from 'y'\n";
        assert_eq!(
            code_of(page),
            "export const A = () => (\n  <b>\n\n  a</b>\n);\nimport x from 'y'\n"
        );
        assert_eq!(code_of(&page.replace("More", "Less")), code_of(page));
    }

    #[test]
    fn brackets_in_literals_and_comments_end_no_statement() {
        let code = "export const a = {b: '}', // }\n\n  c: `}` /* } */,\n\n  d: /[}\"]/};\n";
        let page =
            format!("{code}\n```js\nimport x from 'x'\n\n`\n```\n\nimport taxes rose it's\n");
        assert_eq!(code_of(&page), code);
        let page = "export const A = () => <b>a:)</b>;\n\nText (\n\nimport B from 'b'\n\nText\n";
        assert_eq!(
            code_of(page),
            "export const A = () => <b>a:)</b>;\nimport B from 'b'\n"
        );
    }
}
