//! Builds the site, and prepares what this repository's tests and documentation need of it.

use bindery_compiler::Script;
use bindery_compiler::system::files::write_if_changed;
use bindery_format::manifest::{Manifest, RouteTarget};
use std::path::Path;

/// Pages that tests and documentation name.
const LIBRARY_PAGES: [&str; 4] = ["/", "/characters/cryo/ganyu", "/newsletter", "/tcg"];

fn main() {
    if let Some(manifest) = Script::new().engine(bindery_engine::render).run() {
        prepare_tests(&manifest);
    }
}

/// Writes what `tests/macros.rs` and the documentation need: a route of the bound tree, and a flag for the library's
/// pages.
fn prepare_tests(manifest: &Path) {
    println!("cargo::rustc-check-cfg=cfg(has_library_pages)");
    let Ok(site) = Manifest::read(manifest) else {
        return;
    };
    let has_page = |path: &str| {
        let mut routes = site.routes.iter();
        routes.any(|route| route.path == path && matches!(route.target, RouteTarget::Page(_)))
    };
    if LIBRARY_PAGES.into_iter().all(has_page) {
        println!("cargo::rustc-cfg=has_library_pages");
    }
    let base = site.base_path.trim_end_matches('/');
    let mut pages = site.routes.iter();
    let page = pages.find(|route| matches!(route.target, RouteTarget::Page(_)));
    let path = page.and_then(|page| page.path.strip_prefix(base));
    let path = path.filter(|path| !path.is_empty()).unwrap_or("/");
    let text = format!("const A_ROUTE: &str = bindery_site::route!({path:?});\n");
    let file = manifest.with_file_name("a_route.rs");
    if let Err(error) = write_if_changed(&file, text.as_bytes()) {
        println!("cargo::error={error}");
    }
}
