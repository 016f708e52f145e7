//! Tests of whole translations.

use super::{Evaluated, scope, translate};
use crate::diagnostic::{Cause, Diagnostics};
use crate::source::SourceTree;
use serde_json::{Value, json};

/// The translated table, and the warnings.
fn check(config: Value) -> (Value, Vec<String>) {
    let tree = SourceTree::from_texts(&[
        ("blog/a.md", ""),
        ("docs/a.md", ""),
        ("docusaurus.config.js", ""),
    ]);
    let evaluated = Evaluated {
        path: "docusaurus.config.js".to_owned(),
        config,
        ..Evaluated::default()
    };
    let mut sink = Diagnostics::new();
    let translated = translate(&evaluated, &tree, &mut sink);
    let messages = sink.into_sorted().into_iter().map(|one| one.message);
    (translated.node.to_json(), messages.collect())
}

#[test]
fn warnings_name_functions_without_a_name() {
    let config = json!({"presets": [{"$function": ""}], "themes": [""]});
    let (_, warnings) = check(config);
    let wanted = [
        "the preset `(anonymous)` is a function, which does not run here",
        "a theme of the site's own does not run here",
    ];
    for message in wanted {
        assert!(warnings.iter().any(|one| one == message), "{warnings:?}");
    }
}

#[test]
fn values_for_components_that_need_a_package_are_reported() {
    let users = json!({"$package": "yaml", "$member": "parse()"});
    let (_, warnings) = check(json!({"customFields": {"users": users, "size": 1}}));
    let expected = "`customFields.users` is empty: it needs the package `yaml`";
    assert_eq!(warnings, [expected]);
}

#[test]
fn the_address_of_a_site_is_read_as_browsers_read_it() {
    for (written, url) in [
        ("https:/a.example", "https://a.example"),
        ("HTTPS:///a.example:80/", "https://a.example:80"),
        ("http://a.example", "http://a.example"),
    ] {
        let (site, warnings) = check(json!({"url": written}));
        assert_eq!(site["url"], url);
        assert_eq!(warnings, Vec::<String>::new(), "{written}");
    }
    let (site, warnings) = check(json!({"url": "https://a.example/sub/"}));
    assert_eq!(site["url"], "https://a.example");
    assert_eq!(warnings, ["`url` has the path `/sub/`, which is not used"]);
    assert_eq!(check(json!({"url": "a.example"})).0["url"], "a.example");
}

#[test]
fn the_heading_of_footnotes_is_a_message() {
    let docs = json!({"remarkRehypeOptions": {"footnoteLabel": "Notes", "clobberPrefix": "x-"}});
    let (site, warnings) = check(json!({"presets": [["classic", {"docs": docs, "blog": false}]]}));
    assert_eq!(site["messages"]["theme.markdown.footnotes"], "Notes");
    let of_prefix = "`remarkRehypeOptions.clobberPrefix` has no effect here";
    assert_eq!(warnings, [of_prefix]);
}

#[test]
fn plugins_are_known_by_all_their_spellings() {
    for preset in [
        "classic",
        "@docusaurus/preset-classic",
        "@docusaurus/classic",
    ] {
        let (site, warnings) = check(json!({"presets": [[preset, {"blog": false}]]}));
        assert_eq!(site["docs"], json!([{"route_base": "docs"}]), "{preset}");
        assert_eq!(site["blog"], json!(false));
        assert_eq!(warnings, Vec::<String>::new());
    }
    for plugin in [
        "content-docs",
        "plugin-content-docs",
        "@docusaurus/plugin-content-docs",
        "@docusaurus/content-docs",
    ] {
        let (site, _) = check(json!({"plugins": [[plugin, {"id": "x", "path": "./docs/"}], null]}));
        let wanted = json!([{"path": "docs", "route_base": "docs", "id": "x"}]);
        assert_eq!(site["docs"], wanted, "{plugin}");
    }
}

