//! `bindery sbom`: the packages in this executable (CycloneDX 1.5).
//!
//! Both lock files and a table of the licences (SPDX expressions) are compiled in. Crates used only in builds and tests have
//! the scope `excluded`, as have the build tools of the client. There is no time and no serial number, so that the same
//! sources give the same list.

use super::EXIT_FAILED;
use super::output::{print, print_error};
use serde_json::{Map, Value, json};

const CARGO_LOCK: &str = include_str!("../../embedded/Cargo.lock");
const PACKAGE_LOCK: &str = include_str!("../../embedded/package-lock.json");

/// Origin, name, version, licence and scope of each package; `tests/suite/commands/licences.rs` writes it.
const LICENCES: &str = include_str!("licences.tsv");

pub(super) fn print_sbom() -> u8 {
    let Some(npm) = npm_components(PACKAGE_LOCK) else {
        print_error("BUG: the embedded package-lock.json is unreadable");
        return EXIT_FAILED;
    };
    let mut components = cargo_components(CARGO_LOCK);
    components.extend(npm);
    let version = env!("CARGO_PKG_VERSION");
    let bom = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": {
            "type": "application",
            "name": "bindery",
            "version": version,
            "bom-ref": format!("pkg:cargo/bindery@{version}"),
        }},
        "components": components,
    });
    print(format!("{bom:#}\n").as_bytes())
}

fn component(kind: &str, name: &str, version: &str, hash: Option<Value>) -> Value {
    let purl = format!("pkg:{kind}/{}@{version}", name.replace('@', "%40"));
    let mut component = json!({
        "type": "library",
        "name": name,
        "version": version,
        "purl": purl,
        "bom-ref": purl,
    });
    if let Some((licence, scope)) = licence_and_scope(kind, name, version) {
        component["licenses"] = json!([{"expression": licence}]);
        let scope = if scope == "build" {
            "excluded"
        } else {
            "required"
        };
        component["scope"] = scope.into();
    }
    if let Some(hash) = hash {
        component["hashes"] = json!([hash]);
    }
    component
}

/// The licence and the scope of a package in the table.
fn licence_and_scope(
    kind: &str,
    name: &str,
    version: &str,
) -> Option<(&'static str, &'static str)> {
    let start = format!("{kind}\t{name}\t{version}\t");
    let row = LICENCES
        .lines()
        .find_map(|line| line.strip_prefix(&start))?;
    row.split_once('\t')
}

/// The packages of a registry; Cargo writes its lock file in one form only.
fn cargo_components(lock: &str) -> Vec<Value> {
    let packages = lock.split("[[package]]").skip(1);
    let components = packages.filter_map(|package| {
        let value = |key: &str| {
            let prefix = format!("{key} = \"");
            let line = package
                .lines()
                .find_map(|line| line.strip_prefix(&prefix))?;
            line.strip_suffix('"')
        };
        value("source")?;
        let hash = value("checksum").map(|sum| json!({"alg": "SHA-256", "content": sum}));
        Some(component("cargo", value("name")?, value("version")?, hash))
    });
    components.collect()
}

fn npm_components(lock: &str) -> Option<Vec<Value>> {
    let lock: Map<String, Value> = serde_json::from_str(lock).ok()?;
    let mut components = Vec::new();
    for (path, package) in lock.get("packages")?.as_object()? {
        let is_tool = ["dev", "devOptional"]
            .iter()
            .any(|key| package[*key] == true);
        let Some((_, name)) = path.rsplit_once("node_modules/") else {
            continue;
        };
        if let (false, Some(version)) = (is_tool, package["version"].as_str()) {
            let integrity = package["integrity"].as_str().unwrap_or_default();
            let hash = integrity.strip_prefix("sha512-").and_then(hexadecimal);
            let hash = hash.map(|sum| json!({"alg": "SHA-512", "content": sum}));
            components.push(component("npm", name, version, hash));
        }
    }
    Some(components)
}

/// Base64 as hexadecimal digits.
fn hexadecimal(base64: &str) -> Option<String> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bits, mut word) = (0, 0_u32);
    let mut text = String::new();
    for digit in base64.trim_end_matches('=').bytes() {
        let value = DIGITS.iter().position(|known| *known == digit)?;
        word = (word << 6 | u32::try_from(value).ok()?) & 0xffff;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            text.push_str(&format!("{:02x}", (word >> bits) & 0xff));
        }
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ecosystems_are_listed_with_hashes() {
        let crates = cargo_components(CARGO_LOCK);
        let actix = crates
            .iter()
            .find(|one| one["name"] == "actix-http")
            .unwrap();
        assert!(
            actix["purl"]
                .as_str()
                .unwrap()
                .starts_with("pkg:cargo/actix-http@3.")
        );
        assert_eq!(actix["hashes"][0]["content"].as_str().unwrap().len(), 64);
        assert_eq!(actix["licenses"][0]["expression"], "MIT OR Apache-2.0");
        assert_eq!(actix["scope"], "required");
        assert!(
            !crates.iter().any(|one| one["name"] == "bindery-server"),
            "crates of the workspace are not packages"
        );
        let npm = npm_components(PACKAGE_LOCK).unwrap();
        let react = npm.iter().find(|one| one["name"] == "react").unwrap();
        assert_eq!(react["hashes"][0]["content"].as_str().unwrap().len(), 128);
        assert_eq!(react["licenses"][0]["expression"], "MIT");
        let tool = npm.iter().find(|one| one["name"] == "rollup").unwrap();
        assert_eq!(tool["scope"], "excluded");
    }

    #[test]
    fn base64_is_converted_to_hexadecimal() {
        assert_eq!(hexadecimal("aGVsbG8=").as_deref(), Some("68656c6c6f"));
        assert_eq!(hexadecimal("a b"), None);
    }
}
