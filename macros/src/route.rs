//! Finds the URL that a literal of `route!()` names.

use bindery_format::manifest::{Manifest, Route, RouteTarget};
use bindery_format::suggest::{did_you_mean_any, nearest_paths};

/// The URL with the base path.
///
/// # Errors
/// A message that says what to write instead.
pub(crate) fn find_route(manifest: &Manifest, address: &str) -> Result<String, String> {
    let (path, anchor) = match address.split_once('#') {
        Some((path, anchor)) => (path, Some(anchor)),
        None => (address, None),
    };
    if !path.starts_with('/') {
        return Err(format!("a route begins with a slash: `/{path}`"));
    }
    if path.contains('?') {
        return Err("a route has no query; add it to the value".to_owned());
    }
    let base = manifest.base_path.trim_end_matches('/');
    let full = match (base, path) {
        (_, "/") => manifest.base_path.clone(),
        _ => format!("{base}{path}"),
    };
    let own = |full: &str| full.strip_prefix(base).unwrap_or(full).to_owned();
    let Some(route) = manifest.find(&full).or_else(|| find_home(manifest, path)) else {
        return Err(unknown(manifest, path, base));
    };
    match (&route.target, anchor) {
        (RouteTarget::Redirect(to), _) => Err(format!(
            "`{path}` only redirects; write `{}`",
            own(&with_anchor(to, anchor.filter(|_| !to.contains('#'))))
        )),
        (_, None) => Ok(route.path.clone()),
        (RouteTarget::Page(anchors), Some(anchor)) => {
            if anchors.iter().any(|id| id == anchor) {
                Ok(with_anchor(&route.path, Some(anchor)))
            } else {
                Err(no_anchor(path, anchor, anchors))
            }
        }
        (RouteTarget::Asset(()), Some(_)) => Err(format!("`{path}` is a file and has no anchors")),
    }
}

/// The path that the site redirects, with the base path.
///
/// # Errors
/// A message that says what to write instead.
pub(crate) fn find_redirect(manifest: &Manifest, path: &str) -> Result<String, String> {
    let base = manifest.base_path.trim_end_matches('/');
    let route = find_plain(manifest, path)?;
    match route.map(|route| &route.target) {
        Some(RouteTarget::Redirect(_)) => Ok(format!("{base}{path}")),
        Some(RouteTarget::Page(_)) => Err(format!(
            "`{path}` is a page and no redirect; write `route!(\"{path}\")`"
        )),
        Some(RouteTarget::Asset(())) => Err(format!(
            "`{path}` is a file and no redirect; write `asset!(\"{path}\")`"
        )),
        None => {
            let is_redirect = |target: &RouteTarget| matches!(target, RouteTarget::Redirect(_));
            let near = near(manifest, path, is_redirect);
            Err(format!("no redirect from `{path}`{near}"))
        }
    }
}

/// The URL of a file, with the base path.
///
/// # Errors
/// A message that says what to write instead.
pub(crate) fn find_asset(manifest: &Manifest, path: &str) -> Result<String, String> {
    let base = manifest.base_path.trim_end_matches('/');
    let route = find_plain(manifest, path)?;
    match route.map(|route| &route.target) {
        Some(RouteTarget::Asset(())) => Ok(format!("{base}{path}")),
        Some(RouteTarget::Page(_)) => Err(format!(
            "`{path}` is a page and no file; write `route!(\"{path}\")`"
        )),
        Some(RouteTarget::Redirect(_)) => Err(format!(
            "`{path}` is a redirect and no file; write `redirect!(\"{path}\")`"
        )),
        None => {
            let is_asset = |target: &RouteTarget| matches!(target, RouteTarget::Asset(()));
            Err(format!(
                "no file at `{path}`{}",
                near(manifest, path, is_asset)
            ))
        }
    }
}

/// The route of a path without query and anchor.
fn find_plain<'m>(manifest: &'m Manifest, path: &str) -> Result<Option<&'m Route>, String> {
    if !path.starts_with('/') {
        return Err(format!("a path begins with a slash: `/{path}`"));
    }
    if path.contains(['?', '#']) {
        return Err("the path has no query and no anchor; add them to the value".to_owned());
    }
    let base = manifest.base_path.trim_end_matches('/');
    Ok(manifest.find(&format!("{base}{path}")))
}

/// The nearest paths of a kind as a question.
fn near(manifest: &Manifest, path: &str, is_wanted: impl Fn(&RouteTarget) -> bool) -> String {
    let base = manifest.base_path.trim_end_matches('/');
    let routes = manifest.routes.iter();
    let candidates = routes
        .filter(|route| is_wanted(&route.target))
        .filter_map(|route| route.path.strip_prefix(base));
    did_you_mean(&nearest_paths(path, candidates))
}

/// The home page of a site with a base path may be in the table with or without the final slash.
fn find_home<'m>(manifest: &'m Manifest, path: &str) -> Option<&'m Route> {
    let base = manifest.base_path.trim_end_matches('/');
    (path == "/" && !base.is_empty()).then(|| manifest.find(base))?
}