#[test]
fn a_preset_around_the_classic_one_passes_its_options_on() {
    let around = json!(["company-preset", {"docs": {"path": "./docs/"}, "theme": {}}]);
    let (site, warnings) = check(json!({"presets": [around]}));
    assert_eq!(
        site["docs"],
        json!([{"path": "docs", "route_base": "docs"}])
    );
    assert_eq!(warnings, ["the preset `company-preset` does not run here"]);
    // Beside the classic one it makes documents of its own, which are not known.
    let (site, _) = check(json!({"presets": [around, ["classic", {"blog": false}]]}));
    assert_eq!(site["docs"], json!([{"route_base": "docs"}]));
}

#[test]
fn storage_is_known_by_its_older_name() {
    let storage = json!({"type": "sessionStorage", "namespace": true});
    for config in [
        json!({"storage": storage}),
        json!({"future": {"v4": true, "experimental_storage": storage}}),
    ] {
        let (site, warnings) = check(config);
        assert_eq!(site["storage"], storage);
        assert_eq!(warnings, Vec::<String>::new());
    }
}

#[test]
fn a_progressive_web_app_keeps_its_pages_readable() {
    let options = json!({"offlineModeActivationStrategies": ["appInstalled"], "pwaHead": []});
    let (site, warnings) = check(json!({"plugins": [["@docusaurus/plugin-pwa", options]]}));
    assert_eq!(site["offline"], json!(true));
    assert_eq!(warnings, Vec::<String>::new());
}

#[test]
fn levels_are_those_of_docusaurus_unless_they_are_set() {
    let (site, _) = check(json!({
        "onBrokenLinks": "warn",
        "markdown": {"hooks": {"onBrokenMarkdownImages": "ignore"}},
    }));
    let wanted = json!({
        "broken_links": "warn",
        "broken_anchors": "warn",
        "broken_markdown_links": "warn",
        "broken_markdown_images": "ignore",
        "duplicate_routes": "warn",
    });
    assert_eq!(site["checks"], wanted);
}

#[test]
fn ids_of_headings_have_capital_letters_if_anchors_say_so() {
    let (site, warnings) = check(json!({"markdown": {"anchors": {"maintainCase": true}}}));
    assert_eq!(site["markdown"]["retain_heading_case"], json!(true));
    assert_eq!(warnings, Vec::<String>::new());
}

#[test]
fn what_is_no_data_is_left_out_with_a_word() {
    let (site, warnings) = check(json!({
        "presets": [["classic", {"docs": {
            "editUrl": {"$function": "editUrl"},
            "remarkPlugins": [{"$package": "remark-math", "$member": ""}],
            "admonitions": {"keywords": ["secret"]},
        }}]],
        "themeConfig": {"prism": {
            "theme": {"$package": "prism-react-renderer", "$member": "themes.vsDark"},
        }},
    }));
    assert_eq!(site["docs"][0].get("edit_url"), None);
    assert_eq!(site["code"]["themes"]["light"], "vsDark");
    assert_eq!(site["admonitions"]["keywords"], json!(["secret"]));
    assert_eq!(
        site.get("math"),
        None,
        "formulas are read with their plugin"
    );
    assert_eq!(warnings, Vec::<String>::new());
    let (site, _) = check(json!({"presets": ["classic"]}));
    assert_eq!(site["math"]["enabled"], false);
}

#[test]
fn scripts_and_style_sheets_are_taken_over() {
    let (site, warnings) = check(json!({
        "scripts": ["/own.js", {"src": "https://a.example/x.js", "async": true}],
        "stylesheets": [{"href": "https://b.example/x.css"}, "https://cdn.example/katex.min.css"],
        "headTags": [
            {"tagName": "script", "attributes": {"type": "application/ld+json"}, "innerHTML": "{}"},
            {"tagName": "script", "attributes": {"src": "/late.js"}},
            {"tagName": "script", "attributes": {}, "innerHTML": "alert(1)"},
        ],
    }));
    assert_eq!(
        site["scripts"],
        json!([{"src": "/late.js"}, "/own.js", {"src": "https://a.example/x.js", "async": true}])
    );
    assert_eq!(
        site["stylesheets"],
        json!([{"href": "https://b.example/x.css"}])
    );
    assert_eq!(site["head_tags"][0]["inner_html"], "{}");
    assert_eq!(warnings, ["an inline script of `headTags` does not run"]);
}

