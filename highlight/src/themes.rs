//! The code themes of Docusaurus as style sheets of CSS variables.
//!
//! A site that chooses another theme than the built-in ones gets a small style sheet on pages with code. Several
//! well-known themes have colours with a contrast below 4.5 to 1 on the background of the block or of a highlighted line.
//! Such a colour is moved towards white or black until its contrast suffices.

use std::fmt::Write as _;

/// The minimum contrast of text (WCAG 2.2, 1.4.3).
const MIN_CONTRAST: f64 = 4.5;

/// The names of the built-in colours of the interface.
const BUILT_IN: [&str; 3] = ["bindery", "github-like", "dracula-like"];

/// Name, background and text, then comment, keyword, string, number, function, type, property, variable, meta.
type Theme = (&'static str, [u32; 11]);

#[rustfmt::skip]
const THEMES: [Theme; 8] = [
    ("github", [0xf6f8fa, 0x393a34, 0x999988, 0x00009f, 0xe3116c, 0x36acaa, 0xd73a49, 0x00009f, 0x00a4db, 0x36acaa, 0x999988]),
    ("vsLight", [0xffffff, 0x000000, 0x008000, 0x0000ff, 0xa31515, 0x098658, 0x0000ff, 0x267f99, 0xff0000, 0x098658, 0x0451a5]),
    ("oneLight", [0xfafafa, 0x383a42, 0xa0a1a7, 0xa626a4, 0x50a14f, 0xb76b01, 0x4078f2, 0xb76b01, 0xe45649, 0x4078f2, 0xa0a1a7]),
    ("dracula", [0x282a36, 0xf8f8f2, 0x6272a4, 0xbd93f9, 0xff79c6, 0xbd93f9, 0x50fa7b, 0xff79c6, 0xf1fa8c, 0xbd93f9, 0x6272a4]),
    ("vsDark", [0x1e1e1e, 0x9cdcfe, 0x6a9955, 0x569cd6, 0xce9178, 0xb5cea8, 0xdcdcaa, 0x4ec9b0, 0x9cdcfe, 0x9cdcfe, 0xd4d4d4]),
    ("nightOwl", [0x011627, 0xd6deeb, 0x637777, 0x7fdbca, 0xaddb67, 0xf78c6c, 0x82aaff, 0xffcb8b, 0xaddb67, 0xd6deeb, 0xc792ea]),
    ("oneDark", [0x282c34, 0xabb2bf, 0x5c6370, 0xc678dd, 0x98c379, 0xd19a66, 0x61afef, 0xd19a66, 0xe06c75, 0x61afef, 0x5c6370]),
    ("palenight", [0x292d3e, 0xbfc7d5, 0x697098, 0xc792ea, 0xc3e88d, 0xf78c6c, 0x82aaff, 0xffcb6b, 0xff5572, 0xbfc7d5, 0xc792ea]),
];

/// The variables of the colours, in the order of a [`Theme`].
const VARIABLES: [&str; 11] = [
    "bg", "text", "comment", "key", "str", "num", "fn", "type", "prop", "var", "meta",
];

/// The backgrounds of highlighted lines in the interface: dark and light.
const MARKS: [[u32; 3]; 2] = [
    [0x13211a, 0x2b1919, 0x241c10],
    [0xe9f4ec, 0xfdeceb, 0xf9efdf],
];

/// The names of all themes.
pub fn names() -> impl Iterator<Item = &'static str> {
    BUILT_IN
        .into_iter()
        .chain(THEMES.iter().map(|(name, _)| *name))
}

/// The colours of a theme that is written out: eleven times `#rrggbb`, with spaces between, in the order of the fields of `Theme`.
#[must_use]
pub fn written_colours(theme: &str) -> Option<[u32; 11]> {
    let digits = theme.split_whitespace().map(|one| one.strip_prefix('#'));
    let colours =
        digits.map(|digits| u32::from_str_radix(digits.filter(|it| it.len() == 6)?, 16).ok());
    let colours: Option<Vec<u32>> = colours.collect();
    colours?.try_into().ok()
}

/// The style sheet of two themes, by their names or written out; `None` when both are built in or unknown.
#[must_use]
pub fn style_sheet(light: Option<&str>, dark: Option<&str>) -> Option<String> {
    let find = |theme: Option<&str>| {
        let theme = theme?;
        let known = THEMES.iter().find(|(name, _)| *name == theme);
        known.map_or_else(|| written_colours(theme), |(_, colours)| Some(*colours))
    };
    let mut css = String::new();
    if let Some(colours) = find(dark) {
        rule(
            ":root:not([data-theme=light])",
            &colours,
            MARKS[0],
            &mut css,
        );
    }
    if let Some(colours) = find(light) {
        rule(":root[data-theme=light]", &colours, MARKS[1], &mut css);
    }
    (!css.is_empty()).then(|| format!("@media screen{{{css}}}\n"))
}