fn with_anchor(path: &str, anchor: Option<&str>) -> String {
    match anchor {
        Some(anchor) => format!("{path}#{anchor}"),
        None => path.to_owned(),
    }
}

fn unknown(manifest: &Manifest, path: &str, base: &str) -> String {
    let routes = manifest.routes.iter();
    let candidates = routes
        .filter(|route| !matches!(route.target, RouteTarget::Redirect(_)))
        .filter_map(|route| route.path.strip_prefix(base));
    format!(
        "no page at `{path}`{}",
        did_you_mean(&nearest_paths(path, candidates))
    )
}

fn no_anchor(path: &str, anchor: &str, anchors: &[String]) -> String {
    const LISTED: usize = 8;
    let close = nearest_paths(anchor, anchors.iter().map(String::as_str));
    if !close.is_empty() {
        let close: Vec<String> = close.iter().map(|id| format!("#{id}")).collect();
        let close: Vec<&str> = close.iter().map(String::as_str).collect();
        return format!("no anchor `#{anchor}` on `{path}`{}", did_you_mean(&close));
    }
    if anchors.is_empty() {
        return format!("`{path}` has no anchors");
    }
    let more = if anchors.len() > LISTED { " …" } else { "" };
    let listed: Vec<String> = anchors
        .iter()
        .take(LISTED)
        .map(|id| format!("`#{id}`"))
        .collect();
    format!(
        "no anchor `#{anchor}` on `{path}`; it has {}{more}",
        listed.join(" ")
    )
}

/// ``; did you mean `a` or `b`?``, or nothing.
pub(crate) fn did_you_mean(names: &[&str]) -> String {
    did_you_mean_any(names).map_or(String::new(), |question| format!("; {question}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(address: &str) -> Result<String, String> {
        find_route(
            &Manifest::parse(include_str!("../tests/fixture/site.manifest.json")).unwrap(),
            address,
        )
    }

    #[test]
    fn what_exists_gets_the_base_path() {
        for (address, expected) in [
            ("/", "/lib/"),
            ("/characters/cryo/ganyu", "/lib/characters/cryo/ganyu"),
            (
                "/characters/cryo/ganyu#attacks",
                "/lib/characters/cryo/ganyu#attacks",
            ),
            ("/img/card.png", "/lib/img/card.png"),
        ] {
            assert_eq!(check(address), Ok(expected.to_owned()));
        }
    }

    #[test]
    fn what_does_not_exist_gets_the_nearest() {
        for (address, expected) in [
            (
                "/characters/cryo/gany",
                "no page at `/characters/cryo/gany`; did you mean `/characters/cryo/ganyu`?",
            ),
            (
                "/characters/hydro/ganyu",
                "no page at `/characters/hydro/ganyu`; did you mean `/characters/cryo/ganyu`?",
            ),
            (
                "/quite/something/else",
                "no page at `/quite/something/else`",
            ),
            ("characters", "a route begins with a slash: `/characters`"),
            ("/?q=1", "a route has no query; add it to the value"),
            (
                "/characters/cryo/ganyu#atacks",
                "no anchor `#atacks` on `/characters/cryo/ganyu`; did you mean `#attacks`?",
            ),
            (
                "/characters/cryo/ganyu#",
                "no anchor `#` on `/characters/cryo/ganyu`; it has `#attacks` `#evidence`",
            ),
            (
                "/img/card.png#x",
                "`/img/card.png` is a file and has no anchors",
            ),
            (
                "/ganyu",
                "`/ganyu` only redirects; write `/characters/cryo/ganyu`",
            ),
            (
                "/ganyu#attacks",
                "`/ganyu` only redirects; write `/characters/cryo/ganyu#attacks`",
            ),
        ] {
            assert_eq!(check(address), Err(expected.to_owned()));
        }
    }
    #[test]
    fn redirects_and_files_are_told_apart() {
        let manifest = include_str!("../tests/fixture/site.manifest.json");
        let manifest = Manifest::parse(manifest).unwrap();
        let error = |result: Result<String, String>| result.unwrap_err();
        assert_eq!(
            find_redirect(&manifest, "/ganyu"),
            Ok("/lib/ganyu".to_owned())
        );
        assert_eq!(
            error(find_redirect(&manifest, "/gany")),
            "no redirect from `/gany`; did you mean `/ganyu`?"
        );
        assert_eq!(
            error(find_redirect(&manifest, "/characters/cryo/ganyu")),
            "`/characters/cryo/ganyu` is a page and no redirect; write `route!(\"/characters/cryo/ganyu\")`"
        );
        assert_eq!(
            find_asset(&manifest, "/img/card.png"),
            Ok("/lib/img/card.png".to_owned())
        );
        assert_eq!(
            error(find_asset(&manifest, "/img/cart.png")),
            "no file at `/img/cart.png`; did you mean `/img/card.png`?"
        );
        assert!(error(find_asset(&manifest, "/img/card.png#x")).contains("no anchor"));
    }
}
