mod images;
mod plain_files;

use super::*;
use crate::system::cache::Cache;
use bindery_compression as compression;

fn asset(media_type: &str, body: &str) -> Asset {
    Asset {
        media_type: media_type.to_owned(),
        cache: CachePolicy::Revalidate,
        effort: Effort::Fast,
        link: None,
        no_index: false,
        headers: 0,
        body: body.as_bytes().into(),
    }
}

fn page(body: &str) -> PageAssets {
    PageAssets {
        html: asset("text/html; charset=utf-8", body),
        payload: asset("application/json", &format!("{{\"slots\":[\"{body}\"]}}")),
        anchors: Arc::new(["attacks".to_owned()]),
        twin: None,
        base: None,
    }
}

fn output() -> SiteOutput {
    let long = "<p>the same words again and again</p>".repeat(40);
    SiteOutput {
        targets: BTreeMap::from([
            ("/".to_owned(), Target::Page(page(&long))),
            ("/twin".to_owned(), Target::Page(page(&long))),
            (
                "/assets/a-1.css".to_owned(),
                Target::Asset(asset("text/css", "a{}")),
            ),
            ("/gone".to_owned(), Target::Gone),
            (
                "/old".to_owned(),
                Target::Redirect {
                    to: "/".to_owned(),
                    status: 308,
                },
            ),
        ]),
        not_found: page("nothing"),
        not_found_below: vec![("/fr/".to_owned(), page("rien"))],
        routes: b"[]".to_vec(),
        search: b"index".to_vec(),
        articles: Vec::new(),
        build_id: "b1".to_owned(),
        url: "https://example.org".to_owned(),
        base_path: "/".to_owned(),
        policy_sources: vec!["sha256-x".to_owned()],
        header_rules: vec![HeaderRule {
            patterns: vec!["/twin*".to_owned()],
            fields: vec![
                ("x-a".to_owned(), "b".to_owned()),
                ("x-c".to_owned(), String::new()),
            ],
            policy: vec!["img-src https://a.example".to_owned()],
        }],
        header_groups: vec![vec![0]],
    }
}

fn packed(output: &SiteOutput) -> Pack<'static> {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::open(folder.path());
    let encoded = encode_assets(output, &cache);
    let hashes = BodyHashes::default();
    let pack = pack_assets(&encoded, "2 pages\n", StaticStorage::Embedded, &hashes).unwrap();
    assert_eq!(pack.blob.len(), pack.blob.to_vec().len() as u64);
    let mut blob = BlobParts::default();
    blob.push_owned(pack.blob.to_vec());
    Pack {
        blob,
        index_offset: pack.index_offset,
        table: pack.table,
        static_files: pack.static_files,
    }
}

/// The index at the end of a blob, read as the server reads it.
fn read_index(pack: &Pack<'_>) -> SiteTable {
    let blob: &'static [u8] = pack.blob.to_vec().leak();
    let offset = usize::try_from(pack.index_offset).unwrap();
    index::read(&blob[offset..]).unwrap()
}

fn range(blob: &[u8], first: u64, len: u64) -> &[u8] {
    let first = usize::try_from(first).unwrap();
    &blob[first..first + usize::try_from(len).unwrap()]
}

/// The bytes of a body, as the server makes them.
fn bytes_of(blob: &[u8], body: &table::Body) -> Vec<u8> {
    let len = usize::try_from(body.len).unwrap();
    let made = match body.storage {
        table::Storage::Blob => Some(range(blob, body.offset, body.len).to_vec()),
        table::Storage::Brotli { len: encoded } => {
            compression::from_brotli(range(blob, body.offset, encoded), len)
        }
        table::Storage::Difference { len: own, base } => {
            let stored = range(blob, base.offset, base.encoded_len);
            let base = usize::try_from(base.len).unwrap();
            let base = compression::from_brotli(stored, base).unwrap();
            let difference = range(blob, body.offset, own);
            compression::apply_difference(&base, difference, len)
        }
        table::Storage::Zstd { len: encoded } => {
            compression::from_zstd(range(blob, body.offset, encoded), len)
        }
        other => panic!("{other:?}"),
    };
    made.unwrap()
}

#[test]
fn the_same_site_gives_the_same_blob() {
    assert_eq!(packed(&output()).blob, packed(&output()).blob);
}

#[test]
fn equal_bodies_are_stored_once() {
    let pack = packed(&output());
    let home = pack.table.table.lookup("/").unwrap();
    let twin = pack.table.table.lookup("/twin").unwrap();
    assert_eq!(home.target, twin.target);
}

