//! Complete builds of a small site: they are reproducible, and they carry files of the previous release.

use crate::support::executable::bindery;
use crate::support::expected::{is_library, root};
use crate::support::server;
use bindery_compiler::driver::{BuildOptions, Timings, build};
use bindery_compiler::pack::compress::Effort;
use bindery_compiler::render::{Engine, EngineChoice, Interface};
use bindery_compiler::system::files::copy_tree;
use bindery_format::manifest::Manifest;
use libtest_mimic::Trial;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

const SITE: &str = "tests/sites/reader";

type Case = (&'static str, fn() -> Result<(), String>);

const CASES: [Case; 1] = [("two_folders_give_the_same_blob", two_folders)];

/// The previous release is the library, so that its files differ from those of the small site.
const LIBRARY_CASES: [Case; 1] = [(
    "the_hashed_files_of_the_last_release_are_served_on",
    carried_on,
)];

pub(crate) fn cases() -> Vec<Trial> {
    let of_the_library = LIBRARY_CASES.iter().filter(|_| is_library());
    let trials = CASES
        .iter()
        .chain(of_the_library)
        .map(|(name, case)| Trial::test(format!("builds::{name}"), move || Ok(case()?)));
    trials.collect()
}

/// The small site, built once for both cases.
static FIRST: LazyLock<Result<Built, String>> = LazyLock::new(|| {
    let above = tempfile::tempdir().map_err(|error| error.to_string())?;
    let _ = fs::remove_dir_all(first_cache());
    build_in(&above.path().join("a"), &first_cache(), None)
});

/// The cache of the first build, which is empty before it.
fn first_cache() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache-of-the-first-build")
}

/// A blob and its manifest.
type Built = (Vec<u8>, Manifest);

/// Builds the small site below `folder`.
fn build_in(folder: &Path, cache: &Path, carried: Option<PathBuf>) -> Result<Built, String> {
    let content = folder.join("content");
    copy_tree(&root().join(SITE), &content).map_err(|error| error.to_string())?;
    let outcome = build(&BuildOptions {
        content,
        ui: root().join("ui"),
        interface: Interface::Folder,
        out: folder.join("out"),
        cache: cache.to_owned(),
        carried,
        static_files: None,
        effort: Effort::Fast,
        prebuilt: None,
        prebuilt_out: None,
        dev: None,
        engine: Engine {
            choice: EngineChoice::default(),
            embedded: Some(bindery_engine::render),
        },
        timings: Timings::Hidden,
    });
    if let Some(error) = outcome.error {
        return Err(error.to_string());
    }
    let manifest = outcome.manifest.ok_or("no manifest was written")?;
    let manifest = Manifest::read(&manifest)?;
    let blob = fs::read(folder.join("out/site.blob")).map_err(|error| error.to_string())?;
    Ok((blob, manifest))
}

fn two_folders() -> Result<(), String> {
    let above = tempfile::tempdir().map_err(|error| error.to_string())?;
    let (one, _) = FIRST.as_ref()?;
    let folder = above.path().join("another/folder/further/down");
    let (other, _) = build_in(&folder, &folder.join("cache"), None)?;
    let pairs = one.iter().zip(&other);
    let same = pairs.take_while(|(one, other)| one == other).count();
    match *one == other {
        true => Ok(()),
        false => Err(format!(
            "blobs of {} and {} bytes differ from byte {same} on",
            one.len(),
            other.len()
        )),
    }
}

/// Does what an operator does: runs `assets carry` with the running release, then the next build.
fn carried_on() -> Result<(), String> {
    let above = tempfile::tempdir().map_err(|error| error.to_string())?;
    let carried = above.path().join("carried");
    let (old, into) = (env!("CARGO_BIN_EXE_bindery"), carried.display().to_string());
    let output = bindery(&["assets", "carry", old, "--into", &into])?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let home = server::connect()?.get("/", &[])?.text()?;
    let entry = home.split("src=\"/assets/entry-").nth(1);
    let entry = entry.and_then(|rest| rest.split('"').next());
    let entry = format!("/assets/entry-{}", entry.ok_or("the home has no script")?);
    let (_, alone) = FIRST.as_ref()?;
    let (_, next) = build_in(&above.path().join("next"), &first_cache(), Some(carried))?;
    match (alone.find(&entry), next.find(&entry)) {
        (None, Some(_)) => Ok(()),
        (Some(_), _) => Err(format!(
            "both releases have {entry}: the case shows nothing"
        )),
        (None, None) => Err(format!("the build has no {entry}")),
    }
}
