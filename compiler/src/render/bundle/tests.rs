use super::*;

const BUNDLE: &str = r#"{"version":1,"entry":"assets/entry-x.js","preload":[],"styles":["assets/shell-x.css"],
    "fonts":[],"components":{"Tabs":{"styles":[],"source":"builtin"}},
    "inlineHeadScript":"1","files":["assets/entry-x.js","assets/shell-x.css"]}"#;

/// A stand-in for the interface: its `build.mjs` writes a bundle and counts its runs.
fn interface(folder: &Path) {
    let build = format!(
        "import fs from 'node:fs';
const out = process.env.BINDERY_OUT;
for (const dir of ['client/assets', 'ssr']) fs.mkdirSync(out + '/' + dir, {{ recursive: true }});
fs.writeFileSync(out + '/client/assets/entry-x.js', fs.readFileSync('src/a.ts'));
fs.writeFileSync(out + '/client/assets/shell-x.css', 'a{{}}');
fs.writeFileSync(out + '/ssr/worker.mjs', '');
fs.writeFileSync(out + '/bundle.json', {BUNDLE:?});
fs.appendFileSync('runs', 'x');
"
    );
    let lock = r#"{"packages":{"":{}}}"#;
    for (name, text) in [
        ("build.mjs", build.as_str()),
        ("src/a.ts", "first"),
        ("package.json", "{}"),
        ("package-lock.json", lock),
        ("node_modules/.package-lock.json", r#"{"packages":{}}"#),
    ] {
        files::write_atomically(&folder.join(name), text.as_bytes()).unwrap();
    }
}

fn runs(ui: &Path) -> usize {
    fs::read(ui.join("runs")).unwrap_or_default().len()
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
    let first = run_rollup(&options, &mut sink).unwrap();
    let again = run_rollup(&options, &mut sink).unwrap();
    assert_eq!((runs(&ui), &first.build_id), (1, &again.build_id));

    fs::write(ui.join("src/a.ts"), "second").unwrap();
    let second = run_rollup(&options, &mut sink).unwrap();
    assert_eq!(runs(&ui), 2);
    assert_ne!(first.build_id, second.build_id);

    files::write_atomically(&options.components.join("Own.tsx"), b"x").unwrap();
    let third = run_rollup(&options, &mut sink).unwrap();
    assert_eq!(runs(&ui), 3);

    fs::remove_file(third.folder.join("client/assets/shell-x.css")).unwrap();
    run_rollup(&options, &mut sink).unwrap();
    assert_eq!(runs(&ui), 4, "an incomplete bundle is rebuilt");
}

#[test]
fn a_failing_rollup_shows_its_message_and_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let ui = folder.path().join("ui");
    interface(&ui);
    fs::write(ui.join("build.mjs"), "throw new Error('no such export')").unwrap();
    let options = BundleOptions {
        ui: &ui,
        components: Path::new("/nowhere"),
        tree: Path::new("/nowhere"),
        modules: &[],
        site: "{}",
        cache: &folder.path().join("cache"),
        prebuilt: None,
        dev: None,
    };
    let error = run_rollup(&options, &mut Diagnostics::new()).unwrap_err();
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
    let bundle = run_rollup(&options, &mut sink).unwrap();
    assert_eq!(bundle.assets.len(), 2);
    assert!(sink.into_sorted().is_empty());

    fs::remove_file(folder.path().join("client/assets/entry-x.js")).unwrap();
    let error = run_rollup(&options, &mut Diagnostics::new()).unwrap_err();
    assert!(error.to_string().contains("entry-x.js"), "{error}");

    let other = BUNDLE.replace("\"version\":1", "\"version\":9");
    fs::write(folder.path().join("bundle.json"), other).unwrap();
    let error = run_rollup(&options, &mut Diagnostics::new()).unwrap_err();
    assert!(error.to_string().contains("version 9"), "{error}");
}
