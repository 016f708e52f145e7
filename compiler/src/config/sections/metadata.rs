//! The options of metadata: tags of the head, the sitemap, `robots.txt`, the web manifest and `llms.txt`.
//!
//! Keys of `site.toml`; names and defaults are Docusaurus' where it has them.

use super::head_tags::{
    HeadTag, MetaTag, read_head_tag, read_meta_tag, read_script, read_style_sheet,
};
use crate::config::values::{FIELD_CODES, string_list};
use crate::diagnostic::Diagnostics;
use crate::pattern::Globs;
use crate::source::{FileId, Span};
use crate::value::{Fields, Node, NodeValue};

/// The keys about metadata, resolved.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MetadataConfig {
    /// `no_index`: ask search engines to leave out every page; `false` by default.
    pub no_index: bool,
    /// `base_url_issue_banner`: whether the home page warns of a wrong base path if its style sheets do not load.
    pub has_base_banner: bool,
    /// `image`: the image that social networks show for pages without one: a path under `static/` or a url.
    pub image: Option<(String, Span)>,
    /// `[[metadata]]`: `<meta>` elements of every page, unless the page has one of the same name itself.
    pub tags: Vec<MetaTag>,
    /// `[[head_tags]]`, `[[stylesheets]]` and `[[scripts]]`: further elements of every page.
    pub head_tags: Vec<HeadTag>,
    /// `[sitemap]`; `sitemap = false` turns it off.
    pub sitemap: Option<SitemapConfig>,
    /// `[robots]`; `robots = false` turns it off.
    pub robots: Option<RobotsConfig>,
    /// `[manifest]`; `manifest = false` turns it off.
    pub manifest: Option<ManifestConfig>,
    /// `[llms]`; `llms = false` turns `llms.txt` off.
    pub llms: Option<LlmsConfig>,
}

/// `[sitemap]`.
#[derive(Clone, Debug, PartialEq)]
pub struct SitemapConfig {
    /// `filename`: `sitemap.xml` by default.
    pub filename: String,
    /// `lastmod`: which dates of change it lists.
    pub lastmod: Lastmod,
    /// `change_frequency` (or `changefreq`): none by default, because search engines ignore it.
    pub change_frequency: Option<&'static str>,
    /// `priority`, 0 to 1: none by default, because search engines ignore it.
    pub priority: Option<f64>,
    /// `ignore_patterns`: globs of paths, base path left out, that are not listed.
    pub ignore_patterns: Globs,
}

/// `lastmod` of `[sitemap]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lastmod {
    /// `false`: no dates.
    Off,
    /// The default: dates of front matter and of posts, and git's where pages show them.
    Known,
    /// `"date"`: git's dates for all pages.
    History,
}

/// `[robots]`: rules for all crawlers, and `[[robots.rules]]` for some.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RobotsConfig {
    /// The rules in order; the first is that of all crawlers.
    pub rules: Vec<RobotsRule>,
}

/// `[[robots.rules]]`: a group of `robots.txt` (RFC 9309).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RobotsRule {
    /// `user_agent`: one or several; `*` by default.
    pub user_agents: Vec<String>,
    /// `allow`: paths without the base path.
    pub allow: Vec<String>,
    /// `disallow`: paths without the base path.
    pub disallow: Vec<String>,
}

/// `[manifest]`: the web manifest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ManifestConfig {
    /// `short_name`: the title by default.
    pub short_name: Option<String>,
    /// `display`: `browser` by default.
    pub display: &'static str,
    /// `theme_color`: that of the navbar in the default colour mode.
    pub theme_color: Option<String>,
    /// `background_color`: that of the page in the default colour mode.
    pub background_color: Option<String>,
}

/// `[llms]`: `llms.txt` and `llms-full.txt`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LlmsConfig {
    /// `max_full_bytes`: a longer `llms-full.txt` is left out; 2,000,000 by default, 0 for no file.
    pub max_full_bytes: u32,
}

const DISPLAYS: [&str; 4] = ["browser", "minimal-ui", "standalone", "fullscreen"];
const FREQUENCIES: [&str; 7] = [
    "always", "hourly", "daily", "weekly", "monthly", "yearly", "never",
];

