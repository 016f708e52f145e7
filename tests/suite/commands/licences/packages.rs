//! Lists the packages of the lock files: which of them ship, and with which features of the executable.

use crate::interface::ui;
use crate::support::expected::root;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The platform whose executable is described: features of crates differ between systems.
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// Fonts of the interface: name, licence, and the file with its text.
const FONTS: [(&str, &str); 2] = [
    ("Source Sans 3", "ui/src/styles/font/LICENSE-OFL.txt"),
    ("STIX Two Math", "ui/src/styles/font/LICENSE-OFL-stix.txt"),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Origin {
    Rust,
    Cargo,
    Npm,
    Font,
}

impl Origin {
    pub(super) fn name(self) -> &'static str {
        match self {
            Origin::Rust => "rust",
            Origin::Cargo => "cargo",
            Origin::Npm => "npm",
            Origin::Font => "font",
        }
    }
}

/// A package of a lock file, or something else that ships.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Package {
    pub(super) origin: Origin,
    pub(super) name: String,
    /// Empty if it has none.
    pub(super) version: String,
    /// An SPDX expression.
    pub(super) licence: String,
    /// `always`, the features that need it (`author`, `tls`), or `build` when it is not in the executable.
    pub(super) scope: String,
    pub(super) authors: Vec<String>,
    /// The folder of its sources, or the file of its licence.
    pub(super) source: Option<PathBuf>,
}

impl Package {
    pub(super) fn ships(&self) -> bool {
        self.scope != "build"
    }

    /// Name and version, as far as there is one.
    pub(super) fn title(&self) -> String {
        format!("{} {}", self.name, self.version)
            .trim_end()
            .to_owned()
    }
}

/// Whether the committed files are to be written.
pub(super) fn is_update() -> bool {
    std::env::var_os("UPDATE_SNAPSHOTS").is_some()
}

/// All packages in the order of origin, name and version; read once.
pub(super) fn all() -> Result<&'static [Package], String> {
    static ALL: OnceLock<Result<Vec<Package>, String>> = OnceLock::new();
    ALL.get_or_init(read).as_deref().map_err(Clone::clone)
}

fn read() -> Result<Vec<Package>, String> {
    let mut all = crates()?;
    all.extend(npm_packages()?);
    all.extend(FONTS.map(|(name, text)| other(Origin::Font, name, "OFL-1.1", Some(text))));
    let mut library = other(Origin::Rust, "standard library", "MIT OR Apache-2.0", None);
    library.authors = vec!["The Rust Project Contributors".to_owned()];
    all.push(library);
    all.sort();
    Ok(all)
}

fn other(origin: Origin, name: &str, licence: &str, text: Option<&str>) -> Package {
    Package {
        origin,
        name: name.to_owned(),
        version: String::new(),
        licence: licence.to_owned(),
        scope: "always".to_owned(),
        authors: Vec::new(),
        source: text.map(|text| root().join(text)),
    }
}

