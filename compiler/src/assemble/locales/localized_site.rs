//! The site in one locale: its documents, sidebars, posts and pages, first with their paths, then rendered to pages.

use crate::assemble::blog::{
    Blog, BlogIndexes, Post, make_blog, make_blog_pages, make_post, read_indexes,
};
use crate::assemble::content_files::{ContentFolders, ContentKind, ParsedFile};
use crate::assemble::context::LocaleContext;
use crate::assemble::doc_pages::{DocsContent, IndexBodies, make_doc_pages};
use crate::assemble::docs::{
    AllDocs, ClaimedDocs, Doc, DocTags, claim_docs, make_doc, make_doc_tags, report_shared_ids,
};
use crate::assemble::links::{Anchors, LinkResults, Linker, Linking, TargetPage, Targets};
use crate::assemble::pages::{
    MarkdownPage, ReactPage, claim_markdown_pages, find_plugin_pages, find_react_pages,
    finish_markdown_pages, home_page, make_markdown_page, make_react_page, search_page,
};
use crate::assemble::redirects::make_redirects;
use crate::assemble::routes::{RouteRegistry, claim_home};
use crate::assemble::sidebars::{Sidebars, into_trees, make_sidebars};
use crate::assemble::site_props::{NavbarTargets, make_site_props};
use crate::diagnostic::Diagnostics;
use crate::document::Document;
use crate::model::{Redirect, RoutePath, Site};
use crate::source::FileId;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The site in one locale. Every page has its path; links are not resolved yet.
#[derive(Debug)]
pub(crate) struct LocalizedSite<'a> {
    context: &'a LocaleContext<'a>,
    /// The published documents.
    docs: Vec<Doc>,
    drafts: Vec<Doc>,
    /// The files and paths of documents whose path belongs to another page.
    duplicates: Vec<(FileId, RoutePath)>,
    sidebars: Sidebars,
    tags: DocTags,
    blogs: Vec<Blog>,
    /// The texts of index pages.
    bodies: IndexBodies,
    markdown_pages: Vec<MarkdownPage>,
    react_pages: Vec<ReactPage>,
    /// Whether a home page has to be generated.
    needs_home: bool,
}

/// The parsed files that the locales are made of.
#[derive(Debug)]
struct ParsedFiles {
    files: BTreeMap<FileId, ParsedFile>,
}

impl ParsedFiles {
    /// A file for one locale. An original is parsed once for all locales that fall back to it, so only the last locale
    /// removes it.
    fn take(&mut self, file: FileId, is_last: bool) -> Option<ParsedFile> {
        if is_last {
            self.files.remove(&file)
        } else {
            self.files.get(&file).cloned()
        }
    }
}

/// Makes the site in each of these locales, the default one first.
pub(crate) fn localize_site<'a>(
    contexts: &'a [LocaleContext<'a>],
    documents: Vec<ParsedFile>,
    registry: &mut RouteRegistry,
    sink: &mut Diagnostics,
) -> Vec<LocalizedSite<'a>> {
    let documents = documents.into_iter();
    let mut files = ParsedFiles {
        files: documents.map(|parsed| (parsed.file, parsed)).collect(),
    };
    let mut sites = Vec::new();
    for (at, context) in contexts.iter().enumerate() {
        let is_last = at + 1 == contexts.len();
        report_new(context, sink, |sink| {
            let content = read_content(context, &mut files, is_last, sink);
            sites.push(make_localized_site(context, content, registry, sink));
        });
    }
    sites
}

/// The documents of one locale, drafts included, before their paths are registered.
pub(crate) fn read_docs(
    context: &LocaleContext<'_>,
    documents: Vec<ParsedFile>,
    sink: &mut Diagnostics,
) -> Vec<Doc> {
    let documents = documents.into_iter();
    let mut files = ParsedFiles {
        files: documents.map(|parsed| (parsed.file, parsed)).collect(),
    };
    read_content(context, &mut files, true, sink).docs
}

/// The content of one locale, before its paths are registered.
#[derive(Debug, Default)]
struct LocaleContent<'a> {
    /// Published documents and drafts.
    docs: Vec<Doc>,
    /// The posts of each blog.
    posts: Vec<Vec<Post>>,
    /// The authors and tags of each blog.
    blog_indexes: Vec<BlogIndexes<'a>>,
    bodies: IndexBodies,
    markdown_pages: Vec<MarkdownPage>,
}

fn read_content<'a>(
    context: &'a LocaleContext<'a>,
    files: &mut ParsedFiles,
    is_last: bool,
    sink: &mut Diagnostics,
) -> LocaleContent<'a> {
    let folders = ContentFolders::new(context.config, &context.versions);
    let ids: Vec<FileId> = files.files.keys().copied().collect();
    let mut content = LocaleContent {
        posts: context.config.blogs.iter().map(|_| Vec::new()).collect(),
        blog_indexes: read_indexes(context, sink),
        ..LocaleContent::default()
    };
    for file in folders.of_locale(context.tree, context.locale, ids.into_iter()) {
        let Some(parsed) = files.take(file.file, is_last) else {
            continue;
        };
        match file.kind {
            ContentKind::Doc(version) => {
                let doc = make_doc(context, version, file, parsed, sink);
                content.docs.extend(doc);
            }
            ContentKind::Post(number) => {
                let indexes = &content.blog_indexes[number];
                let post = make_post(context, indexes, file, parsed, sink);
                content.posts[number].extend(post);
            }
            ContentKind::Page(number) => {
                let config = &context.config.pages[number];
                let page = make_markdown_page(context, config, file, parsed, sink);
                content.markdown_pages.extend(page);
            }
            ContentKind::IndexBody(version) => content.bodies.add(version, file.path, parsed),
        }
    }
    content
}

