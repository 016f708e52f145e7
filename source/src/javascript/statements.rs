//! Finds imports and exports in a text that is not all code, as MDX is.

use super::{Tokens, depth_change, identifier};

/// The words that begin a declaration after `export`.
const DECLARATIONS: [&str; 7] = [
    "async", "class", "const", "default", "function", "let", "var",
];

/// Whether a text begins with an import, unlike a sentence.
#[must_use]
pub fn begins_import(text: &str) -> bool {
    let Some(imported) = text.strip_prefix("import") else {
        return false;
    };
    let clause = imported.trim_start();
    let after = clause[identifier(clause).len()..].trim_start();
    let is_default = clause.len() < imported.len()
        && (after.is_empty() || after.starts_with(',') || after.starts_with("from"));
    is_default && after.len() < clause.len() || clause.starts_with(['{', '*', '\'', '"'])
}

/// Whether a text begins with an export, unlike a sentence.
#[must_use]
pub fn begins_export(text: &str) -> bool {
    let Some(exported) = text.strip_prefix("export ") else {
        return false;
    };
    let exported = exported.trim_start();
    let word = identifier(exported);
    let is_separate = |rest: &str| {
        let next = rest.chars().next();
        next.is_none_or(|next| next.is_whitespace() || "{[(*".contains(next))
    };
    match exported.strip_prefix('*') {
        Some(rest) => rest.starts_with(char::is_whitespace),
        None if exported.starts_with('{') => true,
        None => DECLARATIONS.contains(&word) && is_separate(&exported[word.len()..]),
    }
}

/// Reads the import or export at `start`, which `tokens` did not pass: the offset after its last token. As in MDX, a
/// blank line outside of its brackets ends it. `None` if its brackets are never closed, after which no token is left.
pub fn end_of_statement(text: &str, tokens: &mut Tokens<'_>, start: usize) -> Option<usize> {
    tokens.skip_to(start);
    let (mut end, mut depth) = (start, 0);
    loop {
        // The token after a blank line is not read: what looks like one may be Markdown with a later statement in it.
        if depth <= 0 && begins_with_blank_line(&text[end..]) {
            return Some(end);
        }
        let Some(token) = tokens.next() else {
            return (depth <= 0 && end > start).then_some(end);
        };
        depth += depth_change(&token);
        end = token.end();
    }
}

/// Whether there is a line without text before the next token.
fn begins_with_blank_line(text: &str) -> bool {
    let space = &text[..text.len() - text.trim_start().len()];
    space.matches('\n').count() > 1
}

#[cfg(test)]
mod tests {
    use super::super::tokens;
    use super::*;

    #[test]
    fn statements_are_told_from_sentences() {
        for text in [
            "import a from 'a'",
            "import {a} from 'a'",
            "import * as a from 'a'",
            "import 'a'",
            "import a\n  from 'a'",
            "import a, {b} from 'a'",
        ] {
            assert!(begins_import(text), "{text}");
        }
        for text in [
            "import taxes rose",
            "important",
            "imports 'a'",
            "import",
            "Import a from 'a'",
        ] {
            assert!(!begins_import(text), "{text}");
        }
        for text in [
            "export const a = 1",
            "export default{",
            "export {a}",
            "export * from 'a'",
            "export async function a() {}",
        ] {
            assert!(begins_export(text), "{text}");
        }
        for text in [
            "export taxes rose",
            "export class-based components",
            "export *all* of it",
            "exports const",
            "export constants",
        ] {
            assert!(!begins_export(text), "{text}");
        }
    }

    #[test]
    fn a_blank_line_outside_of_brackets_ends_a_statement() {
        let end = |text: &str| end_of_statement(text, &mut tokens(text), 0);
        assert_eq!(end("export const a = {\n\n b }\n\ntext }"), Some(24));
        assert_eq!(end("export const a = '{' // {\n\ntext }"), Some(25));
        assert_eq!(end("import 'a'"), Some(10));
        assert_eq!(end("export const a = {\n\ntext"), None);
    }

    #[test]
    fn what_looks_like_a_token_after_a_statement_hides_no_later_one() {
        let text = "import 'a'\n\n```js\nx\n\nexport {a}\n\n```\n";
        let mut tokens = tokens(text);
        let ends = ["import", "export"].map(|word| {
            let start = text.find(word).unwrap();
            end_of_statement(text, &mut tokens, start).map(|end| &text[start..end])
        });
        assert_eq!(ends, [Some("import 'a'"), Some("export {a}")]);
    }
}
