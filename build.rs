//! Builds the site: runs `bindery_compiler::driver::build` as the environment configures it, and reports its
//! diagnostics to Cargo.
//!
//! Out: the blob and the manifest in `OUT_DIR`.

use bindery_compiler::diagnostic::Severity;
use bindery_compiler::docusaurus::find_config;
use bindery_compiler::driver::{BuildOptions, BuildOutcome, Timings, build};
use bindery_compiler::pack::compress::Effort;
use bindery_compiler::pack::static_files::{LIST_NAME, parse_setting};
use bindery_compiler::render::bundle::{INPUT_FOLDERS, INTERFACE_NAME, build_files};
use bindery_compiler::render::{Engine, EngineChoice, Interface};
use bindery_compiler::system::files::write_if_changed;
use bindery_format::manifest::{Manifest, RouteTarget};
use std::env;
use std::path::{Path, PathBuf};

/// Causes of warnings that are shown, each with its first place: Cargo repeats them with every build.
const SHOWN_CAUSES: usize = 20;

/// Pages that tests and documentation name.
const LIBRARY_PAGES: [&str; 4] = ["/", "/characters/cryo/ganyu", "/newsletter", "/tcg"];

fn main() {
    let options = options();
    rerun_lines(&options);
    // Without it the executable's source would fail to compile, beside the message that says why the build failed.
    let interface = options.out.join(INTERFACE_NAME);
    if !interface.exists() {
        let _ = std::fs::write(&interface, []);
    }
    report(&build(&options), &options.content);
}

fn options() -> BuildOptions {
    let folder = |name| {
        env::var_os(name)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    };
    let out = folder("OUT_DIR").expect("BUG: cargo sets OUT_DIR");
    let content = folder("BINDERY_CONTENT").unwrap_or_else(|| PathBuf::from("content"));
    let beside = content.with_file_name("carried");
    BuildOptions {
        carried: folder("BINDERY_CARRY").or_else(|| beside.is_dir().then_some(beside)),
        content,
        ui: PathBuf::from("ui"),
        interface: Interface::Folder,
        cache: target_folder(&out).join("bindery-cache"),
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
            embedded: Some(bindery_engine::render),
        },
        timings: match env::var_os("SOURCE_DATE_EPOCH") {
            Some(_) => Timings::Hidden,
            None => Timings::Shown,
        },
    }
}

/// The compression effort for pages: that of `BINDERY_EFFORT`, otherwise one that suits the profile.
fn effort() -> Effort {
    let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let default = if is_release {
        Effort::Good
    } else {
        Effort::Fast
    };
    let name = env::var("BINDERY_EFFORT").unwrap_or_default();
    if name.is_empty() {
        return default;
    }
    Effort::parse(&name).unwrap_or_else(|| {
        let text = format!("BINDERY_EFFORT is `{name}`; it may be `fast`, `good` or `best`");
        print_lines("error", &text);
        default
    })
}

/// The folder that `BINDERY_STATIC=external DIR` names for pictures and other files that are not compressed.
fn static_files() -> Option<PathBuf> {
    let value = env::var("BINDERY_STATIC").unwrap_or_default();
    parse_setting(&value).unwrap_or_else(|text| {
        print_lines("error", &text);
        None
    })
}

fn engine_choice() -> EngineChoice {
    let name = env::var("BINDERY_ENGINE").unwrap_or_default();
    if name.is_empty() {
        return EngineChoice::default();
    }
    EngineChoice::parse(&name).unwrap_or_else(|| {
        let text = format!("BINDERY_ENGINE is `{name}`; it may be `node` or `embedded`");
        print_lines("error", &text);
        EngineChoice::default()
    })
}

/// The target folder, which all profiles share; Cargo marks it with a file.
fn target_folder(out: &Path) -> &Path {
    let is_target = |folder: &&Path| folder.join("CACHEDIR.TAG").is_file();
    out.ancestors().find(is_target).unwrap_or(out)
}

