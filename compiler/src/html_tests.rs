use super::*;
use crate::markup;
use crate::model::Crumb;
use crate::testing;

fn written(page: &Page) -> (String, String) {
    let folder = tempfile::tempdir().unwrap();
    let bundle = testing::bundle(folder.path(), "");
    let site = testing::site(Vec::new());
    let context = HtmlContext {
        site: &site,
        bundle: &bundle,
        icon: Some("/favicon.svg"),
    };
    let drawn = DrawnPage {
        shell: "<main>text</main>".to_owned(),
        slots: vec!["text".to_owned()],
        styles: vec!["assets/tabs-x.css".to_owned()],
    };
    let html = write_document(&context, page, &drawn);
    let scripts = [bundle.inline_head_script.as_str()];
    assert_eq!(markup::violations(&html, &scripts), Vec::<String>::new());
    (html, write_payload(&context, page, &drawn))
}

#[test]
fn a_document_has_what_search_engines_look_for() {
    let mut page = testing::page("/a", "A & B", Vec::new());
    page.props.description = Some("\"quoted\"".to_owned());
    page.props.breadcrumbs = vec![
        Crumb {
            label: "Group".to_owned(),
            href: None,
        },
        Crumb {
            label: "A".to_owned(),
            href: Some("/a".to_owned()),
        },
    ];
    page.image = Some("/img/card.png".to_owned());
    let (html, _) = written(&page);
    for part in [
        "<!doctype html><html lang=\"en\" dir=\"ltr\" data-theme=\"dark\"><head><meta charset=\"utf-8\">",
        "<title>A &amp; B | Site</title>",
        "<meta name=\"description\" content=\"&quot;quoted&quot;\">",
        "<meta property=\"og:url\" content=\"https://example.org/a\">",
        "<meta property=\"og:image\" content=\"https://example.org/img/card.png\">",
        "<meta name=\"docusaurus_tag\" content=\"docs-default-current\">",
        "<link rel=\"canonical\" href=\"https://example.org/a\">",
        "<link rel=\"alternate\" href=\"https://example.org/a\" hreflang=\"x-default\">",
        "<link rel=\"icon\" href=\"/favicon.svg\" type=\"image/svg+xml\">",
        "<link rel=\"stylesheet\" href=\"/assets/shell-x.css\">",
        "<link rel=\"stylesheet\" href=\"/assets/tabs-x.css\">",
        "<script type=\"module\" src=\"/assets/entry-x.js\" async></script>",
        "\"item\":\"https://example.org/a\"",
        "<div id=\"__bindery\"><main>text</main></div>",
    ] {
        assert!(html.contains(part), "{part} is missing in {html}");
    }
    assert!(!html.contains("robots"));
    assert_eq!(html.matches("ListItem").count(), 1);
}

#[test]
fn data_cannot_end_its_script() {
    let page = testing::page("/a", "</script><script>alert(1)</script>", Vec::new());
    let (html, payload) = written(&page);
    assert!(!html.contains("<script>alert"));
    let data = html.split_once("id=\"__bindery_data\">").unwrap().1;
    let data = data.split_once("</script>").unwrap().0;
    let data: serde_json::Value = serde_json::from_str(data).unwrap();
    assert_eq!(data["page"]["title"], "</script><script>alert(1)</script>");
    assert_eq!(data["site"]["title"], "Site");
    let payload: serde_json::Value = serde_json::from_str(&payload).unwrap();
    assert_eq!(payload["slots"][0], "text");
    assert_eq!(payload["styles"][0], "/assets/tabs-x.css");
    assert_eq!(payload["build"], data["build"]);
}

#[test]
fn a_payload_leaves_the_sidebar_to_its_asset() {
    let mut page = testing::page("/a", "A", Vec::new());
    page.props.no_index = true;
    page.props.sidebar = Some(SidebarProps {
        id: "docs".to_owned(),
        asset: "/assets/sidebar-x.json".to_owned(),
        items: Some(Vec::new()),
    });
    let (html, payload) = written(&page);
    assert!(html.contains("\"items\":[]"));
    assert!(html.contains("content=\"noindex, follow\""));
    assert!(payload.contains("\"asset\":\"/assets/sidebar-x.json\",\"items\":null"));
}
