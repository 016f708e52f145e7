//! The bytes that a reader of the library waits for. What scripts and style sheets may take is in `tests/browser` and
//! `ui/test`.

use crate::support::client::Connection;
use crate::support::{expected, server};
use bindery_html::{TokenKind, decode, tokenize};
use libtest_mimic::Trial;
use std::collections::BTreeSet;

/// A document in brotli, as release builds compress it.
const MAX_DOCUMENT: usize = 40_000;

/// The font of formulas has 43,076 bytes.
const MAX_FONT: usize = 18_000;

/// Brotli's level for the pages of release builds.
const RELEASE_LEVEL: i32 = 10;

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("budgets::no_document_takes_more_than_40_kb", || {
            Ok(documents()?)
        }),
        Trial::test(
            "budgets::the_font_of_formulas_has_their_characters_and_few_others",
            || Ok(font()?),
        ),
    ]
}

fn documents() -> Result<(), String> {
    let mut connection = server::connect()?;
    let mut large = Vec::new();
    for route in expected::routes() {
        let response = connection.get(&route.path, &[("Accept-Encoding", "br")])?;
        // Debug builds compress less: what is small enough in them is smaller in release builds.
        if response.body.len() <= MAX_DOCUMENT {
            continue;
        }
        let len = bindery_compression::brotli(RELEASE_LEVEL, &response.decoded()?).len();
        if len > MAX_DOCUMENT {
            large.push(format!("{}: {len} bytes", route.path));
        }
    }
    if large.is_empty() {
        return Ok(());
    }
    Err(format!(
        "split these pages, or store less markup for each entry:\n{}",
        large.join("\n")
    ))
}

fn font() -> Result<(), String> {
    let mut connection = server::connect()?;
    let path = font_path(&mut connection)?;
    let served = connection.get(&path, &[])?.body;
    if served.len() > MAX_FONT {
        return Err(format!("{path}: {} bytes", served.len()));
    }
    let source = expected::root().join("ui/src/styles/font/stix-two-math-subset.woff2");
    let source = std::fs::read(source).map_err(|error| error.to_string())?;
    let characters =
        |font: &[u8]| bindery_font::characters(font).map_err(|error| error.to_string());
    let (served, known) = (characters(&served)?, characters(&source)?);
    let mut count = 0;
    for route in expected::routes() {
        let shown = characters_of_formulas(&connection.get(&route.path, &[])?.text()?);
        count += usize::from(!shown.is_empty());
        let missing: String = shown
            .intersection(&known)
            .copied()
            .filter(|c| !served.contains(c))
            .collect();
        if !missing.is_empty() {
            return Err(format!("{}: the font lacks `{missing}`", route.path));
        }
    }
    match count {
        0 => Err("no page has a formula".to_owned()),
        _ => Ok(()),
    }
}

/// The path of the font that the home page's style sheet names.
fn font_path(connection: &mut Connection) -> Result<String, String> {
    let home = connection.get("/", &[])?.text()?;
    let sheets = home
        .split("href=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next());
    for sheet in sheets.filter(|href| href.ends_with(".css")) {
        let css = connection.get(sheet, &[])?.text()?;
        if let Some(at) = css.find("stix-two-math-") {
            let name = css[at..].split(['"', '\'', ')']).next().unwrap_or_default();
            return Ok(format!("/assets/{name}"));
        }
    }
    Err("no style sheet of the home page names the font".to_owned())
}

fn characters_of_formulas(html: &str) -> BTreeSet<char> {
    let mut shown = BTreeSet::new();
    let mut is_formula = false;
    for token in tokenize(html) {
        match token.kind {
            TokenKind::StartTag(tag) if tag.is("math") => is_formula = true,
            TokenKind::EndTag(tag) if tag.is("math") => is_formula = false,
            TokenKind::Text if is_formula => shown.extend(decode(token.source).chars()),
            _ => {}
        }
    }
    shown
}
