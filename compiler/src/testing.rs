//! Small values for tests: a site of a few pages and a bundle on disk.

use crate::config::{ColorMode, Direction, MetadataConfig};
use crate::document::Segment;
use crate::model::{
    ColorModeProps, FooterProps, LocaleProps, Page, PageContent, PageHeading, PageKind, PageProps,
    PageStyles, RoutePath, SidebarOptions, Site, SiteProps, StorageProps,
};
use crate::model::{OfflineSettings, SearchSettings};
use crate::pack::compress::Effort;
use crate::pack::{Asset, CachePolicy, PageAssets, SiteOutput};
use crate::render::bundle::Bundle;
use crate::render::{Engine, EngineChoice, RenderLines};
use crate::system::files;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// A doc page with one slot.
pub(crate) fn page(path: &str, title: &str, slot: Vec<Segment>) -> Page {
    let route = RoutePath::parse(path).unwrap();
    Page {
        locale: "en".to_owned(),
        version: Some("current".to_owned()),
        headings: vec![PageHeading {
            level: 2,
            id: "attacks".to_owned(),
            text: "Attacks".to_owned(),
            toc: true,
        }],
        slots: vec![slot.into()],
        ..Page::new(
            PageKind::Doc,
            PageProps {
                canonical: format!("https://example.org{path}"),
                head_title: format!("{title} | Site"),
                search_tag: "docs-default-current".to_owned(),
                version: Some("current".to_owned()),
                slots: 1,
                ..PageProps::new(route, title, PageContent::Doc)
            },
        )
    }
}

fn not_found_page() -> Page {
    let mut page = page("/404", "Page Not Found", Vec::new());
    page.kind = PageKind::NotFound;
    page
}

fn english() -> LocaleProps {
    LocaleProps {
        code: "en".to_owned(),
        label: "English".to_owned(),
        dir: Direction::Ltr,
        html_lang: "en".to_owned(),
        calendar: "gregory".to_owned(),
    }
}

/// A site of these pages.
pub(crate) fn site(pages: Vec<Page>) -> Site {
    let props = SiteProps {
        title: "Site".to_owned(),
        tagline: String::new(),
        url: "https://example.org".to_owned(),
        base_path: "/".to_owned(),
        home: None,
        search: None,
        locale: english(),
        logo: None,
        navbar_title: None,
        navbar: Vec::new(),
        footer: FooterProps::default(),
        color_mode: dark_mode(),
        storage: StorageProps::default(),
        sidebar: SidebarOptions {
            hideable: false,
            auto_collapse_categories: false,
        },
        announcement: None,
        hide_on_scroll: false,
        versions: BTreeMap::new(),
        report: None,
        analytics: None,
        offline: false,
        messages: BTreeMap::new(),
    };
    Site {
        evaluated: Vec::new(),
        title_template: "{page} | {site}".to_owned(),
        published: BTreeMap::new(),
        is_config_broken: false,
        is_imported: false,
        gone: Vec::new(),
        props: BTreeMap::from([("en".to_owned(), props)]),
        pages,
        locale: "en".to_owned(),
        not_found: not_found_page(),
        not_found_below: Vec::new(),
        redirects: Vec::new(),
        sidebars: BTreeMap::new(),
        sidebar_keys: BTreeMap::new(),
        static_files: Vec::new(),
        image_copies: BTreeMap::new(),
        links: Vec::new(),
        url: "https://example.org".to_owned(),
        base_path: "/".to_owned(),
        favicon: None,
        feeds: Vec::new(),
        metadata: MetadataConfig::default(),
        styles: PageStyles::default(),
        search: SearchSettings::default(),
        offline: OfflineSettings::default(),
        section_links: None,
    }
}

fn dark_mode() -> ColorModeProps {
    ColorModeProps {
        default: ColorMode::Dark,
        disable_switch: false,
        respect_prefers_color_scheme: false,
    }
}

/// An engine that renders with a function in place of a script.
pub(crate) fn engine(render: RenderLines) -> Engine {
    Engine {
        choice: EngineChoice::Embedded,
        embedded: Some(render),
    }
}

/// A request to a renderer; what it shares with others is in `shared`.
pub(crate) fn request(line: &str) -> Value {
    let mut parts = line
        .split('\t')
        .map(|part| serde_json::from_str(part).unwrap());
    let mut request: Value = parts.next().unwrap();
    request["shared"] = parts.collect();
    request
}

/// A bundle below `folder` whose script for the embedded engine is this text.
pub(crate) fn bundle(folder: &Path, script: &str) -> Bundle {
    let json = r#"{"version":2,"entry":"assets/entry-x.js","preload":[],"styles":["assets/shell-x.css"],
        "fonts":["assets/text-x.woff2"],
        "components":{"Tabs":{"styles":["assets/tabs-x.css"],"source":"builtin"}},
        "inlineHeadScript":"document.documentElement.dataset.js=1","engine":"ssr/engine.js",
        "files":["assets/entry-x.js","assets/shell-x.css","assets/tabs-x.css"]}"#;
    let folder = folder.join("bundle");
    for (name, text) in [
        ("bundle.json", json),
        ("client/assets/entry-x.js", "import './x.js'"),
        ("client/assets/shell-x.css", "a{}"),
        ("client/assets/tabs-x.css", "b{}"),
        ("ssr/worker.mjs", ""),
        ("ssr/engine.js", script),
    ] {
        files::write_atomically(&folder.join(name), text.as_bytes()).unwrap();
    }
    Bundle::read(&folder).unwrap()
}

/// A file of the output, without a body.
pub(crate) fn empty_asset() -> Asset {
    Asset::new(
        "empty.txt",
        CachePolicy::Revalidate,
        Effort::None,
        Vec::new(),
    )
}

/// A page of the output, without a body.
pub(crate) fn empty_page() -> PageAssets {
    PageAssets {
        html: empty_asset(),
        payload: empty_asset(),
        anchors: [].into(),
        twin: None,
        base: None,
    }
}

/// An output with only the page for unknown paths, under the base path `/lib/`.
pub(crate) fn empty_output() -> SiteOutput {
    SiteOutput {
        targets: BTreeMap::new(),
        not_found: empty_page(),
        not_found_below: Vec::new(),
        routes: Vec::new(),
        search: Vec::new(),
        articles: Vec::new(),
        build_id: String::new(),
        url: String::new(),
        base_path: "/lib/".to_owned(),
        policy_sources: Vec::new(),
        header_rules: Vec::new(),
        header_groups: Vec::new(),
    }
}