/// Registers the paths of the content. The order decides which of two pages with the same path is shown.
fn make_localized_site<'a>(
    context: &'a LocaleContext<'a>,
    content: LocaleContent<'a>,
    registry: &mut RouteRegistry,
    sink: &mut Diagnostics,
) -> LocalizedSite<'a> {
    let is_draft = |doc: &Doc| doc.front.draft && !context.config.shows_drafts;
    let (drafts, docs): (Vec<_>, Vec<_>) = content.docs.into_iter().partition(is_draft);
    let ClaimedDocs { docs, duplicates } = claim_docs(context, docs, registry, sink);
    report_shared_ids(&docs, sink);
    let all_docs = AllDocs {
        docs: &docs,
        drafts: &drafts,
    };
    let sidebars = make_sidebars(context, all_docs, registry, sink);
    let tags = make_doc_tags(context, &docs, registry, sink);
    let blogs = content.blog_indexes.into_iter().zip(content.posts);
    let blogs = blogs.map(|(indexes, posts)| make_blog(context, indexes, posts, registry, sink));
    let blogs = blogs.collect();
    let markdown_pages = claim_markdown_pages(context, content.markdown_pages, registry, sink);
    let pages = context.config.pages.iter();
    let mut react_pages: Vec<_> = pages
        .flat_map(|pages| find_react_pages(context, pages, registry, sink))
        .collect();
    react_pages.extend(find_plugin_pages(context, registry, sink));
    LocalizedSite {
        needs_home: claim_home(context, registry),
        blogs,
        bodies: content.bodies,
        context,
        docs,
        drafts,
        duplicates,
        sidebars,
        tags,
        markdown_pages,
        react_pages,
    }
}

impl LocalizedSite<'_> {
    /// Adds the pages of the locale to the targets of links.
    pub(crate) fn add_targets(
        &self,
        targets: &mut Targets,
        anchors_of: &dyn Fn(&Arc<Document>) -> Anchors,
    ) {
        let docs = self.docs.iter().map(|doc| TargetPage {
            files: [Some(doc.file), doc.translates],
            route: &doc.route,
            anchors: Some(anchors_of(&doc.document)),
        });
        let posts = self.blogs.iter().flat_map(|blog| &blog.posts);
        let posts = posts.map(|post| TargetPage {
            files: [Some(post.file), post.translates],
            route: &post.route,
            anchors: Some(anchors_of(&post.document)),
        });
        let markdown = self.markdown_pages.iter().map(|page| TargetPage {
            files: [Some(page.file), page.translates],
            route: &page.route,
            anchors: Some(anchors_of(&page.document)),
        });
        // The anchors that a React component renders are unknown.
        let react = self.react_pages.iter().map(|page| TargetPage {
            files: [None, None],
            route: &page.route,
            anchors: None,
        });
        let pages = docs.chain(posts).chain(markdown).chain(react);
        targets.add_locale(&self.context.locale.code, &self.duplicates, pages);
    }

    /// The redirects of the locale.
    pub(crate) fn redirects(&self, targets: &Targets, sink: &mut Diagnostics) -> Vec<Redirect> {
        let mut redirects = Vec::new();
        report_new(self.context, sink, |sink| {
            redirects = make_redirects(self.context, &self.docs, &self.blogs, targets, sink);
        });
        redirects
    }

    /// Resolves the links, and adds the pages, sidebars, properties and feed of the locale to the site.
    pub(crate) fn finish(
        self,
        linking: Linking<'_>,
        results: &mut LinkResults,
        site: &mut Site,
        sink: &mut Diagnostics,
    ) {
        let context = self.context;
        report_new(context, sink, |sink| {
            let mut linker = Linker::new(context, linking, results);
            self.add_to(&mut linker, site, sink);
        });
    }

    fn add_to(mut self, linker: &mut Linker<'_>, site: &mut Site, sink: &mut Diagnostics) {
        let context = self.context;
        self.sidebars.make_trees(&self.docs, linker, sink);
        let navbar_targets = NavbarTargets {
            docs: &self.docs,
            drafts: &self.drafts,
            sidebars: &self.sidebars,
        };
        let props = make_site_props(context, navbar_targets, linker, sink);
        if self.needs_home {
            site.pages.extend(home_page(context, &props.navbar));
        }
        for page in self.react_pages {
            let page = make_react_page(context, page, &props.navbar);
            site.pages.push(page);
        }
        site.props.insert(context.locale.code.clone(), props);
        let feeds = self.blogs.iter().filter_map(|blog| blog.feed(context));
        site.feeds.extend(feeds);
        let docs_content = DocsContent {
            docs: self.docs,
            bodies: self.bodies,
            sidebars: &self.sidebars,
            tags: &self.tags,
        };
        let pages = make_doc_pages(context, docs_content, linker, sink);
        site.pages.extend(pages);
        for blog in self.blogs {
            let pages = make_blog_pages(context, blog, linker, sink);
            site.pages.extend(pages);
        }
        site.pages.extend(search_page(context));
        let pages = finish_markdown_pages(context, self.markdown_pages, linker, sink);
        site.pages.extend(pages);
        site.sidebars.extend(into_trees(self.sidebars));
    }
}

/// Runs `check`, and reports what no locale before this one has reported: locales share originals and configuration.
fn report_new(
    context: &LocaleContext<'_>,
    sink: &mut Diagnostics,
    check: impl FnOnce(&mut Diagnostics),
) {
    if context.locale.is_default {
        return check(sink);
    }
    let mut own = Diagnostics::new();
    check(&mut own);
    sink.absorb_new(own);
}
