//! The sources that the content security policy must allow: inline scripts, and what pages load from other hosts.

use crate::config::HeadTag;
use crate::model::Site;
use crate::render::bundle::Bundle;
use sha2::{Digest, Sha256};

/// The host from which `ui/src/enhancements/enhanceYouTube.ts` loads players.
const VIDEO_HOST: &str = "https://www.youtube-nocookie.com";

/// The sources that Google's tag needs, where the site has an id for it.
const ANALYTICS: [&str; 3] = [
    "script-src https://www.googletagmanager.com",
    "connect-src https://*.google-analytics.com https://*.analytics.google.com https://*.googletagmanager.com",
    "img-src https://*.google-analytics.com https://*.googletagmanager.com",
];

/// The inline scripts of documents. No other inline script may run.
pub(super) fn inline_scripts(bundle: &Bundle) -> Vec<&str> {
    let scripts = [&bundle.inline_head_script, &bundle.inline_base_script];
    let scripts = scripts.into_iter().map(String::as_str);
    scripts.filter(|script| !script.is_empty()).collect()
}

/// The sources on other hosts: the video player that a click loads, the analytics, scripts and style sheets that the site
/// configures.
pub(super) fn foreign_sources(site: &Site) -> Vec<String> {
    let mut slots = site.pages.iter().flat_map(|page| &page.slots);
    let is_there = slots.any(|slot| slot.tag_names().contains("YouTube"));
    let frame = is_there.then(|| format!("frame-src {VIDEO_HOST}"));
    let mut props = site.props.values();
    let counts = props.any(|site| site.analytics.as_ref().is_some_and(|one| one.id.is_some()));
    let counter = ANALYTICS.iter().filter(|_| counts);
    let counter = counter.map(|source| (*source).to_owned());
    let tags = site.metadata.head_tags.iter();
    let tags = tags.filter_map(HeadTag::policy_source);
    frame.into_iter().chain(counter).chain(tags).collect()
}

/// The source expression of an inline script: `sha256-` and base 64.
pub(super) fn script_hash(script: &str) -> String {
    format!("sha256-{}", base64(&Sha256::digest(script.as_bytes())))
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let at = |n: usize| u32::from(chunk.get(n).copied().unwrap_or(0));
        let bits = at(0) << 16 | at(1) << 8 | at(2);
        for n in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * n) & 63) as usize];
            text.push(if n > chunk.len() {
                '='
            } else {
                char::from(digit)
            });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn script_hashes_are_those_of_the_policy() {
        // The example of the specification, CSP 3, section 8.3.
        assert_eq!(
            script_hash("alert('Hello, world.');"),
            "sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng="
        );
        assert_eq!(base64(b"ab"), "YWI=");
        assert_eq!(base64(b"a"), "YQ==");
    }
}
