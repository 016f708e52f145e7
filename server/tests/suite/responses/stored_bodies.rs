//! Bodies that are not in the blob as they are sent: differences to other bodies, encodings that are made on request, and
//! files beside the executable. Requests see no difference.

use crate::support::request::TestRequest;
use crate::support::site::build_site;
use bindery_compression::{FAST_LEVELS, brotli, difference, gzip, zstd};
use bindery_fixture::{Blob, page};
use bindery_server::table::{
    Base, Body, CachePolicy, Coding, Page, Resource, Site, Storage, Target, static_files,
};
use std::fs;
use std::path::Path;

/// The field and the prefix of the coding's name in the fields of a request.
const CODINGS: [(&str, Coding); 3] = [
    ("br", Coding::Br),
    ("zstd", Coding::Zstd),
    ("gzip", Coding::Gzip),
];

fn etag(bytes: &[u8], suffix: &str) -> &'static str {
    let hash = blake3::hash(bytes).to_hex();
    Box::leak(format!("\"{}{suffix}\"", &hash[..20]).into_boxed_str())
}

/// An encoding that is made on request: its length is not known, and its tag is the build's.
fn on_request(text: &str, suffix: &str, coding: Coding) -> Option<Body> {
    let tag = etag(format!("{coding:?} of {text}").as_bytes(), suffix);
    Some(Body {
        etag: tag,
        ..body(text.as_bytes(), "", Storage::OnRequest(coding))
    })
}

/// A body that is not in the blob.
fn body(bytes: &[u8], suffix: &str, storage: Storage) -> Body {
    Body {
        offset: 0,
        len: bytes.len() as u64,
        etag: etag(bytes, suffix),
        storage,
    }
}

fn encoded(coding: Coding, text: &str) -> Vec<u8> {
    let levels = FAST_LEVELS;
    match coding {
        Coding::Br => brotli(levels.brotli, text.as_bytes()),
        Coding::Gzip => gzip(levels.gzip, text.as_bytes()),
        Coding::Zstd => zstd(levels.zstd, text.as_bytes()),
    }
}

/// A resource that is stored as the difference to a body of the blob.
fn difference_resource(blob: &mut Blob, base: &str, text: &str) -> Resource {
    let base_body = blob.store(base.as_bytes(), "");
    let stored = blob.store(&difference(base.as_bytes(), text.as_bytes()), "");
    let storage = Storage::Difference {
        len: stored.len,
        base: Base {
            offset: base_body.offset,
            len: base_body.len,
            encoded_len: 0,
        },
    };
    Resource {
        identity: Body {
            offset: stored.offset,
            ..body(text.as_bytes(), "", storage)
        },
        br: on_request(text, "-br", Coding::Br),
        zstd: on_request(text, "-zstd", Coding::Zstd),
        gzip: on_request(text, "-gzip", Coding::Gzip),
        ..blob.resource("text/html; charset=utf-8", "")
    }
}

fn texts() -> (String, String) {
    let text = (0..300).fold(String::new(), |text, n| format!("{text}<p>{n} words</p>"));
    (
        format!("<html lang=en>{text}"),
        format!("<html lang=fr>{text}"),
    )
}

/// `/en` is in the blob, `/fr` a difference to it.
fn locales() -> &'static Site {
    build_site("/", |blob| {
        let (base, text) = texts();
        let html = difference_resource(blob, &base, &text);
        let copy = Target::Page(Page {
            payload: html.clone(),
            html,
            twin: "",
        });
        vec![("/en", page(blob, &base)), ("/fr", copy)]
    })
}

#[test]
fn a_difference_is_sent_like_any_other_body() {
    let (_, text) = texts();
    let plain = TestRequest::get("/fr").send(locales());
    assert_eq!((plain.status, plain.text()), (200, text.as_str()));
    assert_eq!(plain.header("etag"), Some(etag(text.as_bytes(), "")));
    assert_eq!(plain.header("vary"), Some("Accept-Encoding"));
    for (name, coding) in CODINGS {
        let bytes = encoded(coding, &text);
        let made = on_request(&text, &format!("-{name}"), coding);
        let tag = made.map_or("", |body| body.etag);
        let request = TestRequest::get("/fr").with("accept-encoding", name);
        // The second response comes from the store.
        for _ in 0..2 {
            let response = request.send(locales());
            assert_eq!(response.header("content-encoding"), Some(name));
            assert_eq!(response.header("etag"), Some(tag));
            assert_eq!(response.body, bytes);
        }
        let known = request.clone().with("if-none-match", tag).send(locales());
        assert_eq!((known.status, known.body.len()), (304, 0));
        let part = request.with("range", "bytes=5-9").send(locales());
        assert_eq!((part.status, &part.body[..]), (206, &bytes[5..10]));
    }
    // Brotli is nearly always the shortest of those whose lengths are not known.
    let all = TestRequest::get("/fr").with("accept-encoding", "gzip, zstd, br");
    let response = all.send(locales());
    assert_eq!(response.header("content-encoding"), Some("br"));
}

