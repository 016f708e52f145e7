//! Compares the generated files of a golden site, also the Markdown representations of its pages, with the committed ones.
//!
//! Components are left out of the twins here, as only a renderer knows what they show. `UPDATE_SNAPSHOTS=1` rewrites the expectation; look
//! at the difference before you commit it.

#![allow(
    clippy::unwrap_used,
    reason = "a test's helpers may panic like the test"
)]

use bindery_compiler::document::Segment;
use bindery_compiler::driver;
use bindery_compiler::model::{Page, Slot};
use bindery_compiler::output::{self, GeneratedFile, OutputContext};
use bindery_compiler::render::RenderedPage;
use std::path::{Path, PathBuf};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn files() -> Vec<GeneratedFile> {
    let folder = repository().join("tests/sites/golden/small");
    let checked = driver::check(&folder, &repository().join("ui"));
    let site = &checked.site;
    let rendered: Vec<RenderedPage> = site.pages.iter().map(render).collect();
    let context = OutputContext {
        site,
        tree: &checked.tree,
        rendered: &rendered,
        icon: Some("/img/favicon.svg"),
    };
    let twins = output::twins(&context);
    let mut files = output::make(&context, &twins);
    files.extend(twins.into_iter().flatten());
    files
}

fn render(page: &Page) -> RenderedPage {
    let slot = |segments: &Slot| {
        let html = segments.iter().map(|segment| match segment {
            Segment::Html(html) => html.as_str(),
            _ => "",
        });
        html.collect()
    };
    RenderedPage {
        slots: page.slots.iter().map(slot).collect(),
        ..RenderedPage::default()
    }
}

#[test]
fn the_files_of_a_golden_site_are_the_expected_ones() {
    let mut found = String::new();
    for file in files() {
        let body = String::from_utf8(file.body).unwrap();
        found.push_str(&format!(
            "=== {} ({})\n{body}\n",
            file.path, file.media_type
        ));
    }
    let expectation = repository().join("tests/sites/golden/small.outputs.txt");
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(&expectation, &found).unwrap();
    }
    let wanted = std::fs::read_to_string(&expectation).unwrap();
    for (number, (wanted, found)) in wanted.lines().zip(found.lines()).enumerate() {
        assert_eq!(wanted, found, "line {}", number + 1);
    }
    assert_eq!(wanted.len(), found.len());
}

#[test]
fn what_is_xml_or_json_can_be_read_as_such() {
    let mut count = 0;
    for file in files() {
        let text = String::from_utf8(file.body).unwrap();
        let essence = file.media_type.split(';').next().unwrap_or_default();
        if essence.ends_with("xml") {
            roxmltree::Document::parse(&text).unwrap();
            count += 1;
        } else if essence.ends_with("json") {
            let _: serde_json::Value = serde_json::from_str(&text).unwrap();
            count += 1;
        }
    }
    assert!(
        count >= 3,
        "sitemap, search description and manifest: {count}"
    );
}
