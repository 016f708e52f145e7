//! Writes `ui/src/model.ts`, and a blank page for the tests of the interface, from the Rust types that are serialised for the interface.
//!
//! Reads the sources of the types and follows the attributes of serde, so that the TypeScript types describe the JSON.
//! A field with `skip_serializing_if` is optional. An attribute or a type that this module does not know is a panic.

use super::{PageContent, PageProps, RoutePath};
use crate::source::letter_case::separate_words;
use std::collections::BTreeMap;
use std::fmt::Write;
use syn::{Attribute, Expr, Fields, GenericArgument, Item, Lit, PathArguments, Type};

/// The sources, in the order of the generated file. Types without `Serialize` are left out.
const SOURCES: [&str; 10] = [
    include_str!("path.rs"),
    include_str!("site_props.rs"),
    include_str!("../config/sections/locales.rs"),
    include_str!("../config/sections/navbar.rs"),
    include_str!("../config/sections/interface.rs"),
    include_str!("sidebar.rs"),
    include_str!("page_content.rs"),
    include_str!("page_props.rs"),
    include_str!("../config/sections/versions.rs"),
    include_str!("page_data.rs"),
];

const HEAD: &str = "\
// Generated from `compiler/src/model/`; do not edit.
// `UPDATE_SNAPSHOTS=1 cargo test -p bindery-compiler --lib model::` writes this file.
";

const TYPES: &str = "ui/src/model.ts";

const BLANK_PAGE: &str = "ui/test/blankPage.json";

#[test]
fn the_types_of_the_interface_are_those_of_the_model() {
    compare(TYPES, &generate(&SOURCES));
}

/// Compares a generated file of the workspace with its text, or writes it.
fn compare(file: &str, expected: &str) {
    let path = format!("{}/../{file}", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(&path, expected).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    let found = found.replace("\r\n", "\n");
    let differs = found
        .lines()
        .zip(expected.lines())
        .position(|(a, b)| a != b);
    assert!(
        found == expected,
        "{file} is out of date from line {}: `UPDATE_SNAPSHOTS=1 cargo test -p bindery-compiler --lib model::`",
        differs.unwrap_or_else(|| found.lines().count().min(expected.lines().count())) + 1
    );
}

/// The page from which `ui/test/fixtures.ts` makes the pages of its tests, so that a new property needs no edit there.
#[test]
fn the_fixtures_of_the_interface_have_every_property() {
    let path = RoutePath::parse("/").unwrap();
    let blank = PageProps::new(path, "", PageContent::Doc);
    let json = serde_json::to_string_pretty(&blank).unwrap() + "\n";
    compare(BLANK_PAGE, &json);
}

fn generate(sources: &[&str]) -> String {
    let files = sources.iter().map(|source| syn::parse_file(source));
    let items: Vec<Item> = files.flat_map(|file| file.unwrap().items).collect();
    let types: Vec<TypeItem<'_>> = items.iter().filter_map(TypeItem::of).collect();
    let names = types.iter().map(|item| (item.ident.clone(), item.name()));
    let names = names.collect();
    let mut out = HEAD.to_owned();
    for item in &types {
        out.push('\n');
        write_docs(item.attributes, "", &mut out);
        let _ = write!(out, "export type {} =", item.name());
        item.write_body(&names, &mut out);
        out.push_str(";\n");
    }
    out
}

/// The names in TypeScript by those in Rust.
type Names = BTreeMap<String, String>;

/// A struct or an enum that is serialised.
struct TypeItem<'i> {
    ident: String,
    attributes: &'i [Attribute],
    item: &'i Item,
}

impl<'i> TypeItem<'i> {
    fn of(item: &'i Item) -> Option<Self> {
        let (ident, attributes) = match item {
            Item::Struct(item) => (&item.ident, &item.attrs),
            Item::Enum(item) => (&item.ident, &item.attrs),
            _ => return None,
        };
        let mut is_serialised = false;
        for attribute in attributes.iter().filter(|a| a.path().is_ident("derive")) {
            let derived = attribute.parse_nested_meta(|meta| {
                is_serialised |= meta.path.is_ident("Serialize");
                Ok(())
            });
            derived.unwrap();
        }
        is_serialised.then(|| TypeItem {
            ident: ident.to_string(),
            attributes,
            item,
        })
    }

    fn name(&self) -> String {
        let mut serde = serde_attributes(self.attributes);
        serde.remove("rename").unwrap_or_else(|| self.ident.clone())
    }

