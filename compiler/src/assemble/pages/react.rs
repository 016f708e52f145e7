//! Makes pages of the React components below `src/pages`. As in Docusaurus, `src/pages/about.tsx` is the page `/about`.
//!
//! The body of such a page is one component tag that names the module. What the component renders, and the title that
//! it gives itself, is known after [`crate::render`]; until then the page has the constant properties of the first
//! `<Layout>` in its source. The children of the tag are the fallback that is served when the module cannot be used.

use super::page_path::page_path;
use crate::assemble::content_files::is_page;
use crate::assemble::context::{LocaleContext, page_translations};
use crate::assemble::page_common::{
    PageSource, ShownUpdate, apply_last_update, blank_page, head_title,
};
use crate::assemble::paths::path_in_folder;
use crate::assemble::routes::{RouteOwner, RouteRegistry, site_route};
use crate::config::PagesConfig;
use crate::diagnostic::{Code, Diagnostics};
use crate::document::{ComponentTag, DataValue, Segment};
use crate::front_matter::FrontMatter;
use crate::markdown::{Attribute, AttributeValue, find_start_tag};
use crate::model::{NavbarItem, Page, PageContent, PageKind, RoutePath};
use crate::source::letter_case::capitalize;
use crate::source::{FileId, SourceFile, Span};
use bindery_html::escape_attribute;
use serde_json::Value;
use std::collections::BTreeMap;

/// A page that is a React component.
#[derive(Debug)]
pub(crate) struct ReactPage {
    /// The path of the page, base path included.
    pub(crate) route: RoutePath,
    file: FileId,
    /// The title made of its path, for a component without a constant one.
    title: String,
    /// The properties of the component.
    props: BTreeMap<String, DataValue>,
    /// The components around it, the outermost first: their modules and properties.
    parents: Vec<(String, BTreeMap<String, DataValue>)>,
    is_home: bool,
    /// Whether its module exports a component.
    has_component: bool,
}

/// Finds the pages of a folder that are React components and registers their paths; a translation replaces its original.
pub(crate) fn find_react_pages(
    context: &LocaleContext<'_>,
    config: &PagesConfig,
    registry: &mut RouteRegistry,
    sink: &mut Diagnostics,
) -> Vec<ReactPage> {
    let mut files: BTreeMap<&str, &SourceFile> = BTreeMap::new();
    let translations = page_translations(config, context.locale);
    for folder in [&config.path, &translations] {
        for file in context.tree.files_in(folder) {
            let rest = path_in_folder(&file.path, folder).unwrap_or_default();
            if is_react_page(config, file, rest) {
                files.insert(rest, file);
            }
        }
    }
    let root = site_route(context, "/");
    let mut pages = Vec::new();
    for (rest, file) in files {
        let path = format!("{}/{}", config.route_base, page_path(rest));
        let Some(route) = site_route(context, &path).filter(|route| !registry.has(route)) else {
            continue;
        };
        let span = Span::start_of(file.id);
        let owner = RouteOwner::file(file, span);
        if !registry.claim(context, &route, owner, sink) {
            continue;
        }
        let has_component = has_default_export(&file.text);
        if !has_component {
            let shown = route.decoded();
            let message = format!("the page `{shown}` is a module without a default export");
            sink.error(Code::UnsupportedPage, span, message)
                .help("export the component that renders it: `export default function Page() …`");
        }
        pages.push(ReactPage {
            is_home: root.as_ref() == Some(&route),
            title: title_of(rest),
            props: BTreeMap::new(),
            parents: Vec::new(),
            file: file.id,
            route,
            has_component,
        });
    }
    pages
}

/// The pages that plugins of the site add, with their paths registered.
pub(crate) fn find_plugin_pages(
    context: &LocaleContext<'_>,
    registry: &mut RouteRegistry,
    sink: &mut Diagnostics,
) -> Vec<ReactPage> {
    let root = site_route(context, "/");
    let mut pages = Vec::new();
    for own in &context.config.plugin_routes {
        let path = own.path.as_str();
        let Some(route) = site_route(context, path) else {
            let message = format!("`{path}` cannot be the path of a page");
            sink.error(Code::UnsupportedPage, own.span, message)
                .help("a path has neither `..` nor control characters: `/tags/a`");
            continue;
        };
        if registry.has(&route) {
            let message = format!("the path `{route}` belongs to another page, too");
            sink.warn(Code::DuplicateRoute, own.span, message)
                .help("that page is shown; give this one another path");
            continue;
        }
        let Some(file) = module_file(context, &own.component) else {
            report_missing(path, &own.component, own.span, sink);
            continue;
        };
        if registry.claim(context, &route, RouteOwner::file(file, own.span), sink) {
            let mut parents = Vec::new();
            for parent in &own.parents {
                match module_file(context, &parent.component) {
                    Some(file) => {
                        parents.push((format!("@site/{}", file.path), data_of(&parent.props)));
                    }
                    None => report_missing(path, &parent.component, own.span, sink),
                }
            }
            pages.push(ReactPage {
                is_home: root.as_ref() == Some(&route),
                title: title_of(path),
                props: data_of(&own.props),
                parents,
                file: file.id,
                route,
                has_component: true,
            });
        }
    }
    pages
}