fn cargo(arguments: &[&str]) -> Result<String, String> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = Command::new(&cargo)
        .args(arguments)
        .current_dir(root())
        .output()
        .map_err(|error| error.to_string())?;
    match output.status.success() {
        true => String::from_utf8(output.stdout).map_err(|error| error.to_string()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

type NameAndVersion = (String, String);

fn crates() -> Result<Vec<Package>, String> {
    let filter = ["--filter-platform", TARGET];
    let mut arguments = vec!["metadata", "--format-version", "1", "--locked"];
    if !is_update() {
        arguments.push("--offline");
        arguments.extend(filter);
    }
    let metadata: Value =
        serde_json::from_str(&cargo(&arguments)?).map_err(|error| error.to_string())?;
    let scopes = scopes()?;
    let mut all = BTreeMap::new();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        if package["source"].is_null() {
            continue;
        }
        let package = crate_of(package, &scopes);
        all.insert((package.name.clone(), package.version.clone()), package);
    }
    let committed = committed_rows();
    for row in locked_crates()? {
        if let Some(package) = committed.get(&row) {
            all.entry(row).or_insert_with(|| package.clone());
        }
    }
    Ok(all.into_values().collect())
}

fn crate_of(package: &Value, scopes: &BTreeMap<NameAndVersion, String>) -> Package {
    let text = |key: &str| package[key].as_str().unwrap_or_default().to_owned();
    let (name, version) = (text("name"), text("version"));
    let key = (name.clone(), version.clone());
    let authors = package["authors"].as_array().into_iter().flatten();
    Package {
        origin: Origin::Cargo,
        licence: spdx(&text("license")),
        scope: scopes.get(&key).map_or("build", String::as_str).to_owned(),
        name,
        version,
        authors: authors
            .filter_map(Value::as_str)
            .map(str::to_owned)
            .collect(),
        source: Path::new(&text("manifest_path"))
            .parent()
            .map(Path::to_owned),
    }
}

/// Old manifests separate alternatives by a slash.
fn spdx(licence: &str) -> String {
    let parts = licence.split('/').map(str::trim);
    parts.collect::<Vec<_>>().join(" OR ")
}

/// The crates of the executable, and what needs each.
fn scopes() -> Result<BTreeMap<NameAndVersion, String>, String> {
    let sets = [
        ("always", linked(&[])?),
        ("author", linked(&["--features", "author"])?),
        ("tls", linked(&["--features", "tls"])?),
    ];
    let mut scopes: BTreeMap<NameAndVersion, String> = BTreeMap::new();
    for (name, crates) in &sets {
        for one in crates {
            let scope = scopes.entry(one.clone()).or_default();
            match scope.as_str() {
                "" => (*name).clone_into(scope),
                "always" => {}
                _ => *scope = format!("{scope}, {name}"),
            }
        }
    }
    Ok(scopes)
}

/// The crates that an executable with these features links.
fn linked(features: &[&str]) -> Result<BTreeSet<NameAndVersion>, String> {
    let mut arguments = vec!["tree", "--offline", "--locked", "--package", "bindery"];
    arguments.extend(["--edges", "normal,no-proc-macro", "--prefix", "none"]);
    arguments.extend(["--target", TARGET, "--no-default-features"]);
    arguments.extend(features);
    let tree = cargo(&arguments)?;
    let pairs = tree.lines().filter_map(|line| {
        let (name, rest) = line.split_once(" v")?;
        let version = rest.split(' ').next()?;
        Some((name.to_owned(), version.to_owned()))
    });
    Ok(pairs.collect())
}

/// The crates of the lock file, those for other platforms included.
fn locked_crates() -> Result<BTreeSet<NameAndVersion>, String> {
    let lock = std::fs::read_to_string(root().join("Cargo.lock")).map_err(|e| e.to_string())?;
    let packages = lock.split("[[package]]").skip(1);
    let foreign = packages.filter(|package| package.contains("\nsource = "));
    let pairs = foreign.filter_map(|package| {
        let value = |key: &str| {
            let prefix = format!("{key} = \"");
            let mut lines = package.lines();
            let line = lines.find_map(|line| line.strip_prefix(prefix.as_str()))?;
            Some(line.trim_end_matches('"').to_owned())
        };
        Some((value("name")?, value("version")?))
    });
    Ok(pairs.collect())
}

/// The crates of the committed table: of those for other platforms nothing else is known without their sources.
fn committed_rows() -> BTreeMap<NameAndVersion, Package> {
    let text = std::fs::read_to_string(root().join(super::TABLE)).unwrap_or_default();
    let rows = text.lines().filter_map(|line| {
        let cells: Vec<&str> = line.split('\t').collect();
        let [origin, name, version, licence, scope] = cells[..] else {
            return None;
        };
        let mut package = other(Origin::Cargo, name, licence, None);
        version.clone_into(&mut package.version);
        scope.clone_into(&mut package.scope);
        let key = (name.to_owned(), version.to_owned());
        (origin == "cargo").then_some((key, package))
    });
    rows.collect()
}

/// The packages of the interface without its tests' own; those that `ui/src` imports ship, with what they depend on.
fn npm_packages() -> Result<Vec<Package>, String> {
    ui::install()?;
    let lock = std::fs::read_to_string(root().join("ui/package-lock.json"));
    let lock: Value = serde_json::from_str(&lock.map_err(|error| error.to_string())?)
        .map_err(|error| error.to_string())?;
    let entries = lock["packages"].as_object().ok_or("no `packages`")?;
    let shipped = shipped(&lock["packages"]);
    let mut packages = Vec::new();
    for (path, entry) in entries {
        let is_for_tests = entry["dev"] == true || entry["devOptional"] == true;
        let Some((_, name)) = path.rsplit_once("node_modules/").filter(|_| !is_for_tests) else {
            continue;
        };
        let text = |key: &str| entry[key].as_str().unwrap_or_default().to_owned();
        let scope = if shipped.contains(path) {
            "always"
        } else {
            "build"
        };
        packages.push(Package {
            origin: Origin::Npm,
            name: name.to_owned(),
            version: text("version"),
            licence: text("license"),
            scope: scope.to_owned(),
            authors: Vec::new(),
            source: Some(root().join("ui").join(path)),
        });
    }
    Ok(packages)
}

/// The folders of the packages that `ui/src` imports, and of those they depend on.
fn shipped(entries: &Value) -> BTreeSet<String> {
    let imported = imported().into_iter();
    let mut waiting: Vec<String> = imported
        .map(|name| format!("node_modules/{name}"))
        .collect();
    let mut shipped = BTreeSet::new();
    while let Some(folder) = waiting.pop() {
        if !shipped.insert(folder.clone()) {
            continue;
        }
        let needed = entries[&folder]["dependencies"].as_object();
        for (name, _) in needed.into_iter().flatten() {
            // A package may contain another version of its dependency.
            let own = format!("{folder}/node_modules/{name}");
            let is_own = entries.get(&own).is_some();
            waiting.push(if is_own {
                own
            } else {
                format!("node_modules/{name}")
            });
        }
    }
    shipped
}

/// The packages that sources of the interface import.
fn imported() -> Vec<String> {
    let mut found = BTreeSet::new();
    for folder in ["ui/src", "content/components"] {
        for (_, text) in bindery_tidy::files::files(folder, &[".ts", ".tsx"]) {
            let specifiers = text.split(" from '").skip(1);
            let names = specifiers.filter_map(|rest| rest.split('\'').next());
            found.extend(names.filter_map(package_of));
        }
    }
    // The bundler copies its script, which holds the notices of what it contains, into sites that draw diagrams.
    found.insert("@mermaid-js/tiny".to_owned());
    found.into_iter().collect()
}

/// `react-dom/client` is in `react-dom`; files and virtual modules are in none.
fn package_of(specifier: &str) -> Option<String> {
    if specifier.starts_with(['.', '/'])
        || specifier.contains(':')
        || specifier.starts_with("@site")
    {
        return None;
    }
    let parts = if specifier.starts_with('@') { 2 } else { 1 };
    let name: Vec<&str> = specifier.split('/').take(parts).collect();
    Some(name.join("/"))
}
