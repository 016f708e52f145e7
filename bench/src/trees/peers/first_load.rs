//! What a first visit of a page loads.

use bindery_html::start_tags;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The page, as the folders of the tree name it.
const PAGE: &str = "docs/part-1/page-25";

/// Bytes of the document of one page with the scripts, preloads and style sheets that it names, each in brotli at level 5;
/// of Bindery's pages also the interface, which they load when the browser is idle.
///
/// # Errors
/// When the folder does not have the page.
pub(super) fn first_load_bytes(site: &Path) -> Result<usize, String> {
    let names = [format!("{PAGE}.html"), format!("{PAGE}/index.html")];
    let document = names.iter().map(|name| site.join(name));
    let document = document.into_iter().find(|path| path.is_file());
    let document = document.ok_or_else(|| format!("no page {PAGE} in {}", site.display()))?;
    let html = fs::read_to_string(&document).map_err(|error| error.to_string())?;
    let mut bytes = compressed(html.as_bytes());
    for name in files_of(&html) {
        bytes += fs::read(site.join(name)).map_or(0, |file| compressed(&file));
    }
    let assets = fs::read_dir(site.join("assets")).into_iter().flatten();
    for file in assets.flatten() {
        let name = file.file_name();
        let name = name.to_string_lossy();
        // Beside it is the same script for each encoding.
        if name.starts_with("interface-") && name.ends_with(".js") {
            bytes += fs::read(file.path()).map_or(0, |file| compressed(&file));
        }
    }
    Ok(bytes)
}

fn compressed(bytes: &[u8]) -> usize {
    bindery_compression::brotli(5, bytes).len()
}

/// The names of the files that a document loads before a reader does anything.
fn files_of(html: &str) -> BTreeSet<String> {
    let urls = start_tags(html).filter_map(|tag| {
        let rel = tag.value("rel").unwrap_or_default();
        let is_loaded = rel == "stylesheet" || rel == "modulepreload";
        match tag.is("script") {
            true => tag.value("src").map(str::to_owned),
            false if tag.is("link") && is_loaded => tag.value("href").map(str::to_owned),
            false => None,
        }
    });
    let paths = urls.filter_map(|url| url.strip_prefix('/').map(str::to_owned));
    paths.collect()
}
