//! The tags of documents, their pages, and the page of all tags of a version.

use super::doc::Doc;
use crate::assemble::context::LocaleContext;
use crate::assemble::messages::{message, plural};
use crate::assemble::page_common::blank_page;
use crate::assemble::routes::{RouteOwner, RouteRegistry, site_route};
use crate::assemble::tags::{
    Tag, TagGroup, TagIndex, TaggedItem, all_tags, by_letter, group_by_tag, tags_title,
};
use crate::diagnostic::Diagnostics;
use crate::model::{Card, Page, PageContent, PageKind, PageLink, RoutePath, TagLink};
use crate::source::Span;

/// The tags of all documents, and the pages made of them.
#[derive(Debug, Default)]
pub(crate) struct DocTags {
    /// The tags by the number of the document.
    by_doc: Vec<Vec<Tag>>,
    versions: Vec<VersionTags>,
}

/// The tags of one docs version.
#[derive(Debug)]
struct VersionTags {
    /// The page of all tags, if a tag is listed.
    list: Option<RoutePath>,
    /// The tags that have a page.
    groups: Vec<TagGroup>,
}

impl DocTags {
    /// The tags of a document as links.
    pub(crate) fn links(&self, doc: usize) -> Vec<TagLink> {
        let tags = self.by_doc.get(doc).into_iter().flatten();
        tags.map(Tag::link).collect()
    }
}

/// Reads the tags of the documents and registers the paths of their pages.
pub(crate) fn make_doc_tags(
    context: &LocaleContext<'_>,
    docs: &[Doc],
    registry: &mut RouteRegistry,
    sink: &mut Diagnostics,
) -> DocTags {
    let mut tags = DocTags {
        by_doc: vec![Vec::new(); docs.len()],
        versions: Vec::new(),
    };
    for (number, version) in context.versions.iter().enumerate() {
        let own = || {
            let docs = docs.iter().enumerate();
            docs.filter(move |(_, doc)| doc.version == number)
        };
        let translations = version.translations(context.locale);
        let folders = [translations.as_str(), &version.config.folder];
        let options = &version.instance.tags;
        let index = TagIndex::read(context, &folders, &version.route_base, options, sink);
        for (at, doc) in own() {
            tags.by_doc[at] = index.tags(context, &doc.front.tags, sink);
        }
        let items = own().map(|(at, doc)| TaggedItem {
            number: at,
            tags: &tags.by_doc[at],
            is_unlisted: doc.front.unlisted,
        });
        let groups = group_by_tag(items);
        tags.versions
            .push(claim_version_tags(context, &index, groups, registry, sink));
    }
    tags
}

fn claim_version_tags(
    context: &LocaleContext<'_>,
    index: &TagIndex<'_>,
    mut groups: Vec<TagGroup>,
    registry: &mut RouteRegistry,
    sink: &mut Diagnostics,
) -> VersionTags {
    let span = context.config.file.map(Span::start_of);
    let is_listed = groups.iter().any(|group| !group.is_unlisted);
    let list = site_route(context, &index.base).filter(|route| {
        is_listed
            && registry.claim(
                context,
                route,
                RouteOwner::generated("the list of tags", span),
                sink,
            )
    });
    groups.retain(|group| {
        let name = format!("the tag `{}`", group.tag.label);
        registry.claim(
            context,
            &group.tag.route,
            RouteOwner::generated(name, span),
            sink,
        )
    });
    VersionTags { list, groups }
}

/// The pages of tags, and those that list them.
pub(crate) fn make_tag_pages(
    context: &LocaleContext<'_>,
    docs: &[Doc],
    tags: &DocTags,
) -> Vec<Page> {
    let mut pages = Vec::new();
    for version in &tags.versions {
        let all = version.list.as_ref().map(|list| all_tags(context, list));
        if let Some(route) = &version.list {
            pages.push(list_page(context, route, &version.groups));
        }
        let groups = version.groups.iter();
        pages.extend(groups.map(|group| tag_page(context, docs, group, all.clone())));
    }
    pages
}

fn list_page(context: &LocaleContext<'_>, route: &RoutePath, groups: &[TagGroup]) -> Page {
    let content = PageContent::Tags {
        letters: by_letter(groups.iter()),
        recent: None,
        recent_title: None,
    };
    let title = tags_title(context);
    let mut page = blank_page(context, route, PageKind::DocTags, &title, content);
    "doc_tags_list".clone_into(&mut page.props.search_tag);
    page
}

fn tag_page(
    context: &LocaleContext<'_>,
    docs: &[Doc],
    group: &TagGroup,
    all: Option<PageLink>,
) -> Page {
    let count = group.items.len();
    let id = "theme.docs.tagDocListPageTitle.nDocsTagged";
    let tagged = plural(context, id, "One doc tagged|{count} docs tagged", count);
    let values = [
        ("nDocsTagged", tagged.as_str()),
        ("tagName", group.tag.label.as_str()),
    ];
    let id = "theme.docs.tagDocListPageTitle";
    let title = message(context, id, "{nDocsTagged} with \"{tagName}\"", &values);
    let mut members: Vec<&Doc> = group.items.iter().map(|at| &docs[*at]).collect();
    members.sort_by_cached_key(|doc| (doc.title.to_lowercase(), doc.title.clone()));
    let cards = members.iter().map(|doc| Card::Link {
        label: doc.title.clone(),
        href: doc.route.to_string(),
        description: doc.description.clone(),
        external: false,
        element: doc.front.element.clone(),
        icon: None,
    });
    let content = PageContent::CategoryIndex {
        description: group.tag.description.clone(),
        cards: cards.collect(),
        all,
    };
    let route = &group.tag.route;
    let mut page = blank_page(context, route, PageKind::DocTag, &title, content);
    page.props.description.clone_from(&group.tag.description);
    page.props.no_index = group.is_unlisted;
    "doc_tag_doc_list".clone_into(&mut page.props.search_tag);
    page
}
