//! Reduces the font of formulas to the characters of the site's formulas.
//!
//! In: the interface's bundle and the rendered pages. Out: the bundle with a smaller font. Files are named by their
//! content, so that the font and the style sheets that load it get new names. The build id stays, because it is the hash of
//! the bundle before: a new character in a formula does not make open pages load documents as a whole.

use crate::error::BuildError;
use crate::render::RenderedPage;
use crate::render::bundle::Bundle;
use crate::system::cache;
use bindery_html::{TokenKind, decode, tokenize};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// The start of the font's path in a bundle.
const FONT: &str = "assets/stix-two-math-";

/// The digits of the hash in the names of reduced files.
const DIGITS: usize = 10;

/// Replaces the font in `bundle`. Without formulas, or without such a font, the bundle stays as it is.
///
/// # Errors
/// When the font cannot be reduced.
pub(crate) fn reduce(bundle: &mut Bundle, pages: &[RenderedPage]) -> Result<(), BuildError> {
    let characters = characters_of(pages);
    let mut assets = bundle.assets.iter();
    let font = assets.find(|(path, _)| path.starts_with(FONT));
    let Some((path, font)) = font.filter(|_| !characters.is_empty()) else {
        return Ok(());
    };
    let reduced = bindery_font::subset(font, &characters).map_err(|error| {
        BuildError::new(
            format!("cannot reduce the font of formulas (`{path}`): {error}"),
            "take `ui/src/styles/font` from the version of Bindery that you build",
        )
    })?;
    let path = path.clone();
    let name = hashed_name(&path, &reduced);
    let renamed = replace_in_sheets(bundle, file_name(&path), file_name(&name));
    for (known, bytes) in &mut bundle.assets {
        if *known == path {
            (*known, *bytes) = (name.clone(), reduced.as_slice().into());
        }
    }
    bundle.assets.sort();
    rename_sheets(bundle, &renamed);
    Ok(())
}

/// Replaces the font's name in the style sheets; gives the new names of these by the old ones.
fn replace_in_sheets(bundle: &mut Bundle, font: &str, new: &str) -> BTreeMap<String, String> {
    let mut renamed = BTreeMap::new();
    for (path, bytes) in &mut bundle.assets {
        let text = String::from_utf8_lossy(bytes);
        if !path.ends_with(".css") || !text.contains(font) {
            continue;
        }
        let text = text.replace(font, new);
        let name = hashed_name(path, text.as_bytes());
        *bytes = text.into_bytes().into();
        renamed.insert(std::mem::replace(path, name.clone()), name);
    }
    renamed
}

fn rename_sheets(bundle: &mut Bundle, renamed: &BTreeMap<String, String>) {
    let components = bundle.components.values_mut();
    let both = bundle.combined_styles.as_mut();
    let both = both.map(|both| both.holds.iter_mut().chain([&mut both.path]));
    let lists = components.flat_map(|component| &mut component.styles);
    let styles = bundle.styles.iter_mut().chain(lists);
    for style in styles.chain(both.into_iter().flatten()) {
        if let Some(name) = renamed.get(style) {
            style.clone_from(name);
        }
    }
}

/// The path with the hash of other bytes: `assets/shell-0123abcd.css`.
fn hashed_name(path: &str, bytes: &[u8]) -> String {
    let (stem, ending) = path.rsplit_once('.').unwrap_or((path, ""));
    let (stem, _) = stem.rsplit_once('-').unwrap_or((stem, ""));
    format!("{stem}-{}.{ending}", cache::short_hash(bytes, DIGITS))
}

fn file_name(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}

/// The characters that the formulas of all pages show.
fn characters_of(pages: &[RenderedPage]) -> BTreeSet<char> {
    let pages = pages.par_iter();
    let of = |html: &str| match html.contains("<math") {
        true => characters(html),
        false => BTreeSet::new(),
    };
    pages
        .flat_map_iter(|page| {
            let slots = page.slots.iter().map(|slot| of(slot));
            slots.chain([page.shell.read(of)])
        })
        .reduce(BTreeSet::new, |mut all, own| {
            all.extend(own);
            all
        })
}

/// The characters that the formulas of a piece of HTML show.
fn characters(html: &str) -> BTreeSet<char> {
    let mut found = BTreeSet::new();
    let mut depth = 0_usize;
    let mut is_identifier = false;
    for token in tokenize(html) {
        match token.kind {
            TokenKind::StartTag(tag) if tag.is("math") => {
                depth += 1;
                // The width of a space decides about the distances of words.
                found.insert(' ');
            }
            TokenKind::EndTag(tag) if tag.is("math") => depth = depth.saturating_sub(1),
            TokenKind::StartTag(tag) if depth > 0 => {
                is_identifier = tag.is("mi");
                if tag.is("msqrt") || tag.is("mroot") {
                    found.insert('√');
                }
            }
            TokenKind::EndTag(_) => is_identifier = false,
            TokenKind::Text if depth > 0 => {
                let text = decode(token.source);
                found.extend(text.chars().filter(|c| !c.is_control()));
                found.extend(text.contains('-').then_some('−'));
                let mut letters = text.trim().chars();
                if let (true, Some(letter), None) = (is_identifier, letters.next(), letters.next())
                {
                    found.insert(italic(letter));
                }
            }
            _ => {}
        }
    }
    found
}