/// `/page` is stored as the library's pages are: in brotli only.
fn encoded_site(change: impl FnOnce(&mut Resource)) -> &'static Site {
    build_site("/", |blob| {
        let (text, _) = texts();
        let br = blob.store(&encoded(Coding::Br, &text), "-br");
        let mut html = Resource {
            identity: Body {
                offset: br.offset,
                ..body(text.as_bytes(), "", Storage::Brotli { len: br.len })
            },
            gzip: on_request(&text, "-gzip", Coding::Gzip),
            zstd: on_request(&text, "-zstd", Coding::Zstd),
            br: Some(br),
            ..blob.resource("text/html; charset=utf-8", "")
        };
        change(&mut html);
        vec![("/page", Target::Asset(html))]
    })
}

#[test]
fn a_plain_body_is_decoded_for_clients_without_encodings() {
    let (text, _) = texts();
    let site = encoded_site(|_| {});
    let get = TestRequest::get("/page");
    for request in [get.clone(), get.clone().with("accept-encoding", "identity")] {
        let plain = request.send(site);
        assert_eq!((plain.status, plain.text()), (200, text.as_str()));
        assert_eq!(plain.header("etag"), Some(etag(text.as_bytes(), "")));
        assert_eq!(plain.header("content-encoding"), None);
        let part = request.with("range", "bytes=5-9").send(site);
        assert_eq!(
            (part.status, &part.body[..]),
            (206, &text.as_bytes()[5..10])
        );
    }
    for (name, coding) in CODINGS {
        let response = get.clone().with("accept-encoding", name).send(site);
        assert_eq!(response.header("content-encoding"), Some(name));
        assert_eq!(response.body, encoded(coding, &text));
    }
}

#[test]
fn a_plain_body_that_cannot_be_decoded_is_an_error() {
    let damages: [fn(&mut Resource); 3] = [
        |html| html.identity.offset += 1,
        |html| html.identity.len -= 1,
        |html| html.identity.etag = "\"0\"",
    ];
    for damage in damages {
        let site = encoded_site(damage);
        assert_eq!(TestRequest::get("/page").send(site).status, 500);
        for name in ["gzip", "zstd"] {
            let made = TestRequest::get("/page").with("accept-encoding", name);
            assert_eq!(made.send(site).status, 500);
        }
        let br = TestRequest::get("/page").with("accept-encoding", "br");
        assert_eq!(br.send(site).status, 200);
    }
}

#[test]
fn a_difference_to_an_encoded_body_is_sent_like_any_other() {
    let site = build_site("/", |blob| {
        let (base, text) = texts();
        let mut html = difference_resource(blob, &base, &text);
        let encoded = blob.store(&brotli(5, base.as_bytes()), "");
        if let Storage::Difference { base, .. } = &mut html.identity.storage {
            base.offset = encoded.offset;
            base.encoded_len = encoded.len;
        }
        vec![("/fr", Target::Asset(html))]
    });
    assert_eq!(TestRequest::get("/fr").send(site).text(), texts().1);
}

const PICTURE: &[u8] = b"a picture of some bytes";

/// `/a.png` is in a file of `folder`.
fn pictures() -> &'static Site {
    build_site("/", |blob| {
        let picture = Target::Asset(Resource {
            cache: CachePolicy::Revalidate,
            media_type: "image/png",
            identity: body(PICTURE, "", Storage::File),
            br: None,
            zstd: None,
            gzip: None,
            ..blob.resource("image/png", "")
        });
        vec![("/", page(blob, "<h1>Home</h1>")), ("/a.png", picture)]
    })
}

fn name() -> &'static str {
    etag(PICTURE, "").trim_matches('"')
}

fn open(folder: &Path) -> (&'static Site, Result<(), String>) {
    let site = pictures();
    let opened = site.open_static_files(Some(folder));
    (site, opened)
}