fn report_missing(path: &str, component: &str, span: Span, sink: &mut Diagnostics) {
    let message = format!("a component of the page `{path}` is not in the tree: `{component}`");
    sink.error(Code::UnsupportedPage, span, message)
        .help("name a file of the tree: `@site/src/Page.tsx`");
}

fn data_of(props: &Value) -> BTreeMap<String, DataValue> {
    let props = props.as_object().into_iter().flatten();
    let props = props.map(|(key, value)| (key.clone(), DataValue::Owned(value.clone())));
    props.collect()
}

/// The file of a module, which may be named without its extension.
fn module_file<'c>(context: &LocaleContext<'c>, name: &str) -> Option<&'c SourceFile> {
    let path = name.strip_prefix("@site/")?;
    let endings = [
        "",
        ".js",
        ".jsx",
        ".ts",
        ".tsx",
        "/index.js",
        "/index.jsx",
        "/index.tsx",
    ];
    let mut paths = endings.iter().map(|ending| format!("{path}{ending}"));
    paths.find_map(|path| context.tree.find(&path))
}

/// Whether Docusaurus makes a page of a script.
fn is_react_page(config: &PagesConfig, file: &SourceFile, rest: &str) -> bool {
    let is_script = ["js", "jsx", "ts", "tsx"]
        .iter()
        .any(|extension| file.has_extension(extension));
    let is_left_out = rest
        .split('/')
        .any(|part| part.starts_with('_') || part == "__tests__")
        || file.name().contains(".test.")
        || file.name().ends_with(".d.ts");
    is_script && !is_left_out && is_page(config, rest)
}

fn has_default_export(source: &str) -> bool {
    [
        "export default",
        "as default",
        "{ default",
        "{default",
        "module.exports",
        "exports.default",
    ]
    .iter()
    .any(|form| source.contains(form))
}

/// `About us` for `team/about-us.tsx`.
fn title_of(rest: &str) -> String {
    let path = page_path(rest);
    let name = path.rsplit('/').next().unwrap_or_default();
    capitalize(&name.replace(['-', '_'], " "))
}

/// The page around the tag of its module.
pub(crate) fn make_react_page(
    context: &LocaleContext<'_>,
    own: ReactPage,
    navbar: &[NavbarItem],
) -> Page {
    let config = context.config;
    let file = context.tree.file(own.file);
    let layout = Layout::of(&file.text);
    let layout_title = layout.text("title", &config.title);
    let title = match own.is_home {
        true => config.title.clone(),
        false => layout_title.clone().unwrap_or_else(|| own.title.clone()),
    };
    let content = match own.has_component {
        true => PageContent::Component,
        false => PageContent::Page,
    };
    let mut page = blank_page(context, &own.route, PageKind::Page, &title, content);
    page.source = Some(own.file);
    let front = FrontMatter::default();
    let source = PageSource {
        file: own.file,
        front: &front,
        edit_base: None,
        shown: ShownUpdate::default(),
    };
    apply_last_update(context, &mut page, &source);
    let fallback = match own.is_home {
        true => home_html(context, navbar),
        false => fallback_html(context, &title, navbar),
    };
    let (has_component, is_home) = (own.has_component, own.is_home);
    let article = article_of(file, own, Segment::Html(fallback));
    page.slots = vec![vec![article].into()];
    page.is_searchable = has_component || is_home;
    let props = &mut page.props;
    props.slots = 1;
    props.no_index |= !has_component && !is_home;
    if let Some(title) = layout_title {
        props.head_title = head_title(context, &title);
    }
    let tagline = is_home.then(|| config.tagline.clone());
    props.description = layout
        .text("description", &config.title)
        .or(tagline)
        .filter(|text| !text.is_empty());
    props.hide_footer = layout.flag("noFooter");
    page
}

/// The component of a page within those of its parent routes; only the fallback if the page has no component.
fn article_of(file: &SourceFile, page: ReactPage, fallback: Segment) -> Segment {
    let around = |child: Segment, (name, props)| {
        Segment::Component(ComponentTag {
            name,
            props,
            children: vec![child],
            span: Span::start_of(file.id),
        })
    };
    let module = (format!("@site/{}", file.path), page.props);
    let parents = page.parents.into_iter().rev();
    match page.has_component {
        true => parents.fold(around(fallback, module), around),
        false => fallback,
    }
}

/// The attributes of the first tag `<Layout …>` of a source.
struct Layout<'s>(Vec<Attribute<'s>>);

impl<'s> Layout<'s> {
    fn of(source: &'s str) -> Self {
        let tag = find_start_tag(source, "Layout");
        Layout(tag.map(|tag| tag.attributes).unwrap_or_default())
    }

