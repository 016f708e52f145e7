//! Bundles `ui/` with rollup, or takes a prebuilt bundle.
//!
//! In: the interface's sources and the site's own components. Out: a [`Bundle`]. A cache keeps the whole
//! output by the hash of its inputs, so that npm and rollup run only after a change.

mod background;
mod code_hashes;
mod input_cache;
mod inputs;
mod markdown_code;
mod one_run;
mod packed;
mod session;
mod sources;

pub use self::background::BackgroundBundler;
pub use self::code_hashes::CodeHashes;
pub use self::inputs::build_files;
use self::inputs::{FOLDER, Inputs, drop_old};
pub use self::one_run::find_or_preview;
use self::one_run::{PREVIEW, run_once};
pub use self::packed::{INTERFACE_NAME, packed_interface, unpack};
use crate::diagnostic::{Code, Diagnostics};
use crate::error::BuildError;
use crate::render::install::{self, Purpose};
use crate::system::cache;
use crate::system::files;
use crate::system::process;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The version of the format of `bundle.json`.
const VERSION: u32 = 2;

/// The version of the payloads' format; part of the build id, so that a client with another format reloads the page.
const PAYLOAD_FORMAT: &[u8] = b"payload-2";

/// The folders in `ui/` that decide what rollup makes: the sources, and the bundler's modules.
pub const INPUT_FOLDERS: [&str; 2] = ["src", "bundler"];

/// The path before the files that are not named by their content, which only bundles of previews have.
pub const UNHASHED: &str = "assets/preview/";

/// The file in a bundle's folder that holds the hash of its inputs.
const INPUTS_NAME: &str = "inputs";

/// Where the interface comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Interface {
    /// Node bundles it from the folder `ui`, with the components of the site; or it is a prebuilt bundle.
    #[default]
    Folder,
    /// The executable carries it ([`packed_interface`]). It has no components of a site.
    Packed(&'static [u8]),
}

/// The source of the bundle.
#[derive(Clone, Debug)]
pub struct BundleOptions<'b> {
    /// The interface's folder (`ui`).
    pub ui: &'b Path,
    /// The site's own components; may be missing.
    pub components: &'b Path,
    /// The content tree, `@site/` of the components.
    pub tree: &'b Path,
    /// Components that Markdown imports by their paths: `@site/src/x.tsx#Member`.
    pub modules: &'b [String],
    /// The site's data for components, as JSON.
    pub site: &'b str,
    /// The folder for bundles and logs.
    pub cache: &'b Path,
    /// A bundle made elsewhere, instead of npm and rollup.
    pub prebuilt: Option<&'b Path>,
    /// The value of `BINDERY_DEV`, handed to rollup.
    pub dev: Option<&'b str>,
}

/// The interface, ready to be served and to render pages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bundle {
    /// The folder that holds the bundle's files.
    pub folder: PathBuf,
    /// The client's first module.
    pub entry: String,
    /// Modules the entry imports.
    pub preload: Vec<String>,
    /// Style sheets of every page.
    pub styles: Vec<String>,
    /// One file with the sheets of every page and one more, where rollup made such a file.
    pub combined_styles: Option<CombinedStyles>,
    /// Fonts worth loading early.
    pub fonts: Vec<String>,
    /// Content components by name.
    pub components: BTreeMap<String, BundleComponent>,
    /// What was left out of the bundle, one entry for each cause.
    pub problems: Vec<BundleProblem>,
    /// The script in the pages' heads.
    pub inline_head_script: String,
    /// The script on the home page that warns of a wrong base path.
    pub inline_base_script: String,
    /// Client files by path, without a leading slash. Copies of a bundle share their bytes.
    pub assets: Vec<(String, Arc<[u8]>)>,
    /// The script that renders pages without Node; bundles of older versions have none.
    pub engine: Option<EngineScript>,
    /// Hash of the module and the script that render pages.
    pub ssr_hash: blake3::Hash,
    /// Hashes of the parts of that module; bundles that are not made for a preview have none.
    pub code: Option<CodeHashes>,
    /// Hash of the client's files, or of a preview's scripts, and the payload format.
    pub build_id: String,
}

/// The script that renders pages without Node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineScript {
    /// A file of the bundle's folder.
    File(PathBuf),
    /// The text, of a bundle without a folder and without a module for Node.
    Text(Arc<str>),
}

