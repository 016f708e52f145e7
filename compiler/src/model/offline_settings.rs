//! What the service worker needs to know of the site.

use crate::config::{Direction, OfflineMode};
use serde::Serialize;

/// The service worker, and the texts of the page that it shows in place of those that it has not stored.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct OfflineSettings {
    /// Whether there is one.
    pub mode: OfflineMode,
    /// The texts in each locale, the default locale's last: its home is the beginning of all others'.
    pub texts: Vec<OfflineTexts>,
}

/// The texts of one locale.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OfflineTexts {
    /// The path of the locale's home: `/`, `/fr/`.
    pub home: String,
    /// The language tag of the `html` element.
    pub lang: String,
    /// The direction of the text.
    pub dir: Direction,
    /// The heading.
    pub title: String,
    /// Why the page is not shown.
    pub reason: String,
    /// The link that loads the page again.
    pub retry: String,
    /// The heading of the list of stored pages.
    pub stored: String,
}