#[test]
fn the_reader_finds_what_the_writer_placed() {
    let pack = packed(&output());
    let blob = &pack.blob.to_vec();
    let site = read_index(&pack);
    assert_eq!(site.content_hash, pack.table.content_hash);
    assert_eq!(site.build_id, "b1");
    assert_eq!(site.policy_sources, ["sha256-x"]);
    let rule = &site.header_rules[0];
    assert_eq!(rule.patterns, ["/twin*"]);
    assert_eq!(rule.fields, [("x-a", "b"), ("x-c", "")]);
    assert_eq!(rule.policy, ["img-src https://a.example"]);
    assert_eq!(site.header_groups, [[0]]);
    let bytes = |body: &table::Body| bytes_of(blob, body);
    assert_eq!(bytes(&site.report), b"2 pages\n");
    assert_eq!(bytes(&site.routes), b"[]");
    assert_eq!(bytes(&site.not_found.html.identity), b"nothing");
    let below = site.not_found_for("/fr/x");
    assert_eq!(bytes(&below.html.identity), b"rien");
    assert_eq!(
        bytes(&site.not_found_for("/french").html.identity),
        b"nothing"
    );
    for (path, target) in &output().targets {
        let entry = site.table.lookup(path).expect(path);
        match (target, &entry.target) {
            (Target::Page(own), table::Target::Page(read)) => {
                assert_eq!(bytes(&read.html.identity), *own.html.body);
                assert_eq!(read.html.media_type, own.html.media_type);
                let br = read.html.br.as_ref().unwrap();
                assert!(br.etag.ends_with("-br\""), "{}", br.etag);
                let plain = compression::from_brotli(&bytes(br), own.html.body.len());
                assert_eq!(plain.as_deref(), Some(&*own.html.body));
            }
            (Target::Asset(own), table::Target::Asset(read)) => {
                assert_eq!(bytes(&read.identity), *own.body);
                assert!(read.br.is_none());
            }
            (Target::Redirect { to, status }, table::Target::Redirect { to: t, status: s }) => {
                assert_eq!((to.as_str(), status), (*t, s));
            }
            (Target::Gone, table::Target::Gone) => {}
            other => panic!("{path}: {other:?}"),
        }
    }
    assert!(site.table.lookup("/older").is_none());
}

#[test]
fn a_page_knows_its_twin() {
    let mut output = output();
    let mut twinned = page("<p>text</p>");
    twinned.twin = Some("/notes.md".to_owned());
    twinned.html.link = Some("</notes.md>; rel=\"alternate\"".to_owned());
    let mut markdown = asset("text/markdown; charset=utf-8", "text");
    markdown.no_index = true;
    let file = Target::Asset(markdown);
    output
        .targets
        .insert("/notes".to_owned(), Target::Page(twinned));
    output.targets.insert("/notes.md".to_owned(), file);
    let pack = packed(&output);
    let site = read_index(&pack);
    let target = |path: &str| &site.table.lookup(path).expect(path).target;
    let (table::Target::Page(page), table::Target::Asset(file)) =
        (target("/notes"), target("/notes.md"))
    else {
        panic!("a page and a file");
    };
    assert_eq!(page.twin, "/notes.md");
    assert_eq!(page.html.link, "</notes.md>; rel=\"alternate\"");
    assert!(file.no_index && !page.html.no_index);
    let table::Target::Page(other) = target("/") else {
        panic!("a page");
    };
    assert!(other.twin.is_empty() && other.html.link.is_empty());
}

#[test]
fn the_manifest_has_all_routes_in_order() {
    let output = output();
    let manifest = packed(&output).manifest(&output);
    let paths: Vec<&str> = manifest
        .routes
        .iter()
        .map(|route| route.path.as_str())
        .collect();
    assert_eq!(paths, ["/", "/assets/a-1.css", "/old", "/twin"]);
    let home = manifest.find("/").unwrap();
    assert_eq!(home.target, RouteTarget::Page(vec!["attacks".to_owned()]));
}

#[test]
fn text_has_a_charset() {
    for (name, expected) in [
        ("a.css", "text/css; charset=utf-8"),
        ("a-hash.js", "text/javascript; charset=utf-8"),
        ("a.json", "application/json"),
        ("a.svg", "image/svg+xml"),
        ("a.woff2", "font/woff2"),
        ("a.xml", "text/xml; charset=utf-8"),
        ("CNAME", "application/octet-stream"),
    ] {
        assert_eq!(media_type(name), expected);
    }
}

