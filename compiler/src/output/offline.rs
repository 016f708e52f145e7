//! Makes `sw.js`, the service worker of a site whose configuration has `offline = true`.
//!
//! It stores the pages that a reader opens and the files that they use, and answers from them when the network does not.
//! With a network every answer is the server's, so that no page is ever out of date.

use super::{GeneratedFile, OutputContext};
use crate::config::OfflineMode;

/// The file's name. A worker sees the requests below its own folder, so it is at the base path.
const NAME: &str = "sw.js";
/// Stores and answers.
const STORE: &str = include_str!("offline/store.js");
/// Removes itself and what it stored.
const REMOVE: &str = include_str!("offline/remove.js");

/// The service worker; none when `offline` is off.
pub(super) fn service_worker(context: &OutputContext<'_>) -> Option<GeneratedFile> {
    let settings = &context.site.offline;
    let script = match settings.mode {
        OfflineMode::Off => return None,
        OfflineMode::Remove => REMOVE.to_owned(),
        OfflineMode::Visited => {
            let texts = serde_json::to_string(&settings.texts).unwrap_or_default();
            format!("const TEXTS = {texts};\n{STORE}")
        }
    };
    context.file(NAME, "text/javascript; charset=utf-8", script)
}
