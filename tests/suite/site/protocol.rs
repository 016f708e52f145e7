//! HTTP as a client sees it, over sockets: methods, negotiation, ranges, errors. The tables of rules are the server
//! crate's own tests; these are the promises of the bound site.

use crate::support::client::Answer;
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
    ("the_smallest_body_wins_a_tie", smallest_wins),
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

/// They name pages of the library, and what it says in its pages' heads.
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

fn get(path: &str, headers: &[(&str, &str)]) -> Result<Answer, String> {
    server::connect()?.get(path, headers)
}

fn ensure(holds: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what()) }
}

fn unknown_path() -> Result<(), String> {
    let below = format!("{}/x", article().trim_end_matches('/'));
    for path in [at("no/such/page"), below, at("no.html"), at("no/")] {
        let answer = get(&path, &[])?;
        ensure(answer.status == 404, || {
            format!("{path}: {}", answer.status)
        })?;
        let html = answer.text()?;
        // Other trees may speak another language.
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
        let answer = get(&path, &[])?;
        ensure(answer.status == 404, || {
            format!("{path}: {}", answer.status)
        })?;
        ensure(
            answer.header("content-type").starts_with("text/plain"),
            || format!("{path}: {answer:?}"),
        )?;
        ensure(answer.body.len() < 200, || {
            format!("{path}: {} bytes", answer.body.len())
        })?;
    }
    Ok(())
}

fn unknown_payload() -> Result<(), String> {
    let answer = get(&at("_bindery/page/no/such/page"), &[])?;
    ensure(answer.status == 404, || answer.status.to_string())?;
    let json: serde_json::Value =
        serde_json::from_str(&answer.text()?).map_err(|error| error.to_string())?;
    let kind = json["page"]["content"]["kind"].as_str();
    ensure(kind == Some("not-found"), || format!("{kind:?}"))
}

fn other_methods() -> Result<(), String> {
    for method in ["POST", "PUT", "DELETE", "PATCH"] {
        let answer = server::connect()?.send(method, &article(), &[("Content-Length", "0")])?;
        ensure(answer.status == 405, || {
            format!("{method}: {}", answer.status)
        })?;
        let allow = answer.header("allow");
        ensure(allow.contains("GET") && allow.contains("HEAD"), || {
            format!("{method}: allow `{allow}`")
        })?;
    }
    Ok(())
}

fn smallest_wins() -> Result<(), String> {
    let sizes = ["br", "zstd", "gzip"]
        .map(|coding| get(&article(), &[("Accept-Encoding", coding)]).map(|a| a.body.len()));
    let mut smallest = usize::MAX;
    for size in sizes {
        smallest = smallest.min(size?);
    }
    let answer = get(
        &article(),
        &[("Accept-Encoding", "gzip, deflate, br, zstd")],
    )?;
    ensure(answer.body.len() == smallest, || {
        format!("{} instead of {smallest}", answer.body.len())
    })
}

fn identity_fallback() -> Result<(), String> {
    for value in ["deflate", "identity;q=0", "*;q=0", "br;q=0, gzip;q=0"] {
        let answer = get(&article(), &[("Accept-Encoding", value)])?;
        let coding = answer.header("content-encoding");
        ensure(answer.status == 200, || {
            format!("{value}: {}", answer.status)
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
    let answer = get(&article(), &[("Range", "bytes=99999999-")])?;
    ensure(answer.status == 416, || answer.status.to_string())?;
    let wanted = format!("bytes */{}", whole.body.len());
    ensure(answer.header("content-range") == wanted, || {
        answer.header("content-range").to_owned()
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
        let answer = get(path, &[])?;
        let location = answer.header("location");
        ensure(!location.contains("evil"), || {
            format!("{path} leads to {location}")
        })?;
        ensure(
            !(300..400).contains(&answer.status) || location.starts_with('/'),
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
    let answer = get(&spelling, &[])?;
    ensure(
        answer.status == 308 && answer.header("location") == path,
        || format!("{answer:?}"),
    )
}

fn policy_hashes() -> Result<(), String> {
    let answer = get(&article(), &[])?;
    let html = answer.text()?;
    let inline = html.matches("<script>").count();
    let hashes = answer
        .header("content-security-policy")
        .matches("'sha256-")
        .count();
    ensure(inline <= 2 && hashes >= inline, || {
        format!("{inline} inline scripts, {hashes} hashes")
    })
}

fn speculation() -> Result<(), String> {
    let answer = get(&article(), &[])?;
    let named = answer
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

/// The largest page's shell must not repeat the tree: closed categories are left out.
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
