//! The site in one locale, and the same page in several locales.

mod alternates;
mod localized_site;

#[cfg(test)]
mod tests;

pub(crate) use self::alternates::link_alternates;
pub(crate) use self::localized_site::{Edition, make_editions};
