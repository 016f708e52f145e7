//! Translates the configuration and the strings of the interface into a locale.
//!
//! In: a [`SiteConfig`], a locale and the tree. Out: the configuration in the language of the locale. The files under
//! `i18n/` are those of Docusaurus:
//! `code.json`, `docusaurus-theme-classic/{navbar,footer}.json`, `docusaurus-plugin-content-docs[-ID]/VERSION.json`,
//! `docusaurus-plugin-content-blog/options.json`, each a map of `{"id": {"message": "…", "description": "…"}}`.
//! A string without a translation stays as it is.

mod theme;

use self::theme::{translate_blog, translate_footer, translate_navbar};
use crate::config::{LocaleConfig, SiteConfig};
use crate::diagnostic::{Code, Diagnostics, Severity, did_you_mean_or};
use crate::markdown::Labels;
use crate::source::letter_case::capitalize;
use crate::source::{SourceFile, SourceTree, Span};
use crate::value::{Entry, FieldCodes, Fields, Node, NodeValue, parse_yaml};
use std::collections::BTreeMap;

const FIELD_CODES: FieldCodes = FieldCodes {
    invalid_value: Code::BadTranslation,
    unknown_key: Code::BadTranslation,
    unknown_key_severity: Severity::Warning,
};

/// The built-in translations of the interface by locale code.
const BUILT_IN: [(&str, &str); 8] = [
    ("ar", include_str!("translations/messages/ar.json")),
    ("de", include_str!("translations/messages/de.json")),
    ("es", include_str!("translations/messages/es.json")),
    ("fr", include_str!("translations/messages/fr.json")),
    ("he", include_str!("translations/messages/he.json")),
    ("ja", include_str!("translations/messages/ja.json")),
    ("pt-BR", include_str!("translations/messages/pt-BR.json")),
    (
        "zh-Hans",
        include_str!("translations/messages/zh-Hans.json"),
    ),
];

/// The ids and their English strings, which are also the defaults of the interface.
const ENGLISH: &str = include_str!("translations/messages/en.json");

/// Docusaurus' ids of strings that have another id here.
const ALIASES: [(&str, &str); 1] = [(
    "theme.IconExternalLink.ariaLabel",
    "theme.common.opensInNewTab",
)];

/// The prefixes of strings that only the compiler writes; the interface does not get them.
const COMPILER_PREFIXES: [&str; 3] = [
    "theme.common.headingLinkTitle",
    "theme.markdown.",
    "theme.offline.",
];

/// The ids of the names of admonitions, in the order of [`Labels::admonitions`].
const ADMONITIONS: [&str; 6] = [
    "theme.admonition.note",
    "theme.admonition.tip",
    "theme.admonition.info",
    "theme.admonition.warning",
    "theme.admonition.danger",
    "theme.admonition.caution",
];

/// The instance whose folder of translations has no id in its name.
const DEFAULT_INSTANCE: &str = "default";

/// Docusaurus' name for the folder of a plugin's translations in the folder of a locale.
#[must_use]
pub fn plugin_folder(plugin: &str, id: &str) -> String {
    match id {
        DEFAULT_INSTANCE => format!("docusaurus-plugin-content-{plugin}"),
        id => format!("docusaurus-plugin-content-{plugin}-{id}"),
    }
}

/// A translated string of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Message {
    text: String,
    id_span: Span,
}

/// The translated strings of a file by id.
#[derive(Clone, Debug, Default)]
struct Messages {
    messages: BTreeMap<String, Message>,
}

impl Messages {
    fn get(&self, id: &str) -> Option<&str> {
        self.messages.get(id).map(|message| message.text.as_str())
    }

    /// Replaces `text` by the string of an id, if there is one.
    fn replace(&self, id: &str, text: &mut String) {
        if let Some(own) = self.get(id) {
            own.clone_into(text);
        }
    }

    /// Reports ids that this file cannot have.
    fn report_unknown(&self, known: &[String], sink: &mut Diagnostics) {
        for (id, message) in &self.messages {
            if known.contains(id) {
                continue;
            }
            report_unknown_id(id, message, known, sink);
        }
    }

    fn into_texts(self) -> BTreeMap<String, String> {
        let messages = self.messages.into_iter();
        messages.map(|(id, message)| (id, message.text)).collect()
    }
}

