//! Adds the style sheets that only some sites or pages need: the colours of the announcement, those of code themes, the
//! sheet for formulas on another host, and the sheet of pages that are React components.

use crate::model::{PageContent, Site};
use crate::pack::compress::Effort;
use crate::pack::{Asset, CachePolicy};
use crate::render::RenderedPage;
use crate::render::bundle::Bundle;
use crate::system::cache;
use bindery_html::start_tags;
use rayon::prelude::*;

/// The sheet of pages that are React components.
const PAGE_SHEET: &str = include_str!("page.css");

/// Values of `class` in articles that need the same sheet: Docusaurus' theme styles them on every page.
const DOCUSAURUS_CLASSES: [&str; 2] = ["row", "card"];

/// Parts of class names that need it.
const DOCUSAURUS_CLASS_PARTS: [&str; 9] = [
    "avatar__",
    "button--",
    "button-group",
    "card__",
    "hero--",
    "margin-",
    "padding-",
    "pills__",
    "text--",
];

/// Links the sheets on the pages that need them; returns the files to serve.
pub(super) fn add(
    site: &Site,
    bundle: &Bundle,
    rendered: &mut [RenderedPage],
    effort: Effort,
) -> Vec<(String, Asset)> {
    let mut files = Vec::new();
    files.extend(add_page_sheet(site, bundle, rendered, effort));
    let mut sheet = |stem: &str, css: &str| {
        let body = css.as_bytes().to_vec();
        let name = format!("assets/{stem}-{}.css", cache::short_hash(&body, 8));
        let asset = Asset::new(&name, CachePolicy::Immutable, effort, body);
        files.push((format!("{}{name}", site.base_path), asset));
        name
    };
    if let Some(css) = &site.styles.all {
        let name = sheet("site", css);
        add_where(rendered, &name, |_| true);
    }
    if let Some(css) = &site.styles.code {
        let name = sheet("code", css);
        let has_code = |slot: &String| {
            slot.contains("code-block") && start_tags(slot).any(|tag| tag.has_class("code-block"))
        };
        add_where(rendered, &name, |page| page.slots.iter().any(has_code));
    }
    if let Some((address, integrity)) = &site.styles.math {
        let has_formula =
            |slot: &String| slot.contains("<math") && start_tags(slot).any(|tag| tag.is("math"));
        let style = format!("{address}#{integrity}");
        add_where(rendered, &style, |page| page.slots.iter().any(has_formula));
    }
    files
}

/// Links the sheet of React pages before the sheets of their components. Other pages get its variables alone, where the
/// site's own sheet reads some that it does not set.
fn add_page_sheet(
    site: &Site,
    bundle: &Bundle,
    rendered: &mut [RenderedPage],
    effort: Effort,
) -> Vec<(String, Asset)> {
    let asks = bundle.assets.iter().filter(|(path, bytes)| {
        path.ends_with(".css") && bytes.windows(6).any(|word| word == b"--ifm-")
    });
    let asks: Vec<&str> = asks.map(|(path, _)| path.as_str()).collect();
    let of_all = bundle.assets.iter().any(|(path, bytes)| {
        bundle.styles.contains(path) && reads_unset_variables(&String::from_utf8_lossy(bytes))
    });
    let sheets = [("page", PAGE_SHEET), ("variables", variables())].map(|(stem, css)| {
        let hash = cache::short_hash(css.as_bytes(), 8);
        (format!("assets/{stem}-{hash}.css"), css)
    });
    for (page, rendered) in site.pages_to_render().zip(rendered.iter_mut()) {
        let is_own = matches!(page.props.content, PageContent::Component);
        let mut styles = rendered.styles.iter();
        let is_asked = styles.any(|style| asks.contains(&style.as_str()));
        let marks = |slot: &String| has_docusaurus_class(slot) || slot.contains("var(--ifm-");
        let is_marked = || site.styles.has_docusaurus_classes && rendered.slots.iter().any(marks);
        if is_own || is_asked || is_marked() {
            rendered.styles.insert(0, sheets[0].0.clone());
        } else if of_all {
            rendered.styles.insert(0, sheets[1].0.clone());
        }
    }
    let linked = sheets.into_iter().filter(|(name, _)| {
        let mut pages = rendered.iter();
        pages.any(|page| page.styles.contains(name))
    });
    let assets = linked.map(|(name, css)| {
        let body = css.as_bytes().to_vec();
        let asset = Asset::new(&name, CachePolicy::Immutable, effort, body);
        (format!("{}{name}", site.base_path), asset)
    });
    assets.collect()
}

