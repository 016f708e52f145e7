//! The invariants that must hold for every input.

use crate::response::{Response, get};
use crate::site::{based_site, site, tag};
use actix_web::http::header::{
    ACCEPT, ACCEPT_ENCODING, FORWARDED, HeaderMap, HeaderName, HeaderValue, RANGE, X_FORWARDED_FOR,
};
use bindery_server::negotiate::media_type::{PageType, preferred_type};
use bindery_server::negotiate::{Encoding, negotiate};
use bindery_server::observe::client::{ClientField, Proxies, find_client};
use bindery_server::range::{RangeSelection, select_range};
use bindery_server::respond::refusal::{Refusal, diagnose};
use bindery_server::table::{Site, Target};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

type Outcome = Result<(), String>;

/// A page has one path. Any other spelling is redirected, in one hop, to an entry of the table.
pub(crate) fn target(input: &str) -> Outcome {
    for site in [site(), based_site()] {
        let response = get(site, input, []);
        let path = input.split(['?', '#']).next().unwrap_or_default();
        match response.status {
            200 => {
                let is_answered_by_rule = path.contains("/_bindery/")
                    || ["/healthz", "/readyz", "/health"].contains(&path)
                    || path.ends_with("/health")
                    || path.contains("/collections");
                ensure(
                    is_answered_by_rule || site.table.lookup(path).is_some(),
                    "a page under a second spelling",
                )?;
            }
            301 | 308 => check_redirect_target(site, &response)?,
            400 | 404 | 410 | 414 => {}
            status => return Err(format!("status {status}")),
        }
        for (name, value) in &response.headers {
            ensure(
                !String::from_utf8_lossy(value.as_bytes())
                    .chars()
                    .any(char::is_control),
                &format!("a control character in {name}"),
            )?;
        }
    }
    Ok(())
}

/// The target of a redirect is not itself redirected, and is on this site unless the table has an external target.
fn check_redirect_target(site: &'static Site, response: &Response) -> Outcome {
    let to = response.header("location").ok_or("no location")?;
    let is_abroad = site.table.entries.iter().any(|entry| {
        matches!(&entry.target, Target::Redirect { to: own, .. } if !own.starts_with('/') && to.starts_with(own))
    });
    if is_abroad {
        return Ok(());
    }
    let is_here = to.starts_with('/') && !to.starts_with("//") && !to.starts_with("/\\");
    ensure(is_here, &format!("it leads to {to}"))?;
    let next = get(site, to, []);
    ensure(
        matches!(next.status, 200 | 410),
        &format!("{to} is answered {}", next.status),
    )
}

/// An encoding that is not listed, or that is refused, is never sent; the order of lines does not matter.
pub(crate) fn accept_encoding(input: &str) -> Outcome {
    let Some(Target::Page(page)) = site().table.lookup("/guide").map(|entry| &entry.target) else {
        return Err("no page".to_owned());
    };
    let (chosen, _) = negotiate(&page.html, &headers(ACCEPT_ENCODING, input.lines()));
    let (again, _) = negotiate(&page.html, &headers(ACCEPT_ENCODING, input.lines().rev()));
    ensure(chosen == again, "the order of lines matters")?;
    let Some(name) = chosen.content_encoding() else {
        return Ok(());
    };
    let members = lines(input).flat_map(|line| line.split(','));
    let mut wishes = members.map(|member| {
        let (name, parameters) = member.split_once(';').unwrap_or((member, ""));
        (name.trim_ascii().to_ascii_lowercase(), is_zero(parameters))
    });
    let is_wished = |(wish, is_refused): (String, bool)| {
        let is_named = wish == "*" || wish == name || (wish == "x-gzip" && name == "gzip");
        is_named && !is_refused
    };
    ensure(
        wishes.any(is_wished),
        &format!("{name} is sent, which nobody wants"),
    )?;
    ensure(chosen != Encoding::Identity, "identity has no name")
}

/// `q=0`, `q=0.`, `q=0.000`.
fn is_zero(parameters: &str) -> bool {
    let value = parameters.trim_ascii();
    let value = value.strip_prefix(['q', 'Q']).map(str::trim_ascii);
    let value = value.and_then(|rest| rest.strip_prefix('='));
    value.is_some_and(|value| {
        let value = value.trim_ascii();
        value.starts_with('0') && value.bytes().all(|byte| byte == b'0' || byte == b'.')
    })
}

