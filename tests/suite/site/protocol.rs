//! HTTP over sockets: methods, negotiation, ranges, errors. The tests of the server crate cover every rule; these cases
//! test that the bound site follows them.

use crate::support::client::Response;
use crate::support::expected::{self, article, at};
use crate::support::server;
use libtest_mimic::Trial;

type Case = (&'static str, fn() -> Result<(), String>);

const CASES: [Case; 13] = [
    ("an_unknown_path_is_404_with_the_page", unknown_path),
    ("an_unknown_asset_is_a_plain_404", unknown_asset),
    (
        "an_unknown_payload_is_404_with_the_page_in_it",
        unknown_payload,
    ),
    ("other_methods_are_405_with_allow", other_methods),
    ("the_stored_body_wins_a_tie", stored_wins),
    ("nothing_acceptable_means_identity", identity_fallback),
    ("a_range_is_a_part_of_the_same_bytes", range),
    ("a_range_beyond_the_end_is_416", range_beyond),
    (
        "a_range_of_an_encoding_is_of_that_encoding",
        range_of_encoding,
    ),
    (
        "hashed_assets_are_immutable_and_pages_are_not",
        cache_policies,
    ),
    ("a_redirect_never_leaves_the_site", no_open_redirect),
    (
        "an_encoded_spelling_leads_to_the_canonical_one",
        encoded_spelling,
    ),
    (
        "browsers_are_told_how_to_fetch_ahead_but_not_to_spare_data",
        speculation,
    ),
];

/// Cases about certain pages of the library.
const LIBRARY_CASES: [Case; 2] = [
    ("the_policy_names_every_inline_script", policy_hashes),
    ("no_page_grows_with_the_number_of_pages", page_size),
];

pub(crate) fn cases() -> Vec<Trial> {
    let of_the_library = LIBRARY_CASES.iter().filter(|_| expected::is_library());
    let trials = CASES
        .iter()
        .chain(of_the_library)
        .map(|(name, case)| Trial::test(format!("protocol::{name}"), move || Ok(case()?)));
    trials.collect()
}

fn get(path: &str, headers: &[(&str, &str)]) -> Result<Response, String> {
    server::connect()?.get(path, headers)
}

fn ensure(holds: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what()) }
}

fn unknown_path() -> Result<(), String> {
    let below = format!("{}/x", article().trim_end_matches('/'));
    for path in [at("no/such/page"), below, at("no.html"), at("no/")] {
        let response = get(&path, &[])?;
        ensure(response.status == 404, || {
            format!("{path}: {}", response.status)
        })?;
        let html = response.text()?;
        // Other trees may be in another language.
        let is_known = !expected::is_library() || html.contains("Page Not Found");
        ensure(is_known, || format!("{path}: not the page"))?;
        ensure(html.contains("noindex"), || {
            format!("{path}: may be indexed")
        })?;
    }
    Ok(())
}

fn unknown_asset() -> Result<(), String> {
    for path in [at("assets/entry-00000000.js"), at("no.png"), at("assets/x")] {
        let response = get(&path, &[])?;
        ensure(response.status == 404, || {
            format!("{path}: {}", response.status)
        })?;
        ensure(
            response.header("content-type").starts_with("text/plain"),
            || format!("{path}: {response:?}"),
        )?;
        ensure(response.body.len() < 200, || {
            format!("{path}: {} bytes", response.body.len())
        })?;
    }
    Ok(())
}

fn unknown_payload() -> Result<(), String> {
    let response = get(&at("_bindery/page/no/such/page"), &[])?;
    ensure(response.status == 404, || response.status.to_string())?;
    let json: serde_json::Value =
        serde_json::from_str(&response.text()?).map_err(|error| error.to_string())?;
    let kind = json["page"]["content"]["kind"].as_str();
    ensure(kind == Some("not-found"), || format!("{kind:?}"))
}

fn other_methods() -> Result<(), String> {
    for method in ["POST", "PUT", "DELETE", "PATCH"] {
        let response = server::connect()?.send(method, &article(), &[("Content-Length", "0")])?;
        ensure(response.status == 405, || {
            format!("{method}: {}", response.status)
        })?;
        let allow = response.header("allow");
        ensure(allow.contains("GET") && allow.contains("HEAD"), || {
            format!("{method}: allow `{allow}`")
        })?;
    }
    Ok(())
}

/// The other encodings of a page are made on request, for clients that do not accept brotli.
fn stored_wins() -> Result<(), String> {
    let accepted = [("Accept-Encoding", "gzip, deflate, br, zstd")];
    let response = get(&article(), &accepted)?;
    let coding = response.header("content-encoding");
    ensure(coding == "br", || format!("`{coding}`"))
}

fn identity_fallback() -> Result<(), String> {
    for value in ["deflate", "identity;q=0", "*;q=0", "br;q=0, gzip;q=0"] {
        let response = get(&article(), &[("Accept-Encoding", value)])?;
        let coding = response.header("content-encoding");
        ensure(response.status == 200, || {
            format!("{value}: {}", response.status)
        })?;
        let is_refused = value.contains("br;q=0") || value.starts_with('*') || value == "deflate";
        ensure(!is_refused || coding.is_empty(), || {
            format!("{value}: {coding}")
        })?;
    }
    Ok(())
}

