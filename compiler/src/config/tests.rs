//! Reading `site.toml`: defaults, every key, and problems.

use super::{Direction, NavbarPosition, OfflineMode, SiteConfig, Target, TocLevels, read_config};
use crate::diagnostic::{Code, Diagnostics, Level, render};
use crate::pattern::NamePattern;
use crate::source::SourceTree;

fn read(config: &str) -> (SiteConfig, Vec<String>) {
    let tree = SourceTree::from_texts(&[
        ("blog/2020-01-01-a.md", ""),
        ("docs/a.md", ""),
        ("site.toml", config),
        ("tcg/a.md", ""),
    ]);
    let mut sink = Diagnostics::new();
    let config = read_config(&tree, &mut sink);
    let list = sink.into_sorted();
    let problems = list.iter().map(|one| render(one, &tree));
    (config, problems.collect())
}

const SMALLEST: &str = "title = \"S\"\nurl = \"https://s.example/\"\n";

#[test]
fn title_and_url_are_enough() {
    let (config, problems) = read(SMALLEST);
    assert_eq!(problems, Vec::<String>::new());
    assert_eq!(config.url, "https://s.example");
    assert_eq!(config.base_path, "/");
    assert_eq!(config.title_template, "{page} | {site}");
    assert_eq!(config.default_locale().code, "en");
    let docs = &config.docs[0];
    assert_eq!(
        (docs.id.as_str(), docs.route_base.as_str()),
        ("default", "/docs")
    );
    assert_eq!(
        (docs.sidebar_id.as_str(), docs.toc_levels),
        ("docs", TocLevels { min: 2, max: 3 })
    );
    let blog = &config.blogs[0];
    assert_eq!(
        (blog.route_base.as_str(), blog.posts_per_page),
        ("/blog", 10)
    );
    assert_eq!(
        (blog.sidebar_title.as_str(), blog.sidebar_count),
        ("Recent posts", 5)
    );
    assert_eq!(config.search.page_path.as_deref(), Some("/search"));
    assert_eq!(config.levels[&Code::BrokenLink], Level::Error);
    assert!(config.analytics.is_none() && config.logo.is_none());
}

/// Every key there is.
const EVERYTHING: &str = r##"
title = "S"
tagline = "T"
url = "https://s.example"
base_path = "/lib/"
trailing_slash = false
title_template = "%s - S"
edit_url = "https://git.example/edit/"
favicon = "img/favicon.svg"

[locale]
default = "ar"
label = "العربية"
direction = "rtl"
html_lang = "ar-EG"
calendar = "islamic"

[logo]
alt = "Mark"
src = "/img/logo.svg"
width = 40
height = 32

[[navbar]]
type = "doc"
label = "Home"
doc = "a"
docs = "tcg"
position = "right"
icon = "home"

[[navbar]]
label = "Out"
href = "https://x.example"

[footer]
style = "dark"
copyright = "Nobody"

[[footer.columns]]
title = "C"
items = [["Home", "/"], { label = "X", href = "https://x.example" }]

[color_mode]
default = "dark"
disable_switch = true
respect_prefers_color_scheme = true

[sidebar]
hideable = true
auto_collapse_categories = true

[[docs]]
path = "docs"
route_base = "/"
main_doc = "a"
sidebar_id = "main"
version = { name = "1.0", label = "One" }
edit_url = "https://other.example/"
toc_levels = [2, 4]
breadcrumbs = false
sidebar_collapsible = false
sidebar_collapsed = false

[[docs]]
id = "tcg"
path = "./tcg/"
version = "2.0"
toc_min_heading_level = 3
toc_max_heading_level = 5

[blog]
path = "blog"
route_base = "/news"
title = "News"
description = "All of it"
posts_per_page = 3
sidebar_title = "All"
sidebar_count = "all"
untruncated_posts = "ignore"
edit_url = "https://git.example/"

[code]
themes = { light = "github", dark = "vsDark" }
additional_languages = ["r"]

