//! Hashes the files that the bundler reads. The bundle is built again only if the hash has changed.

use super::input_cache::InputCache;
use super::markdown_code::is_text;
use super::{Bundle, BundleOptions, INPUT_FOLDERS, INPUTS_NAME, sources};
use crate::error::BuildError;
use crate::html::escape::to_json;
use crate::system::cache;
use crate::system::files;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// The folder of bundles in the cache.
pub(super) const FOLDER: &str = "bundle";

/// The folder of the interface's parts of previews' bundles in the cache.
const PARTS_FOLDER: &str = "interface-parts";

/// How many bundles stay in the cache.
pub(super) const KEPT_BUNDLES: usize = 8;

/// What a bundle is made of, and where it is in the cache.
pub(super) struct Inputs {
    pub(super) hash: String,
    pub(super) folder: PathBuf,
}

impl Inputs {
    pub(super) fn of(options: &BundleOptions<'_>) -> Result<Self, BuildError> {
        let files = hash_files(options, &mut InputCache::default())?;
        Ok(Self::of_files(&files, options))
    }

    /// As [`Inputs::of`], for files with a known hash.
    pub(super) fn of_files(files: &blake3::Hash, options: &BundleOptions<'_>) -> Self {
        let dev = options.dev.unwrap_or_default();
        let parts = [dev.as_bytes(), options.site.as_bytes(), files.as_bytes()];
        let hash = cache::key(&parts).to_hex()[..32].to_owned();
        let folder = options.cache.join(FOLDER).join(&hash);
        Inputs { hash, folder }
    }

    /// The bundle in the cache, if all of its files are as they were.
    pub(super) fn find(&self, options: &BundleOptions<'_>) -> Option<Bundle> {
        let bundle = Bundle::read(&self.folder).ok()?;
        let mut cache = InputCache::default();
        if !sources::are_unchanged(&self.folder, options.tree, &mut cache) {
            return None;
        }
        // A bundle in use counts as new for `drop_old`. A cache that cannot be written keeps all of its bundles.
        let _ = files::write_atomically(&self.folder.join(INPUTS_NAME), self.hash.as_bytes());
        Some(bundle)
    }
}

/// The hash of all files that rollup reads: the interface's sources and configuration and the site's components, without
/// tests. It is the same for each `options.dev`.
pub(super) fn hash_files(
    options: &BundleOptions<'_>,
    cache: &mut InputCache,
) -> Result<blake3::Hash, BuildError> {
    let mut inputs = interface_files(options.ui)?;
    for (name, path) in files::list_files(options.components)? {
        for data in imported_data(&cache.quoted(&path)?) {
            inputs.push((data.to_owned(), options.tree.join(data)));
        }
        inputs.push((format!("components/{name}"), path));
    }
    inputs.extend(modules(options, cache)?);
    inputs.extend(global_sheets(options)?);
    hash_named(&inputs, cache)
}

/// The interface's sources and the files that configure it, by their names.
fn interface_files(ui: &Path) -> Result<Vec<(String, PathBuf)>, BuildError> {
    let mut inputs = Vec::new();
    for folder in INPUT_FOLDERS {
        for (name, path) in files::list_files(&ui.join(folder))? {
            inputs.push((format!("{folder}/{name}"), path));
        }
    }
    for name in build_files(ui) {
        inputs.push((name.clone(), ui.join(name)));
    }
    Ok(inputs)
}

fn hash_named(
    inputs: &[(String, PathBuf)],
    cache: &mut InputCache,
) -> Result<blake3::Hash, BuildError> {
    let mut hasher = blake3::Hasher::new();
    for (name, path) in inputs {
        let code = cache.code_hash(path)?;
        hasher.update(cache::key(&[name.as_bytes(), code.as_bytes()]).as_bytes());
    }
    Ok(hasher.finalize())
}

/// The folder of the parts that previews of all sites share, as long as the interface's sources stay as they are.
pub(super) fn interface_parts(options: &BundleOptions<'_>) -> Result<PathBuf, BuildError> {
    let files = hash_named(&interface_files(options.ui)?, &mut InputCache::default())?;
    let parts = options.cache.join(PARTS_FOLDER);
    drop_old(&parts);
    Ok(parts.join(&files.to_hex()[..32]))
}

