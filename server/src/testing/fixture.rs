//! Sites made by hand: a blob and a table.

use crate::table::{
    Body, CachePolicy, Entry, HeaderRule, Page, Resource, RouteTable, Site, SiteTable, Target,
};
use bindery_format::{hash, perfect};

const NO_BODY: Body = Body {
    offset: 0,
    len: 0,
    etag: "\"empty\"",
};

const NO_RESOURCE: Resource = Resource {
    media_type: "text/html; charset=utf-8",
    cache: CachePolicy::Revalidate,
    identity: NO_BODY,
    br: None,
    zstd: None,
    gzip: None,
    link: "",
    no_index: false,
    headers: 0,
};

/// A site without a page.
#[must_use]
pub const fn empty_site() -> Site {
    Site {
        index: SiteTable {
            table: RouteTable {
                seeds: Vec::new(),
                entries: Vec::new(),
            },
            not_found: Page {
                html: NO_RESOURCE,
                payload: NO_RESOURCE,
                twin: "",
            },
            not_found_below: Vec::new(),
            content_hash: "0000000000000000",
            build_id: "build-0",
            url: "https://example.org",
            base_path: "/",
            policy_sources: Vec::new(),
            header_rules: Vec::new(),
            header_groups: Vec::new(),
            routes: NO_BODY,
            search: NO_BODY,
            report: NO_BODY,
        },
        blob: &[],
        timings: "",
    }
}

/// The bytes of a site while it is being made.
#[derive(Debug, Default)]
pub struct Blob {
    bytes: Vec<u8>,
}

impl Blob {
    /// Stores a body; its tag is made from its bytes and `suffix`.
    pub fn store(&mut self, bytes: &[u8], suffix: &str) -> Body {
        let offset = self.bytes.len() as u64;
        self.bytes.extend_from_slice(bytes);
        let etag = format!("\"{:016x}{suffix}\"", hash::hash(bytes));
        Body {
            offset,
            len: bytes.len() as u64,
            etag: leak(etag),
        }
    }

    /// A resource whose encoded bodies are stand-ins, `br:`, `zstd:` and `gzip:` before shortened copies: brotli's is
    /// the shortest, zstd's the longest of the three.
    pub fn resource(&mut self, media_type: &'static str, plain: &str) -> Resource {
        let stand_in = |name: &str, len: usize| format!("{name}:{plain:.len$}").into_bytes();
        Resource {
            media_type,
            cache: CachePolicy::Revalidate,
            identity: self.store(plain.as_bytes(), ""),
            br: Some(self.store(&stand_in("br", 1), "-br")),
            zstd: Some(self.store(&stand_in("zstd", 4), "-zstd")),
            gzip: Some(self.store(&stand_in("gzip", 3), "-gzip")),
            ..NO_RESOURCE
        }
    }
}

/// A page with this document, in four encodings.
pub fn page(blob: &mut Blob, html: &str) -> Target {
    Target::Page(page_of(blob, html))
}

/// A page with this document, which says where the same is in Markdown.
pub fn page_with_twin(blob: &mut Blob, html: &str, twin: &'static str) -> Target {
    let page = page_of(blob, html);
    let link = format!("<{twin}>; rel=\"alternate\"; type=\"text/markdown\"");
    Target::Page(Page {
        html: Resource {
            link: leak(link),
            ..page.html
        },
        twin,
        ..page
    })
}

/// A file without encoded bodies that is asked for anew each time.
pub fn asset(blob: &mut Blob, media_type: &'static str, bytes: &[u8]) -> Target {
    Target::Asset(Resource {
        media_type,
        identity: blob.store(bytes, ""),
        ..NO_RESOURCE
    })
}

/// A text file in four encodings that is kept for a year.
pub fn hashed_asset(blob: &mut Blob, media_type: &'static str, text: &str) -> Target {
    Target::Asset(Resource {
        cache: CachePolicy::Immutable,
        ..blob.resource(media_type, text)
    })
}

