//! The interface as one compressed value that executables carry, for sites without components of their own.
//!
//! The layout, in brotli: a line of JSON with the names and lengths of the files, then their bytes one after the other. The
//! first file is `plain.json`, which describes the others as `bundle.json` describes a bundle.

use super::{Bundle, BundleFile, EngineScript, read_file};
use crate::error::BuildError;
use crate::system::{cache, files};
use std::path::Path;

/// The name of the file with the packed interface, in the folder of a build's results.
pub const INTERFACE_NAME: &str = "interface.pack";

/// The description of the part of a bundle that is packed.
const DESCRIPTION: &str = "plain.json";

/// Higher levels take ten times as long and save a seventh.
const BROTLI_LEVEL: i32 = 9;

/// No interface is larger when it is unpacked.
const MAX_LEN: usize = 64 << 20;

/// The part of a bundle that executables carry, packed; empty if the bundle is of an older version, which does not have it.
///
/// # Errors
/// When it cannot be read.
pub fn packed_interface(bundle: &Bundle) -> Result<Vec<u8>, BuildError> {
    let path = bundle.folder.join(INTERFACE_NAME);
    match path.is_file() {
        true => read_file(&path),
        false => Ok(Vec::new()),
    }
}

/// Packs the part of the bundle in `folder` that executables carry, and puts it beside the bundle's other files.
///
/// # Errors
/// When a file of the bundle cannot be read.
pub(super) fn pack_interface(folder: &Path) -> Result<(), BuildError> {
    let description = folder.join(DESCRIPTION);
    if !description.is_file() {
        return Ok(());
    }
    let text = read_file(&description)?;
    let file = BundleFile::parse(&text, &description)?;
    let mut files = vec![(DESCRIPTION.to_owned(), text)];
    if let Some(engine) = &file.engine {
        files.push((engine.clone(), read_file(&folder.join(engine))?));
    }
    let client = folder.join("client");
    for name in file.files {
        let bytes = read_file(&client.join(&name))?;
        files.push((name, bytes));
    }
    let lengths = files.iter().map(|(name, bytes)| (name, bytes.len()));
    let lengths: Vec<_> = lengths.collect();
    let mut plain = serde_json::to_vec(&lengths).expect("BUG: names and lengths are JSON");
    plain.push(b'\n');
    files
        .iter()
        .for_each(|(_, bytes)| plain.extend_from_slice(bytes));
    let packed = bindery_compression::brotli(BROTLI_LEVEL, &plain);
    files::write_atomically(&folder.join(INTERFACE_NAME), &packed)
}

/// The bundle in a packed interface.
///
/// # Errors
/// When the value is none that [`packed_interface`] wrote.
pub fn unpack(packed: &[u8]) -> Result<Bundle, BuildError> {
    let damaged = || {
        BuildError::new(
            "the interface inside this executable is damaged",
            "copy the executable again",
        )
    };
    let plain = bindery_compression::from_brotli(packed, MAX_LEN).ok_or_else(damaged)?;
    let mut files = split(&plain).ok_or_else(damaged)?.into_iter();
    let (_, text) = files.next().ok_or_else(damaged)?;
    let file = BundleFile::parse(text, Path::new(DESCRIPTION))?;
    let mut script = "";
    let mut assets = Vec::new();
    for (name, bytes) in files {
        if file.engine.as_deref() == Some(name.as_str()) {
            script = std::str::from_utf8(bytes).map_err(|_| damaged())?;
        } else {
            assets.push((name, bytes.into()));
        }
    }
    assets.sort();
    let mut bundle = file.into_bundle(assets, cache::key(&[script.as_bytes()]));
    bundle.engine = Some(EngineScript::Text(script.into()));
    Ok(bundle)
}

/// The files with their names.
fn split(plain: &[u8]) -> Option<Vec<(String, &[u8])>> {
    let end = plain.iter().position(|byte| *byte == b'\n')?;
    let lengths: Vec<(String, usize)> = serde_json::from_slice(&plain[..end]).ok()?;
    let mut rest = &plain[end + 1..];
    let mut files = Vec::with_capacity(lengths.len());
    for (name, len) in lengths {
        let (bytes, after) = rest.split_at_checked(len)?;
        files.push((name, bytes));
        rest = after;
    }
    rest.is_empty().then_some(files)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn a_packed_interface_has_the_plain_part_of_a_bundle() {
        let folder = tempfile::tempdir().unwrap();
        let bundle = testing::bundle(folder.path(), "of the site");
        assert!(packed_interface(&bundle).unwrap().is_empty());
        let description = r#"{"version":2,"entry":"assets/entry-x.js","preload":[],"styles":["assets/shell-x.css"],
            "fonts":[],"components":{},"inlineHeadScript":"1","engine":"ssr/plain.js",
            "files":["assets/entry-x.js","assets/shell-x.css"]}"#;
        for (name, text) in [
            ("plain.json", description),
            ("ssr/plain.js", "of all sites"),
        ] {
            files::write_atomically(&bundle.folder.join(name), text.as_bytes()).unwrap();
        }
        pack_interface(&bundle.folder).unwrap();
        let packed = packed_interface(&bundle).unwrap();
        let unpacked = unpack(&packed).unwrap();
        assert_eq!(unpacked.engine_script().unwrap(), "of all sites");
        assert_eq!(unpacked.entry, "assets/entry-x.js");
        let names: Vec<&str> = unpacked
            .assets
            .iter()
            .map(|(name, _)| name.as_str())
            .collect();
        assert_eq!(names, ["assets/entry-x.js", "assets/shell-x.css"]);
        assert_eq!(unpacked.assets[0], bundle.assets[0]);
        assert!(unpacked.components.is_empty() && !bundle.components.is_empty());

        let cut = &packed[..packed.len() / 2];
        assert!(unpack(cut).unwrap_err().to_string().contains("damaged"));
        assert!(unpack(&bindery_compression::brotli(5, b"[[\"a\", 9]]\nb")).is_err());
    }
}
