//! Licences: `THIRD-PARTY.txt` names all software inside the executable, as do `bindery licences` and `bindery sbom`.
//!
//! `UPDATE_SNAPSHOTS=1 cargo test --test suite licences::` writes `THIRD-PARTY.txt` and `server/src/cli/licences.tsv` from
//! the crates' sources, `ui/node_modules` and the fonts. Writing needs the sources of all crates of the lock file
//! (`cargo fetch`); comparing needs those of this platform, which every build has.

mod packages;
mod texts;

use crate::support::executable::bindery;
use crate::support::expected::root;
use libtest_mimic::Trial;
use packages::{Origin, Package};
use spdx::{Expression, LicenseReq};
use std::collections::BTreeSet;
use std::fmt::Write;
use texts::Texts;

/// Licences under which software may be in the executable (SPDX identifiers): none asks for more than a notice.
const ALLOWED: [&str; 13] = [
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "OFL-1.1",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// The one exception that may be added to a licence.
const ALLOWED_ADDITION: &str = "LLVM-exception";

const NOTICES: &str = "THIRD-PARTY.txt";
const TABLE: &str = "server/src/cli/licences.tsv";

const HEADER: &str = "\
Third-party software in Bindery's executable

Each line names a package, its version, its licence (an SPDX expression), the feature that needs it, and the texts below that
belong to it. Sites that a Bindery executable carries have licences of their own.

";

type Case = (&'static str, fn() -> Result<(), String>);

const CASES: [Case; 5] = [
    ("the_notices_name_every_package_that_ships", notices),
    ("the_table_names_every_package_of_the_lock_files", table),
    (
        "no_licence_of_what_ships_asks_for_more_than_a_notice",
        allowed,
    ),
    ("the_command_prints_the_notices_of_its_features", command),
    (
        "every_component_of_the_bill_of_materials_has_a_licence",
        sbom,
    ),
];

pub(crate) fn cases() -> Vec<Trial> {
    let trials = CASES
        .iter()
        .map(|(name, case)| Trial::test(format!("licences::{name}"), move || Ok(case()?)));
    trials.collect()
}

fn notices() -> Result<(), String> {
    compare(NOTICES, &notices_of(packages::all()?)?)
}

fn notices_of(packages: &[Package]) -> Result<String, String> {
    let mut texts = Texts::default();
    let mut out = HEADER.to_owned();
    for package in packages.iter().filter(|one| one.ships()) {
        let numbers = texts.of(package)?;
        let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
        let _ = writeln!(
            out,
            "{} {}; {}; {}; texts {}",
            package.origin.name(),
            package.title(),
            package.licence,
            package.scope,
            numbers.join(" ")
        );
    }
    for (number, text) in texts.numbered() {
        let _ = write!(out, "\n======== text {number} ========\n\n{text}\n");
    }
    Ok(out)
}

fn table() -> Result<(), String> {
    let mut out = "origin\tname\tversion\tlicence\tscope\n".to_owned();
    for package in packages::all()? {
        let Package {
            origin,
            name,
            version,
            licence,
            scope,
            ..
        } = package;
        if !matches!(origin, Origin::Cargo | Origin::Npm) {
            continue;
        }
        let _ = writeln!(
            out,
            "{}\t{name}\t{version}\t{licence}\t{scope}",
            origin.name()
        );
    }
    compare(TABLE, &out)
}

/// Compares with the committed file, or writes it when asked to.
fn compare(path: &str, found: &str) -> Result<(), String> {
    let path = root().join(path);
    if packages::is_update() {
        return std::fs::write(&path, found).map_err(|error| error.to_string());
    }
    let wanted = std::fs::read_to_string(&path).unwrap_or_default();
    if wanted == found {
        return Ok(());
    }
    let lines = |text: &str| -> BTreeSet<String> { text.lines().map(str::to_owned).collect() };
    let (wanted, found) = (lines(&wanted), lines(found));
    let new: Vec<_> = found.difference(&wanted).take(20).collect();
    let gone: Vec<_> = wanted.difference(&found).take(20).collect();
    Err(format!(
        "{} is out of date; new lines: {new:#?}, lines that are gone: {gone:#?}; run `UPDATE_SNAPSHOTS=1 cargo test --test suite licences::`",
        path.display()
    ))
}

fn allowed() -> Result<(), String> {
    let ships = packages::all()?.iter().filter(|one| one.ships());
    let refused: Vec<String> = ships
        .filter(|one| !is_allowed(&one.licence))
        .map(|one| format!("{} {}: `{}`", one.name, one.version, one.licence))
        .collect();
    if !refused.is_empty() {
        return Err(refused.join("\n"));
    }
    // Tests the rule: one permitted alternative is enough, and every part of a conjunction must be permitted.
    for (licence, is_permitted) in [
        ("MIT OR LGPL-2.1-or-later", true),
        ("MIT AND GPL-3.0-only", false),
        ("MPL-2.0", false),
        ("Apache-2.0 WITH Classpath-exception-2.0", false),
        ("Proprietary", false),
        ("", false),
    ] {
        if is_allowed(licence) != is_permitted {
            return Err(format!("`{licence}` is judged wrongly"));
        }
    }
    Ok(())
}

fn is_allowed(licence: &str) -> bool {
    Expression::parse(licence).is_ok_and(|expression| expression.evaluate(is_permitted))
}

fn is_permitted(one: &LicenseReq) -> bool {
    let is_known = one
        .license
        .id()
        .is_some_and(|id| ALLOWED.contains(&id.name));
    let addition = one.addition.as_ref().map(ToString::to_string);
    is_known && addition.is_none_or(|addition| addition == ALLOWED_ADDITION)
}

fn command() -> Result<(), String> {
    let output = bindery(&["licences"])?;
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let file = std::fs::read_to_string(root().join(NOTICES)).map_err(|error| error.to_string())?;
    // The suite's executable has all features.
    match output.status.success() && printed == file {
        true => Ok(()),
        false => Err(format!("{} bytes instead of {}", printed.len(), file.len())),
    }
}

fn sbom() -> Result<(), String> {
    let output = bindery(&["sbom"])?;
    let bom: serde_json::Value =
        serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
    let components = bom["components"].as_array().ok_or("no components")?;
    let mut wrong = Vec::new();
    for one in components {
        let licence = one["licenses"][0]["expression"]
            .as_str()
            .unwrap_or_default();
        if Expression::parse(licence).is_err() {
            wrong.push(format!("{}: `{licence}`", one["purl"]));
        }
    }
    match wrong.is_empty() && components.len() > 100 {
        true => Ok(()),
        false => Err(format!("of {} components: {wrong:#?}", components.len())),
    }
}
