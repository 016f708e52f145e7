//! Makes the web manifest: name, icons and colours of the site on a home screen.

use super::{GeneratedFile, OutputContext};
use crate::config::ColorMode;
use serde_json::{Value, json};

/// The file's name.
pub(crate) const NAME: &str = "manifest.webmanifest";

/// `--bg` of `ui/src/styles/tokens.css`, dark and light: the page and the navbar have this colour.
const DARK: &str = "#0e1317";
const LIGHT: &str = "#fbfaf7";

/// The manifest; none when it is turned off.
pub(super) fn web_manifest(context: &OutputContext<'_>) -> Option<GeneratedFile> {
    let config = context.site.metadata.manifest.as_ref()?;
    let props = context.default_props()?;
    let base = context.site.base_path.as_str();
    let color = match props.color_mode.default {
        ColorMode::Dark => DARK,
        ColorMode::Light => LIGHT,
    };
    let mut manifest = json!({
        "name": props.title,
        "short_name": config.short_name.as_ref().unwrap_or(&props.title),
        "id": base,
        "start_url": base,
        "scope": base,
        "display": config.display,
        "lang": props.locale.html_lang,
        "dir": props.locale.dir,
        "theme_color": config.theme_color.as_deref().unwrap_or(color),
        "background_color": config.background_color.as_deref().unwrap_or(color),
        "icons": icons(context),
    });
    if !props.tagline.is_empty() {
        manifest["description"] = json!(props.tagline);
    }
    context.file(
        NAME,
        "application/manifest+json; charset=utf-8",
        format!("{manifest:#}\n"),
    )
}

/// The icon, and the logo where the site has one of its own.
fn icons(context: &OutputContext<'_>) -> Vec<Value> {
    let logo = context
        .default_props()
        .and_then(|props| props.logo.as_ref());
    let logo = logo
        .map(|logo| logo.src.as_str())
        .filter(|src| !src.is_empty());
    let mut icons = Vec::new();
    for path in context.icon.into_iter().chain(logo) {
        let media_type = crate::pack::media_type(path);
        let kind = media_type.split(';').next().unwrap_or_default();
        let mut icon = json!({ "src": path, "type": kind });
        if kind == "image/svg+xml" {
            icon["sizes"] = json!("any");
        } else if let Some(size) = context.image_size(path) {
            icon["sizes"] = json!(format!("{}x{}", size.width, size.height));
        }
        icons.push(icon);
    }
    icons
}
