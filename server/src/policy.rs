//! Composes the Content-Security-Policy.
//!
//! In: the hashes of the inline scripts the build wrote. Out: the header's value, once at start. Data blocks
//! (`application/json`, `application/ld+json`) are no scripts to the policy and need no hash.

use actix_web::http::header::HeaderValue;

/// What every document may do: load from its own origin, and nothing else. Never `unsafe-…`, never a foreign host.
const DOCUMENT_DIRECTIVES: [(&str, &str); 13] = [
    ("default-src", "'none'"),
    ("script-src", "'self'"),
    ("style-src", "'self'"),
    ("img-src", "'self'"),
    ("font-src", "'self'"),
    ("media-src", "'self'"),
    ("connect-src", "'self'"),
    ("manifest-src", "'self'"),
    ("worker-src", "'self'"),
    ("object-src", "'none'"),
    ("base-uri", "'none'"),
    ("form-action", "'self'"),
    ("frame-ancestors", "'none'"),
];

/// For images that are documents of their own when opened directly: no script runs in them.
///
/// Their own inline styles stay allowed, or many drawings would lose their colours in browsers that apply the policy
/// to images, too.
pub static DRAWING_POLICY: HeaderValue = HeaderValue::from_static(
    "script-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);

/// The policy of the site's pages, given the `sha256-…` sources of their inline scripts.
///
/// Falls back to a policy without them when one could not stand in a header, which refuses too much, never too little.
#[must_use]
pub fn document_policy(script_hashes: &[&str]) -> HeaderValue {
    let policy = compose(script_hashes);
    HeaderValue::from_str(&policy)
        .unwrap_or_else(|_| HeaderValue::from_static("default-src 'self'"))
}

fn compose(script_hashes: &[&str]) -> String {
    let mut policy = String::new();
    for (directive, sources) in DOCUMENT_DIRECTIVES {
        if !policy.is_empty() {
            policy.push_str("; ");
        }
        policy.push_str(directive);
        policy.push(' ');
        policy.push_str(sources);
        if directive == "script-src" {
            for hash in script_hashes {
                policy.push_str(&format!(" '{}'", hash.trim_matches('\'')));
            }
        }
    }
    policy
}
