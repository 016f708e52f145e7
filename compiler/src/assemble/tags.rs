//! Tags of documents and posts: the tags file, the tags of a page, and the pages that share a tag.

mod kebab_case;

pub(crate) use self::kebab_case::kebab_case;

use crate::assemble::context::LocaleContext;
use crate::assemble::messages::message;
use crate::assemble::routes::site_route;
use crate::config::{TagOptions, TagsFile};
use crate::diagnostic::{Code, Diagnostics, Level, Severity, did_you_mean_or};
use crate::front_matter::TagEntry;
use crate::model::{PageLink, RoutePath, TagLetter, TagLink};
use crate::source::{SourceFile, Span};
use crate::value::{FieldCodes, Fields, Node, NodeValue, parse_yaml};
use std::collections::{BTreeMap, BTreeSet};

const DEFAULT_FILE: &str = "tags.yml";

const FIELD_CODES: FieldCodes = FieldCodes {
    invalid_value: Code::BadData,
    unknown_key: Code::BadData,
    unknown_key_severity: Severity::Warning,
};

/// A tag of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tag {
    /// The name of the tag for readers.
    pub(super) label: String,
    /// The page that lists the items with it.
    pub(super) route: RoutePath,
    /// One sentence.
    pub(super) description: Option<String>,
}

impl Tag {
    /// The tag as the interface renders it.
    pub(super) fn link(&self) -> TagLink {
        TagLink {
            label: self.label.clone(),
            href: self.route.to_string(),
            description: self.description.clone(),
            count: None,
        }
    }
}

/// A tag of the tags file.
#[derive(Debug)]
struct TagDefinition {
    label: String,
    permalink: String,
    description: Option<String>,
}

/// The tags file of a docs version or of the blog.
#[derive(Debug)]
pub(super) struct TagIndex<'c> {
    /// The path of all tags, base path left out.
    pub(super) base: String,
    options: &'c TagOptions,
    /// The path of the file, if there is one.
    file: Option<String>,
    defined: BTreeMap<String, TagDefinition>,
}

impl<'c> TagIndex<'c> {
    /// Reads the tags file in the first of some folders that has one. The pages of tags get paths below `route_base`.
    pub(super) fn read(
        context: &LocaleContext<'_>,
        folders: &[&str],
        route_base: &str,
        options: &'c TagOptions,
        sink: &mut Diagnostics,
    ) -> Self {
        let file = find_file(context, folders, options, sink);
        TagIndex {
            base: format!("{route_base}/{}", options.base_path),
            options,
            file: file.map(|file| file.path.clone()),
            defined: file.map_or_else(BTreeMap::new, |file| read_file(file, sink)),
        }
    }

    /// The tags that the front matter of a page names.
    pub(super) fn tags(
        &self,
        context: &LocaleContext<'_>,
        entries: &[TagEntry],
        sink: &mut Diagnostics,
    ) -> Vec<Tag> {
        let tags = entries.iter();
        tags.filter_map(|entry| self.tag(context, entry, sink))
            .collect()
    }

    fn tag(
        &self,
        context: &LocaleContext<'_>,
        entry: &TagEntry,
        sink: &mut Diagnostics,
    ) -> Option<Tag> {
        let defined = self.defined.get(&entry.label).filter(|_| entry.is_key);
        if defined.is_none() {
            self.report_inline(entry, sink);
        }
        let permalink = match (defined, &entry.permalink) {
            (Some(defined), _) => defined.permalink.clone(),
            (None, Some(permalink)) => permalink.clone(),
            (None, None) => kebab_case(&entry.label),
        };
        let rest = permalink.trim_matches('/');
        let route = site_route(context, &format!("{}/{rest}", self.base));
        let Some(route) = route.filter(|_| !rest.is_empty()) else {
            let message = format!("cannot derive a path from the tag `{}`", entry.label);
            sink.error(Code::BadFrontMatter, entry.span, message)
                .help("give it letters, or a `permalink`");
            return None;
        };
        Some(Tag {
            label: defined
                .map_or(&entry.label, |defined| &defined.label)
                .clone(),
            route,
            description: defined.and_then(|defined| defined.description.clone()),
        })
    }

    /// Reports a tag that is not in the tags file, if there is one.
    fn report_inline(&self, entry: &TagEntry, sink: &mut Diagnostics) {
        let Some(file) = &self.file else {
            return;
        };
        let message = format!("the tag `{}` is not in `{file}`", entry.label);
        let problem = match self.options.on_inline {
            Level::Ignore => return,
            Level::Warn => sink.warn(Code::UnknownTag, entry.span, message),
            Level::Error => sink.error(Code::UnknownTag, entry.span, message),
        };
        let known = self.defined.keys().map(String::as_str);
        problem.help(did_you_mean_or(&entry.label, known, "add it there"));
    }
}

fn find_file<'t>(
    context: &'t LocaleContext<'t>,
    folders: &[&str],
    options: &TagOptions,
    sink: &mut Diagnostics,
) -> Option<&'t SourceFile> {
    let (name, span) = match &options.file {
        TagsFile::None => return None,
        TagsFile::Default => (DEFAULT_FILE, None),
        TagsFile::Path(path, span) => (path.trim_start_matches("./"), Some(*span)),
    };
    let found = context.find_in(folders, name);
    if let (None, Some(span)) = (found, span) {
        let folder = folders.last().unwrap_or(&"");
        sink.error(
            Code::BadConfig,
            span,
            format!("there is no file `{folder}/{name}`"),
        )
        .help("create it, or remove `tags`");
    }
    found
}

