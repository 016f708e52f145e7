//! Tests that packing does not copy images in memory, and that it can leave them in files beside the executable.

use super::*;

#[test]
fn a_picture_is_in_memory_once() {
    let mut output = output();
    let image: Arc<[u8]> = vec![7; 4096].into();
    let file = Asset::new(
        "a.png",
        CachePolicy::Revalidate,
        Effort::Fast,
        Arc::clone(&image),
    );
    output
        .targets
        .insert("/a.png".to_owned(), Target::Asset(file));
    let folder = tempfile::tempdir().unwrap();
    let encoded = encode_assets(&output, &Cache::open(folder.path()));
    let hashes = BodyHashes::default();
    let pack = pack_assets(&encoded, "", StaticStorage::Embedded, &hashes).unwrap();
    let is_shared = |part: &[u8]| std::ptr::eq(part.as_ptr(), image.as_ptr());
    assert!(pack.blob.iter().any(is_shared));
    let parts = pack.blob.to_shared();
    assert!(parts.iter().any(|part| Arc::ptr_eq(part, &image)));
    assert_eq!(parts.concat(), pack.blob.to_vec());
}

#[test]
fn pictures_are_beside_the_executable_on_request() {
    let mut output = output();
    let mut put = |path: &str, asset: Asset| {
        output.targets.insert(path.to_owned(), Target::Asset(asset));
    };
    let large = "x".repeat(static_files::MIN_LEN);
    put("/a.png", asset("image/png", &large));
    put("/img/a.png", asset("image/png", &large));
    put("/small.png", asset("image/png", "x"));
    put("/a.txt", asset("text/plain", &large));
    let font = Asset {
        effort: Effort::Best,
        ..asset("font/woff2", &large)
    };
    put("/assets/a.woff2", font);
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::open(folder.path());
    let encoded = encode_assets(&output, &cache);
    let hashes = BodyHashes::default();
    let embedded = pack_assets(&encoded, "", StaticStorage::Embedded, &hashes).unwrap();
    let external = pack_assets(&encoded, "", StaticStorage::External, &hashes).unwrap();
    assert!(embedded.static_files.is_empty());
    let names: Vec<_> = external
        .static_files
        .iter()
        .map(|file| &file.paths)
        .collect();
    assert_eq!(names, [&["/a.png", "/img/a.png"]]);
    let file = &external.static_files[0];
    assert_eq!(&*file.bytes, large.as_bytes());
    let identity =
        |pack: &Pack<'_>, path: &str| match &pack.table.table.lookup(path).unwrap().target {
            table::Target::Asset(file) => file.identity.clone(),
            other => panic!("{other:?}"),
        };
    let body = identity(&external, "/a.png");
    assert_eq!(body.storage, table::Storage::File);
    assert_eq!(body.etag, identity(&embedded, "/a.png").etag);
    assert_eq!(body.etag, format!("\"{}\"", file.name));
    assert_eq!(body.len, file.bytes.len() as u64);

    let folder = folder.path().join("static");
    static_files::write(&folder, &external.static_files).unwrap();
    let list = std::fs::read_to_string(folder.join(static_files::LIST_NAME)).unwrap();
    assert!(
        list.contains(&file.name) && list.contains("/img/a.png"),
        "{list}"
    );
    assert_eq!(std::fs::read(folder.join(&file.name)).unwrap(), *file.bytes);
}
