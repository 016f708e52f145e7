//! One page in several locales: says to each where the others are.

use crate::config::SiteConfig;
use crate::model::{Alternate, Page};
use std::collections::BTreeMap;

/// Fills in the pages' alternates. A fallback's canonical url is that of the page whose text it repeats.
pub(crate) fn link_alternates(config: &SiteConfig, pages: &mut [Page]) {
    if config.locales.len() < 2 {
        return;
    }
    let mut twins: BTreeMap<String, BTreeMap<&str, Alternate>> = BTreeMap::new();
    for page in pages.iter() {
        let alternate = Alternate {
            locale: page.locale.clone(),
            route: page.route.clone(),
            is_fallback: page.is_fallback,
        };
        let locales = twins.entry(page.identity.clone()).or_default();
        let mut codes = config.locales.iter().map(|locale| locale.code.as_str());
        if let Some(code) = codes.find(|code| *code == page.locale) {
            locales.insert(code, alternate);
        }
    }
    let default = config.default_locale().code.as_str();
    for page in pages {
        let Some(twins) = twins.get(&page.identity) else {
            continue;
        };
        let codes = config.locales.iter().map(|locale| locale.code.as_str());
        page.alternates = codes.filter_map(|code| twins.get(code).cloned()).collect();
        for (code, twin) in twins {
            let locale = config.locales.iter().find(|locale| locale.code == *code);
            let Some(locale) = locale else { continue };
            let href = twin.route.to_string();
            if locale.home(&config.base_path) != href {
                // A version may begin where the site does: the key is the language's own.
                let key = format!("lang:{}", locale.html_lang);
                page.props.nav.insert(key, href);
            }
        }
        if page.is_fallback
            && let Some(original) = twins.get(default)
        {
            page.props.canonical = format!("{}{}", config.url, original.route);
        }
    }
}