#[test]
fn a_file_beside_the_executable_is_sent_like_any_other_body() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(name()), PICTURE).unwrap();
    let (site, opened) = open(folder.path());
    opened.unwrap();
    let get = TestRequest::get("/a.png");
    let response = get.send(site);
    assert_eq!((response.status, &response.body[..]), (200, PICTURE));
    let tag = response.header("etag").unwrap().to_owned();
    assert_eq!(tag, etag(PICTURE, ""));
    for (field, value) in [
        ("content-type", "image/png"),
        ("accept-ranges", "bytes"),
        ("x-content-type-options", "nosniff"),
    ] {
        assert_eq!(response.header(field), Some(value));
    }
    let part = get.clone().with("range", "bytes=-5").send(site);
    assert_eq!((part.status, &part.body[..]), (206, &b"bytes"[..]));
    assert_eq!(part.header("content-range"), Some("bytes 18-22/23"));
    let known = get.clone().with("if-none-match", &tag).send(site);
    assert_eq!((known.status, known.body.len()), (304, 0));
    let beyond = get.with("range", "bytes=99-").send(site);
    assert_eq!(beyond.status, 416);
    // The names of files are no paths.
    for path in [format!("/{}", name()), "/../a.png".to_owned()] {
        assert_ne!(TestRequest::get(&path).send(site).status, 200, "{path}");
    }
}

#[test]
fn a_missing_or_changed_file_is_refused_at_start() {
    let folder = tempfile::tempdir().unwrap();
    let (_, opened) = open(folder.path());
    let message = opened.unwrap_err();
    assert!(message.contains("`/a.png`"), "{message}");
    assert!(message.contains("cannot be read"), "{message}");
    assert!(message.contains("`--static-files`"), "{message}");
    for changed in [&b"another one"[..], b"a picture of other byte"] {
        fs::write(folder.path().join(name()), changed).unwrap();
        let message = open(folder.path()).1.unwrap_err();
        assert!(message.contains("other bytes"), "{message}");
    }
}

#[test]
fn a_file_that_is_lost_later_is_503() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(name());
    fs::write(&file, PICTURE).unwrap();
    let (site, opened) = open(folder.path());
    opened.unwrap();
    fs::write(&file, b"another one").unwrap();
    assert_eq!(TestRequest::get("/a.png").send(site).status, 503);
    fs::remove_file(&file).unwrap();
    let lost = TestRequest::get("/a.png").send(site);
    assert_eq!(lost.status, 503);
    assert_eq!(lost.header("etag"), None);
    assert_eq!(TestRequest::get("/").send(site).status, 200);
}

#[test]
fn a_folder_is_named_as_for_the_build() {
    for (value, folder) in [
        ("external /srv/a b", Some("/srv/a b")),
        ("files", Some("files")),
        ("external ", None),
        ("external", None),
        ("", None),
    ] {
        let parsed = static_files::parse_folder(value).ok();
        assert_eq!(parsed.as_deref(), folder.map(Path::new), "{value}");
    }
}

#[test]
fn an_encoded_search_index_is_decoded_once() {
    let index = b"words ".repeat(100);
    let site = build_site("/", |blob| {
        vec![("/index", Target::Asset(blob.resource("text/plain", "")))]
    });
    let with_search = |stored: &[u8], len: usize| {
        let mut table = site.index.clone();
        table.search = Body {
            len: len as u64,
            storage: Storage::Zstd {
                len: stored.len() as u64,
            },
            ..body(&index, "", Storage::Blob)
        };
        Site::new(table, Vec::leak(stored.to_vec()), "")
    };
    let encoded = zstd(3, &index);
    let whole = with_search(&encoded, index.len());
    let found = whole.search_index().map(<[u8]>::as_ptr);
    assert_eq!(whole.search_index(), Some(index.as_slice()));
    assert_eq!(whole.search_index().map(<[u8]>::as_ptr), found);
    assert_eq!(with_search(&encoded, index.len() - 1).search_index(), None);
    assert_eq!(with_search(b"text", index.len()).search_index(), None);
    assert_eq!(site.search_index(), None);
}

#[test]
fn a_list_that_is_stored_in_brotli_is_decoded() {
    let (text, _) = texts();
    let site = build_site("/", |blob| {
        vec![("/index", Target::Asset(blob.resource("text/plain", "")))]
    });
    let stored = encoded(Coding::Br, &text);
    let len = stored.len() as u64;
    let list = body(text.as_bytes(), "", Storage::Brotli { len });
    let site = Site::new(site.index.clone(), stored.leak(), "");
    assert_eq!(site.plain(&list).as_deref(), Some(text.as_bytes()));
    let outside = Body { offset: 1, ..list };
    assert_eq!(site.plain(&outside), None);
}
