//! Links between the same page in several locales.

use crate::config::SiteConfig;
use crate::model::{Alternate, Page};
use std::collections::BTreeMap;

/// Sets the alternates of pages. The canonical url of an untranslated page is that of the default locale's page.
pub(crate) fn link_alternates(config: &SiteConfig, pages: &mut [Page]) {
    if config.locales.len() < 2 {
        return;
    }
    let mut groups: BTreeMap<String, BTreeMap<&str, Alternate>> = BTreeMap::new();
    for page in pages.iter() {
        let alternate = Alternate {
            locale: page.locale.clone(),
            route: page.route.clone(),
            is_fallback: page.is_fallback,
        };
        let locales = groups.entry(page.identity.clone()).or_default();
        let mut codes = config.locales.iter().map(|locale| locale.code.as_str());
        if let Some(code) = codes.find(|code| *code == page.locale) {
            locales.insert(code, alternate);
        }
    }
    let default = config.default_locale().code.as_str();
    for page in pages {
        let Some(group) = groups.get(&page.identity) else {
            continue;
        };
        let codes = config.locales.iter().map(|locale| locale.code.as_str());
        page.alternates = codes.filter_map(|code| group.get(code).cloned()).collect();
        for (code, alternate) in group {
            let locale = config.locales.iter().find(|locale| locale.code == *code);
            let Some(locale) = locale else { continue };
            let href = alternate.route.to_string();
            if locale.home(&config.base_path) != href {
                // A docs version may have the same path as the site: the prefix keeps the keys apart.
                let key = format!("lang:{}", locale.html_lang);
                page.props.nav.insert(key, href);
            }
        }
        if page.is_fallback
            && let Some(original) = group.get(default)
        {
            page.props.canonical = format!("{}{}", config.url, original.route);
        }
    }
}