fn range() -> Result<(), String> {
    let whole = get(&article(), &[])?;
    let part = get(&article(), &[("Range", "bytes=100-199")])?;
    ensure(part.status == 206, || part.status.to_string())?;
    ensure(part.body == whole.body[100..200], || {
        "other bytes".to_owned()
    })?;
    let wanted = format!("bytes 100-199/{}", whole.body.len());
    ensure(part.header("content-range") == wanted, || {
        part.header("content-range").to_owned()
    })?;
    let tail = get(&article(), &[("Range", "bytes=-7")])?;
    ensure(tail.body == whole.body[whole.body.len() - 7..], || {
        "other tail".to_owned()
    })
}

fn range_beyond() -> Result<(), String> {
    let whole = get(&article(), &[])?;
    let response = get(&article(), &[("Range", "bytes=99999999-")])?;
    ensure(response.status == 416, || response.status.to_string())?;
    let wanted = format!("bytes */{}", whole.body.len());
    ensure(response.header("content-range") == wanted, || {
        response.header("content-range").to_owned()
    })
}

fn range_of_encoding() -> Result<(), String> {
    let whole = get(&article(), &[("Accept-Encoding", "br")])?;
    let part = get(
        &article(),
        &[
            ("Accept-Encoding", "br"),
            ("Range", "bytes=0-9"),
            ("If-Range", whole.header("etag")),
        ],
    )?;
    ensure(part.status == 206 && part.body == whole.body[..10], || {
        format!("{}", part.status)
    })?;
    let stale = get(
        &article(),
        &[
            ("Accept-Encoding", "br"),
            ("Range", "bytes=0-9"),
            ("If-Range", "\"other\""),
        ],
    )?;
    ensure(stale.status == 200, || stale.status.to_string())
}

fn cache_policies() -> Result<(), String> {
    let html = get(&article(), &[])?.text()?;
    let assets = at("assets/");
    let from = html.find(&assets).ok_or("the page names no asset")?;
    let end = from + html[from..].find('"').ok_or("BUG: an attribute ends")?;
    let asset = get(&html[from..end], &[])?;
    ensure(asset.header("cache-control").contains("immutable"), || {
        asset.header("cache-control").to_owned()
    })?;
    let page = get(&article(), &[])?;
    ensure(!page.header("cache-control").contains("immutable"), || {
        page.header("cache-control").to_owned()
    })
}

fn no_open_redirect() -> Result<(), String> {
    for path in [
        "//evil.example/",
        "/%5cevil.example/",
        "/\\evil.example",
        "//evil.example/characters/",
        "/.//evil.example/",
    ] {
        let response = get(path, &[])?;
        let location = response.header("location");
        ensure(!location.contains("evil"), || {
            format!("{path} leads to {location}")
        })?;
        ensure(
            !(300..400).contains(&response.status) || location.starts_with('/'),
            || format!("{path}: {location}"),
        )?;
    }
    Ok(())
}

fn encoded_spelling() -> Result<(), String> {
    let path = article();
    let last = path.trim_end_matches('/').len() - 1;
    let letter = path.as_bytes()[last];
    let spelling = format!("{}%{letter:02x}{}", &path[..last], &path[last + 1..]);
    let response = get(&spelling, &[])?;
    ensure(
        response.status == 308 && response.header("location") == path,
        || format!("{response:?}"),
    )
}

fn policy_hashes() -> Result<(), String> {
    let response = get(&article(), &[])?;
    let html = response.text()?;
    let inline = html.matches("<script>").count();
    let hashes = response
        .header("content-security-policy")
        .matches("'sha256-")
        .count();
    ensure(inline <= 2 && hashes >= inline, || {
        format!("{inline} inline scripts, {hashes} hashes")
    })
}

fn speculation() -> Result<(), String> {
    let response = get(&article(), &[])?;
    let named = response
        .header("speculation-rules")
        .trim_matches('"')
        .to_owned();
    let sparing = get(&article(), &[("Save-Data", "on")])?;
    ensure(sparing.header("speculation-rules").is_empty(), || {
        format!("{sparing:?}")
    })?;
    let rules = get(&named, &[])?;
    ensure(
        rules.header("content-type") == "application/speculationrules+json"
            && rules.text()?.contains("\"eagerness\":\"moderate\""),
        || format!("`{named}`: {rules:?}"),
    )
}

/// The shell of the largest page must not contain the whole sidebar: it leaves out closed categories.
fn page_size() -> Result<(), String> {
    let html = get("/characters/cryo/aloy", &[])?.text()?;
    for elsewhere in [
        "/enemy-data/automatons/ruin-guard",
        "/characters/pyro/hu-tao",
        "/evidence/characters/geo/albedo",
    ] {
        ensure(!html.contains(elsewhere), || {
            format!("the page lists {elsewhere}")
        })?;
    }
    Ok(())
}