fn rule(selector: &str, colours: &[u32; 11], marks: [u32; 3], css: &mut String) {
    let [background, text, ..] = *colours;
    let line = mixed(background, text, 0.1);
    let backgrounds = [background, line, marks[0], marks[1], marks[2]];
    let _ = write!(
        css,
        "{selector}{{--c-bg:#{background:06x};--c-line:#{line:06x}"
    );
    for (variable, colour) in VARIABLES.iter().zip(colours).skip(1) {
        let _ = write!(
            css,
            ";--c-{variable}:#{:06x}",
            readable(*colour, background, &backgrounds)
        );
    }
    css.push('}');
}

/// The colour, moved away from the background until its contrast suffices on all backgrounds.
fn readable(colour: u32, background: u32, backgrounds: &[u32]) -> u32 {
    let towards = if luminance(background) < 0.2 {
        0xff_ffff
    } else {
        0
    };
    let steps = (0..=20).map(|step| mixed(colour, towards, f64::from(step) / 20.0));
    let can_be_read = |colour: &u32| {
        backgrounds
            .iter()
            .all(|background| contrast(*colour, *background) >= MIN_CONTRAST)
    };
    steps.into_iter().find(can_be_read).unwrap_or(towards)
}

fn channels(colour: u32) -> [f64; 3] {
    [16, 8, 0].map(|shift| f64::from(colour >> shift & 0xff))
}

/// A mix of two colours with this share of `other`.
fn mixed(colour: u32, other: u32, share: f64) -> u32 {
    let pairs = channels(colour).into_iter().zip(channels(other));
    pairs.fold(0, |mixed, (own, other)| {
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "from 0 to 255"
        )]
        let channel = (own + (other - own) * share).round() as u32;
        mixed << 8 | channel
    })
}

fn luminance(colour: u32) -> f64 {
    let [red, green, blue] = channels(colour).map(|channel| {
        let share = channel / 255.0;
        if share <= 0.040_45 {
            share / 12.92
        } else {
            ((share + 0.055) / 1.055).powf(2.4)
        }
    });
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

fn contrast(one: u32, other: u32) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_theme_can_be_written_out() {
        let written = format!("#ffffff #000000 {}", ["#0000aa"; 9].join(" "));
        let css = style_sheet(Some(&written), None).unwrap();
        assert!(css.contains("[data-theme=light]{--c-bg:#ffffff;"), "{css}");
        assert!(css.contains("--c-meta:#0000aa"), "{css}");
        assert_eq!(style_sheet(Some("#ffffff #000000"), None), None);
        assert_eq!(written_colours(&written.replace("#000000", "#0000é")), None);
    }

    #[test]
    fn every_colour_of_every_theme_can_be_read() {
        assert!((contrast(0x00_0000, 0xff_ffff) - 21.0).abs() < 0.01);
        for (name, colours) in THEMES {
            let is_dark = luminance(colours[0]) < 0.2;
            let (light, dark) = if is_dark {
                (None, Some(name))
            } else {
                (Some(name), None)
            };
            let css = style_sheet(light, dark).expect("the theme is known");
            let values: Vec<u32> = css
                .split("--c-")
                .skip(1)
                .map(|part| part.split('#').nth(1).expect("a colour"))
                .map(|value| u32::from_str_radix(&value[..6], 16).expect("hexadecimal"))
                .collect();
            let (backgrounds, texts) = values.split_at(2);
            for background in backgrounds.iter().chain(&MARKS[usize::from(!is_dark)]) {
                for text in texts {
                    let contrast = contrast(*text, *background);
                    assert!(
                        contrast >= MIN_CONTRAST,
                        "{name}: {text:06x} on {background:06x} has {contrast}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_interface_s_own_colours_need_no_sheet() {
        assert_eq!(style_sheet(Some("github-like"), Some("dracula-like")), None);
        let css = style_sheet(None, Some("vsDark")).expect("one is another");
        assert!(
            css.starts_with("@media screen{:root:not([data-theme=light]){--c-bg:#1e1e1e;--c-line:"),
            "{css}"
        );
        assert!(!css.contains(":root[data-theme=light]"));
    }
}
