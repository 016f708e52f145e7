use super::inputs::KEPT_BUNDLES;
use super::one_run::find_or_preview_with;
use super::*;
use std::process::Command;

const BUNDLE: &str = r#"{"version":2,"entry":"assets/entry-x.js","preload":[],"styles":["assets/shell-x.css"],
    "fonts":[],"components":{"Tabs":{"styles":[],"source":"builtin"}},
    "inlineHeadScript":"1","files":["assets/entry-x.js","assets/shell-x.css"]}"#;

/// A stand-in for the interface: its `build.mjs`, which `sh` runs in place of Node, writes a bundle and counts its runs.
pub(super) fn interface(folder: &Path) {
    let build = format!(
        "mkdir -p \"$BINDERY_OUT/client/assets\" \"$BINDERY_OUT/ssr\"
cp src/a.ts \"$BINDERY_OUT/client/assets/entry-x.js\"
echo 'a{{}}' > \"$BINDERY_OUT/client/assets/shell-x.css\"
: > \"$BINDERY_OUT/ssr/worker.mjs\"
echo '{BUNDLE}' > \"$BINDERY_OUT/bundle.json\"
printf x >> runs
"
    );
    let lock = r#"{"packages":{"":{}}}"#;
    for (name, text) in [
        ("build.mjs", build.as_str()),
        ("src/a.ts", "first"),
        ("bundler/plugins.mjs", "export const plugins = [];"),
        ("package.json", "{}"),
        ("package-lock.json", lock),
        ("node_modules/.package-lock.json", r#"{"packages":{}}"#),
    ] {
        files::write_atomically(&folder.join(name), text.as_bytes()).unwrap();
    }
}

pub(super) fn run_in_shell(
    options: &BundleOptions<'_>,
    sink: &mut Diagnostics,
) -> Result<Bundle, BuildError> {
    run_bundler(options, &mut run_once(|| Command::new("sh")), sink)
}

fn runs(ui: &Path) -> usize {
    fs::read(ui.join("runs")).unwrap_or_default().len()
}

/// The options of a bundle of the interface in `ui` alone.
pub(super) fn options_without_tree<'o>(ui: &'o Path, cache: &'o Path) -> BundleOptions<'o> {
    BundleOptions {
        ui,
        components: Path::new("/nowhere"),
        tree: Path::new("/nowhere"),
        modules: &[],
        site: "{}",
        cache,
        prebuilt: None,
        dev: None,
    }
}

#[test]
fn a_check_takes_the_bundle_of_a_build_or_makes_that_of_a_preview() {
    let folder = tempfile::tempdir().unwrap();
    let (ui, cache) = (folder.path().join("ui"), folder.path().join("cache"));
    interface(&ui);
    let options = options_without_tree(&ui, &cache);
    let preview = BundleOptions {
        dev: Some(PREVIEW),
        ..options.clone()
    };
    let check = || {
        let shell = || Command::new("sh");
        find_or_preview_with(shell, &options, &mut Diagnostics::new()).unwrap()
    };
    let made = check();
    assert_eq!(made.folder, Inputs::of(&preview).unwrap().folder);
    assert_eq!(check(), made);
    assert_eq!(runs(&ui), 1);
    let built = run_in_shell(&options, &mut Diagnostics::new()).unwrap();
    assert_eq!(check(), built);
    assert_eq!(runs(&ui), 2);
}

#[test]
fn rollup_runs_only_when_an_input_changed() {
    let folder = tempfile::tempdir().unwrap();
    let ui = folder.path().join("ui");
    interface(&ui);
    let options = BundleOptions {
        ui: &ui,
        components: &folder.path().join("components"),
        tree: Path::new("/nowhere"),
        modules: &[],
        site: "{}",
        cache: &folder.path().join("cache"),
        prebuilt: None,
        dev: None,
    };
    let mut sink = Diagnostics::new();
    let first = run_in_shell(&options, &mut sink).unwrap();
    let again = run_in_shell(&options, &mut sink).unwrap();
    assert_eq!((runs(&ui), &first.build_id), (1, &again.build_id));

    fs::write(ui.join("src/a.ts"), "second").unwrap();
    let second = run_in_shell(&options, &mut sink).unwrap();
    assert_eq!(runs(&ui), 2);
    assert_ne!(first.build_id, second.build_id);
    fs::write(ui.join("bundler/plugins.mjs"), "throw 1").unwrap();
    run_in_shell(&options, &mut sink).unwrap();
    assert_eq!(runs(&ui), 3, "the bundler's modules are inputs, too");

    files::write_atomically(&options.components.join("Own.tsx"), b"x").unwrap();
    let third = run_in_shell(&options, &mut sink).unwrap();
    assert_eq!(runs(&ui), 4);

    fs::remove_file(third.folder.join("client/assets/shell-x.css")).unwrap();
    run_in_shell(&options, &mut sink).unwrap();
    assert_eq!(runs(&ui), 5, "an incomplete bundle is rebuilt");
}

#[test]
fn a_bundle_that_is_used_again_outlives_newer_ones() {
    let folder = tempfile::tempdir().unwrap();
    let ui = folder.path().join("ui");
    interface(&ui);
    let cache = folder.path().join("cache");
    let options = options_without_tree(&ui, &cache);
    let bundle = |text: &str| {
        fs::write(ui.join("src/a.ts"), text).unwrap();
        run_in_shell(&options, &mut Diagnostics::new()).unwrap()
    };
    let first = bundle("first");
    let second = bundle("second");
    for n in 2..KEPT_BUNDLES {
        bundle(&n.to_string());
    }
    assert_eq!(bundle("first"), first);
    bundle("another");
    assert!(first.folder.is_dir() && !second.folder.is_dir());
}

#[test]
fn a_bundle_that_another_process_made_meanwhile_stays() {
    let folder = tempfile::tempdir().unwrap();
    let ui = folder.path().join("ui");
    interface(&ui);
    let cache = folder.path().join("cache");
    let options = BundleOptions {
        tree: folder.path(),
        ..options_without_tree(&ui, &cache)
    };
    let build = fs::read_to_string(ui.join("build.mjs")).unwrap();
    let build = build.replace("'{", "'{\"sources\":[],");
    fs::write(ui.join("build.mjs"), build).unwrap();
    let mut once = run_once(|| Command::new("sh"));
    let mut make = |options: &BundleOptions<'_>, out: &Path, log: &Path| {
        let other = run_in_shell(options, &mut Diagnostics::new())?;
        fs::write(other.folder.join("used"), "").unwrap();
        once(options, out, log)
    };
    let bundle = run_bundler(&options, &mut make, &mut Diagnostics::new()).unwrap();
    assert!(bundle.folder.join("used").is_file());
    let left = fs::read_dir(folder.path().join("cache/bundle")).unwrap();
    assert_eq!(left.count(), 1);
}

