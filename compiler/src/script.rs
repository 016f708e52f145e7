//! The build script of a package that embeds a site: reads its settings from the environment, builds, and reports to Cargo.
//!
//! ```no_run
//! // build.rs
//! bindery_compiler::Script::new().content("content").run();
//! ```
//!
//! In the package itself `bindery_macros::embed_site!()` then embeds what was built.

mod interface;
mod report;

use crate::docusaurus::find_config;
use crate::driver::{BuildOptions, Timings, build};
use crate::error::BuildError;
use crate::pack::compress::Effort;
use crate::pack::static_files::{LIST_NAME, parse_setting};
use crate::render::bundle::{INPUT_FOLDERS, INTERFACE_NAME, build_files};
use crate::render::{Engine, EngineChoice, Interface, RenderLines};
use interface::{interface_folder, is_copy};
use std::env;
use std::path::{Path, PathBuf};

/// The variables `BINDERY_…` that a build reads; `docs/pages/reference/environment.md` describes them.
const VARIABLES: [&str; 8] = [
    "CONTENT",
    "PREBUILT",
    "PREBUILT_OUT",
    "EFFORT",
    "ENGINE",
    "DEV",
    "CARRY",
    "STATIC",
];

/// A build script. Paths are relative to the package's folder; variables of the environment override what is set here.
///
/// ```no_run
/// // In `main` of build.rs:
/// bindery_compiler::Script::new().content("content").run();
/// ```
#[derive(Clone, Debug)]
pub struct Script {
    content: PathBuf,
    ui: Option<PathBuf>,
    render: Option<RenderLines>,
}

impl Default for Script {
    fn default() -> Self {
        Self::new()
    }
}

impl Script {
    /// A build of the tree in `content` with the interface that belongs to this crate.
    #[must_use]
    pub fn new() -> Self {
        Self {
            content: PathBuf::from("content"),
            ui: None,
            render: None,
        }
    }

    /// The content tree. `BINDERY_CONTENT` overrides it.
    #[must_use]
    pub fn content(mut self, folder: impl Into<PathBuf>) -> Self {
        self.content = folder.into();
        self
    }

    /// The folder of another interface's sources, such as a changed copy of this crate's `ui`. npm installs its packages there.
    #[must_use]
    pub fn ui(mut self, folder: impl Into<PathBuf>) -> Self {
        self.ui = Some(folder.into());
        self
    }

    /// A JavaScript engine that renders where Node is not installed: `bindery_engine::render`.
    ///
    /// ```no_run
    /// use bindery_compiler::{RenderLines, Script};
    ///
    /// fn build(render: RenderLines) {
    ///     Script::new().engine(render).run();
    /// }
    /// ```
    #[must_use]
    pub fn engine(mut self, render: RenderLines) -> Self {
        self.render = Some(render);
        self
    }

    /// Builds the site into `OUT_DIR`, and prints Cargo's instructions: what to watch, problems as errors and warnings, and
    /// the manifest's place for `embed_site!()`. Returns that place; without it the build failed, and Cargo stops.
    ///
    /// # Panics
    ///
    /// Outside of a build script: Cargo sets `OUT_DIR`.
    #[allow(
        clippy::must_use_candidate,
        reason = "a build script that only builds ignores the place"
    )]
    pub fn run(self) -> Option<PathBuf> {
        let options = match self.options() {
            Ok(options) => options,
            Err(error) => {
                report::lines("error", &error.to_string());
                return None;
            }
        };
        watch(&options);
        // Without it the executable's source would fail to compile, beside the message that says why the build failed.
        let interface = options.out.join(INTERFACE_NAME);
        if !interface.exists() {
            let _ = std::fs::write(&interface, []);
        }
        let outcome = build(&options);
        report::print(&outcome, &options.content);
        outcome.manifest
    }

    fn options(self) -> Result<BuildOptions, BuildError> {
        let out = folder("OUT_DIR").expect("a build script runs `Script`: Cargo sets OUT_DIR");
        let content = folder("BINDERY_CONTENT").unwrap_or(self.content);
        let beside = content.with_file_name("carried");
        let cache = target_folder(&out).join("bindery-cache");
        let ui = match self.ui {
            Some(folder) => folder,
            None => interface_folder(&cache)?,
        };
        Ok(BuildOptions {
            carried: folder("BINDERY_CARRY").or_else(|| beside.is_dir().then_some(beside)),
            content,
            ui,
            interface: Interface::Folder,
            cache,
            out,
            effort: effort(),
            static_files: static_files(),
            prebuilt: folder("BINDERY_PREBUILT"),
            prebuilt_out: folder("BINDERY_PREBUILT_OUT"),
            dev: env::var("BINDERY_DEV")
                .ok()
                .filter(|value| !value.is_empty()),
            engine: Engine {
                choice: engine_choice(),
                embedded: self.render,
            },
            timings: match env::var_os("SOURCE_DATE_EPOCH") {
                Some(_) => Timings::Hidden,
                None => Timings::Shown,
            },
        })
    }
}

