//! Finds the requests of components and scripts to other hosts, which the Content-Security-Policy refuses unless the site allows
//! them.
//!
//! It reads the modules of the components that the site uses, the site's own scripts that the configuration names, and the files
//! that these import. Only addresses that the code spells out are found: `fetch('https://…')`, constants of the same file, and what
//! scripts import.

use crate::config::{HeadTag, SiteConfig};
use crate::diagnostic::{Code, Diagnostics};
use crate::driver::mdx_components::{resolve_path, script};
use crate::render::bundle::Bundle;
use crate::source::javascript::{Token, TokenKind, code_tokens};
use crate::source::{SourceFile, SourceTree, Span};
use std::collections::BTreeSet;

/// What sends a request to its first argument.
const SENDERS: [&str; 5] = ["fetch", "axios", "WebSocket", "EventSource", "useSWR"];

/// How deep elements are read that stand in the code of elements.
const MAX_NESTED: usize = 32;

/// Reports each host once in each file.
pub(in crate::driver) fn report_requests(
    bundle: &Bundle,
    tree: &SourceTree,
    config: &SiteConfig,
    sink: &mut Diagnostics,
) {
    let components = bundle.components.values();
    let components = components.filter_map(|component| tree.find(component.file.as_deref()?));
    for file in modules(components.collect(), tree) {
        report_file("connect-src", requests(file), config, sink);
    }
    report_scripts(tree, config, sink);
}

/// Reports the requests and imports of the site's own scripts. What components import is part of the bundle.
fn report_scripts(tree: &SourceTree, config: &SiteConfig, sink: &mut Diagnostics) {
    for file in modules(scripts(config, tree), tree) {
        report_file("connect-src", requests(file), config, sink);
        report_file("script-src", imported_hosts(file), config, sink);
    }
}

/// Reports the origins in a file that a directive of the policy refuses, each once.
fn report_file(
    directive: &str,
    origins: Vec<(String, Span)>,
    config: &SiteConfig,
    sink: &mut Diagnostics,
) {
    let tags = config.metadata.head_tags.iter();
    let mut policy = config.policy.clone();
    policy.extend(tags.filter_map(HeadTag::policy_source));
    let mut reported = BTreeSet::new();
    for (origin, span) in origins {
        if is_allowed(&policy, directive, &origin) || !reported.insert(origin.clone()) {
            continue;
        }
        let what = match directive {
            "script-src" => "scripts of",
            _ => "requests to",
        };
        let message = format!("the Content-Security-Policy refuses {what} `{origin}`");
        let help = match config.is_imported {
            true => format!(
                "allow them in the configuration: `customFields: {{bindery: {{policy: {{'{directive}': ['{origin}']}}}}}}`"
            ),
            false => {
                format!("allow them in `site.toml`: `policy = {{ {directive} = [\"{origin}\"] }}`")
            }
        };
        sink.warn(Code::RefusedRequest, span, message).help(help);
    }
}

/// The site's own scripts that the configuration adds to every page.
fn scripts<'t>(config: &SiteConfig, tree: &'t SourceTree) -> Vec<&'t SourceFile> {
    let tags = config.metadata.head_tags.iter();
    let attributes = tags
        .filter(|tag| tag.name == "script")
        .flat_map(|tag| &tag.attributes);
    let sources = attributes
        .filter(|(name, _)| name == "src")
        .filter_map(|(_, value)| value.as_deref());
    let mut found = Vec::new();
    for source in sources {
        let path = source.strip_prefix(&*config.base_path).unwrap_or(source);
        let path = path.trim_start_matches('/');
        let files = config.static_directories.iter();
        found.extend(files.filter_map(|folder| tree.find(&format!("{folder}/{path}"))));
    }
    found
}

/// The origins of the modules that a script imports by their addresses.
fn imported_hosts(file: &SourceFile) -> Vec<(String, Span)> {
    let code = code_tokens(&file.text);
    let mut found = Vec::new();
    for (at, token) in code.iter().enumerate() {
        if is_imported(&code[..at])
            && token.quoted().is_some()
            && let Some(origin) = origin_of(token, &code)
        {
            let end = token.start + token.text.len();
            found.push((origin, Span::new(file.id, token.start, end)));
        }
    }
    found
}