/// The configuration in the language of a locale.
#[must_use]
pub fn localize(
    config: &SiteConfig,
    locale: &LocaleConfig,
    tree: &SourceTree,
    sink: &mut Diagnostics,
) -> SiteConfig {
    let mut own = config.clone();
    let mut reader = MessageReader { tree, sink };
    let folder = locale.folder();
    let theme = format!("{folder}/docusaurus-theme-classic");
    own.messages = reader.interface_strings(config, locale);
    let navbar = reader.read(&format!("{theme}/navbar.json"));
    translate_navbar(&mut own, &navbar, reader.sink);
    let footer = reader.read(&format!("{theme}/footer.json"));
    translate_footer(&mut own.footer, &footer, reader.sink);
    for blog in &mut own.blogs {
        let plugin = plugin_folder("blog", &blog.id);
        let options = reader.read(&format!("{folder}/{plugin}/options.json"));
        translate_blog(blog, &options, reader.sink);
    }
    for docs in &mut own.docs {
        let plugin = plugin_folder("docs", &docs.id);
        for version in &mut docs.versions {
            let file = format!("{folder}/{plugin}/{}.json", version.translations);
            let labels = reader.read(&file);
            labels.replace("version.label", &mut version.label);
            version.messages = labels.into_texts();
        }
    }
    own
}

/// The labels in the HTML of Markdown, from a localized configuration.
#[must_use]
pub fn labels(localized: &SiteConfig) -> Labels {
    let mut labels = Labels::default();
    let message = |id: &str| localized.messages.get(id);
    let put = |id: &str, text: &mut String| {
        if let Some(own) = message(id) {
            own.clone_into(text);
        }
    };
    if let Some(own) = message("theme.common.headingLinkTitle") {
        // The text of the heading always follows the label.
        own.replace("{heading}", "")
            .trim()
            .clone_into(&mut labels.direct_link_to);
    }
    put("theme.common.opensInNewTab", &mut labels.opens_in_new_tab);
    put("theme.markdown.table", &mut labels.table);
    put("theme.markdown.code", &mut labels.code);
    put("theme.markdown.footnotes", &mut labels.footnotes);
    put(
        "theme.markdown.backToReference",
        &mut labels.back_to_reference,
    );
    put("theme.markdown.taskOpen", &mut labels.tasks[0]);
    put("theme.markdown.taskDone", &mut labels.tasks[1]);
    for (id, label) in ADMONITIONS.iter().zip(&mut labels.admonitions) {
        if let Some(own) = message(id) {
            *label = capitalize(own);
        }
    }
    labels
}

/// The strings that the interface gets.
#[must_use]
pub fn interface_messages(messages: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    let messages = messages.iter().filter(|(id, _)| {
        let mut own = COMPILER_PREFIXES.iter();
        !own.any(|start| id.starts_with(start))
    });
    messages
        .map(|(id, text)| (id.clone(), text.clone()))
        .collect()
}

struct MessageReader<'t, 's> {
    tree: &'t SourceTree,
    sink: &'s mut Diagnostics,
}

impl MessageReader<'_, '_> {
    /// The built-in strings, replaced by those of `code.json`; in the default locale `[messages]` of the configuration has
    /// precedence.
    fn interface_strings(
        &mut self,
        config: &SiteConfig,
        locale: &LocaleConfig,
    ) -> BTreeMap<String, String> {
        let mut messages = built_in(&locale.code);
        let written = self.read(&format!("{}/code.json", locale.folder()));
        let english = parse(ENGLISH);
        // The theme of a Docusaurus site has strings for parts that the interface does not have.
        if !config.is_imported {
            report_unused(&written, &english, self.sink);
        }
        let mut written = written.into_texts();
        for (theirs, ours) in ALIASES {
            if let Some(text) = written.get(theirs).cloned() {
                written.entry(ours.to_owned()).or_insert(text);
            }
        }
        // An id outside `theme.` belongs to a component of the site. It remains, because nothing here knows its users.
        written.retain(|id, _| !id.starts_with("theme.") || english.contains_key(id));
        messages.extend(written);
        if locale.is_default {
            messages.extend(config.messages.clone());
        }
        messages
    }

    /// The strings of a file, if it exists.
    fn read(&mut self, path: &str) -> Messages {
        let Some(file) = self.tree.find(path) else {
            return Messages::default();
        };
        self.read_file(file)
    }

    fn read_file(&mut self, file: &SourceFile) -> Messages {
        let mut read = Messages::default();
        let whole = 0..file.text.len();
        let Some(node) = parse_yaml(file, whole, Code::BadTranslation, self.sink) else {
            return read;
        };
        if !matches!(node.value, NodeValue::Map(_)) {
            let message = format!("expected a map of translations, found {}", node.kind());
            self.sink
                .error(Code::BadTranslation, node.span, message)
                .help("write, say, `\"theme.NotFound.title\": \"Page not found\"`");
        }
        for entry in node.entries() {
            if let Some(text) = self.read_message(entry) {
                let message = Message {
                    text,
                    id_span: entry.key_span,
                };
                read.messages.insert(entry.key.clone(), message);
            }
        }
        read
    }