/// The rule that gives the variables of Docusaurus' theme their values.
fn variables() -> &'static str {
    let end = PAGE_SHEET.find("}\n").map_or(0, |at| at + 2);
    &PAGE_SHEET[..end]
}

/// Whether a sheet reads variables of Docusaurus' theme without a fallback, and sets them nowhere.
fn reads_unset_variables(css: &str) -> bool {
    let mut uses = css.split("var(--ifm-").skip(1).filter_map(|rest| {
        let (name, _) = rest.split_once([')', ','])?;
        rest[name.len()..].starts_with(')').then_some(name)
    });
    uses.any(|name| !css.contains(&format!("--ifm-{name}:")))
}

fn has_docusaurus_class(slot: &str) -> bool {
    start_tags(slot).any(|tag| {
        let classes = tag.value("class").unwrap_or_default();
        let has_part = |part: &&str| classes.contains(part);
        DOCUSAURUS_CLASSES.contains(&classes) || DOCUSAURUS_CLASS_PARTS.iter().any(has_part)
    })
}

fn add_where(
    rendered: &mut [RenderedPage],
    style: &str,
    is_needed: impl Fn(&RenderedPage) -> bool + Sync,
) {
    let pages = rendered.par_iter_mut().filter(|page| is_needed(page));
    pages.for_each(|page| page.styles.push(style.to_owned()));
}