fn rerun_lines(options: &BuildOptions) {
    for name in [
        "CONTENT",
        "PREBUILT",
        "PREBUILT_OUT",
        "EFFORT",
        "ENGINE",
        "DEV",
        "CARRY",
        "STATIC",
    ] {
        println!("cargo::rerun-if-env-changed=BINDERY_{name}");
    }
    println!("cargo::rerun-if-env-changed=SOURCE_DATE_EPOCH");
    let build_files = build_files(&options.ui).into_iter();
    let ui = INPUT_FOLDERS
        .map(str::to_owned)
        .into_iter()
        .chain(build_files);
    let watched = ui.map(|name| options.ui.join(name));
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
        // A path that does not exist would make Cargo run this script in every build.
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

fn report(outcome: &BuildOutcome, content: &Path) {
    let check = format!("`cargo run -- check --all {}`", content.display());
    let of = |severity| {
        let groups = outcome.groups.iter();
        groups.filter(move |group| group.severity == severity)
    };
    let warnings = of(Severity::Warning);
    for group in warnings.clone().take(SHOWN_CAUSES) {
        print_lines("warning", &group.text);
    }
    let more: usize = warnings
        .clone()
        .skip(SHOWN_CAUSES)
        .map(|group| group.count)
        .sum();
    if more > 0 {
        print_lines(
            "warning",
            &format!("and {more} more warnings; {check} lists all"),
        );
    } else if warnings.clone().any(|group| group.count > 1) {
        print_lines("warning", &format!("{check} lists all problems"));
    }
    let known = outcome.problems.iter().filter(|one| one.is_known);
    let known = known
        .filter(|one| one.severity == Severity::Warning)
        .count();
    if known > 0 {
        print_lines(
            "warning",
            &format!("{known} known warnings are not shown; {check} lists all"),
        );
    }
    if let Some(summary) = outcome.summary.as_ref().filter(|one| !one.is_quiet()) {
        print_lines("warning", &summary.to_string());
    }
    for group in of(Severity::Error) {
        print_lines("error", &group.text);
    }
    if let Some(error) = &outcome.error {
        print_lines("error", &error.to_string());
    }
    // Dates of last changes would be stale after a commit; a site that shows none is not rebuilt for a commit.
    for path in &outcome.watched {
        println!("cargo::rerun-if-changed={}", path.display());
    }
    if let Some(manifest) = &outcome.manifest {
        println!("cargo::rustc-env=BINDERY_MANIFEST={}", manifest.display());
        prepare_tests(manifest);
    }
}

/// Writes what `tests/macros.rs` and the documentation need: a route of the bound tree, and a flag for the library's
/// pages.
fn prepare_tests(manifest: &Path) {
    println!("cargo::rustc-check-cfg=cfg(has_library_pages)");
    let Ok(site) = Manifest::read(manifest) else {
        return;
    };
    let has_page = |path: &str| {
        let mut routes = site.routes.iter();
        routes.any(|route| route.path == path && matches!(route.target, RouteTarget::Page(_)))
    };
    if LIBRARY_PAGES.into_iter().all(has_page) {
        println!("cargo::rustc-cfg=has_library_pages");
    }
    let base = site.base_path.trim_end_matches('/');
    let mut pages = site.routes.iter();
    let page = pages.find(|route| matches!(route.target, RouteTarget::Page(_)));
    let path = page.and_then(|page| page.path.strip_prefix(base));
    let path = path.filter(|path| !path.is_empty()).unwrap_or("/");
    let text = format!("const A_ROUTE: &str = bindery_site::route!({path:?});\n");
    let file = manifest.with_file_name("a_route.rs");
    if let Err(error) = write_if_changed(&file, text.as_bytes()) {
        print_lines("error", &error.to_string());
    }
}

fn print_lines(kind: &str, text: &str) {
    for line in text.lines() {
        println!("cargo::{kind}={line}");
    }
}