/// The key was copied to one that `site.toml` does not have.
#[test]
fn the_default_folder_of_translations_is_no_problem() {
    let configs = json!({"fr": {"baseUrl": "/base/fr/"}});
    let i18n = json!({
        "path": "./i18n",
        "defaultLocale": "en",
        "locales": ["en", "fr"],
        "localeConfigs": configs,
    });
    let (site, warnings) = check(json!({"i18n": i18n}));
    assert_eq!(site.get("i18n_path"), None);
    assert_eq!(warnings, Vec::<String>::new());
    let (_, warnings) = check(json!({"i18n": {"path": "words", "locales": ["en"]}}));
    assert_eq!(warnings, ["translations in `words` are not read"]);
}

#[test]
fn the_format_of_texts_is_taken_over() {
    let (table, warnings) = check(json!({"markdown": {"format": "detect"}}));
    assert_eq!(table["markdown"]["format"], "detect");
    assert!(
        warnings.iter().all(|one| !one.contains("format")),
        "{warnings:?}"
    );
}

#[test]
fn npm2yarn_is_known_in_all_its_spellings() {
    let package = json!({"$package": "@docusaurus/remark-plugin-npm2yarn", "$member": ""});
    for (plugin, wanted) in [
        (json!(package), json!(true)),
        (json!([package, {"sync": true}]), json!({"sync": true})),
        (
            json!(["@docusaurus/remark-plugin-npm2yarn", {"converters": ["pnpm"]}]),
            json!({"converters": ["pnpm"]}),
        ),
    ] {
        let docs = json!({"remarkPlugins": [plugin]});
        let (site, warnings) = check(json!({"presets": [["classic", {"docs": docs}]]}));
        assert_eq!(site["markdown"]["npm2yarn"], wanted);
        assert_eq!(warnings, Vec::<String>::new());
    }
}

/// `site.toml` has no such keys: copied, they were reported by names that the configuration does not contain.
#[test]
fn options_without_effect_are_reported_by_their_own_names() {
    let docs =
        json!({"include": ["**/*.md"], "editCurrentVersion": true, "editLocalizedFiles": false});
    let blog = json!({"editLocalizedFiles": true});
    let pages = json!({"showLastUpdateTime": true, "showLastUpdateAuthor": false});
    let (site, warnings) =
        check(json!({"presets": [["classic", {"docs": docs, "blog": blog, "pages": pages}]]}));
    assert_eq!(
        site["docs"],
        json!([{"route_base": "docs", "include": ["**/*.md"]}])
    );
    assert_eq!(site["blog"], json!({"route_base": "blog"}));
    assert_eq!(
        warnings,
        [
            "`blog.editLocalizedFiles` has no effect here",
            "`docs.editCurrentVersion` has no effect here",
            "`pages.showLastUpdateTime` has no effect here",
        ]
    );
}

#[test]
fn versions_can_be_turned_off() {
    for (value, expected) in [(true, json!(["current"])), (false, json!(null))] {
        let docs = json!({"disableVersioning": value});
        let (site, warnings) = check(json!({"presets": [["classic", {"docs": docs}]]}));
        assert_eq!(site["docs"][0]["only_include_versions"], expected);
        assert_eq!(warnings, Vec::<String>::new());
    }
}