/// A site in two languages, the second of which repeats the first one's text.
fn translated() -> SiteOutput {
    let text = (0..2000).fold(String::new(), |text, n| {
        format!(
            "{text}<p>{} words of the default language: {}</p>",
            n % 7,
            n * n
        )
    });
    let twinned = |home: &str| {
        let mut own = page(&format!("<html lang={home}><a href=/{home}>Home</a>{text}"));
        own.twin = Some(format!("/{home}/notes.md"));
        own
    };
    let mut copy = twinned("fr");
    copy.base = Some("/en/notes".to_owned());
    let markdown = |home: &str| asset("text/markdown", &format!("[{home}](/{home})\n{text}"));
    let mut output = output();
    output.targets = BTreeMap::from([
        ("/en/notes".to_owned(), Target::Page(twinned("en"))),
        ("/en/notes.md".to_owned(), Target::Asset(markdown("en"))),
        // In the order of the paths this one comes first.
        ("/-fr/notes".to_owned(), Target::Page(copy)),
        ("/fr/notes.md".to_owned(), Target::Asset(markdown("fr"))),
    ]);
    output
}

#[test]
fn a_page_that_repeats_the_default_locale_is_stored_as_a_difference() {
    let whole = |mut output: SiteOutput| {
        for target in output.targets.values_mut() {
            if let Target::Page(page) = target {
                page.base = None;
            }
        }
        packed(&output)
    };
    let (shared, copied) = (packed(&translated()), whole(translated()));
    let one = {
        let mut output = translated();
        output.targets.retain(|path, _| path.starts_with("/en"));
        packed(&output)
    };
    let added = shared.blob.len() - one.blob.len();
    assert!(added * 5 < copied.blob.len() - one.blob.len(), "{added}");
    // The fields of the responses are the same, and so are the bodies.
    let site = |pack: &Pack<'_>| read_index(pack);
    let (shared_table, copied_table) = (site(&shared), site(&copied));
    for path in ["/-fr/notes", "/fr/notes.md"] {
        let resources = |table: &SiteTable| match &table.table.lookup(path).unwrap().target {
            table::Target::Page(page) => vec![page.html.clone(), page.payload.clone()],
            table::Target::Asset(file) => vec![file.clone()],
            other => panic!("{other:?}"),
        };
        for (own, other) in resources(&shared_table)
            .iter()
            .zip(resources(&copied_table))
        {
            let is_difference = matches!(own.identity.storage, table::Storage::Difference { .. });
            assert!(is_difference, "{path} is stored whole");
            let made = bytes_of(&shared.blob.to_vec(), &own.identity);
            assert_eq!(made, bytes_of(&copied.blob.to_vec(), &other.identity));
            let tags = |one: &table::Resource| {
                [&Some(one.identity), &one.zstd, &one.gzip]
                    .map(|body| body.map(|body| (body.etag, body.len)))
            };
            assert_eq!(tags(own), tags(&other));
            let br = own.br.unwrap();
            let on_request = table::Storage::OnRequest(table::Coding::Br);
            assert_eq!((br.storage, br.len), (on_request, own.identity.len));
        }
    }
}

#[test]
fn a_text_is_stored_once() {
    let mut output = output();
    let large = "<p>words</p>".repeat(100_000);
    let assets = [("/large.txt", large.as_str()), ("/small.txt", "some words")];
    for (path, text) in assets {
        let target = Target::Asset(asset("text/plain", text));
        output.targets.insert(path.to_owned(), target);
    }
    let pack = packed(&output);
    let site = read_index(&pack);
    let resource = |path: &str| match &site.table.lookup(path).unwrap().target {
        table::Target::Page(page) => page.html.clone(),
        table::Target::Asset(file) => file.clone(),
        other => panic!("{other:?}"),
    };
    let home = resource("/");
    let br = home.br.unwrap();
    assert_eq!(br.storage, table::Storage::Blob);
    let own = home.identity.storage;
    assert_eq!(own, table::Storage::Brotli { len: br.len });
    assert_eq!(home.identity.offset, br.offset);
    let Target::Page(page) = &output.targets["/"] else {
        panic!("no page");
    };
    let on_request = |body: Option<table::Body>, coding| {
        let body = body.unwrap();
        assert_eq!(body.storage, table::Storage::OnRequest(coding));
        assert_eq!(body.len, page.html.body.len() as u64);
    };
    on_request(home.gzip, table::Coding::Gzip);
    on_request(home.zstd, table::Coding::Zstd);
    assert_eq!(
        bytes_of(&pack.blob.to_vec(), &home.identity),
        *page.html.body
    );
    for (path, text) in assets {
        let file = resource(path);
        assert_eq!(file.identity.storage, table::Storage::Blob, "{path}");
        assert_eq!(file.identity.len, text.len() as u64);
        assert!(
            file.gzip
                .is_none_or(|body| body.storage == table::Storage::Blob)
        );
    }
}