    fn value(&self, name: &str) -> Option<&AttributeValue<'s>> {
        let attribute = self.0.iter().find(|attribute| attribute.name == name)?;
        Some(&attribute.value)
    }

    /// The value of an attribute that is a constant text; it may contain the site's title.
    fn text(&self, name: &str, site: &str) -> Option<String> {
        let text = match self.value(name)? {
            AttributeValue::String(text) => bindery_html::decode(text),
            AttributeValue::Expression(source, _) => constant(source.trim())?.to_owned(),
            AttributeValue::Boolean | AttributeValue::Value(_) => return None,
        };
        // The template of a new Docusaurus site has this placeholder.
        let text = text.replace("${siteConfig.title}", site);
        (!text.is_empty() && !text.contains("${")).then_some(text)
    }

    fn flag(&self, name: &str) -> bool {
        match self.value(name) {
            Some(AttributeValue::Expression(source, _)) => source.trim() != "false",
            value => value.is_some(),
        }
    }
}

/// The content of a string in JavaScript without escapes.
fn constant(source: &str) -> Option<&str> {
    let quote = source.chars().next().filter(|c| "\"'`".contains(*c))?;
    let text = source.get(1..)?.strip_suffix(quote)?;
    (!text.contains([quote, '\\'])).then_some(text)
}

/// The home of a Docusaurus site that has no page for it.
pub(crate) fn home_page(context: &LocaleContext<'_>, navbar: &[NavbarItem]) -> Option<Page> {
    let route = site_route(context, "/")?;
    let config = context.config;
    let content = PageContent::Page;
    let mut page = blank_page(context, &route, PageKind::Page, &config.title, content);
    page.slots = vec![vec![Segment::Html(home_html(context, navbar))].into()];
    page.props.slots = 1;
    page.props.description = Some(config.tagline.clone()).filter(|tagline| !tagline.is_empty());
    Some(page)
}

/// Title, tagline and the links of the navbar.
fn home_html(context: &LocaleContext<'_>, navbar: &[NavbarItem]) -> String {
    let config = context.config;
    let mut html = format!("<h1>{}</h1>", escape_attribute(&config.title));
    if !config.tagline.is_empty() {
        html.push_str(&format!("<p>{}</p>", escape_attribute(&config.tagline)));
    }
    html + &links(navbar)
}

/// The fallback of a page that cannot be rendered: its title, and links to other pages.
fn fallback_html(context: &LocaleContext<'_>, title: &str, navbar: &[NavbarItem]) -> String {
    format!(
        "<h1>{}</h1><p><a href=\"{}\">{}</a></p>{}",
        escape_attribute(title),
        escape_attribute(&context.base),
        escape_attribute(&context.config.title),
        links(navbar)
    )
}

/// The links of the navbar that lead to pages.
fn links(navbar: &[NavbarItem]) -> String {
    let links = navbar
        .iter()
        .filter(|item| !item.external && !item.href.is_empty());
    let links: Vec<String> = links
        .map(|item| {
            let (href, label) = (escape_attribute(&item.href), escape_attribute(&item.label));
            format!("<li><a href=\"{href}\">{label}</a></li>")
        })
        .collect();
    match links.is_empty() {
        true => String::new(),
        false => format!("<ul>{}</ul>", links.concat()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_says_the_title_of_its_page() {
        for (source, expected) in [
            ("<Layout title=\"About &amp; us\">", Some("About & us")),
            ("<Layout description='x' title={'Team'} />", Some("Team")),
            (
                "<Layout\n  title={`Of ${siteConfig.title}`}>",
                Some("Of Site"),
            ),
            ("<Layout title={`Of ${x}`}>", None),
            ("<Layout subtitle=\"x\">", None),
            ("<Layout><Card title=\"Not me\"/>", None),
            ("<Layout if={a > b} title=\"Team\">", Some("Team")),
            ("<LayoutProvider title=\"x\"><Layout>", None),
            ("<Layout title={'a' + b}>", None),
            ("<Layout title=\"open", None),
            ("export default 1", None),
        ] {
            let title = Layout::of(source).text("title", "Site");
            assert_eq!(title.as_deref(), expected, "{source}");
        }
        assert_eq!(title_of("team/about-us.tsx"), "About us");
    }

    #[test]
    fn a_source_says_whether_its_page_has_a_footer() {
        for (source, expected) in [
            ("<Layout title=\"x\" noFooter>", true),
            ("<Layout noFooter={true} />", true),
            ("<Layout noFooter={false} />", false),
            ("<Layout><Other noFooter /></Layout>", false),
        ] {
            assert_eq!(Layout::of(source).flag("noFooter"), expected, "{source}");
        }
    }

    #[test]
    fn a_module_exports_its_page_in_several_ways() {
        for source in [
            "export default () => 1",
            "export { Page as default };",
            "export {default} from './x'",
            "module.exports = Page;",
        ] {
            assert!(has_default_export(source), "{source}");
        }
        assert!(!has_default_export("export const x = 1;"));
    }
}