#[test]
fn a_typesense_cluster_remains_the_search_engine() {
    let (site, warnings) = check(json!({"themeConfig": {"typesense": {
        "typesenseCollectionName": "tcl",
        "typesenseServerConfig": {
            "nearestNode": {"url": "https://near.example.org"},
            "nodes": [
                {"host": "a.example.org", "port": 443, "protocol": "https"},
                {"host": "b.example.org", "port": "8108", "protocol": "http", "path": "/ts"},
                {"port": 443},
            ],
            "apiKey": "search-only",
            "connectionTimeoutSeconds": 2,
        },
        "typesenseSearchParameters": {"num_typos": 1},
        "contextualSearch": false,
        "externalUrlRegex": {"$regexp": "example\\.com"},
        "searchPagePath": "find",
        "colour": "red",
    }}}));
    let wanted = json!({
        "collection": "tcl",
        "parameters": {"num_typos": 1},
        "contextual": false,
        "api_key": "search-only",
        "engine": "typesense",
        "nodes": ["https://near.example.org", "https://a.example.org:443", "http://b.example.org:8108/ts"],
        "external_url_regex": "example\\.com",
        "page_path": "find",
    });
    assert_eq!(site["search"], wanted);
    assert_eq!(
        warnings,
        [
            "`themeConfig.typesense.colour` has no effect here",
            "this is not a node of a cluster"
        ]
    );
    let (site, warnings) = check(json!({"themeConfig": {"typesense": {
        "typesenseCollectionName": "a", "searchPagePath": null,
    }}}));
    assert_eq!(
        site["search"],
        json!({"collection": "a", "page_path": false})
    );
    let (other, _) = check(json!({"themeConfig": {"typesense": {"externalUrlRegex": "x"}}}));
    assert_eq!(
        other["search"],
        json!({"external_url_regex": "x", "page_path": "/search"})
    );
    assert_eq!(warnings, Vec::<String>::new());
}

#[test]
fn any_theme_or_plugin_for_search_leaves_the_search_on() {
    for config in [
        json!({"themes": ["@getcanary/docusaurus-theme-search-pagefind"]}),
        json!({"themes": ["/site/node_modules/docusaurus-theme-search-pagefind/index.js"]}),
        json!({"plugins": [["docusaurus-plugin-search-glean", {}]]}),
    ] {
        let (site, warnings) = check(config);
        assert_eq!(site["search"], Value::Null);
        assert_eq!(warnings, Vec::<String>::new());
    }
    let (site, _) = check(json!({}));
    assert_eq!(site["search"], json!({"page_path": false}));
}

#[test]
fn folders_outside_of_the_site_are_read() {
    let evaluated = Evaluated {
        config: json!({"presets": [["classic", {"docs": {"path": "@site/../docs"}}]]}),
        ..Evaluated::default()
    };
    assert_eq!(scope(&evaluated).outside, ["../docs"]);
}

#[test]
fn global_style_sheets_are_those_of_presets_and_themes() {
    let evaluated = Evaluated {
        config: json!({
            "presets": [["classic", {"theme": {"customCss": ["@site/src/a.css", "./src/b.css"]}}]],
            "themes": [["@docusaurus/theme-classic", {"customCss": "src/c.scss"}]],
        }),
        ..Evaluated::default()
    };
    let found = crate::docusaurus::custom_css(&evaluated);
    assert_eq!(found, ["src/a.css", "src/b.css", "src/c.scss"]);
}

#[test]
fn a_missing_part_of_the_site_excuses_links_to_missing_pages() {
    let is_excused = |config: Value| {
        let tree = SourceTree::from_texts(&[("docusaurus.config.js", ""), ("docs/a.md", "")]);
        let evaluated = Evaluated {
            path: "docusaurus.config.js".to_owned(),
            config,
            ..Evaluated::default()
        };
        let mut sink = Diagnostics::new();
        let _ = translate(&evaluated, &tree, &mut sink);
        let list = sink.into_sorted();
        list.iter().any(|one| one.cause == Some(Cause::Incomplete))
    };
    assert!(is_excused(json!({"plugins": ["some-typedoc-plugin"]})));
    assert!(is_excused(json!({"presets": ["some-api-docs"]})));
    // The folder is not there.
    assert!(is_excused(
        json!({"presets": [["classic", {"docs": {"path": "manual"}}]]})
    ));
    assert!(!is_excused(
        json!({"plugins": ["docusaurus-plugin-hotjar", "@docusaurus/plugin-content-docs"]})
    ));
    assert!(!is_excused(
        json!({"themes": ["some-theme", "@easyops-cn/docusaurus-search-local"]})
    ));
}