/// Reads the keys about metadata of the whole file.
pub(in crate::config) fn read_metadata(fields: &mut Fields<'_, '_>) -> MetadataConfig {
    MetadataConfig {
        no_index: fields.boolean("no_index").unwrap_or(false),
        has_base_banner: fields.boolean("base_url_issue_banner").unwrap_or(true),
        image: fields.string_at("image"),
        tags: fields
            .list("metadata")
            .iter()
            .filter_map(|node| read_meta_tag(node, fields.sink))
            .collect(),
        head_tags: read_head_tags(fields),
        sitemap: section(fields, "sitemap", read_sitemap),
        robots: section(fields, "robots", read_robots),
        manifest: section(fields, "manifest", read_manifest),
        llms: section(fields, "llms", read_llms),
    }
}

fn read_head_tags(fields: &mut Fields<'_, '_>) -> Vec<HeadTag> {
    type Read = fn(&Node, &mut Diagnostics) -> Option<HeadTag>;
    let lists: [(&'static str, Read); 3] = [
        ("head_tags", read_head_tag),
        ("stylesheets", read_style_sheet),
        ("scripts", read_script),
    ];
    let mut tags = Vec::new();
    for (key, read) in lists {
        let items = fields.list(key).iter();
        tags.extend(items.filter_map(|node| read(node, fields.sink)));
    }
    tags
}

/// Reads a table that has defaults if it is absent, and that `false` turns off.
fn section<T>(
    fields: &mut Fields<'_, '_>,
    key: &'static str,
    read: fn(&mut Fields<'_, '_>) -> T,
) -> Option<T> {
    let empty = Node {
        span: Span::start_of(FileId(0)),
        value: NodeValue::Null,
    };
    let node = fields.node(key).unwrap_or(&empty);
    match node.value {
        NodeValue::Bool(false) => return None,
        NodeValue::Bool(true) => {
            return Some(read(&mut Fields::new(&empty, FIELD_CODES, fields.sink)));
        }
        _ => {}
    }
    let mut inner = Fields::new(node, FIELD_CODES, fields.sink);
    let value = read(&mut inner);
    inner.finish();
    Some(value)
}

fn read_sitemap(fields: &mut Fields<'_, '_>) -> SitemapConfig {
    let default = SitemapConfig::default();
    let lastmod = match fields.node("lastmod").map(|node| &node.value) {
        None => default.lastmod,
        Some(NodeValue::Bool(false)) => Lastmod::Off,
        Some(_) => match fields.enum_value("lastmod", &["date", "datetime"]) {
            Some(_) => Lastmod::History,
            None => default.lastmod,
        },
    };
    SitemapConfig {
        filename: fields.string("filename").unwrap_or(default.filename),
        lastmod,
        change_frequency: fields.enum_value("change_frequency|changefreq", &FREQUENCIES),
        priority: fields.number("priority"),
        ignore_patterns: Globs::new(&string_list(fields, "ignore_patterns")),
    }
}

fn read_robots(fields: &mut Fields<'_, '_>) -> RobotsConfig {
    let mut robots = RobotsConfig::default();
    for rule in &mut robots.rules {
        rule.allow = string_list(fields, "allow");
        rule.disallow = string_list(fields, "disallow");
    }
    for node in fields.list("rules") {
        let mut inner = Fields::new(node, FIELD_CODES, fields.sink);
        let mut user_agents = string_list(&mut inner, "user_agent");
        if user_agents.is_empty() {
            user_agents.push("*".to_owned());
        }
        robots.rules.push(RobotsRule {
            user_agents,
            allow: string_list(&mut inner, "allow"),
            disallow: string_list(&mut inner, "disallow"),
        });
        inner.finish();
    }
    robots
}

fn read_manifest(fields: &mut Fields<'_, '_>) -> ManifestConfig {
    let default = ManifestConfig::default();
    ManifestConfig {
        short_name: fields.string("short_name"),
        display: fields
            .enum_value("display", &DISPLAYS)
            .unwrap_or(default.display),
        theme_color: fields.string("theme_color"),
        background_color: fields.string("background_color"),
    }
}

fn read_llms(fields: &mut Fields<'_, '_>) -> LlmsConfig {
    let bytes = fields.integer("max_full_bytes", 0, 1_000_000_000);
    bytes.map_or_else(LlmsConfig::default, |max_full_bytes| LlmsConfig {
        max_full_bytes,
    })
}

impl Default for MetadataConfig {
    fn default() -> Self {
        MetadataConfig {
            no_index: false,
            has_base_banner: true,
            image: None,
            tags: Vec::new(),
            head_tags: Vec::new(),
            sitemap: Some(SitemapConfig::default()),
            robots: Some(RobotsConfig::default()),
            manifest: Some(ManifestConfig::default()),
            llms: Some(LlmsConfig::default()),
        }
    }
}

impl Default for SitemapConfig {
    fn default() -> Self {
        SitemapConfig {
            filename: "sitemap.xml".to_owned(),
            lastmod: Lastmod::Known,
            change_frequency: None,
            priority: None,
            ignore_patterns: Globs::default(),
        }
    }
}

impl Default for RobotsConfig {
    fn default() -> Self {
        let all = RobotsRule {
            user_agents: vec!["*".to_owned()],
            ..RobotsRule::default()
        };
        RobotsConfig { rules: vec![all] }
    }
}

impl Default for ManifestConfig {
    fn default() -> Self {
        ManifestConfig {
            short_name: None,
            display: "browser",
            theme_color: None,
            background_color: None,
        }
    }
}

impl Default for LlmsConfig {
    fn default() -> Self {
        LlmsConfig {
            max_full_bytes: 2_000_000,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::read_config;
    use crate::diagnostic::{Diagnostics, render};
    use crate::source::SourceTree;

    fn read(text: &str) -> (MetadataConfig, Vec<String>) {
        let text = format!("title = \"A\"\nurl = \"https://a.example\"\n{text}");
        let tree = SourceTree::from_texts(&[("site.toml", &text)]);
        let mut sink = Diagnostics::new();
        let config = read_config(&tree, &mut sink);
        let list = sink.into_sorted();
        let problems = list.iter().map(|one| {
            let text = render(one, &tree);
            text.lines().next().unwrap_or_default().to_owned()
        });
        (config.metadata, problems.collect())
    }

    #[test]
    fn every_key_can_be_set() {
        let (metadata, problems) = read(
            "no_index = true\nimage = \"img/card.png\"\n\
             metadata = [{ name = \"twitter:site\", content = \"@a\" }, { property = \"og:x\", content = \"y\" }]\n\
             head_tags = [{ tag_name = \"link\", attributes = { rel = \"me\", href = \"https://b.example/@a\", hidden = false } }]\n\
             llms = false\n[sitemap]\nlastmod = \"date\"\nchange_frequency = \"weekly\"\npriority = 0.5\n\
             ignore_patterns = [\"/tags/**\"]\nfilename = \"map.xml\"\n[robots]\ndisallow = \"/private\"\n\
             [[robots.rules]]\nuser_agent = [\"A\", \"B\"]\ndisallow = [\"/\"]\nallow = [\"/x\"]\n\
             [manifest]\nshort_name = \"A\"\ndisplay = \"standalone\"\ntheme_color = \"#fff\"\nbackground_color = \"#000\"\n",
        );
        assert_eq!(problems, Vec::<String>::new());
        assert!(metadata.no_index);
        assert_eq!(metadata.image.unwrap().0, "img/card.png");
        assert_eq!(metadata.tags[1].attribute, "property");
        let attributes = &metadata.head_tags[0].attributes;
        assert_eq!(attributes.len(), 2);
        let sitemap = metadata.sitemap.unwrap();
        assert_eq!(sitemap.lastmod, Lastmod::History);
        assert_eq!(sitemap.change_frequency, Some("weekly"));
        let rules = metadata.robots.unwrap().rules;
        assert_eq!(rules[0].disallow, ["/private"]);
        assert_eq!(rules[1].user_agents, ["A", "B"]);
        assert_eq!(metadata.manifest.unwrap().display, "standalone");
        assert_eq!(metadata.llms, None);
    }

    #[test]
    fn an_empty_file_has_the_defaults() {
        assert_eq!(read(""), (MetadataConfig::default(), Vec::new()));
        let (metadata, problems) = read("sitemap = false\nrobots = true\nmanifest = false\n");
        assert_eq!(problems, Vec::<String>::new());
        assert_eq!((metadata.sitemap, metadata.manifest), (None, None));
        assert_eq!(metadata.robots, Some(RobotsConfig::default()));
    }

    #[test]
    fn the_policy_allows_the_hosts_of_scripts_and_style_sheets() {
        let (metadata, problems) = read(
            "scripts = [\"/own.js\", { src = \"https://a.example/x.js\", async = true }]\n\
             stylesheets = [{ href = \"//b.example:8443/x.css\" }, { href = \"/i.png\", rel = \"icon\" }]\n",
        );
        assert_eq!(problems, Vec::<String>::new());
        let tags = metadata.head_tags.iter();
        let sources: Vec<_> = tags.filter_map(HeadTag::policy_source).collect();
        assert_eq!(
            sources,
            [
                "style-src https://b.example:8443",
                "script-src https://a.example"
            ]
        );
        let (metadata, problems) =
            read("scripts = [{ async = true }, \"http://a.example/x.js\"]\n");
        assert_eq!((metadata.head_tags.len(), problems.len()), (0, 2));
    }

    #[test]
    fn a_host_that_no_policy_can_name_is_an_error() {
        for address in [
            "https://b\u{fc}cher.example/x.js",
            "https://a.example;x/x.js",
            "//a.example 'unsafe-inline'/x.js",
            "https://*.example/x.js",
            "https://user@a.example/x.js",
            "https:///x.js",
            "https:a.example/x.js",
            "ftp://a.example/x.js",
            "/\\\\a.example/x.js",
        ] {
            for key in ["scripts", "stylesheets"] {
                let (metadata, problems) = read(&format!("{key} = [\"{address}\"]\n"));
                assert!(metadata.head_tags.is_empty(), "{address}");
                assert!(problems[0].contains("policy can name"), "{problems:?}");
            }
        }
        let (metadata, problems) = read(
            "scripts = [\"HTTPS://a.example:8443/x.js\", \"/own;x.js?a=b:c\", \"own.js\"]\n\
             stylesheets = [{ href = \"//b.example/x.css\", rel = \"preload stylesheet\" }]\n",
        );
        assert_eq!(problems, Vec::<String>::new());
        let sources = metadata.head_tags.iter().filter_map(HeadTag::policy_source);
        assert_eq!(
            sources.collect::<Vec<_>>(),
            [
                "style-src https://b.example",
                "script-src https://a.example:8443"
            ]
        );
    }

    #[test]
    fn tags_that_the_policy_refuses_are_errors() {
        for (tag, expected) in [
            (
                "{ tag_name = \"script\", attributes = {} }",
                "an element with content must be a script of the type `application/ld+json`",
            ),
            (
                "{ tag_name = \"meta\", attributes = { onload = \"x\" } }",
                "the attribute `onload` is not allowed",
            ),
            (
                "{ tag_name = \"meta\", attributes = { style = \"x\" } }",
                "the attribute `style` is not allowed",
            ),
            (
                "{ tag_name = \"meta\", attributes = { http-equiv = \"Refresh\" } }",
                "`http-equiv` may not be `refresh`",
            ),
            (
                "{ tag_name = \"link\", attributes = { rel = \"me\", href = \" javascript:x\" } }",
                "`href` may not hold a `javascript:` or `data:` address",
            ),
            (
                "{ tag_name = \"link\", attributes = { rel = \"stylesheet\", href = \"https://b.example/a.css\" } }",
                "`rel=\"stylesheet\"` loads something from another host",
            ),
            (
                "{ tag_name = \"meta\", attributes = { \"a b\" = \"x\" } }",
                "`a b` is not the name of an attribute",
            ),
        ] {
            let (metadata, problems) = read(&format!("head_tags = [{tag}]\n"));
            assert!(metadata.head_tags.is_empty(), "{tag}");
            assert!(problems[0].contains(expected), "{tag}: {problems:?}");
        }
        let (_, problems) = read("metadata = [{ content = \"x\" }]\n");
        assert!(
            problems[0].contains("needs a `name` or `property`"),
            "{problems:?}"
        );
    }
}
