//! Reads the properties of a component from its source. It understands a small part of TypeScript; a type beyond that
//! accepts every value.

use super::{Prop, PropType, Props};
use bindery_source::javascript;

/// `export const props = { name: 'string', other: 'number?', kind: ['a', 'b'] }`.
pub(crate) fn declared(source: &str) -> Option<Props> {
    let at = source.find("export const props")?;
    let body = braces(&source[at..])?;
    let mut props = Props::default();
    for member in members(body) {
        let (name, value) = member.split_once(':')?;
        let value = value.trim();
        let text = value.trim_matches(['\'', '"', '`']);
        let types = match value.strip_prefix('[') {
            Some(list) => list
                .trim_end_matches(']')
                .split(',')
                .filter_map(|word| literal(word.trim()))
                .collect(),
            None => types(text.trim_end_matches('?')),
        };
        props.list.push(Prop {
            name: name.trim().trim_matches(['\'', '"']).to_owned(),
            types,
            is_required: !text.ends_with('?') && !value.starts_with('['),
        });
    }
    Some(props)
}

/// `type NameProps = {…}`, `interface NameProps {…}` or `function Name({…}: {…})`.
pub(crate) fn typed(component: &str, source: &str) -> Option<Props> {
    let own = format!("{component}Props");
    let named = [format!("type {own} ="), format!("interface {own} ")];
    if let Some((at, head)) = named
        .iter()
        .find_map(|head| Some((source.find(head)?, head)))
    {
        return object(
            source[at + head.len()..].trim_start(),
            head.starts_with("type"),
        );
    }
    let at = source.find(&format!("function {component}("))?;
    let parameters = &source[at..];
    let start = parameters.find('(')? + 1;
    let pattern = parameters[start..].trim_start();
    let rest = match pattern.starts_with('{') {
        true => &pattern[javascript::closing_bracket(pattern, 0)? + 1..],
        false => pattern.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_'),
    };
    object(rest.trim_start().strip_prefix(':')?.trim_start(), false)
}

/// An object type. An intersection, an extension or an index signature leaves it open.
fn object(text: &str, is_alias: bool) -> Option<Props> {
    let is_extended = text.starts_with("extends");
    let text = if is_extended {
        &text[text.find('{')?..]
    } else {
        text
    };
    if !text.starts_with('{') {
        return None;
    }
    let end = javascript::closing_bracket(text, 0)?;
    let after = text[end + 1..].trim_start();
    let mut props = Props {
        list: Vec::new(),
        is_open: is_extended || is_alias && after.starts_with(['&', '|']),
    };
    if is_alias && after.starts_with('|') {
        return None;
    }
    for member in members(&text[1..end]) {
        let member = member.trim_start_matches("readonly ").trim();
        let Some((name, kind)) = member.split_once(':').filter(|(name, _)| is_name(name)) else {
            props.is_open = true;
            continue;
        };
        props.list.push(Prop {
            name: name.trim().trim_end_matches('?').to_owned(),
            types: types(kind),
            is_required: !name.trim_end().ends_with('?') && !kind.contains("undefined"),
        });
    }
    Some(props)
}

fn is_name(name: &str) -> bool {
    let name = name.trim().trim_end_matches('?');
    javascript::is_identifier(name)
}

/// The types of a union; empty when a member is not understood.
fn types(text: &str) -> Vec<PropType> {
    let mut found = Vec::new();
    for part in split(text, b'|') {
        let part = part.trim();
        let kind = match part {
            "" | "undefined" => continue,
            "string" => PropType::String,
            "number" => PropType::Number,
            "boolean" => PropType::Boolean,
            "null" => PropType::Null,
            "object" => PropType::Object,
            "array" => PropType::Array,
            _ if part.ends_with("[]")
                || part.starts_with("Array<")
                || part.starts_with("readonly ") =>
            {
                PropType::Array
            }
            _ if part.starts_with('{') || part.starts_with("Record<") => PropType::Object,
            _ => match literal(part) {
                Some(kind) => kind,
                None => return Vec::new(),
            },
        };
        found.push(kind);
    }
    found
}