/// A file that holds several of the bundle's style sheets, for pages that need all of them.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct CombinedStyles {
    /// The file.
    pub path: String,
    /// The sheets that it replaces.
    pub holds: Vec<String>,
}

/// A content component.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct BundleComponent {
    /// Style sheets of the pages that use it.
    pub styles: Vec<String>,
    /// `builtin` or `site`.
    pub source: String,
    /// The file of a site's own component, below the content tree.
    pub file: Option<String>,
    /// The reason why it hydrates although it does not declare itself interactive.
    pub reason: Option<String>,
    /// Whether the component asks which page it is on.
    #[serde(default, rename = "asksPage")]
    pub asks_page: bool,
    /// Whether the component asks for the sidebar around its page.
    #[serde(default, rename = "asksSidebar")]
    pub asks_sidebar: bool,
    /// The reason why it cannot be used.
    pub error: Option<ComponentError>,
}

/// The reason why a component cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct ComponentError {
    /// The message.
    pub message: String,
    /// The file below the content tree where that is.
    pub file: Option<String>,
    /// From 1.
    pub line: Option<usize>,
    /// From 1, in bytes.
    pub column: Option<usize>,
}

/// A module or a package that components import and that is replaced.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct BundleProblem {
    /// The message.
    pub message: String,
    /// What the author can do.
    pub help: String,
    /// The file below the content tree where it is, or that imports it.
    pub file: Option<String>,
    /// From 1.
    pub line: Option<usize>,
    /// From 1, in bytes.
    pub column: Option<usize>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct BundleFile {
    version: u32,
    entry: String,
    preload: Vec<String>,
    engine: Option<String>,
    styles: Vec<String>,
    #[serde(default)]
    combined_styles: Option<CombinedStyles>,
    fonts: Vec<String>,
    components: BTreeMap<String, BundleComponent>,
    #[serde(default)]
    problems: Vec<BundleProblem>,
    #[serde(default)]
    code: Option<CodeHashes>,
    inline_head_script: String,
    #[serde(default)]
    inline_base_script: String,
    files: Vec<String>,
}

impl Bundle {
    /// The module that renders pages.
    #[must_use]
    pub fn worker(&self) -> PathBuf {
        self.folder.join("ssr/worker.mjs")
    }

    /// The text of the script that renders pages without Node, empty when there is none.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn engine_script(&self) -> Result<String, BuildError> {
        match &self.engine {
            None => Ok(String::new()),
            Some(EngineScript::File(path)) => {
                fs::read_to_string(path).map_err(|error| BuildError::io("read", path, &error))
            }
            Some(EngineScript::Text(text)) => Ok(text.to_string()),
        }
    }

    /// The bundle in `folder`.
    ///
    /// # Errors
    /// When a file is missing or `bundle.json` is of another version.
    pub fn read(folder: &Path) -> Result<Bundle, BuildError> {
        let path = folder.join("bundle.json");
        let file = BundleFile::parse(&read_file(&path)?, &path)?;
        let mut assets = Vec::new();
        for name in &file.files {
            let bytes = read_file(&folder.join("client").join(name))?;
            assets.push((name.clone(), bytes.into()));
        }
        assets.sort();
        let worker = read_file(&folder.join("ssr/worker.mjs"))?;
        let engine = file.engine.as_ref().map(|name| folder.join(name));
        let ssr_hash = match &engine {
            Some(script) => cache::key(&[&worker, &read_file(script)?]),
            None => blake3::hash(&worker),
        };
        let mut bundle = file.into_bundle(assets, ssr_hash);
        folder.clone_into(&mut bundle.folder);
        bundle.engine = engine.map(EngineScript::File);
        Ok(bundle)
    }
}

impl BundleFile {
    fn parse(text: &[u8], path: &Path) -> Result<BundleFile, BuildError> {
        let help =
            "make it with `BINDERY_PREBUILT_OUT=DIR cargo build` from the same version of Bindery";
        let path = path.display();
        let file: BundleFile = serde_json::from_slice(text)
            .map_err(|error| BuildError::new(format!("`{path}` is not a bundle: {error}"), help))?;
        if file.version != VERSION {
            let version = file.version;
            let message =
                format!("`{path}` has version {version}, this build reads version {VERSION}");
            return Err(BuildError::new(message, help));
        }
        Ok(file)
    }