/// The origin of the sheet on another host, which the policy must allow.
pub(super) fn foreign_origin(site: &Site) -> Option<String> {
    let (address, _) = site.styles.math.as_ref()?;
    let host = address.strip_prefix("https://")?.split('/').next()?;
    Some(format!("https://{host}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::compress::{CompressOptions, StoredEncodings, compress};
    use crate::testing;

    #[test]
    fn only_pages_with_code_or_formulas_get_a_sheet() {
        let mut site = testing::site(Vec::new());
        site.styles.code = Some("a{}".to_owned());
        site.styles.all = Some("b{}".to_owned());
        site.styles.math = Some((
            "https://cdn.example/k/x.css".to_owned(),
            "sha384-abc".to_owned(),
        ));
        let page = |slot: &str| RenderedPage {
            slots: [slot.to_owned()].into(),
            ..RenderedPage::default()
        };
        let mut rendered = [
            page("<p>text</p>"),
            page("<div class=\"code-block\"><pre>"),
            page("<p><math><mi>x</mi></math></p>"),
        ];
        let folder = tempfile::tempdir().unwrap();
        let bundle = testing::bundle(folder.path(), "");
        let files = add(&site, &bundle, &mut rendered, Effort::Fast);
        let names: Vec<&str> = files
            .iter()
            .map(|(path, _)| path.trim_start_matches('/'))
            .collect();
        let [all, code] = names.as_slice() else {
            panic!("two files are served");
        };
        assert_eq!(rendered[0].styles, [*all]);
        assert_eq!(rendered[1].styles, [*all, *code]);
        assert_eq!(
            rendered[2].styles,
            [*all, "https://cdn.example/k/x.css#sha384-abc"]
        );
        assert_eq!(
            foreign_origin(&site).as_deref(),
            Some("https://cdn.example")
        );
    }

    #[test]
    fn pages_that_are_components_get_a_sheet_and_articles_in_its_classes() {
        let folder = tempfile::tempdir().unwrap();
        let mut bundle = testing::bundle(folder.path(), "");
        bundle.assets[2].1 = b"a{color:var(--ifm-color-primary)}".as_slice().into();
        let page = |path: &str| testing::page(path, "P", Vec::new());
        let mut site = testing::site(vec![page("/a"), page("/b"), page("/c")]);
        site.pages[0].props.content = PageContent::Component;
        let rendered = || {
            let mut rendered = [(); 4].map(|()| RenderedPage::default());
            rendered[1].slots = ["<p>x</p><a class=\"pills__item\">".to_owned()].into();
            rendered[2].styles = vec!["assets/tabs-x.css".to_owned()];
            rendered
        };
        for (has_marks, expected) in [
            (false, [true, false, true, false]),
            (true, [true, true, true, false]),
        ] {
            site.styles.has_docusaurus_classes = has_marks;
            let mut rendered = rendered();
            let files = add(&site, &bundle, &mut rendered, Effort::Fast);
            assert_eq!(files.len(), 1);
            let has = rendered.map(|page| {
                let first = page.styles.first();
                first.is_some_and(|style| style.starts_with("assets/page-"))
            });
            assert_eq!(has, expected);
        }
    }

    #[test]
    fn articles_get_the_variables_that_the_sheet_of_the_site_reads() {
        let folder = tempfile::tempdir().unwrap();
        let mut bundle = testing::bundle(folder.path(), "");
        let site = testing::site(vec![testing::page("/a", "A", Vec::new())]);
        let mut names = |shell: &[u8]| {
            bundle.assets[1].1 = shell.into();
            let mut rendered = [RenderedPage::default()];
            let files = add(&site, &bundle, &mut rendered, Effort::Fast);
            assert_eq!(files.len(), rendered[0].styles.len());
            rendered[0].styles.concat()
        };
        let unset = names(b"a{color:var(--ifm-color-emphasis-700)}");
        assert!(unset.starts_with("assets/variables-"), "{unset}");
        assert_eq!(names(b":root{--ifm-x:1}a{top:var(--ifm-x)}"), "");
        assert_eq!(names(b"a{top:var(--ifm-y,1px)}"), "");
        assert!(variables().ends_with("}\n") && variables().contains("--ifm-color-emphasis-700:"));
    }

    #[test]
    fn headings_of_react_pages_have_the_color_of_the_text_around_them() {
        let selector = "body :where(.page :is(h1,h2,h3,h4,h5,h6))";
        let (_, rule) = PAGE_SHEET.split_once(selector).unwrap();
        let (rule, _) = rule.split_once('}').unwrap();
        assert!(rule.contains("color:var(--ifm-heading-color,inherit);"));
        assert!(!PAGE_SHEET.contains("--ifm-heading-color:"));
    }

    #[test]
    fn tables_and_containers_of_react_pages_follow_the_variables_of_the_theme() {
        for (element, variable) in [
            (".page :is(th,td)", "padding:var(--ifm-table-cell-padding)"),
            (".container", "max-width:var(--ifm-container-width)"),
            (".page", "font-size:var(--ifm-font-size-base)"),
        ] {
            let (_, rule) = PAGE_SHEET
                .split_once(&format!("body :where({element}){{"))
                .unwrap();
            assert!(
                rule.split('}').next().unwrap().contains(variable),
                "{element}"
            );
        }
    }

    #[test]
    fn each_variant_of_a_button_can_be_read() {
        for name in ["success", "info", "warning", "danger"] {
            let rule =
                format!("body :where(.button--{name}){{background:var(--ifm-color-{name})}}");
            assert!(PAGE_SHEET.contains(&rule), "{name}");
        }
        // The variants that a site adds set the background only, because Docusaurus' buttons have the inverse color.
        let own = ",.button[class*=button--]:not(.button--primary,";
        assert!(PAGE_SHEET.contains(own));
    }

    /// A site sets variables of Docusaurus' theme on sections of its pages; tokens that are computed at the root miss them.
    #[test]
    fn elements_have_the_colors_of_the_variables_around_them() {
        let (_, rules) = PAGE_SHEET.split_once("}\n").unwrap();
        assert!(!rules.contains("--accent)"));
        let names = PAGE_SHEET.split("var(--ifm-").skip(1);
        for name in names.filter_map(|rest| rest.split_once(')').map(|(name, _)| name)) {
            let is_declared = name.contains(',') || PAGE_SHEET.contains(&format!("--ifm-{name}:"));
            assert!(is_declared, "{name} has no value");
        }
    }

    #[test]
    fn the_sheet_of_pages_is_small() {
        let folder = tempfile::tempdir().unwrap();
        let cache = cache::Cache::open(folder.path());
        let encoded = compress(
            &cache,
            CompressOptions {
                effort: Effort::Best,
                stored: StoredEncodings::All,
            },
            "text/css",
            PAGE_SHEET.as_bytes(),
        );
        let size = encoded.br.unwrap().stored_len();
        assert!(size <= 3_360, "{size} bytes");
    }
}