fn literal(text: &str) -> Option<PropType> {
    let quote = text.chars().next()?;
    if matches!(quote, '\'' | '"') {
        return Some(PropType::StringLiteral(
            text.strip_prefix(quote)?.strip_suffix(quote)?.to_owned(),
        ));
    }
    match text {
        "true" | "false" => Some(PropType::Boolean),
        _ => text.parse().ok().map(PropType::NumberLiteral),
    }
}

/// The text between the first pair of braces.
fn braces(text: &str) -> Option<&str> {
    let start = text.find('{')?;
    let end = javascript::closing_bracket(text, start)?;
    Some(&text[start + 1..end])
}

/// Splits the text between the braces of an object type into members, without comments: at `;`, `,` and line breaks
/// outside of brackets.
fn members(text: &str) -> Vec<String> {
    let mut list = vec![String::new()];
    let mut depth = 0_i32;
    for (at, byte) in javascript::code_bytes(text) {
        match byte {
            b'{' | b'(' | b'[' | b'<' => depth += 1,
            b'}' | b')' | b']' | b'>' => depth -= 1,
            _ => {}
        }
        if depth == 0 && matches!(byte, b';' | b',' | b'\n') {
            list.push(String::new());
        } else if let Some(own) = list.last_mut() {
            own.push_str(text.get(at..at + 1).unwrap_or(" "));
        }
    }
    let mut joined: Vec<String> = Vec::new();
    for member in list {
        let member = member.trim();
        // A union that continues in the next line.
        match joined.last_mut().filter(|_| member.starts_with('|')) {
            Some(before) => before.push_str(member),
            None if member.is_empty() => {}
            None => joined.push(member.to_owned()),
        }
    }
    joined
}

fn split(text: &str, separator: u8) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut depth = 0_i32;
    let mut start = 0;
    for (at, byte) in javascript::code_bytes(text) {
        match byte {
            b'{' | b'(' | b'[' | b'<' => depth += 1,
            b'}' | b')' | b']' | b'>' => depth -= 1,
            _ if byte == separator && depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(props: Option<Props>) -> String {
        let Some(props) = props else {
            return "none".to_owned();
        };
        let mut list: Vec<String> = props
            .list
            .iter()
            .map(|prop| {
                format!(
                    "{}{} {:?}",
                    prop.name,
                    if prop.is_required { "" } else { "?" },
                    prop.types
                )
            })
            .collect();
        if props.is_open {
            list.push("…".to_owned());
        }
        list.join("; ")
    }

    #[test]
    fn types_are_read() {
        let source = "
export type AProps = {
  /** Words; more, words. */
  name: string;
  level?: number | null; // why
  kind: 'a' | \"b\"
    | 3;
  rows: string[];
  children: ReactNode;
  on?: (event: Event) => void;
};";
        assert_eq!(
            show(typed("A", source)),
            "name [String]; level? [Number, Null]; kind [StringLiteral(\"a\"), StringLiteral(\"b\"), NumberLiteral(3)]; rows [Array]; children []; on? []"
        );
    }

    #[test]
    fn other_forms_are_read() {
        assert_eq!(
            show(typed(
                "A",
                "export default function A({ x, y = 1 }: { x: boolean; y?: number }) {"
            )),
            "x [Boolean]; y? [Number]"
        );
        assert_eq!(
            show(typed("A", "interface AProps extends B { x: {a: string} }")),
            "x [Object]; …"
        );
        assert_eq!(
            show(typed("A", "type AProps = { x: string } & B;")),
            "x [String]; …"
        );
        assert_eq!(
            show(typed("A", "type AProps = { [key: string]: number };")),
            "…"
        );
    }

    #[test]
    fn what_is_not_understood_declares_nothing() {
        for source in [
            "type AProps = B;",
            "type AProps = { x: string } | { y: string };",
            "export default function A(props) {",
            "type AProps = {",
            "",
        ] {
            assert_eq!(typed("A", source), None, "{source}");
        }
    }

    #[test]
    fn a_declaration_is_read() {
        let source = "export const props = { name: 'string', level: 'number?', kind: ['a', 'b'] };";
        assert_eq!(
            show(declared(source)),
            "name [String]; level? [Number]; kind? [StringLiteral(\"a\"), StringLiteral(\"b\")]"
        );
    }
}