/// Whether the text after these tokens is the path of an import: after `from`, `import` or `import(`.
fn is_imported(before: &[Token<'_>]) -> bool {
    let last = before.iter().rev().find(|one| !one.is("("));
    last.is_some_and(|last| last.is("from") || last.is("import"))
}

/// These files and the files of the tree that they import, by their paths.
fn modules<'t>(mut open: Vec<&'t SourceFile>, tree: &'t SourceTree) -> Vec<&'t SourceFile> {
    let mut known: BTreeSet<&str> = BTreeSet::new();
    let mut found = Vec::new();
    while let Some(file) = open.pop() {
        if is_script(file) && known.insert(&file.path) {
            open.extend(imports(file).filter_map(|path| imported(tree, file, path)));
            found.push(file);
        }
    }
    found.sort_by(|one, other| one.path.cmp(&other.path));
    found
}

fn is_script(file: &SourceFile) -> bool {
    let endings = ["js", "jsx", "ts", "tsx", "mjs"];
    endings.iter().any(|ending| file.has_extension(ending))
}

/// The texts after `from`, `import` and `import(`.
fn imports(file: &SourceFile) -> impl Iterator<Item = &str> {
    let code = code_tokens(&file.text);
    let mut found = Vec::new();
    for (at, token) in code.iter().enumerate() {
        found.extend(token.quoted().filter(|_| is_imported(&code[..at])));
    }
    found.into_iter()
}

/// The file that a module of the tree imports by this path.
fn imported<'t>(tree: &'t SourceTree, from: &SourceFile, path: &str) -> Option<&'t SourceFile> {
    let name = match path.strip_prefix("@site/") {
        Some(rest) => rest.to_owned(),
        None if path.starts_with('.') => resolve_path(from.folder(), path)?,
        None => return None,
    };
    tree.find(&name).or_else(|| script(tree, &name))
}

/// The origins that a file sends requests to, with their places.
///
/// Elements that are nested deeper than [`MAX_NESTED`] are not read: each level is a text that is read again.
fn requests(file: &SourceFile) -> Vec<(String, Span)> {
    let mut found = Vec::new();
    let mut open = vec![(&*file.text, 0, 0)];
    while let Some((text, offset, depth)) = open.pop() {
        let code = code_tokens(text);
        add_requests(file, &code, offset, &mut found);
        if depth == MAX_NESTED {
            continue;
        }
        let elements = code.iter().filter(|token| token.kind == TokenKind::Jsx);
        for token in elements {
            let inner = embedded_code(token.text).into_iter();
            open.extend(inner.map(|(at, inner)| (inner, offset + token.start + at, depth + 1)));
        }
    }
    found.sort_by_key(|(_, span)| span.start);
    found
}

/// Adds the requests of a code that begins at an offset of the file.
fn add_requests(
    file: &SourceFile,
    code: &[Token<'_>],
    offset: usize,
    found: &mut Vec<(String, Span)>,
) {
    for (at, token) in code.iter().enumerate() {
        if !SENDERS.iter().any(|name| token.is(name)) {
            continue;
        }
        let Some(argument) = first_argument(&code[at + 1..]) else {
            continue;
        };
        if let Some(origin) = origin_of(argument, code) {
            let start = offset + argument.start;
            let span = Span::new(file.id, start, start + argument.text.len());
            found.push((origin, span));
        }
    }
}

/// The code between the outermost braces of an element, with its offset.
fn embedded_code(element: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let (mut depth, mut start) = (0_usize, 0);
    for (at, byte) in element.bytes().enumerate() {
        match byte {
            b'{' => {
                depth += 1;
                if depth == 1 {
                    start = at + 1;
                }
            }
            b'}' if depth > 0 => {
                depth -= 1;
                if depth == 0 {
                    found.push((start, &element[start..at]));
                }
            }
            _ => {}
        }
    }
    found
}

/// The first argument of a call of `name` or of one of its methods.
fn first_argument<'c, 't>(rest: &'c [Token<'t>]) -> Option<&'c Token<'t>> {
    match rest {
        [open, argument, ..] if open.is("(") => Some(argument),
        [dot, _, open, argument, ..] if dot.is(".") && open.is("(") => Some(argument),
        _ => None,
    }
}

/// The origin of an address: a text, or a constant of the file, alone or at the start of a template.
fn origin_of(argument: &Token<'_>, code: &[Token<'_>]) -> Option<String> {
    let text = match argument.quoted() {
        Some(text) => text,
        None if argument.kind == TokenKind::Word => constant(argument.text, code)?,
        None => return None,
    };
    let name = text
        .strip_prefix("${")
        .and_then(|rest| rest.split('}').next());
    let text = name.map_or(Some(text), |name| constant(name.trim(), code))?;
    let (scheme, rest) = text.split_once("://")?;
    let host = rest
        .split(['/', '?', '#', '$', ' '])
        .next()
        .unwrap_or_default();
    let is_host = |byte: u8| byte.is_ascii_alphanumeric() || b"-.:".contains(&byte);
    let is_known = ["https", "wss"].contains(&scheme) && host.contains('.');
    (is_known && host.bytes().all(is_host))
        .then(|| format!("{scheme}://{}", host.to_ascii_lowercase()))
}

/// The text of `name = '…'`.
fn constant<'t>(name: &str, code: &[Token<'t>]) -> Option<&'t str> {
    code.windows(3).find_map(|window| {
        let [word, sign, value] = window else {
            return None;
        };
        (word.is(name) && sign.is("=")).then(|| value.quoted())?
    })
}

