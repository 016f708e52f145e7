//! The request to the worker: the documents, and the options that they share.

use super::plugins::Plugins;
use crate::assemble::{PageOwner, docs_version_path};
use crate::diagnostic::{Code, Diagnostics};
use crate::driver::content;
use crate::driver::documents::{DocumentParser, ParsedPage};
use crate::driver::mdx_components::registered_partials;
use crate::markdown::AdmonitionKind;
use crate::source::{SourceFile, SourceTree};
use crate::value::parse_yaml;
use serde_json::{Map, Value, json};
use std::time::Duration;

/// How long one document may take.
const DEADLINE: Duration = Duration::from_secs(20);

/// The documents to evaluate, and what they share.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) documents: Vec<Value>,
    pub(super) shared: Map<String, Value>,
    /// The values of data files by their paths. A document depends on those that it imports.
    pub(super) data: Map<String, Value>,
    /// The texts that functions of the configuration changed, by the paths of their files. A document depends on those of
    /// its partials.
    pub(super) texts: Map<String, Value>,
}

impl Job {
    /// The job for some documents, each with the content plugin that it belongs to.
    pub(super) fn new<'p>(
        parser: &DocumentParser<'_>,
        pages: impl Iterator<Item = (&'p ParsedPage, PageOwner<'p>)>,
        plugins: &Plugins<'_>,
    ) -> Self {
        let documents = pages.map(|(page, owner)| {
            let mut document = document(parser, page);
            if let Some(name) = plugins.list_name(owner) {
                document["plugins"] = name.into();
            }
            document
        });
        let documents = documents.collect();
        let options = &parser.config.markdown;
        let kinds = AdmonitionKind::NAMES.iter().map(|name| (*name).to_owned());
        let admonitions: Vec<String> = kinds.chain(options.admonitions.clone()).collect();
        let data = parser.data.paths().filter(|path| !path.ends_with(".json"));
        let data = data.filter_map(|path| {
            let value = parser.data.file(path)?;
            Some((path.to_owned(), (*value).clone()))
        });
        let site: Value = serde_json::from_str(&content::site_data(
            parser.config,
            &["@site/documents".to_owned()],
        ))
        .unwrap_or_default();
        let shared = json!({
            "admonitions": admonitions,
            "aliases": content::aliases(parser.config),
            "hasMath": !options.is_math_off,
            "registered": registered_partials(parser.tree),
            "site": site,
            "deadline": u64::try_from(DEADLINE.as_millis()).unwrap_or(u64::MAX),
        });
        let Value::Object(mut shared) = shared else {
            unreachable!("BUG: it is a map")
        };
        if let Some(lists) = plugins.lists() {
            shared.insert("pluginLists".to_owned(), lists);
        }
        Job {
            documents,
            shared,
            texts: processed_texts(parser.tree),
            data: data.chain(yaml_values(parser.tree)).collect(),
        }
    }
}

fn processed_texts(tree: &SourceTree) -> Map<String, Value> {
    let files = tree.files.iter().filter(|file| file.written.is_some());
    let texts = files.map(|file| (file.path.clone(), Value::from(&*file.text)));
    texts.collect()
}

/// The values of YAML files by their paths. As with the parser, only imports of a file read them.
fn yaml_values(tree: &SourceTree) -> impl Iterator<Item = (String, Value)> {
    let is_yaml = |file: &&SourceFile| file.has_extension("yaml") || file.has_extension("yml");
    tree.files.iter().filter(is_yaml).filter_map(|file| {
        let mut unreported = Diagnostics::new();
        let node = parse_yaml(file, 0..file.text.len(), Code::BadData, &mut unreported);
        unreported.discard();
        Some((file.path.clone(), node?.to_json()))
    })
}

fn document(parser: &DocumentParser<'_>, page: &ParsedPage) -> Value {
    let file = parser.tree.file(page.parsed.file);
    let document = &page.parsed.document;
    let front: String = file.text[..page.body]
        .chars()
        .filter(|c| *c == '\n')
        .collect();
    let headings = document.headings.iter().filter(|heading| heading.level > 1);
    let toc = headings
        .map(|heading| json!({"value": heading.html, "id": heading.id, "level": heading.level}));
    let title = page.parsed.front.title.clone();
    let title = title.or_else(|| document.content_title.clone());
    json!({
        "path": file.path,
        "text": format!("{front}{}", &file.text[page.body..]),
        "toc": toc.collect::<Vec<Value>>(),
        "frontMatter": page.parsed.front.value,
        "title": document.content_title,
        "versionPath": docs_version_path(parser.config, &file.path),
        "metadata": {"title": title, "source": format!("@site/{}", file.path)},
    })
}
