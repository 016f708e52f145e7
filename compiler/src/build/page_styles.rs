//! Style sheets that a site adds: the colours of its announcement, those of its code themes, the sheet for formulas on
//! another host.

use super::bind::asset;
use crate::cache;
use crate::compress::Effort;
use crate::model::Site;
use crate::pack::{Asset, CachePolicy};
use crate::prerender::DrawnPage;

/// Adds them to the pages that need them; returns the files to serve.
pub(super) fn add(site: &Site, drawn: &mut [DrawnPage], effort: Effort) -> Vec<(String, Asset)> {
    let mut files = Vec::new();
    let sheets = [
        ("site", &site.styles.all, ""),
        ("code", &site.styles.code, " class=\"code-block\""),
    ];
    for (stem, css, mark) in sheets {
        let Some(css) = css else { continue };
        let body = css.clone().into_bytes();
        let name = format!("assets/{stem}-{}.css", cache::short_hash(&body, 8));
        add_where(drawn, mark, &name);
        let path = format!("{}{name}", site.base_path);
        let asset = asset(&name, CachePolicy::Immutable, effort, body);
        files.push((path, asset));
    }
    if let Some((address, integrity)) = &site.styles.math {
        add_where(drawn, "<math", &format!("{address}#{integrity}"));
    }
    files
}

fn add_where(drawn: &mut [DrawnPage], mark: &str, style: &str) {
    for page in drawn {
        if mark.is_empty() || page.slots.iter().any(|slot| slot.contains(mark)) {
            page.styles.push(style.to_owned());
        }
    }
}

/// What the policy must allow for it: the origin of the sheet on another host.
pub(super) fn foreign_origin(site: &Site) -> Option<String> {
    let (address, _) = site.styles.math.as_ref()?;
    let host = address.strip_prefix("https://")?.split('/').next()?;
    Some(format!("https://{host}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn only_pages_with_code_or_formulas_get_a_sheet() {
        let mut site = testing::site(Vec::new());
        site.styles.code = Some("a{}".to_owned());
        site.styles.all = Some("b{}".to_owned());
        site.styles.math = Some((
            "https://cdn.example/k/x.css".to_owned(),
            "sha384-abc".to_owned(),
        ));
        let page = |slot: &str| DrawnPage {
            slots: vec![slot.to_owned()],
            ..DrawnPage::default()
        };
        let mut drawn = [
            page("<p>text</p>"),
            page("<div class=\"code-block\"><pre>"),
            page("<p><math><mi>x</mi></math></p>"),
        ];
        let files = add(&site, &mut drawn, Effort::Fast);
        let names: Vec<&str> = files
            .iter()
            .map(|(path, _)| path.trim_start_matches('/'))
            .collect();
        let [all, code] = names.as_slice() else {
            panic!("two files are served");
        };
        assert_eq!(drawn[0].styles, [*all]);
        assert_eq!(drawn[1].styles, [*all, *code]);
        assert_eq!(
            drawn[2].styles,
            [*all, "https://cdn.example/k/x.css#sha384-abc"]
        );
        assert_eq!(
            foreign_origin(&site).as_deref(),
            Some("https://cdn.example")
        );
    }
}