/// The files in the interface's top folder that decide what rollup makes.
#[must_use]
pub fn build_files(ui: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(ui)
        .into_iter()
        .flatten()
        .flatten()
        .filter(|entry| entry.path().is_file())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| {
            let is_code = [".js", ".mjs", ".ts", ".json"]
                .iter()
                .any(|end| name.ends_with(end));
            is_code && !name.starts_with("vitest") && !name.starts_with('.')
        })
        .collect();
    names.sort();
    names
}

/// The global style sheets of the site, with the files beside and below them, which they may name. Below the tree's own
/// folder is the whole site; what a sheet there names in other folders is among the sources that the bundler lists.
fn global_sheets(options: &BundleOptions<'_>) -> Result<Vec<(String, PathBuf)>, BuildError> {
    let top = plain(options.tree);
    let site: serde_json::Value = serde_json::from_str(options.site).unwrap_or_default();
    let mut inputs = Vec::new();
    for sheet in site["customCss"].as_array().into_iter().flatten() {
        let sheet = plain(&options.tree.join(sheet.as_str().unwrap_or_default()));
        let Some(folder) = sheet.parent().filter(|_| sheet.is_file()) else {
            continue;
        };
        let depth = if folder == top { 1 } else { usize::MAX };
        inputs.extend(files_beside(folder, depth)?);
    }
    Ok(inputs)
}

/// The files in a folder that a style sheet may name: no texts, nothing hidden and no packages.
fn files_beside(folder: &Path, depth: usize) -> Result<Vec<(String, PathBuf)>, BuildError> {
    let is_source = |entry: &walkdir::DirEntry| {
        let name = entry.file_name().to_string_lossy();
        entry.depth() == 0 || !(name.starts_with('.') || name == "node_modules")
    };
    let files = walkdir::WalkDir::new(folder).max_depth(depth);
    let mut found = Vec::new();
    for entry in files
        .sort_by_file_name()
        .into_iter()
        .filter_entry(is_source)
    {
        let entry = entry.map_err(|error| BuildError::io("read", folder, &error.into()))?;
        if entry.path().is_file() && !is_text(entry.path()) {
            let name = entry.path().strip_prefix(folder).unwrap_or(entry.path());
            found.push((format!("customCss/{}", name.display()), entry.into_path()));
        }
    }
    Ok(found)
}

/// Files in the tree's top folder, and one of its packages, that decide what an import means.
const RESOLVING: [&str; 4] = [
    "tsconfig.json",
    "jsconfig.json",
    "package.json",
    "node_modules/.package-lock.json",
];

/// The modules that pages name, what lies beside them, all of `src`, and the files elsewhere that these name.
fn modules(
    options: &BundleOptions<'_>,
    cache: &mut InputCache,
) -> Result<Vec<(String, PathBuf)>, BuildError> {
    let mut inputs = Vec::new();
    if options.modules.is_empty() && !options.tree.join("src/theme").is_dir() {
        return Ok(inputs);
    }
    let tree = std::path::absolute(options.tree).unwrap_or_else(|_| options.tree.to_owned());
    let mut folders = vec!["src"];
    for name in RESOLVING {
        inputs.push((name.to_owned(), tree.join(name)));
    }
    inputs.retain(|(_, path)| path.is_file());
    for module in options.modules {
        // The others are names that the tree registers in a file of `src`.
        if !module.starts_with("@site/") {
            continue;
        }
        let path = module.trim_start_matches("@site/");
        let path = path.split('#').next().unwrap_or(path);
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        if path.starts_with("src/") || folder.is_empty() || is_text(Path::new(path)) {
            inputs.push((module.clone(), tree.join(path)));
        } else if !folders.contains(&folder) {
            folders.push(folder);
        }
    }
    for folder in folders {
        for (name, path) in files::list_files(&tree.join(folder))? {
            if is_text(&path) {
                continue;
            }
            for named in named_files(&cache.quoted(&path)?, &path, &tree) {
                let own = named.strip_prefix(&tree).unwrap_or(&named);
                inputs.push((own.to_string_lossy().into_owned(), named));
            }
            inputs.push((format!("{folder}/{name}"), path));
        }
    }
    Ok(inputs)
}

