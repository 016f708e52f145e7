//! The site in one locale, and the links between the same page in several locales.

mod alternates;
mod localized_site;

#[cfg(test)]
mod tests;
#[cfg(test)]
mod translation_tests;

pub(super) use self::alternates::link_alternates;
pub(super) use self::localized_site::{LocalizedSite, localize_site, read_docs};
