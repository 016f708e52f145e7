//! Composes the Content-Security-Policy.
//!
//! In: the hashes of the inline scripts the build wrote. Out: the header's value, once at start. Data blocks
//! (`application/json`, `application/ld+json`) are not scripts and need no hash.

use actix_web::http::header::HeaderValue;

/// The policy of every document: load from its own origin only. It has no `unsafe-…` and no foreign host.
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

/// The policy of SVG images, which are documents when opened directly: no scripts.
///
/// Inline styles stay allowed, because some browsers apply the policy to embedded images, too, and many images would lose
/// their colours.
pub(super) static SVG_POLICY: HeaderValue = HeaderValue::from_static(
    "script-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);

/// The policy of the site's pages, given what the build says it needs: `sha256-…` of its inline scripts, and the origins
/// of style sheets that the site's configuration takes from other hosts (and of their fonts), and whole directives
/// (`frame-src https://…`), which add to those that are there.
///
/// Falls back to a policy without them when one is not a valid header value, which refuses too much, never too little.
#[must_use]
pub(super) fn document_policy(sources: &[&str]) -> HeaderValue {
    let policy = compose(sources);
    HeaderValue::from_str(&policy)
        .unwrap_or_else(|_| HeaderValue::from_static("default-src 'self'"))
}

fn compose(sources: &[&str]) -> String {
    let mut policy = Policy::default();
    for source in sources {
        match source.split_once(' ') {
            Some((directive, values)) => {
                for value in values.split(' ') {
                    policy.allow(directive, value);
                }
            }
            None if source.starts_with("https://") => {
                policy.allow("style-src", source);
                policy.allow("font-src", source);
            }
            None => policy.allow("script-src", &format!("'{}'", source.trim_matches('\''))),
        }
    }
    let directives = policy.0.iter();
    let directives =
        directives.map(|(directive, values)| format!("{directive} {}", values.join(" ")));
    directives.collect::<Vec<_>>().join("; ")
}

/// Directives and their sources, each named once: browsers pass over the second of two directives.
struct Policy<'s>(Vec<(&'s str, Vec<String>)>);

impl Default for Policy<'_> {
    fn default() -> Self {
        let directives = DOCUMENT_DIRECTIVES.iter();
        Policy(
            directives
                .map(|(name, own)| (*name, vec![(*own).to_owned()]))
                .collect(),
        )
    }
}

impl<'s> Policy<'s> {
    fn allow(&mut self, directive: &'s str, value: &str) {
        let Some((_, values)) = self.0.iter_mut().find(|(known, _)| *known == directive) else {
            self.0.push((directive, vec![value.to_owned()]));
            return;
        };
        // Beside another source it means nothing.
        values.retain(|known| known != "'none'" && known != value);
        values.push(value.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_for_scripts_and_origins_for_style_sheets_and_fonts() {
        let policy = compose(&["sha256-AAAA", "https://cdn.example"]);
        assert!(
            policy.contains(
                "; script-src 'self' 'sha256-AAAA'; style-src 'self' https://cdn.example; "
            ),
            "{policy}"
        );
        assert!(
            policy.contains("; font-src 'self' https://cdn.example; "),
            "{policy}"
        );
        assert_eq!(policy.matches("cdn.example").count(), 2);
    }

    #[test]
    fn frames_are_allowed_where_pages_have_some() {
        let policy = compose(&["frame-src https://player.example", "sha256-AAAA"]);
        assert!(
            policy.ends_with("; frame-src https://player.example"),
            "{policy}"
        );
        assert!(!compose(&[]).contains("frame-src"));
    }

    #[test]
    fn no_directive_stands_twice_and_none_stands_alone() {
        let policy = compose(&[
            "frame-src https://a.example",
            "frame-src https://b.example https://a.example",
            "frame-ancestors https://c.example",
        ]);
        assert!(
            policy.ends_with(
                "; frame-ancestors https://c.example; frame-src https://b.example https://a.example"
            ),
            "{policy}"
        );
    }

    #[test]
    fn a_directive_that_is_there_gets_more_sources() {
        let policy = compose(&["img-src https://a.example", "sha256-AAAA"]);
        assert!(
            policy.contains("; img-src 'self' https://a.example; "),
            "{policy}"
        );
        assert_eq!(policy.matches("img-src").count(), 1);
    }
}