/// Whether the lines of a policy (`connect-src https://a https://b`) allow an origin in a directive.
fn is_allowed(policy: &[String], directive: &str, origin: &str) -> bool {
    let (scheme, host) = origin.split_once("://").unwrap_or_default();
    let sources = policy
        .iter()
        .filter_map(|line| line.strip_prefix(directive)?.strip_prefix(' '))
        .flat_map(str::split_whitespace);
    sources.into_iter().any(|source| {
        if source.strip_suffix(':') == Some(scheme) {
            return true;
        }
        let Some((own, rest)) = source.split_once("://") else {
            return false;
        };
        let rest = rest.split('/').next().unwrap_or_default();
        own == scheme
            && match rest.strip_prefix("*.") {
                Some(domain) => host
                    .strip_suffix(domain)
                    .is_some_and(|sub| sub.ends_with('.')),
                None => host == rest,
            }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        let tree = SourceTree::from_texts(&[("src/a.jsx", text)]);
        let origins = requests(&tree.files[0]);
        origins.into_iter().map(|(origin, _)| origin).collect()
    }

    #[test]
    fn requests_are_found_by_the_addresses_that_the_code_spells_out() {
        for (text, expected) in [
            ("fetch('https://Api.example/x')", "https://api.example"),
            (
                "await fetch(`https://a.example/${id}`)",
                "https://a.example",
            ),
            ("axios.get(\"https://a.example\")", "https://a.example"),
            (
                "new WebSocket('wss://a.example:8443/x')",
                "wss://a.example:8443",
            ),
            (
                "const API = 'https://a.example/v1';\nfetch(API)",
                "https://a.example",
            ),
            (
                "const API = 'https://a.example/v1';\nfetch(`${API}/x`)",
                "https://a.example",
            ),
            (
                "<p>{<b onClick={() => fetch('https://a.example/')}>x</b>}</p>",
                "https://a.example",
            ),
            (
                "const B = () => <b onClick={() => fetch('https://a.example/')}>x</b>;",
                "https://a.example",
            ),
        ] {
            assert_eq!(found(text), [expected], "{text}");
        }
        for text in [
            "fetch('/x')",
            "fetch(url)",
            "// fetch('https://a.example')",
            "open('https://a.example')",
            "fetch(`https://${host}/x`)",
            "fetch('http://localhost:3000')",
        ] {
            assert!(found(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn elements_are_read_to_a_limited_depth() {
        let nested = |depth: usize| {
            let (open, close) = ("<a b={".repeat(depth), "}/>".repeat(depth));
            found(&format!(
                "const A = {open}fetch('https://a.example'){close};"
            ))
        };
        assert_eq!(nested(MAX_NESTED), ["https://a.example"]);
        assert!(nested(20_000).is_empty());
    }

    #[test]
    fn sources_of_the_policy_allow_their_hosts() {
        let policy = ["connect-src https://a.example https://*.b.example wss:".to_owned()];
        for origin in [
            "https://a.example",
            "https://x.b.example",
            "wss://c.example",
        ] {
            assert!(is_allowed(&policy, "connect-src", origin), "{origin}");
        }
        for origin in ["https://b.example", "https://c.example", "wss2://a.example"] {
            assert!(!is_allowed(&policy, "connect-src", origin), "{origin}");
        }
        let of_images = ["img-src https://a.example".to_owned()];
        assert!(!is_allowed(&of_images, "connect-src", "https://a.example"));
    }

    #[test]
    fn scripts_of_every_page_are_read_with_what_they_import() {
        let config = "url = \"https://x.example\"\nbase_url = \"/base/\"\ntitle = \"X\"\n\
                      policy = { script-src = [\"https://k.example\"] }\n\
                      scripts = [\"/base/js/a.js\", { src = \"/js/c.js\", type = \"module\" }, \"https://known.example/d.js\"]\n";
        let tree = SourceTree::from_texts(&[
            ("site.toml", config),
            ("static/js/a.js", "fetch('https://a.example/x');"),
            ("static/js/b.js", "export * from 'https://b.example/b.js';"),
            (
                "static/js/c.js",
                "import './b.js';\nimport { c } from \"https://c.example/c.js\";\nimport('https://k.example/k.js');\nimport 'https://known.example/e.js';\n",
            ),
            ("static/js/unused.js", "import 'https://u.example/u.js';"),
        ]);
        let mut sink = Diagnostics::new();
        let config = crate::config::read_config(&tree, &mut sink);
        report_scripts(&tree, &config, &mut sink);
        let messages: Vec<_> = sink.iter().map(|one| one.message.clone()).collect();
        sink.discard();
        let expected = [
            "the Content-Security-Policy refuses requests to `https://a.example`",
            "the Content-Security-Policy refuses scripts of `https://b.example`",
            "the Content-Security-Policy refuses scripts of `https://c.example`",
        ];
        assert_eq!(messages, expected);
    }

    #[test]
    fn imports_lead_to_files_of_the_tree() {
        let tree = SourceTree::from_texts(&[
            (
                "src/a/b.tsx",
                "import x from '../lib/x';\nimport '@site/src/y';\nimport z from 'z';",
            ),
            ("src/lib/x.ts", ""),
            ("src/y/index.js", ""),
        ]);
        let from = tree.find("src/a/b.tsx").unwrap();
        let paths = imports(from).filter_map(|path| imported(&tree, from, path));
        let paths: Vec<_> = paths.map(|file| file.path.as_str()).collect();
        assert_eq!(paths, ["src/lib/x.ts", "src/y/index.js"]);
    }
}
