//! Tests of parts of the blob that are no responses: the search index, the list of routes, and the counts of stored bytes.

use super::*;

#[test]
fn the_list_of_routes_is_stored_in_brotli() {
    let mut output = output();
    output.routes = b"{\"path\":\"/page\"},".repeat(500);
    let pack = packed(&output);
    let site = read_index(&pack);
    let storage = site.routes.storage;
    assert!(matches!(storage, table::Storage::Brotli { len } if len < 200));
    let made = bytes_of(&pack.blob.to_vec(), &site.routes);
    assert_eq!(made, output.routes);
    // A preview encodes nothing.
    output.not_found.html.effort = Effort::None;
    let site = read_index(&packed(&output));
    assert_eq!(site.routes.storage, table::Storage::Blob);
}

#[test]
fn the_search_index_is_stored_in_zstandard() {
    let mut output = output();
    output.search = b"words of the index ".repeat(500);
    let pack = packed(&output);
    let site = read_index(&pack);
    let storage = site.search.storage;
    assert!(matches!(storage, table::Storage::Zstd { len } if len < 200));
    let made = bytes_of(&pack.blob.to_vec(), &site.search);
    assert_eq!(made, output.search);
    output.not_found.html.effort = Effort::None;
    let site = read_index(&packed(&output));
    assert_eq!(site.search.storage, table::Storage::Blob);
}

#[test]
fn the_stored_bytes_are_counted_by_what_they_are() {
    let mut output = output();
    let text = "<p>some words</p>".repeat(50);
    let twin = Target::Asset(asset("text/markdown", &text));
    output.targets.insert("/index.md".to_owned(), twin);
    if let Some(Target::Page(page)) = output.targets.get_mut("/") {
        page.twin = Some("/index.md".to_owned());
    }
    let folder = tempfile::tempdir().unwrap();
    let sizes = encode_assets(&output, &Cache::open(folder.path())).sizes;
    let Stored {
        documents,
        payloads,
        twins,
        ..
    } = sizes.stored;
    assert!(documents > 0 && payloads > 0 && twins > 0);
    assert_eq!(documents + payloads + twins + 3, sizes.br);
    assert_eq!(
        (sizes.stored.files, sizes.stored.search, sizes.stored.routes),
        (3, 5, 2)
    );
}