[images]
quality = 70
max_width = 960
min_width = 640
steps = 3

[search]
collection = "c"
engine = "typesense"
nodes = ["http://h:8108"]
api_key = "k"
fallback = false
external_url_regex = "other[.]example"
synonyms = [["mc", "traveler"]]
lower = ["evidence"]
marked = "exclude"
contextual = false
page_path = "/find"
feedback_url = "https://x.example/{query}"
parameters = { num_typos = 1 }
heading_terms."enemies" = { stats = "health" }

[analytics]
provider = "gtag"
id = "G-1"

[checks]
broken_links = "throw"
on_broken_anchors = "log"
broken_markdown_links = "warn"
duplicate_routes = "ignore"
unknown_front_matter_key = "error"

[[redirects]]
from = ["/x", "/y"]
to = "/a"
status = 301

[[redirect_rules]]
for = "/{name}"
except = ["b-*", "c"]
from = "/old/{name}"

[messages]
"theme.search" = "Find"
"##;

#[test]
fn pages_are_stored_only_where_the_site_says_so() {
    for (value, wanted) in [
        ("", OfflineMode::Off),
        ("offline = false", OfflineMode::Off),
        ("offline = true", OfflineMode::Visited),
        ("offline = \"remove\"", OfflineMode::Remove),
    ] {
        let (config, problems) = read(&format!(
            "title = \"S\"\nurl = \"https://example.org\"\n{value}"
        ));
        assert_eq!(problems, Vec::<String>::new());
        assert_eq!(config.offline, wanted, "{value}");
    }
    let (config, problems) =
        read("title = \"S\"\nurl = \"https://example.org\"\noffline = \"yes\"");
    assert_eq!(config.offline, OfflineMode::Off);
    assert_eq!(problems.len(), 1, "{problems:?}");
}

#[test]
fn every_key_can_be_set() {
    let (config, problems) = read(EVERYTHING);
    assert_eq!(problems, Vec::<String>::new());
    assert_eq!(config.base_path, "/lib/");
    assert_eq!(config.title_template, "{page} - S");
    assert_eq!(config.default_locale().direction, Direction::Rtl);
    let tcg = Target::Doc {
        id: "a".to_owned(),
        instance: "tcg".to_owned(),
    };
    assert_eq!(config.navbar[0].target, tcg);
    assert_eq!(config.navbar[1].position, NavbarPosition::Left);
    let items = &config.footer.columns[0].items;
    assert_eq!((items[0].target.as_str(), items.len()), ("/", 2));
    assert!(config.sidebar.hideable);
    let main = &config.docs[0];
    assert_eq!(
        (main.versions[0].label.as_str(), main.toc_levels),
        ("One", TocLevels { min: 2, max: 4 })
    );
    assert!(!main.breadcrumbs && !main.sidebar_collapsed && !main.sidebar_collapsible);
    let cards = &config.docs[1];
    assert_eq!(
        (cards.path.as_str(), cards.route_base.as_str()),
        ("tcg", "/tcg")
    );
    assert_eq!(
        (cards.versions[0].name.as_str(), cards.toc_levels),
        ("2.0", TocLevels { min: 3, max: 5 })
    );
    assert_eq!(cards.sidebar_id, "tcg");
    assert_eq!(cards.edit_url.as_deref(), Some("https://git.example/edit/"));
    let blog = &config.blogs[0];
    assert_eq!(blog.sidebar_count, usize::MAX);
    assert_eq!(blog.untruncated_posts, Level::Ignore);
    assert_eq!(config.search.parameters["num_typos"], 1);
    assert_eq!(config.search.nodes[0].port, 8108);
    assert_eq!(config.search.lower, ["/evidence"]);
    assert_eq!(config.search.synonyms, [["mc", "traveler"]]);
    let terms = &config.search.heading_terms[0];
    let terms = [&terms.path, &terms.anchor, &terms.words];
    assert_eq!(terms, ["/enemies", "stats", "health"]);
    assert!(config.search.excludes_marked && !config.search.fallback);
    // Of two keys for one code the stricter wins.
    assert_eq!(config.levels[&Code::BrokenLink], Level::Error);
    assert_eq!(config.levels[&Code::BrokenAnchor], Level::Warn);
    assert_eq!(config.levels[&Code::DuplicateRoute], Level::Ignore);
    assert_eq!(config.levels[&Code::UnknownFrontMatterKey], Level::Error);
    assert_eq!(
        (config.redirects.len(), config.redirects[1].status),
        (2, 301)
    );
    let except = ["b-*", "c"].map(NamePattern::new);
    assert_eq!(config.redirect_rules[0].except, except);
    assert_eq!(config.messages["theme.search"], "Find");
}