#[test]
fn a_failing_rollup_shows_its_message_and_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let ui = folder.path().join("ui");
    interface(&ui);
    fs::write(ui.join("build.mjs"), "echo 'no such export' >&2; exit 1").unwrap();
    let cache = folder.path().join("cache");
    let options = options_without_tree(&ui, &cache);
    let error = run_in_shell(&options, &mut Diagnostics::new()).unwrap_err();
    assert!(error.to_string().contains("no such export"), "{error}");
    let left = fs::read_dir(folder.path().join("cache/bundle")).unwrap();
    assert_eq!(left.count(), 0);
}

#[test]
fn a_prebuilt_bundle_needs_no_node() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [
        ("bundle.json", BUNDLE),
        ("client/assets/entry-x.js", "1"),
        ("client/assets/shell-x.css", "a{}"),
        ("ssr/worker.mjs", ""),
    ] {
        files::write_atomically(&folder.path().join(name), text.as_bytes()).unwrap();
    }
    let options = BundleOptions {
        ui: Path::new("/nowhere"),
        components: Path::new("/nowhere"),
        tree: Path::new("/nowhere"),
        modules: &[],
        site: "{}",
        cache: Path::new("/nowhere"),
        prebuilt: Some(folder.path()),
        dev: None,
    };
    let mut sink = Diagnostics::new();
    let bundle = run_in_shell(&options, &mut sink).unwrap();
    assert_eq!(bundle.assets.len(), 2);
    assert!(sink.into_sorted().is_empty());

    fs::remove_file(folder.path().join("client/assets/entry-x.js")).unwrap();
    let error = run_rollup(&options, &mut Diagnostics::new()).unwrap_err();
    assert!(error.to_string().contains("entry-x.js"), "{error}");

    let other = BUNDLE.replace("\"version\":2", "\"version\":9");
    fs::write(folder.path().join("bundle.json"), other).unwrap();
    let error = run_rollup(&options, &mut Diagnostics::new()).unwrap_err();
    assert!(error.to_string().contains("version 9"), "{error}");
}