/// Only a request that names Markdown gets it; `Vary` is sent with both forms.
pub(crate) fn accept(input: &str) -> Outcome {
    let chosen = preferred_type(&headers(ACCEPT, input.lines()));
    let again = preferred_type(&headers(ACCEPT, input.lines().rev()));
    ensure(chosen == again, "the order of lines matters")?;
    let is_named = input.to_ascii_lowercase().contains("text/markdown");
    ensure(
        chosen == PageType::Html || is_named,
        "Markdown that nobody named",
    )?;
    let response = send("/twinned", lines(input).map(|line| ("accept", line)));
    ensure(response.status == 200, "refused")?;
    ensure(
        response.header("vary") == Some("Accept, Accept-Encoding"),
        "a wrong `Vary`",
    )
}

/// A partial response has the bytes of the body that `Content-Range` names.
pub(crate) fn range(input: &str) -> Outcome {
    for len in [0, 1, 10, u64::MAX] {
        let selection = select_range(&headers(RANGE, input.lines()), len);
        if let RangeSelection::Part { first, last } = selection {
            ensure(
                first <= last && last < len,
                &format!("{first}-{last} of {len}"),
            )?;
        }
    }
    let response = send("/digits.txt", lines(input).map(|line| ("range", line)));
    let content_range = response.header("content-range").unwrap_or_default();
    match response.status {
        200 => ensure(
            content_range.is_empty() && response.body.len() == 10,
            "not whole",
        ),
        206 => {
            let part = content_range
                .strip_prefix("bytes ")
                .and_then(|rest| rest.strip_suffix("/10"));
            let part = part.and_then(|part| part.split_once('-'));
            let (first, last) = part.ok_or_else(|| format!("`{content_range}`"))?;
            let number = |text: &str| text.parse::<usize>().map_err(|error| error.to_string());
            let (first, last) = (number(first)?, number(last)?);
            ensure(
                response.body[..] == b"0123456789"[first..=last],
                "another part",
            )
        }
        416 => ensure(content_range == "bytes */10", "416 without its length"),
        status => Err(format!("status {status}")),
    }
}

/// 304 is sent only for a matching tag, 412 only for another one; neither has the page as its body.
pub(crate) fn conditional(input: &str) -> Outcome {
    let known = [
        "if-match",
        "if-none-match",
        "if-range",
        "range",
        "if-modified-since",
        "if-unmodified-since",
    ];
    let input = input.replace("TAG", tag());
    let pairs: Vec<(&str, &str)> = input
        .lines()
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.trim_ascii(), value.trim_ascii()))
        .filter(|(name, _)| known.contains(name))
        .filter(|(_, value)| HeaderValue::from_str(value).is_ok())
        .collect();
    let response = send("/guide", pairs.iter().copied());
    let says = |wished: &str, text: &str| {
        let mut named = pairs.iter().filter(|(name, _)| *name == wished);
        named.any(|(_, value)| value.contains(text))
    };
    let has = |wished: &str| pairs.iter().any(|(name, _)| *name == wished);
    match response.status {
        304 => {
            ensure(
                says("if-none-match", "*") || says("if-none-match", tag()),
                "304 for who has it not",
            )?;
            ensure(response.body.is_empty(), "304 with a body")?;
            ensure(response.header("etag").is_some(), "304 without its tag")?;
        }
        412 => {
            let is_any = pairs.contains(&("if-match", "*")) || pairs.contains(&("if-match", tag()));
            ensure(
                has("if-match") && !is_any,
                "412 for who asks for this version",
            )?;
        }
        206 | 416 => ensure(has("range"), "a part that nobody asked for")?,
        200 => ensure(
            !pairs.contains(&("if-none-match", "*")) || has("if-match"),
            "200 for who has it",
        )?,
        status => return Err(format!("status {status}")),
    }
    ensure(
        response.header("vary") == Some("Accept-Encoding"),
        "a wrong `Vary`",
    )
}