#[test]
fn docs_may_be_given_together() {
    let (config, problems) = read(&format!(
        "{SMALLEST}blog = false\n[docs]\ntoc_levels = [2, 5]\nsidebar = {{ hideable = true }}\n\
         [[docs.instances]]\n[[docs.instances]]\nid = \"tcg\"\npath = \"tcg\"\n"
    ));
    assert_eq!(problems, Vec::<String>::new());
    assert!(config.blogs.is_empty() && config.sidebar.hideable);
    assert_eq!(config.docs.len(), 2);
    assert_eq!(config.docs[1].toc_levels, TocLevels { min: 2, max: 5 });
}

#[test]
fn all_errors_are_found_in_one_run() {
    let (_, problems) = read(
        "title = 1\nurl = \"s.example\"\nbase_path = \"lib\"\ntitle_template = \"S\"\ntrailing_slash = 3\ntagine = \"\"\n\
         [color_mode]\ndefault = \"darc\"\n[checks]\nbroken_link = \"maybe\"\nbrokn_links = \"warn\"\nreserved_path = \"warn\"\n\
         [[docs]]\npath = \"dox\"\ntoc_levels = [3]\n[[navbar]]\nlabel = \"x\"\n[[redirects]]\nfrom = \"/a\"\nstatus = 302\nto = \"/b\"\n\
         [blog]\nposts_per_page = 0\nsidebar_count = \"some\"\n",
    );
    let heads: Vec<&str> = problems
        .iter()
        .map(|one| one.lines().next().unwrap())
        .collect();
    let expected = [
        "site.toml:1:9: error[bad-config]: expected a string, found a number",
        "site.toml:2:7: error[bad-config]: `url` must be an origin such as `https://library.example.org`",
        "site.toml:3:13: error[bad-config]: `base_path` must be a path such as `/` or `/library/`",
        "site.toml:4:18: error[bad-config]: `title_template` must contain `{page}`",
        "site.toml:5:18: error[bad-config]: expected true or false, found a number",
        "site.toml:6:1: error[bad-config]: unknown key `tagine`",
        "site.toml:8:11: error[bad-config]: unknown value `darc`",
        "site.toml:10:15: error[bad-config]: unknown level of a check",
        "site.toml:11:1: error[bad-config]: unknown check `brokn_links`",
        "site.toml:12:1: error[bad-config]: `reserved_path` is always an error",
        "site.toml:14:8: error[bad-config]: there is no folder `dox` with content",
        "site.toml:15:14: error[bad-config]: expected two heading levels such as `[2, 3]`, found a list",
        "site.toml:16:1: error[bad-config]: a navbar item needs a `label` and one of `to`, `href`, `doc`",
        "site.toml:20:10: error[bad-config]: expected 301 or 308, found a number",
        "site.toml:23:18: error[bad-config]: expected a number from 1, or `all`, found a number",
        "site.toml:24:17: error[bad-config]: expected a number from 0, or `all`, found a string",
    ];
    assert_eq!(heads, expected);
    assert!(problems[5].ends_with("help: did you mean `tagline`?"));
    assert!(
        problems[8].ends_with("help: did you mean `broken_link`?"),
        "{}",
        problems[8]
    );
}

