//! Writes a generated tree: folders with folders, each with a few pages and a category file.

use super::TreeOptions;
use super::page::{PageTexts, folder_path, page_name};
use std::fs;
use std::path::Path;

/// Pages of a folder.
pub(super) const PAGES_IN_FOLDER: usize = 20;

/// Codes of the locales.
const LOCALES: [&str; 3] = ["en", "fr", "de"];

/// An image of one pixel.
const PIXEL: &[u8] = &[
    137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0,
    0, 0, 31, 21, 196, 137, 0, 0, 0, 11, 73, 68, 65, 84, 120, 156, 99, 248, 15, 4, 0, 9, 251, 3,
    253, 251, 94, 107, 43, 0, 0, 0, 0, 73, 69, 78, 68, 174, 66, 96, 130,
];

/// Writes a tree of `pages` pages and returns the bytes of its Markdown.
pub(super) fn write_tree(tree: &Path, pages: usize, plan: &TreeOptions) -> Result<usize, String> {
    write(&tree.join("static/img/pixel.png"), PIXEL)?;
    let locales = &LOCALES[..usize::from(plan.locales)];
    write(&tree.join("site.toml"), site_toml(locales).as_bytes())?;
    for folder in 0..pages.div_ceil(PAGES_IN_FOLDER) {
        let path = tree.join("docs").join(folder_path(folder));
        write(&path.join("_category_.json"), category(folder).as_bytes())?;
    }
    let mut bytes = 0;
    for (at, locale) in locales.iter().enumerate() {
        let docs = match at {
            0 => tree.join("docs"),
            _ => tree.join(format!(
                "i18n/{locale}/docusaurus-plugin-content-docs/current"
            )),
        };
        let mut texts = PageTexts::new(plan.seed + at as u64, pages);
        for number in (0..pages).step_by(if at == 0 { 1 } else { 2 }) {
            let text = texts.page(number);
            let folder = docs.join(folder_path(number / PAGES_IN_FOLDER));
            write(
                &folder.join(format!("{}.md", page_name(number))),
                text.as_bytes(),
            )?;
            bytes += text.len();
        }
    }
    Ok(bytes)
}

fn site_toml(locales: &[&str]) -> String {
    let locales = locales
        .iter()
        .map(|code| format!("\n[[locales]]\ncode = \"{code}\"\n"));
    let head = "title = \"Generated\"\nurl = \"https://generated.example.org\"\n\n[[docs]]\npath = \"docs\"\n";
    head.to_owned() + &locales.collect::<String>()
}

fn category(folder: usize) -> String {
    match folder % 3 {
        0 => format!(
            "{{\"label\": \"Part {folder}\", \"link\": {{\"type\": \"generated-index\"}}}}\n"
        ),
        _ => format!(
            "{{\"label\": \"Part {folder}\", \"position\": {}}}\n",
            folder % 7 + 1
        ),
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let written = path.parent().map_or(Ok(()), fs::create_dir_all);
    let written = written.and_then(|()| fs::write(path, bytes));
    written.map_err(|error| format!("{}: {error}", path.display()))
}