    fn read_message(&mut self, entry: &Entry) -> Option<String> {
        if entry.key.trim().is_empty() {
            self.sink
                .error(
                    Code::BadTranslation,
                    entry.key_span,
                    "a translation needs an id",
                )
                .help("take the id of the string that it translates");
            return None;
        }
        let text = match &entry.node.value {
            NodeValue::Map(_) => self.message_field(&entry.node),
            _ => None,
        };
        if text.is_none() {
            let message = format!("the translation `{}` has no `message`", entry.key);
            self.sink
                .error(Code::BadTranslation, entry.key_span, message)
                .help("write it as `{ \"message\": \"…\" }`");
        }
        text
    }

    fn message_field(&mut self, node: &Node) -> Option<String> {
        let mut fields = Fields::new(node, FIELD_CODES, self.sink);
        let text = fields.string("message");
        fields.string("description");
        fields.finish();
        text
    }
}

/// Reports the ids of `theme.` that no string of the interface has, such as those of Docusaurus' other components.
fn report_unused(messages: &Messages, english: &BTreeMap<String, String>, sink: &mut Diagnostics) {
    for (id, message) in &messages.messages {
        let is_used = !id.starts_with("theme.") || english.contains_key(id);
        if is_used || ALIASES.iter().any(|(theirs, _)| theirs == id) {
            continue;
        }
        report_unknown_id(id, message, english.keys(), sink);
    }
}

fn report_unknown_id<'k>(
    id: &str,
    message: &Message,
    known: impl IntoIterator<Item = &'k String>,
    sink: &mut Diagnostics,
) {
    let problem = format!("unknown translation id `{id}`: no text uses it");
    let known = known.into_iter().map(String::as_str);
    let otherwise = "correct the id, or delete the entry";
    sink.warn(Code::UnknownTranslation, message.id_span, problem)
        .help(did_you_mean_or(id, known, otherwise));
}

/// The built-in strings of a locale's language; none for English and for unknown languages.
fn built_in(code: &str) -> BTreeMap<String, String> {
    let language = |code: &'static str| code.split('-').next().unwrap_or(code);
    let own = code.split('-').next().unwrap_or(code);
    // Traditional Chinese must not fall back to simplified characters.
    let is_traditional = ["zh-Hant", "zh-TW", "zh-HK", "zh-MO"];
    if is_traditional.iter().any(|start| code.starts_with(start)) {
        return BTreeMap::new();
    }
    let exact = BUILT_IN.iter().find(|(known, _)| *known == code);
    let near = || BUILT_IN.iter().find(|(known, _)| language(known) == own);
    exact
        .or_else(near)
        .map_or_else(BTreeMap::new, |(_, text)| parse(text))
}

fn parse(text: &str) -> BTreeMap<String, String> {
    serde_json::from_str(text).expect("BUG: our own strings are a map")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::is_message_file;
    use std::collections::BTreeSet;

    /// The names between braces.
    fn placeholders(text: &str) -> BTreeSet<&str> {
        let starts = text.split('{').skip(1);
        starts.filter_map(|rest| rest.split('}').next()).collect()
    }

    #[test]
    fn every_language_has_every_string_with_its_placeholders() {
        let english = parse(ENGLISH);
        for (code, text) in BUILT_IN {
            let own = parse(text);
            assert_eq!(
                own.keys().collect::<Vec<_>>(),
                english.keys().collect::<Vec<_>>(),
                "{code}"
            );
            for (id, text) in &own {
                assert_eq!(
                    placeholders(text),
                    placeholders(&english[id]),
                    "{code} {id}"
                );
                assert!(!text.trim().is_empty(), "{code} {id}");
            }
        }
    }

    #[test]
    fn a_variety_of_a_language_has_the_strings_of_its_language() {
        let next = |code: &str| built_in(code).remove("theme.docs.paginator.next");
        assert_eq!(next("fr-CA").as_deref(), Some("Suivant"));
        assert_eq!(next("pt").as_deref(), Some("Próxima"));
        assert_eq!(next("zh-CN"), next("zh-Hans"));
        assert_eq!(next("zh-TW"), None);
        assert_eq!(next("en"), None);
    }

    #[test]
    fn files_of_strings_are_told_from_data() {
        assert!(is_message_file("i18n/fr/code.json"));
        assert!(is_message_file(
            "i18n/fr/docusaurus-theme-classic/navbar.json"
        ));
        assert!(!is_message_file(
            "i18n/fr/docusaurus-plugin-content-docs/current/data.json"
        ));
        assert!(!is_message_file("data/code.json"));
    }
}