    /// A bundle without a folder and without a script for the embedded engine.
    fn into_bundle(self, assets: Vec<(String, Arc<[u8]>)>, ssr_hash: blake3::Hash) -> Bundle {
        Bundle {
            folder: PathBuf::new(),
            build_id: build_id(&assets, &self.inline_head_script, self.code.is_some()),
            entry: self.entry,
            preload: self.preload,
            styles: self.styles,
            combined_styles: self.combined_styles,
            fonts: self.fonts,
            components: self.components,
            problems: self.problems,
            inline_head_script: self.inline_head_script,
            inline_base_script: self.inline_base_script,
            assets,
            engine: None,
            ssr_hash,
            code: self.code,
        }
    }
}

/// Makes or finds the bundle.
///
/// # Errors
/// When Node or npm is missing or fails, or a prebuilt bundle cannot be used.
pub fn run_rollup(
    options: &BundleOptions<'_>,
    sink: &mut Diagnostics,
) -> Result<Bundle, BuildError> {
    run_bundler(options, &mut run_once(process::node), sink)
}

/// Writes a bundle to the first path, and what is printed meanwhile to the second.
type MakeBundle<'m> = dyn FnMut(&BundleOptions<'_>, &Path, &Path) -> Result<(), BuildError> + 'm;

/// Like [`run_rollup`], with `make` as the bundler.
fn run_bundler(
    options: &BundleOptions<'_>,
    make: &mut MakeBundle<'_>,
    sink: &mut Diagnostics,
) -> Result<Bundle, BuildError> {
    let inputs = Inputs::of(options)?;
    if let Some(folder) = options.prebuilt {
        warn_if_other(folder, &inputs.hash, options.ui, sink);
        return Bundle::read(folder);
    }
    if let Some(bundle) = inputs.find(options) {
        return Ok(bundle);
    }
    let folder = inputs.folder.clone();
    let logs = options.cache.join("logs");
    install::ensure_modules(options.ui, Purpose::Build, &logs.join("npm-ci.log"))?;
    let fresh = files::temporary_beside(&folder);
    let start = cache::present_time();
    make(options, &fresh, &logs.join("rollup.log")).inspect_err(|_| {
        let _ = fs::remove_dir_all(&fresh);
    })?;
    files::write_atomically(&fresh.join(INPUTS_NAME), inputs.hash.as_bytes())?;
    sources::record(&fresh, options.tree, start)?;
    packed::pack_interface(&fresh)?;
    Bundle::read(&fresh)?;
    // Another process may have made the same bundle meanwhile, and render with it.
    if let Some(bundle) = inputs.find(options) {
        let _ = fs::remove_dir_all(&fresh);
        return Ok(bundle);
    }
    // An older build may have left half of one.
    let _ = fs::remove_dir_all(&folder);
    if let Err(error) = fs::rename(&fresh, &folder) {
        let _ = fs::remove_dir_all(&fresh);
        if !folder.is_dir() {
            return Err(BuildError::io("write", &folder, &error));
        }
    }
    drop_old(&options.cache.join(FOLDER));
    Bundle::read(&folder)
}

fn warn_if_other(folder: &Path, inputs: &str, ui: &Path, sink: &mut Diagnostics) {
    let made_from = fs::read_to_string(folder.join(INPUTS_NAME)).unwrap_or_default();
    if ui.join("src").is_dir() && made_from.trim() != inputs {
        sink.warn(
            Code::MissingContent,
            None,
            format!(
                "the bundle in `{}` was made from other sources than those in ui/ and content/components/",
                folder.display()
            ),
        )
        .help("make it again with `BINDERY_PREBUILT_OUT=DIR cargo build` where Node is installed");
    }
}

/// The help where the sources cannot be bundled.
const BUNDLER_HELP: &str = "fix the reported problem; the next build bundles again";

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// In a preview only the scripts count: the open page gets other style sheets without loading the document again.
fn build_id(assets: &[(String, Arc<[u8]>)], inline: &str, is_preview: bool) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(PAYLOAD_FORMAT);
    hasher.update(cache::key(&[inline.as_bytes()]).as_bytes());
    let counts = |name: &str| !is_preview || name.ends_with(".js");
    for (name, bytes) in assets.iter().filter(|(name, _)| counts(name)) {
        hasher.update(cache::key(&[name.as_bytes(), bytes]).as_bytes());
    }
    hasher.finalize().to_hex()[..16].to_owned()
}

fn read_file(path: &Path) -> Result<Vec<u8>, BuildError> {
    fs::read(path).map_err(|error| BuildError::io("read", path, &error))
}

#[cfg(test)]
mod tests;