#[test]
fn scripts_are_no_links() {
    let (config, problems) = read(&format!(
        "{SMALLEST}edit_url = \"javascript:a\"\nreport_url = \" JavaScript:a\"\n\
         [[docs]]\nedit_url = \"javascript:a\"\n[blog]\nedit_url = \"javascript:a\"\n\
         [pages]\npath = \"tcg\"\nedit_url = \"javascript:a\"\n\
         [[redirects]]\nfrom = \"/a\"\nto = \"javascript:a\"\n\
         [search]\nfeedback_url = \"javascript:a\"\n"
    ));
    let is_refused = |problem: &&String| problem.contains("a `javascript:` URL is not allowed");
    assert_eq!(problems.len(), 7, "{problems:#?}");
    assert_eq!(problems.iter().filter(is_refused).count(), 7);
    assert!(config.search.feedback_url.is_none());
    assert!(config.report_url.is_none() && config.docs[0].edit_url.is_none());
    assert!(config.redirects.is_empty());
}

#[test]
fn blogs_differ_in_id_and_path() {
    let check = |first: &str, second: &str, expected: &[&str]| {
        let (_, problems) = read(&format!(
            "{SMALLEST}[[blog]]\n{first}\n[[blog]]\n{second}\n"
        ));
        let problems: Vec<_> = problems
            .iter()
            .filter(|one| one.contains("two `[[blog]]`"))
            .collect();
        assert_eq!(problems.len(), expected.len(), "{problems:#?}");
        for (problem, expected) in problems.iter().zip(expected) {
            assert!(problem.contains(expected), "{problem}");
        }
    };
    let news = "path = \"news\"";
    check("", news, &["have the id `default`"]);
    check("", "id = \"two\"", &["have the path `blog`"]);
    check("", &format!("id = \"two\"\n{news}"), &[]);
}

#[test]
fn an_option_of_the_blog_without_effect_is_reported() {
    let (_, problems) = read(&format!("{SMALLEST}[blog]\nedit_localized_files = true\n"));
    assert_eq!(problems.len(), 1, "{problems:#?}");
    assert!(problems[0].contains("`edit_localized_files` has no effect"));
    let (_, problems) = read(&format!("{SMALLEST}[blog]\nedit_localized_files = false\n"));
    assert_eq!(problems, Vec::<String>::new());
}

#[test]
fn a_file_with_syntax_errors_reports_only_those() {
    let (config, problems) = read("title = \"S\"\nurl = \"https://s\"\n[blog\nunknown = 1\n");
    assert!(config.is_broken);
    assert_eq!(problems.len(), 1, "{problems:#?}");
    assert!(problems[0].starts_with("site.toml:3:6: error[bad-config]: bad TOML: "));
}

#[test]
fn an_empty_file_is_no_configuration() {
    assert!(read("\n").0.is_broken);
    assert!(!read(SMALLEST).0.is_broken);
}

#[test]
fn markdown_options_are_read_and_checked() {
    let text = "title = \"x\"\nurl = \"https://x.org\"\n[code]\nthemes = { dark = \"dracul\" }\n[admonitions]\nkeywords = [\"lore\", \"a b\"]\n[math]\nstyle_sheet = \"https://cdn.example/x.css\"\n";
    let tree = SourceTree::from_texts(&[("docs/a.md", ""), ("site.toml", text)]);
    let mut sink = Diagnostics::new();
    let config = read_config(&tree, &mut sink);
    assert_eq!(config.markdown.admonitions, ["lore"]);
    assert_eq!(config.code.dark_theme, None);
    let problems = sink.into_sorted();
    let problems: Vec<&str> = problems.iter().map(|one| one.message.as_str()).collect();
    assert_eq!(
        problems,
        [
            "unknown code theme `dracul`",
            "`a b` cannot be the name of an admonition",
            "a style sheet on another host needs its `integrity`",
        ]
    );
}
