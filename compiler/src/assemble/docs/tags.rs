//! Tags of documents: their pages, and the page that lists them.

use super::Doc;
use crate::assemble::Context;
use crate::assemble::doc_pages::blank_page;
use crate::assemble::messages::{message, plural};
use crate::assemble::routes::{Claims, site_route};
use crate::assemble::tags::{Tag, TagBook, TagGroup, by_letter, group_by_tag};
use crate::diagnostic::Diagnostics;
use crate::model::{Card, Page, PageContent, PageKind, PageLink, RoutePath, TagLink};
use crate::source::Span;

/// The tags of all documents, and the pages made of them.
#[derive(Debug, Default)]
pub(crate) struct DocTags {
    /// By number of the document.
    by_doc: Vec<Vec<Tag>>,
    sets: Vec<TagSet>,
}

/// The tags of one instance in one version.
#[derive(Debug)]
struct TagSet {
    /// The page of all tags; none where no tag is listed.
    list: Option<RoutePath>,
    /// The tags whose pages have their paths.
    groups: Vec<TagGroup>,
}

impl DocTags {
    /// The tags of a document as links.
    pub(crate) fn links(&self, doc: usize) -> Vec<TagLink> {
        let tags = self.by_doc.get(doc).into_iter().flatten();
        tags.map(Tag::link).collect()
    }
}

/// Reads the tags of the documents and takes the paths of their pages.
pub(crate) fn make_doc_tags(
    context: Context<'_>,
    docs: &[Doc],
    claims: &mut Claims,
    sink: &mut Diagnostics,
) -> DocTags {
    let mut tags = DocTags {
        by_doc: vec![Vec::new(); docs.len()],
        sets: Vec::new(),
    };
    for (number, set) in context.sets.iter().enumerate() {
        let own = || {
            let docs = docs.iter().enumerate();
            docs.filter(move |(_, doc)| doc.set == number)
        };
        let translations = set.translations(context.locale());
        let folders = [translations.as_str(), &set.version.folder];
        let options = &set.config.tags;
        let book = TagBook::read(context, &folders, &set.route_base, options, sink);
        for (at, doc) in own() {
            tags.by_doc[at] = book.tags(context, &doc.front.tags, sink);
        }
        let items = own().map(|(at, doc)| (at, tags.by_doc[at].as_slice(), doc.front.unlisted));
        let groups = group_by_tag(items);
        tags.sets
            .push(claim_set(context, &book, groups, claims, sink));
    }
    tags
}

fn claim_set(
    context: Context<'_>,
    book: &TagBook<'_>,
    mut groups: Vec<TagGroup>,
    claims: &mut Claims,
    sink: &mut Diagnostics,
) -> TagSet {
    let span = context.config.file.map(Span::start_of);
    let is_listed = groups.iter().any(|group| !group.is_unlisted);
    let list = site_route(context, &book.base).filter(|route| {
        is_listed && claims.claim(context, route, "the list of tags".to_owned(), span, sink)
    });
    groups.retain(|group| {
        let name = format!("the tag `{}`", group.tag.label);
        claims.claim(context, &group.tag.route, name, span, sink)
    });
    TagSet { list, groups }
}

/// The pages of tags, and those that list them.
pub(crate) fn make_doc_tag_pages(context: Context<'_>, docs: &[Doc], tags: &DocTags) -> Vec<Page> {
    let mut pages = Vec::new();
    for set in &tags.sets {
        let all = set.list.as_ref().map(|list| all_tags(context, list));
        if let Some(route) = &set.list {
            pages.push(list_page(context, route, &set.groups));
        }
        let groups = set.groups.iter();
        pages.extend(groups.map(|group| tag_page(context, docs, group, all.clone())));
    }
    pages
}

fn list_page(context: Context<'_>, route: &RoutePath, groups: &[TagGroup]) -> Page {
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

fn tag_page(context: Context<'_>, docs: &[Doc], group: &TagGroup, all: Option<PageLink>) -> Page {
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

/// The title of a page of all tags.
pub(crate) fn tags_title(context: Context<'_>) -> String {
    message(context, "theme.tags.tagsPageTitle", "Tags", &[])
}

/// The link to a page of all tags.
pub(crate) fn all_tags(context: Context<'_>, route: &RoutePath) -> PageLink {
    PageLink {
        title: message(context, "theme.tags.tagsPageLink", "View all tags", &[]),
        href: route.to_string(),
    }
}