/// The fields of an untrusted client are ignored; those of a trusted proxy name an address.
pub(crate) fn forwarded(input: &str) -> Outcome {
    let proxy = SocketAddr::from((Ipv4Addr::new(10, 0, 0, 1), 443));
    let untrusted = SocketAddr::from((Ipv4Addr::new(192, 0, 2, 1), 443));
    for (name, field) in [
        (FORWARDED, ClientField::Forwarded),
        (X_FORWARDED_FOR, ClientField::XForwardedFor),
    ] {
        let trusted_proxies = Proxies {
            networks: vec!["10.0.0.0/8".parse()?],
            field,
        };
        let headers = headers(name, input.lines());
        let client = find_client(Some(untrusted), &headers, &trusted_proxies).address;
        ensure(
            client == Some(untrusted.ip()),
            "the field of an untrusted client is used",
        )?;
        let client = find_client(Some(proxy), &headers, &Proxies::default()).address;
        ensure(client == Some(proxy.ip()), "nobody is trusted")?;
        let client = find_client(Some(proxy), &headers, &trusted_proxies).address;
        let client = client.ok_or("nobody asked")?;
        let is_said = client == proxy.ip() || input.contains(&[':', '.'][..]);
        ensure(is_said, &format!("{client} out of nothing"))?;
        let private = |ip: IpAddr| matches!(ip, IpAddr::V4(ip) if ip.octets()[0] == 10);
        let last = input
            .lines()
            .rfind(|line| HeaderValue::from_str(line).is_ok());
        let is_one = last.is_some_and(|line| line.parse::<IpAddr>().is_ok_and(|ip| !private(ip)));
        if is_one && headers.contains_key(X_FORWARDED_FOR) {
            let said = last.and_then(|line| line.parse::<IpAddr>().ok());
            ensure(
                Some(client) == said.map(|ip| ip.to_canonical()),
                "the nearest hop is passed over",
            )?;
        }
    }
    Ok(())
}

/// A query changes no page, and a redirect keeps it.
pub(crate) fn query(input: &str) -> Outcome {
    let query = input.split('#').next().unwrap_or_default();
    let page = get(site(), &format!("/guide?{query}"), []);
    let moved = get(site(), &format!("/old?{query}"), []);
    if page.status == 414 || query.chars().any(|letter| letter.is_ascii_control()) {
        return ensure(
            [400, 414].contains(&page.status),
            "a control character passes",
        );
    }
    ensure(
        page.status == 200 && page.body == "<h1>Guide</h1>",
        "another page",
    )?;
    let to = moved.header("location").unwrap_or_default();
    let is_kept = match query {
        "" => to == "/guide",
        _ => to.starts_with("/guide?") && to.len() > "/guide?".len(),
    };
    ensure(is_kept, &format!("it leads to {to}"))
}

/// The refusal of a malformed request has a reason, and the length of its body.
pub(crate) fn head(input: &str) -> Outcome {
    let reason = diagnose(input.as_bytes());
    ensure(!reason.is_empty() && reason.is_ascii(), "no reason")?;
    let response = String::from_utf8(Refusal::Malformed(reason).to_bytes(""))
        .map_err(|error| error.to_string())?;
    let (head, body) = response.split_once("\r\n\r\n").ok_or("no head")?;
    let len = format!("content-length: {}", body.len());
    ensure(head.lines().any(|line| line == len), "another length")
}

fn ensure(holds: bool, otherwise: &str) -> Outcome {
    match holds {
        true => Ok(()),
        false => Err(otherwise.to_owned()),
    }
}

/// The lines that are allowed in a header.
fn lines(input: &str) -> impl Iterator<Item = &str> {
    input
        .lines()
        .filter(|line| HeaderValue::from_str(line).is_ok())
}

fn headers<'i>(name: HeaderName, lines: impl Iterator<Item = &'i str>) -> HeaderMap {
    let mut headers = HeaderMap::new();
    for value in lines.filter_map(|line| HeaderValue::from_str(line).ok()) {
        headers.append(name.clone(), value);
    }
    headers
}

fn send<'i>(target: &str, fields: impl Iterator<Item = (&'i str, &'i str)>) -> Response {
    get(site(), target, fields)
}