    fn write_body(&self, names: &Names, out: &mut String) {
        let serde = serde_attributes(self.attributes);
        match self.item {
            Item::Struct(item) => match &item.fields {
                Fields::Unnamed(fields) if serde.contains_key("transparent") => {
                    let _ = write!(out, " {}", type_text(&fields.unnamed[0].ty, names));
                }
                fields => {
                    out.push(' ');
                    write_object(
                        None,
                        fields,
                        serde.get("rename_all"),
                        &mut Lines {
                            names,
                            out,
                            indent: "",
                        },
                    );
                }
            },
            Item::Enum(item) => match serde.get("tag") {
                Some(tag) => write_tagged(item, tag, names, out),
                None => write_literals(item, out),
            },
            _ => unreachable!("`TypeItem::of` takes structs and enums only"),
        }
    }
}

/// An enum without fields: a union of strings, on one line if it fits.
fn write_literals(item: &syn::ItemEnum, out: &mut String) {
    let serde = serde_attributes(&item.attrs);
    let literals = item.variants.iter().map(|variant| {
        assert!(variant.fields.is_empty(), "`{}` needs a tag", item.ident);
        format!(
            "'{}'",
            rename(&variant.ident.to_string(), serde.get("rename_all"))
        )
    });
    let _ = write!(out, " {}", literals.collect::<Vec<_>>().join(" | "));
}

/// An enum with a tag: a union of objects.
fn write_tagged(item: &syn::ItemEnum, tag: &str, names: &Names, out: &mut String) {
    let serde = serde_attributes(&item.attrs);
    for variant in &item.variants {
        let name = rename(&variant.ident.to_string(), serde.get("rename_all"));
        out.push('\n');
        write_docs(&variant.attrs, "  ", out);
        out.push_str("  | ");
        let tag = format!("{tag}: '{name}'");
        if variant.fields.is_empty() {
            let _ = write!(out, "{{ {tag} }}");
            continue;
        }
        let mut lines = Lines {
            names,
            out: &mut *out,
            indent: "    ",
        };
        write_object(
            Some(&tag),
            &variant.fields,
            serde.get("rename_all_fields"),
            &mut lines,
        );
    }
}

/// Where the lines of an object go.
struct Lines<'l> {
    names: &'l Names,
    out: &'l mut String,
    indent: &'l str,
}

fn write_object(tag: Option<&str>, fields: &Fields, case: Option<&String>, lines: &mut Lines<'_>) {
    let inner = format!("{}  ", lines.indent);
    lines.out.push_str("{\n");
    if let Some(tag) = tag {
        let _ = writeln!(lines.out, "{inner}{tag};");
    }
    for field in fields {
        let serde = serde_attributes(&field.attrs);
        if serde.contains_key("skip") {
            continue;
        }
        let ident = field
            .ident
            .as_ref()
            .expect("the field has a name")
            .to_string();
        let name = serde.get("rename").cloned();
        let name = name.unwrap_or_else(|| rename(&ident, case));
        let is_optional = serde.contains_key("skip_serializing_if");
        let mut text = type_text(&field.ty, lines.names);
        if is_optional && let Some(value) = text.strip_suffix(" | null") {
            text = value.to_owned();
        }
        write_docs(&field.attrs, &inner, lines.out);
        let mark = if is_optional { "?" } else { "" };
        let _ = writeln!(lines.out, "{inner}{name}{mark}: {text};");
    }
    let _ = write!(lines.out, "{}}}", lines.indent);
}

/// The TypeScript type of the JSON that serde writes for a type.
fn type_text(kind: &Type, names: &Names) -> String {
    let path = match kind {
        Type::Reference(reference) => return type_text(&reference.elem, names),
        Type::Slice(slice) => return array_text(&type_text(&slice.elem, names)),
        Type::Path(path) => path.path.segments.last().expect("a path has segments"),
        _ => panic!("unknown kind of type"),
    };
    let arguments: Vec<String> = match &path.arguments {
        PathArguments::AngleBracketed(list) => list
            .args
            .iter()
            .filter_map(|argument| match argument {
                GenericArgument::Type(kind) => Some(type_text(kind, names)),
                _ => None,
            })
            .collect(),
        _ => Vec::new(),
    };
    match (path.ident.to_string().as_str(), arguments.as_slice()) {
        ("String" | "str", []) => "string".to_owned(),
        ("bool", []) => "boolean".to_owned(),
        ("u8" | "u16" | "u32" | "usize", []) => "number".to_owned(),
        ("Value", []) => "unknown".to_owned(),
        ("Option", [value]) => format!("{value} | null"),
        ("Vec", [item]) => array_text(item),
        ("Box" | "Arc", [value]) => value.clone(),
        ("BTreeMap" | "Map", [key, value]) => format!("Record<{key}, {value}>"),
        (name, []) => names
            .get(name)
            .unwrap_or_else(|| panic!("`{name}` is not in `SOURCES`, or not `Serialize`"))
            .clone(),
        (name, _) => panic!("no TypeScript type for `{name}`"),
    }
}