/// The character that browsers show for an identifier of one letter (MathML Core, `text-transform: math-auto`).
fn italic(letter: char) -> char {
    let code = u32::from(letter);
    let italic = match letter {
        'h' => 0x210e,
        'A'..='Z' => code - 0x41 + 0x1d434,
        'a'..='z' => code - 0x61 + 0x1d44e,
        'ı' => 0x1d6a4,
        'ȷ' => 0x1d6a5,
        'Α'..='Ω' => code - 0x391 + 0x1d6e2,
        'ϴ' => 0x1d6f3,
        '∇' => 0x1d6fb,
        'α'..='ω' => code - 0x3b1 + 0x1d6fc,
        '∂' => 0x1d715,
        'ϵ' => 0x1d716,
        'ϑ' => 0x1d717,
        'ϰ' => 0x1d718,
        'ϕ' => 0x1d719,
        'ϱ' => 0x1d71a,
        'ϖ' => 0x1d71b,
        _ => code,
    };
    char::from_u32(italic).unwrap_or(letter)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::bundle::CombinedStyles;
    use crate::testing;

    const STIX: &[u8] = include_bytes!("../../ui/src/styles/font/stix-two-math-subset.woff2");

    fn set(text: &str) -> BTreeSet<char> {
        text.chars().collect()
    }

    #[test]
    fn formulas_show_these_characters() {
        for (html, expected) in [
            ("<p>no formula</p>", ""),
            ("<p>a<math><mn>1</mn></math>b</p>", " 1"),
            (
                "<math><mi>x</mi><mo>&lt;</mo><mi>sin</mi></math>",
                " x𝑥<sin",
            ),
            ("<math><mi>h</mi><mi>Ω</mi><mi>∂</mi></math>", " hℎΩ𝛺∂𝜕"),
            ("<math><mo>-</mo></math>", " -−"),
            ("<math><msqrt><mn>2</mn></msqrt></math>", " 2√"),
            ("<math><mroot><mn>2</mn><mn>3</mn></mroot></math>", " 23√"),
            ("<math><mi>x</mi></math> &amp; <math></math>", " x𝑥"),
        ] {
            assert_eq!(characters(html), set(expected), "{html}");
        }
    }

    fn bundle(folder: &std::path::Path) -> Bundle {
        let mut bundle = testing::bundle(folder, "");
        let font = "assets/stix-two-math-subset-AAAA.woff2";
        let css = b"@font-face{src:url(./stix-two-math-subset-AAAA.woff2)}";
        bundle.assets.push((font.to_owned(), STIX.into()));
        bundle.assets[1].1 = css.as_slice().into();
        bundle.combined_styles = Some(CombinedStyles {
            path: "assets/both-x.css".to_owned(),
            holds: vec![
                "assets/shell-x.css".to_owned(),
                "assets/tabs-x.css".to_owned(),
            ],
        });
        let both = ("assets/both-x.css".to_owned(), css.as_slice().into());
        bundle.assets.push(both);
        bundle
    }

    fn page(slot: &str) -> RenderedPage {
        RenderedPage {
            slots: [slot.to_owned()].into(),
            ..RenderedPage::default()
        }
    }

    #[test]
    fn the_font_and_the_sheets_that_load_it_get_new_names() {
        let folder = tempfile::tempdir().unwrap();
        let mut bundle = bundle(folder.path());
        reduce(&mut bundle, &[page("<math><mi>x</mi></math>")]).unwrap();
        let (path, font) = bundle
            .assets
            .iter()
            .find(|(path, _)| path.starts_with(FONT))
            .unwrap();
        assert_eq!(bindery_font::characters(font).unwrap(), set(" x𝑥"));
        assert!(font.len() < 3_000, "{} bytes", font.len());
        let both = bundle.combined_styles.as_ref().unwrap();
        let [shell] = bundle.styles.as_slice() else {
            panic!("one sheet is on every page");
        };
        assert_eq!(both.holds, [shell.as_str(), "assets/tabs-x.css"]);
        for sheet in [shell, &both.path] {
            assert!(!sheet.ends_with("-x.css"), "{sheet}");
            let (_, css) = bundle
                .assets
                .iter()
                .find(|(path, _)| path == sheet)
                .unwrap();
            assert!(String::from_utf8_lossy(css).contains(file_name(path)));
        }
        assert!(bundle.assets.is_sorted());
        assert_eq!(bundle.assets.len(), 5);
    }

    #[test]
    fn a_site_without_formulas_gets_the_bundle_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let mut bundle = bundle(folder.path());
        let before = bundle.assets.clone();
        reduce(&mut bundle, &[page("<p>x</p>")]).unwrap();
        assert_eq!(bundle.assets, before);
    }

    #[test]
    fn a_damaged_font_is_an_error_that_names_it() {
        let folder = tempfile::tempdir().unwrap();
        let mut bundle = bundle(folder.path());
        let font = bundle
            .assets
            .iter_mut()
            .find(|(path, _)| path.starts_with(FONT));
        let bytes = &mut font.unwrap().1;
        *bytes = bytes[..100].into();
        let error = reduce(&mut bundle, &[page("<math><mi>x</mi></math>")]).unwrap_err();
        assert!(error.message().contains("stix-two-math-subset-AAAA.woff2"));
        assert!(error.help().contains("ui/src/styles/font"));
    }
}