fn folder(variable: &str) -> Option<PathBuf> {
    env::var_os(variable)
        .filter(|value| !value.is_empty())
        .map(PathBuf::from)
}

/// The compression effort for pages: that of `BINDERY_EFFORT`, otherwise one that suits the profile.
fn effort() -> Effort {
    let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let default = if is_release {
        Effort::Good
    } else {
        Effort::Fast
    };
    choice("EFFORT", "`fast`, `good`, `full` or `best`", Effort::parse).unwrap_or(default)
}

fn engine_choice() -> EngineChoice {
    choice("ENGINE", "`node` or `embedded`", EngineChoice::parse).unwrap_or_default()
}

/// The value of a variable with few values; another one is an error.
fn choice<T>(name: &str, values: &str, parse: fn(&str) -> Option<T>) -> Option<T> {
    let value = env::var(format!("BINDERY_{name}")).unwrap_or_default();
    let chosen = parse(&value);
    if chosen.is_none() && !value.is_empty() {
        let text = format!("BINDERY_{name} is `{value}`; it may be {values}");
        report::lines("error", &text);
    }
    chosen
}

/// The folder that `BINDERY_STATIC=external DIR` names for images and other files that are not compressed.
fn static_files() -> Option<PathBuf> {
    let value = env::var("BINDERY_STATIC").unwrap_or_default();
    parse_setting(&value).unwrap_or_else(|text| {
        report::lines("error", &text);
        None
    })
}

/// The target folder, which all profiles share; Cargo marks it with a file.
fn target_folder(out: &Path) -> &Path {
    let is_target = |folder: &&Path| folder.join("CACHEDIR.TAG").is_file();
    out.ancestors().find(is_target).unwrap_or(out)
}

/// Prints what Cargo watches.
fn watch(options: &BuildOptions) {
    for name in VARIABLES {
        println!("cargo::rerun-if-env-changed=BINDERY_{name}");
    }
    println!("cargo::rerun-if-env-changed=SOURCE_DATE_EPOCH");
    let build_files = build_files(&options.ui).into_iter();
    let ui = INPUT_FOLDERS
        .map(str::to_owned)
        .into_iter()
        .chain(build_files);
    let watched = ui
        .map(|name| options.ui.join(name))
        .filter(|path| !is_copy(path, &options.cache));
    let folders = content_paths(&options.content).into_iter();
    let folders = folders
        .chain(options.prebuilt.clone())
        .chain(options.carried.clone());
    if let Some(folder) = &options.static_files {
        // The build writes it again when somebody has removed the folder.
        println!(
            "cargo::rerun-if-changed={}",
            folder.join(LIST_NAME).display()
        );
    }
    for path in watched.chain(folders) {
        // A path that does not exist would make Cargo run the script in every build.
        if path.exists() {
            println!("cargo::rerun-if-changed={}", path.display());
        }
    }
}

/// The paths of the content folder; in a Docusaurus tree without installed and generated folders.
fn content_paths(content: &Path) -> Vec<PathBuf> {
    if find_config(content).is_none() {
        return vec![content.to_path_buf()];
    }
    let entries = content.read_dir().into_iter().flatten().flatten();
    let names = entries.filter(|entry| {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        // A line break in a name would be another instruction to cargo.
        let is_shown = !name.starts_with('.') && !name.contains(char::is_control);
        is_shown && name != "node_modules" && name != "build"
    });
    let mut paths: Vec<PathBuf> = names.map(|entry| entry.path()).collect();
    // Documents are often next to the site folder.
    paths.push(content.join("../docs"));
    paths.sort();
    paths
}