fn array_text(item: &str) -> String {
    if item.contains(" | ") {
        return format!("({item})[]");
    }
    format!("{item}[]")
}

/// The attributes of serde with their values; those without a value have an empty one.
fn serde_attributes(attributes: &[Attribute]) -> BTreeMap<String, String> {
    const KNOWN: [&str; 8] = [
        "rename",
        "rename_all",
        "rename_all_fields",
        "serialize_with",
        "skip",
        "skip_serializing_if",
        "tag",
        "transparent",
    ];
    let mut found = BTreeMap::new();
    for attribute in attributes.iter().filter(|a| a.path().is_ident("serde")) {
        let parsed = attribute.parse_nested_meta(|meta| {
            let name = meta.path.require_ident()?.to_string();
            assert!(
                KNOWN.contains(&name.as_str()),
                "`#[serde({name})]` is not supported"
            );
            let value = match meta.value() {
                Ok(value) => value.parse::<syn::LitStr>()?.value(),
                Err(_) => String::new(),
            };
            found.insert(name, value);
            Ok(())
        });
        parsed.unwrap();
    }
    found
}

/// A name as serde's `rename_all` writes it. Names of fields are in snake case, those of variants in Pascal case.
fn rename(name: &str, case: Option<&String>) -> String {
    match case.map(String::as_str) {
        None => name.to_owned(),
        Some("camelCase") => {
            let mut words = name.split('_');
            let first = words.next().unwrap_or_default().to_owned();
            words.fold(first, |out, word| {
                out + &word[..1].to_uppercase() + &word[1..]
            })
        }
        Some("lowercase") => name.to_lowercase(),
        Some("kebab-case") => separate_words(name, '-'),
        Some(case) => panic!("`rename_all = \"{case}\"` is not supported"),
    }
}

fn write_docs(attributes: &[Attribute], indent: &str, out: &mut String) {
    let docs = attributes.iter().filter(|a| a.path().is_ident("doc"));
    let lines: Vec<String> = docs
        .filter_map(
            |attribute| match &attribute.meta.require_name_value().unwrap().value {
                Expr::Lit(literal) => match &literal.lit {
                    Lit::Str(text) => {
                        Some(text.value().trim().replace("[`", "`").replace("`]", "`"))
                    }
                    _ => None,
                },
                _ => None,
            },
        )
        .collect();
    match lines.as_slice() {
        [] => {}
        [line] => {
            let _ = writeln!(out, "{indent}/** {line} */");
        }
        lines => {
            let _ = writeln!(out, "{indent}/**");
            for line in lines {
                let _ = writeln!(out, "{}", format!("{indent} * {line}").trim_end());
            }
            let _ = writeln!(out, "{indent} */");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{HEAD, generate};

    /// The attributes of serde have the same effect in TypeScript as in JSON.
    #[test]
    fn attributes_of_serde_are_followed() {
        let source = r#"
        /// One.
        ///
        /// Two.
        #[derive(Serialize)]
        #[serde(rename = "A", rename_all = "camelCase")]
        struct AProps<'a> {
            /// A name.
            long_name: &'a str,
            #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
            kind: Option<Kind>,
            #[serde(skip)]
            secret: String,
            list: Vec<Option<u32>>,
        }
        #[derive(Serialize)]
        #[serde(rename_all = "kebab-case")]
        enum Kind { TheFirst, Other }
        #[derive(Serialize)]
        #[serde(tag = "t", rename_all = "kebab-case", rename_all_fields = "camelCase")]
        enum Tagged { Empty, WithFields { a_b: bool } }
        struct NotSerialised { field: Unknown }
    "#;
        let text = generate(&[source]);
        let expected = "
/**
 * One.
 *
 * Two.
 */
export type A = {
  /** A name. */
  longName: string;
  type?: Kind;
  list: (number | null)[];
};

export type Kind = 'the-first' | 'other';

export type Tagged =
  | { t: 'empty' }
  | {
      t: 'with-fields';
      aB: boolean;
    };
";
        assert_eq!(text.strip_prefix(HEAD), Some(expected));
    }
}