fn read_file(file: &SourceFile, sink: &mut Diagnostics) -> BTreeMap<String, TagDefinition> {
    let mut defined = BTreeMap::new();
    let Some(node) = parse_yaml(file, 0..file.text.len(), Code::BadData, sink) else {
        return defined;
    };
    let mut taken = BTreeSet::new();
    // This reports a root that is not a map.
    Fields::new(&node, FIELD_CODES, sink);
    for entry in node.entries() {
        let (tag, span) = read_tag(&entry.key, &entry.node, sink);
        let permalink = tag.permalink.trim_matches('/').to_owned();
        if !taken.insert(permalink) {
            let message = format!("another tag has the path `{}`, too", tag.permalink);
            let span = span.unwrap_or(entry.key_span);
            sink.error(Code::BadData, span, message)
                .help("give it a `permalink` of its own");
        }
        defined.insert(entry.key.clone(), tag);
    }
    defined
}

fn read_tag(key: &str, node: &Node, sink: &mut Diagnostics) -> (TagDefinition, Option<Span>) {
    let mut fields = Fields::new(node, FIELD_CODES, sink);
    let permalink = fields
        .string_at("permalink")
        .filter(|(path, _)| !path.is_empty());
    let label = fields.string("label").filter(|label| !label.is_empty());
    let description = fields.string("description");
    if matches!(node.value, NodeValue::Map(_)) {
        fields.finish();
    }
    let span = permalink.as_ref().map(|(_, span)| *span);
    let tag = TagDefinition {
        label: label.unwrap_or_else(|| capitalize(key)),
        permalink: permalink.map_or_else(|| kebab_case(key), |(path, _)| path),
        description,
    };
    (tag, span)
}

/// Lodash's `capitalize`.
fn capitalize(text: &str) -> String {
    let lower = text.to_lowercase();
    let mut letters = lower.chars();
    let first = letters.next().map(|first| first.to_uppercase().collect());
    let first: String = first.unwrap_or_default();
    first + letters.as_str()
}

/// The documents or posts with one tag.
#[derive(Debug)]
pub(super) struct TagGroup {
    /// The tag as the first of them names it.
    pub(super) tag: Tag,
    /// The numbers of the listed items, or of all items when none is listed.
    pub(super) items: Vec<usize>,
    /// Whether none is listed.
    pub(super) is_unlisted: bool,
}

/// A document or post with its tags.
#[derive(Clone, Copy, Debug)]
pub(super) struct TaggedItem<'t> {
    /// The index of the document or post in the list of its kind, from 0.
    pub(super) number: usize,
    /// The tags of the document or post.
    pub(super) tags: &'t [Tag],
    /// Whether the document or post is unlisted, so that lists leave it out.
    pub(super) is_unlisted: bool,
}

/// Groups items by the paths of their tags.
pub(super) fn group_by_tag<'t>(items: impl Iterator<Item = TaggedItem<'t>>) -> Vec<TagGroup> {
    let mut groups: BTreeMap<RoutePath, (Tag, Vec<(usize, bool)>)> = BTreeMap::new();
    for item in items {
        for tag in item.tags {
            let group = groups.entry(tag.route.clone());
            let (_, members) = group.or_insert_with(|| (tag.clone(), Vec::new()));
            if members.last().is_none_or(|(last, _)| *last != item.number) {
                members.push((item.number, item.is_unlisted));
            }
        }
    }
    let groups = groups.into_values().map(|(tag, mut members)| {
        let is_unlisted = members.iter().all(|(_, is_unlisted)| *is_unlisted);
        members.retain(|(_, item_is_unlisted)| is_unlisted || !item_is_unlisted);
        TagGroup {
            tag,
            items: members.into_iter().map(|(item, _)| item).collect(),
            is_unlisted,
        }
    });
    groups.collect()
}

/// The listed tags by their first letter, both in alphabetical order.
pub(super) fn by_letter<'g>(groups: impl Iterator<Item = &'g TagGroup>) -> Vec<TagLetter> {
    let mut letters: BTreeMap<String, Vec<TagLink>> = BTreeMap::new();
    for group in groups.filter(|group| !group.is_unlisted) {
        let first = group.tag.label.chars().next();
        let letter = first.map_or_else(String::new, |first| first.to_uppercase().collect());
        let mut link = group.tag.link();
        link.count = Some(group.items.len());
        letters.entry(letter).or_default().push(link);
    }
    let letters = letters.into_iter().map(|(letter, mut tags)| {
        tags.sort_by_cached_key(|tag| (tag.label.to_lowercase(), tag.label.clone()));
        TagLetter { letter, tags }
    });
    letters.collect()
}

/// The title of a page of all tags.
pub(super) fn tags_title(context: &LocaleContext<'_>) -> String {
    message(context, "theme.tags.tagsPageTitle", "Tags", &[])
}

/// The link to a page of all tags.
pub(super) fn all_tags(context: &LocaleContext<'_>, route: &RoutePath) -> PageLink {
    PageLink {
        title: message(context, "theme.tags.tagsPageLink", "View all tags", &[]),
        href: route.to_string(),
    }
}
