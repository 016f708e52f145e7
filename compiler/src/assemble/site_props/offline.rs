//! The texts of the page that the service worker shows without a network.

use crate::assemble::context::LocaleContext;
use crate::assemble::messages::message;
use crate::config::SiteConfig;
use crate::model::{OfflineSettings, OfflineTexts};

/// The settings of the service worker; `contexts` are those of all locales, the default one first.
pub(in crate::assemble) fn offline_settings(
    config: &SiteConfig,
    contexts: &[LocaleContext<'_>],
) -> OfflineSettings {
    OfflineSettings {
        mode: config.offline,
        texts: contexts.iter().rev().map(texts).collect(),
    }
}

fn texts(context: &LocaleContext<'_>) -> OfflineTexts {
    let text = |id, fallback| message(context, id, fallback, &[]);
    OfflineTexts {
        home: context.base.clone(),
        lang: context.locale.html_lang.clone(),
        dir: context.locale.direction,
        title: text("theme.offline.title", "You are offline"),
        reason: text(
            "theme.offline.reason",
            "This page is not stored on your device, because it was not opened here before.",
        ),
        retry: text("theme.ErrorPageContent.tryAgain", "Try again"),
        stored: text("theme.offline.stored", "Pages you can read now"),
    }
}