/// The files outside of `src` that a source in `file` with these paths imports: `@site/static/img/x.svg`,
/// `../../static/img/x.svg`.
fn named_files(quoted: &[String], file: &Path, tree: &Path) -> Vec<PathBuf> {
    let paths = quoted
        .iter()
        .filter_map(|word| match word.strip_prefix("@site/") {
            Some(rest) => Some(tree.join(rest)),
            None if word.starts_with("../") => Some(file.parent()?.join(word)),
            None => None,
        });
    let paths = paths.map(|path| plain(&path));
    let is_elsewhere =
        |path: &PathBuf| path.starts_with(tree) && !path.starts_with(tree.join("src"));
    paths
        .filter(|path| is_elsewhere(path) && path.is_file())
        .collect()
}

/// A path without `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(plain.pop()),
            Component::CurDir => {}
            other => plain.push(other),
        }
    }
    plain
}

/// The data files among the paths of a component's source: `from '@site/data/x.json'`, `from '../../data/x.json'`.
fn imported_data(quoted: &[String]) -> impl Iterator<Item = &str> {
    let words = quoted.iter().filter(|word| word.ends_with(".json"));
    let paths = words.map(|word| word.trim_start_matches("@site/").trim_start_matches("../"));
    paths.filter(|path| path.starts_with("data/"))
}

/// Writes what `build.mjs` reads of the site. It is a file, because Linux limits each variable to 128 KB.
pub(super) fn write_values(options: &BundleOptions<'_>, out: &Path) -> Result<PathBuf, BuildError> {
    let (modules, site) = (to_json(&options.modules), options.site);
    let path = out.join("input.json");
    files::write_atomically(
        &path,
        format!("{{\"modules\":{modules},\"site\":{site}}}").as_bytes(),
    )?;
    Ok(path)
}

/// Removes all but the bundles of a folder that were made or found last.
pub(super) fn drop_old(bundles: &Path) {
    let mut folders: Vec<_> = fs::read_dir(bundles)
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
        .collect();
    folders.sort();
    for (_, folder) in folders.iter().rev().skip(KEPT_BUNDLES) {
        let _ = fs::remove_dir_all(folder);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quoted(source: &str) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.js");
        fs::write(&path, source).unwrap();
        InputCache::default().quoted(&path).unwrap().to_vec()
    }

    #[test]
    fn data_of_components_count_among_the_inputs() {
        let source = "import a from '@site/data/a/b.json';\nimport c from \"../../data/c.json\";\nimport './x.css';\nconst text = 'package.json';";
        let quoted = quoted(source);
        let found: Vec<&str> = imported_data(&quoted).collect();
        assert_eq!(found, ["data/a/b.json", "data/c.json"]);
    }

    #[test]
    fn beside_a_global_sheet_neither_texts_nor_packages_count() {
        let folder = tempfile::tempdir().unwrap();
        for name in [
            "a.css",
            "b/c.css",
            "docs/a.md",
            "node_modules/x/x.css",
            ".git/HEAD",
        ] {
            fs::create_dir_all(folder.path().join(name).parent().unwrap()).unwrap();
            fs::write(folder.path().join(name), "").unwrap();
        }
        let names = |depth| {
            let found = files_beside(folder.path(), depth).unwrap().into_iter();
            found.map(|(name, _)| name).collect::<Vec<_>>()
        };
        assert_eq!(names(usize::MAX), ["customCss/a.css", "customCss/b/c.css"]);
        assert_eq!(names(1), ["customCss/a.css"]);
    }

    #[test]
    fn pictures_of_components_count_among_the_inputs() {
        let folder = tempfile::tempdir().unwrap();
        let tree = folder.path();
        for name in [
            "src/pages/a.jsx",
            "src/b.js",
            "static/img/x.svg",
            "static/y.svg",
        ] {
            fs::create_dir_all(tree.join(name).parent().unwrap()).unwrap();
            fs::write(tree.join(name), "").unwrap();
        }
        let source = "require('@site/static/img/x.svg').default; import y from '../../static/y.svg';\n\
            import b from '../b.js'; import c from '@site/none.svg'; import d from '../../../etc/passwd'";
        let found = named_files(&quoted(source), &tree.join("src/pages/a.jsx"), tree);
        assert_eq!(
            found,
            [tree.join("static/img/x.svg"), tree.join("static/y.svg")]
        );
    }
}
