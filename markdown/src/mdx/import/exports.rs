//! Reads the export statements of MDX: the declarations of data and of components.

use super::{CodeTokens, MAX_STATEMENT, code_tokens, statement_end, word};
use crate::document::DataValue;
use crate::mdx::expression::{self, Scope};
use bindery_source::javascript::Token;
use std::iter::Peekable;

/// A declaration after `export`.
struct ExportedDeclaration<'t> {
    /// `const`, `let`, `var`, `function` or `class`.
    keyword: &'t str,
    name: &'t str,
    /// The tokens after the name.
    rest: CodeTokens<'t>,
}

fn exported_declaration(text: &str) -> Option<ExportedDeclaration<'_>> {
    let mut rest = code_tokens(&text[..text.floor_char_boundary(MAX_STATEMENT)]);
    rest.next_if(|token| token.is("export") && token.start == 0)?;
    rest.next_if(|token| token.is("async"));
    let words = ["const", "let", "var", "function", "class"];
    let keyword = word(&mut rest).filter(|word| words.contains(word))?;
    let name = word(&mut rest)?;
    Some(ExportedDeclaration {
        keyword,
        name,
        rest,
    })
}

/// The name that an `export` declares: `export const NAME`, `export function NAME`.
pub(crate) fn exported_name(text: &str) -> Option<&str> {
    exported_declaration(text).map(|declaration| declaration.name)
}

/// The name of the component that an `export` declares: a function or class whose name begins with a capital letter.
pub(crate) fn exported_component(text: &str) -> Option<&str> {
    let declaration = exported_declaration(text)?;
    let ExportedDeclaration { keyword, name, .. } = declaration;
    if !name.starts_with(char::is_uppercase) {
        return None;
    }
    let mut value = declaration
        .rest
        .skip_while(|token| !token.is("="))
        .skip(1)
        .peekable();
    let is_declared = ["function", "class"].contains(&keyword);
    (is_declared || is_function(text, &mut value)).then_some(name)
}

/// Whether a value is a function: an expression or an arrow in its first line, or a call of React that returns one.
fn is_function<'t>(text: &str, value: &mut Peekable<impl Iterator<Item = Token<'t>>>) -> bool {
    let Some(first) = value.next() else {
        return false;
    };
    let next = value.peek().map_or("", |next| next.text);
    let line_end = text[first.start..]
        .find('\n')
        .map_or(text.len(), |end| first.start + end);
    match (first.text, next) {
        ("(" | "function", _) | ("React", ".") | ("memo" | "forwardRef", "(") => true,
        _ => value
            .take_while(|token| token.start < line_end)
            .any(|token| token.is("=>")),
    }
}

/// The value that `export const name = …` declares and the offset after the statement; `None` unless it is a literal.
pub(crate) fn exported_literal(text: &str, names: &dyn Scope) -> Option<(DataValue, usize)> {
    let mut declaration = exported_declaration(text)?;
    let equals = declaration.rest.next_if(|token| token.is("="))?;
    let start = equals.end();
    let (value, length) = expression::evaluate_start(&text[start..], names)?;
    let end = statement_end(text, start + length)?;
    let is_last = text[end..].is_empty() || text[end..].starts_with('\n');
    is_last.then_some((value, end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mdx::import::Bindings;
    use serde_json::json;

    #[test]
    fn literals_can_be_declared() {
        let names = Bindings::default();
        let check = |text| exported_literal(text, &names).map(|(data, _)| data.into_value());
        assert_eq!(
            check("export const a = {b: [1, 'c'],\n};\n"),
            Some(json!({"b": [1, "c"]}))
        );
        assert_eq!(check("export const a = () => 1\n"), None);
        assert_eq!(check("export const a = 1 + 2\n"), None);
        assert_eq!(check("export function a() {}\n"), None);
    }

    #[test]
    fn functions_and_classes_in_upper_case_are_components() {
        for text in [
            "export const A = ({children}) => <b/>",
            "export const A = (\n  {b},\n) => {",
            "export const A = props => <b/>",
            "export function A() {",
            "export const A = React.memo(",
            "export const A: React.FC<B> = ({b}) => <b/>",
            "export const A /* = 1 */ = props => <b/>",
        ] {
            assert_eq!(exported_component(text), Some("A"), "{text}");
        }
        for text in [
            "export const a = () => 1",
            "export const A = 1 + 2",
            "export const A = ['=>'].length // => 1",
            "export {A}",
        ] {
            assert_eq!(exported_component(text), None, "{text}");
        }
    }
}