/// A text file in four encodings that is asked for anew each time.
pub fn text_asset(blob: &mut Blob, media_type: &'static str, text: &str) -> Target {
    Target::Asset(blob.resource(media_type, text))
}

/// The same with one of the site's lists of header rules, counted from one.
#[must_use]
pub fn with_headers(mut target: Target, headers: u16) -> Target {
    match &mut target {
        Target::Page(page) => {
            page.html.headers = headers;
            page.payload.headers = headers;
        }
        Target::Asset(resource) => resource.headers = headers,
        Target::Redirect { .. } | Target::Gone => {}
    }
    target
}

/// A redirect.
#[must_use]
pub fn redirect(to: &'static str, status: u16) -> Target {
    Target::Redirect { to, status }
}

/// Binds routes to a site that lives as long as the process. Panics on two routes of the same path.
#[must_use]
pub fn bind(
    base_path: &'static str,
    routes: impl FnOnce(&mut Blob) -> Vec<(&'static str, Target)>,
) -> &'static Site {
    bind_with_headers(base_path, (Vec::new(), Vec::new()), routes)
}

/// The same with header fields of the site's own: rules, and lists of them.
pub fn bind_with_headers(
    base_path: &'static str,
    (header_rules, header_groups): (Vec<HeaderRule>, Vec<Vec<u16>>),
    routes: impl FnOnce(&mut Blob) -> Vec<(&'static str, Target)>,
) -> &'static Site {
    let mut blob = Blob::default();
    let routes = routes(&mut blob);
    let listed: Vec<_> = routes.iter().map(route_line).collect();
    let not_found = page_of(&mut blob, "<h1>Page Not Found</h1>");
    // A site in two languages.
    let french_home: &'static str = format!("{base_path}fr/").leak();
    let not_found_below = vec![(french_home, page_of(&mut blob, "<h1>Page introuvable</h1>"))];
    let routes_json = blob.store(format!("[{}]\n", listed.join(",\n")).as_bytes(), "");
    let report = blob.store(b"Bound by hand.\n", "");
    Box::leak(Box::new(Site {
        index: SiteTable {
            table: build_table(routes),
            not_found,
            not_found_below,
            base_path,
            policy_sources: vec!["sha256-AAAA"],
            header_rules,
            header_groups,
            routes: routes_json,
            report,
            ..empty_site().index
        },
        blob: blob.bytes.leak(),
        timings: "bound in no time",
    }))
}

fn page_of(blob: &mut Blob, html: &str) -> Page {
    let payload = format!("{{\"build\":\"build-0\",\"page\":\"{html}\"}}");
    Page {
        html: blob.resource("text/html; charset=utf-8", html),
        payload: blob.resource("application/json", &payload),
        twin: "",
    }
}

fn route_line((path, target): &(&'static str, Target)) -> String {
    let (kind, to) = match target {
        Target::Redirect { to, .. } => ("redirect", format!("\"{to}\"")),
        Target::Page(_) | Target::Asset(_) => ("doc", "null".to_owned()),
        Target::Gone => ("gone", "null".to_owned()),
    };
    format!(r#"{{"path":"{path}","kind":"{kind}","title":"A page","redirects_to":{to}}}"#)
}

fn build_table(routes: Vec<(&'static str, Target)>) -> RouteTable {
    let paths: Vec<&str> = routes.iter().map(|(path, _)| *path).collect();
    let placement = perfect::place(&paths).expect("two routes have the same path");
    let mut routes: Vec<_> = routes.into_iter().map(Some).collect();
    let entries = placement.slots.iter().filter_map(|&index| {
        let (path, target) = routes[index].take()?;
        Some(Entry { path, target })
    });
    RouteTable {
        entries: entries.collect(),
        seeds: placement.seeds,
    }
}

fn leak(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}
