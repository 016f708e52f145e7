//! Makes `llms.txt` (llmstxt.org), a list of the site's Markdown twins, and `llms-full.txt`, all of them in one file.

use super::twins::{MEDIA_TYPE, has_twin, text, twin_path};
use super::{GeneratedFile, OutputContext, is_indexable};
use crate::model::{Page, PageContent, PageKind, SidebarItem, SiteProps};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

const NAME: &str = "llms.txt";
const FULL_NAME: &str = "llms-full.txt";

/// `llms.txt` and `llms-full.txt`; none when they are turned off. The second is left out when it would be too large to be read
/// at once.
pub(super) fn llms(
    context: &OutputContext<'_>,
    twins: &[Option<GeneratedFile>],
) -> Vec<GeneratedFile> {
    let Some(config) = &context.site.metadata.llms else {
        return Vec::new();
    };
    let Some(props) = context.default_props() else {
        return Vec::new();
    };
    let index = Index::new(context, props);
    if index.sections.is_empty() {
        return Vec::new();
    }
    let full = full(context, twins, &index, config.max_full_bytes as usize);
    let full = full.and_then(|text| context.file(FULL_NAME, MEDIA_TYPE, text));
    let mut out = opening(props);
    if let Some(full) = &full {
        let url = context.absolute(full.path.as_str());
        let _ = writeln!(out, "All pages in one file: <{url}>\n");
    }
    for section in &index.sections {
        let _ = writeln!(out, "## {}\n", section.title);
        for page in &section.pages {
            out.push_str(&line(context, page));
        }
        out.push('\n');
    }
    let out = format!("{}\n", out.trim_end());
    let file = context.file(NAME, MEDIA_TYPE, out);
    file.into_iter().chain(full).collect()
}

fn opening(props: &SiteProps) -> String {
    let mut out = format!("# {}\n\n", text(&props.title));
    if !props.tagline.is_empty() {
        let _ = writeln!(out, "> {}\n", text(&props.tagline));
    }
    out
}

fn line(context: &OutputContext<'_>, page: &Page) -> String {
    let path = twin_path(&page.route).unwrap_or_else(|| page.route.clone());
    let url = context.absolute(path.as_str());
    let title = text(&page.props.title);
    match &page.props.description {
        Some(about) if !about.is_empty() => format!("- [{title}]({url}): {}\n", text(about)),
        _ => format!("- [{title}]({url})\n"),
    }
}

/// The pages of the default locale in the order of the sidebars, each once.
struct Index<'s> {
    pages: BTreeMap<&'s str, &'s Page>,
    listed: BTreeSet<&'s str>,
    sections: Vec<Section<'s>>,
}

struct Section<'s> {
    title: String,
    pages: Vec<&'s Page>,
}

impl<'s> Index<'s> {
    fn new(context: &OutputContext<'s>, props: &'s SiteProps) -> Self {
        let site = context.site;
        let is_listed =
            |page: &&Page| is_indexable(page) && has_twin(page) && page.locale == props.locale.code;
        let pages = site.pages.iter().filter(is_listed);
        let mut index = Index {
            pages: pages.map(|page| (page.route.as_str(), page)).collect(),
            listed: BTreeSet::new(),
            sections: Vec::new(),
        };
        let home = index.pages.get(site.base_path.as_str()).copied();
        index.add("Start", home.into_iter().collect());
        for items in site.sidebars.values() {
            index.sidebar(items);
        }
        index.posts();
        let rest: Vec<&Page> = index.pages.values().copied().collect();
        index.add("More", rest);
        index
    }

    /// Each top-level category is a section; items outside of categories are in the first one.
    fn sidebar(&mut self, items: &'s [SidebarItem]) {
        let mut loose = Vec::new();
        for item in items {
            if let SidebarItem::Link { href, .. } = item {
                loose.extend(self.pages.get(href.as_str()).copied());
            }
        }
        self.add("Pages", loose);
        for item in items {
            if let SidebarItem::Category { label, .. } = item {
                let mut pages = Vec::new();
                self.collect(item, &mut pages);
                self.add(label, pages);
            }
        }
    }

    fn collect(&self, item: &'s SidebarItem, found: &mut Vec<&'s Page>) {
        let (mut href, mut items) = (None, None);
        if let SidebarItem::Link { href: own, .. } = item {
            href = Some(own);
        } else if let SidebarItem::Category {
            href: own,
            items: below,
            ..
        } = item
        {
            (href, items) = (own.as_ref(), below.as_ref());
        }
        found.extend(href.and_then(|href| self.pages.get(href.as_str())).copied());
        for item in items.into_iter().flatten() {
            self.collect(item, found);
        }
    }

    /// The posts, newest first, without lists and archives.
    fn posts(&mut self) {
        let mut posts: Vec<(&str, &Page)> = Vec::new();
        let mut title = "Blog";
        for page in self.pages.values() {
            match &page.props.content {
                PageContent::BlogPost { post, .. } => posts.push((&post.date, page)),
                PageContent::BlogList { page: 1, .. } if page.kind == PageKind::BlogList => {
                    title = &page.props.title;
                }
                _ => {}
            }
            if only_leads_on(page.kind) {
                self.listed.insert(page.route.as_str());
            }
        }
        posts.sort_by(|a, b| b.0.cmp(a.0).then(a.1.route.cmp(&b.1.route)));
        let title = title.to_owned();
        self.add(&title, posts.into_iter().map(|(_, page)| page).collect());
    }

    /// Adds a section of those pages that are in no section yet.
    fn add(&mut self, title: &str, mut pages: Vec<&'s Page>) {
        pages.retain(|page| self.listed.insert(page.route.as_str()));
        if !pages.is_empty() {
            let title = text(title);
            self.sections.push(Section { title, pages });
        }
    }
}

/// Whether a page only lists other pages, which `llms.txt` lists itself.
fn only_leads_on(kind: PageKind) -> bool {
    matches!(
        kind,
        PageKind::BlogList
            | PageKind::BlogArchive
            | PageKind::BlogTags
            | PageKind::BlogTag
            | PageKind::BlogAuthors
            | PageKind::BlogAuthor
            | PageKind::DocTags
            | PageKind::DocTag
    )
}

/// All pages one after the other, in the order of the index; none when they are longer than `limit` bytes.
fn full(
    context: &OutputContext<'_>,
    twins: &[Option<GeneratedFile>],
    index: &Index<'_>,
    limit: usize,
) -> Option<String> {
    let pages = context.site.pages.iter().zip(twins);
    let twins: BTreeMap<&str, &[u8]> = pages
        .filter_map(|(page, twin)| Some((page.route.as_str(), twin.as_ref()?.body.as_slice())))
        .collect();
    let pages = index.sections.iter().flat_map(|section| &section.pages);
    let bodies: Vec<&[u8]> = pages
        .filter_map(|page| twins.get(page.route.as_str()).copied())
        .collect();
    let len: usize = bodies.iter().map(|body| body.len() + 1).sum();
    if len > limit || bodies.is_empty() {
        return None;
    }
    String::from_utf8(bodies.join(&b'\n')).ok()
}
