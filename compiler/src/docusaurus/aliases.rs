//! The shortened import paths of a site: `paths` of its `tsconfig.json` or `jsconfig.json`, the option `alias` of
//! plugins, and what its own plugins give to webpack.

use super::evaluate::Evaluated;
use super::paths::tree_path;
use crate::markdown::ImportAlias;
use crate::source::SourceTree;
use crate::source::javascript::code_tokens;
use serde_json::Value;

/// The aliases of a site, those with the longest beginning first.
pub(crate) fn aliases(tree: &SourceTree, evaluated: &Evaluated) -> Vec<ImportAlias> {
    let mut aliases = Vec::new();
    for name in ["tsconfig.json", "jsconfig.json"] {
        let text = tree.find(name).map(|file| without_comments(&file.text));
        let value = text.and_then(|text| serde_json::from_str(&text).ok());
        collect_paths(&value.unwrap_or(Value::Null), &mut aliases);
    }
    for plugin in evaluated.config["plugins"].as_array().into_iter().flatten() {
        collect_plugin(&plugin[1]["alias"], &mut aliases);
    }
    collect_plugin(&evaluated.aliases, &mut aliases);
    aliases.sort_by_key(|alias: &ImportAlias| usize::MAX - alias.before.len());
    aliases
}

fn collect_paths(config: &Value, aliases: &mut Vec<ImportAlias>) {
    let options = &config["compilerOptions"];
    let base = options["baseUrl"].as_str().unwrap_or(".");
    for (pattern, targets) in options["paths"].as_object().into_iter().flatten() {
        for target in targets.as_array().into_iter().flatten() {
            let path = tree_path(&format!("{base}/{}", target.as_str().unwrap_or_default()));
            let (start, end) = path.split_once('*').unwrap_or((&path, ""));
            let (before, after) = match pattern.split_once('*') {
                Some((before, after)) => (before, Some(after.to_owned())),
                None => (pattern.as_str(), None),
            };
            aliases.push(ImportAlias {
                before: before.to_owned(),
                after,
                target: (start.to_owned(), end.to_owned()),
            });
        }
    }
}

/// As with webpack, an alias is a whole import or its first folders.
fn collect_plugin(alias: &Value, aliases: &mut Vec<ImportAlias>) {
    for (name, path) in alias.as_object().into_iter().flatten() {
        let Some(path) = path.as_str().filter(|path| path.starts_with("@site/")) else {
            continue;
        };
        let path = tree_path(path);
        let exact = name.strip_suffix('$');
        aliases.push(ImportAlias {
            before: exact.unwrap_or(name).to_owned(),
            after: None,
            target: (path.clone(), String::new()),
        });
        if exact.is_some() {
            continue;
        }
        aliases.push(ImportAlias {
            before: format!("{name}/"),
            after: Some(String::new()),
            target: (format!("{path}/"), String::new()),
        });
    }
}

/// JSON without the comments and the trailing commas that TypeScript's configuration may have.
fn without_comments(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for token in code_tokens(text) {
        if token.is("}") || token.is("]") {
            plain.truncate(plain.strip_suffix(',').unwrap_or(&plain).len());
        }
        plain.push_str(token.text);
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn aliases_come_from_the_compiler_options_and_from_plugins() {
        let text = "// why\n{\"compilerOptions\": { /* \" */ \"baseUrl\": \"./src\", \"paths\": {\n\
            \"@parts/*\": [\"parts/*\", \"../old//*\"], // \"more\n \"whole\": [\"a\\\"b\"],\n},},}";
        let tree = SourceTree::from_texts(&[("tsconfig.json", text)]);
        let evaluated = Evaluated {
            config: json!({"plugins": ["x", ["y", {"alias": {"@c": "@site/src/c", "z": "/abs"}}]]}),
            aliases: json!({"@css": "@site/src/css", "one$": "@site/src/one.js", "off": false}),
            ..Evaluated::default()
        };
        let aliases = aliases(&tree, &evaluated);
        let paths = |written: &str| -> Vec<String> {
            aliases
                .iter()
                .filter_map(|alias| alias.path(written))
                .collect()
        };
        assert_eq!(paths("@parts/x/y"), ["src/parts/x/y", "old/x/y"]);
        assert_eq!(paths("whole"), ["src/a\"b"]);
        assert_eq!(paths("@c/d"), ["src/c/d"]);
        assert_eq!(paths("@c"), ["src/c"]);
        assert_eq!(paths("@css/a.css"), ["src/css/a.css"]);
        assert_eq!(paths("one"), ["src/one.js"]);
        assert_eq!(paths("one/a"), Vec::<String>::new());
        assert_eq!(paths("z"), Vec::<String>::new());
    }
}
