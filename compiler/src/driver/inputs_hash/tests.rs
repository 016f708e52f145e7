use super::*;
use crate::config;
use crate::driver::BuildOptions;
use crate::history::Change;
use crate::pack::compress::Effort;
use crate::render::Engine;
use std::path::PathBuf;

const SITE: &str = "title = \"T\"\nurl = \"https://t.example\"\n";

fn options() -> BuildOptions {
    BuildOptions {
        content: PathBuf::from("content"),
        ui: PathBuf::new(),
        interface: Interface::Packed(b"interface"),
        out: PathBuf::new(),
        cache: PathBuf::new(),
        carried: None,
        effort: Effort::Fast,
        static_files: None,
        prebuilt: None,
        prebuilt_out: None,
        dev: None,
        engine: Engine::default(),
        timings: Timings::Hidden,
    }
}

fn hash_of(options: &BuildOptions, tree: &SourceTree) -> Option<InputsHash> {
    let mut sink = Diagnostics::new();
    let config = config::read_config(tree, &mut sink);
    let hash = hash_inputs(options, tree, &config, &sink);
    sink.discard();
    hash
}

#[test]
fn each_input_is_in_the_hash() {
    let texts = [("docs/a.md", "# A\n"), ("site.toml", SITE)];
    let known = hash_of(&options(), &SourceTree::from_texts(&texts));
    assert!(known.is_some());
    assert_eq!(hash_of(&options(), &SourceTree::from_texts(&texts)), known);
    let others = [
        [("docs/a.md", "# B\n"), texts[1]],
        [("docs/b.md", "# A\n"), texts[1]],
        [("docs/a.m", "d# A\n"), texts[1]],
        [texts[0], ("site.toml", "title = \"U\"\n")],
    ];
    for other in others {
        let other = hash_of(&options(), &SourceTree::from_texts(&other));
        assert!(other.is_some());
        assert_ne!(other, known);
    }
    let good = BuildOptions {
        effort: Effort::Good,
        ..options()
    };
    assert_ne!(hash_of(&good, &SourceTree::from_texts(&texts)), known);
    let mut dated = SourceTree::from_texts(&texts);
    let change = Change {
        day: "2033-01-22".to_owned(),
        author: "N".to_owned(),
    };
    dated.history.changes.insert("docs/a.md".to_owned(), change);
    assert_ne!(hash_of(&options(), &dated), known);
}

/// A configuration may depend on variables and on other files; what it evaluates to is the input, and what it reports.
#[test]
fn the_evaluated_configuration_is_an_input() {
    let tree = SourceTree::from_texts(&[("docs/a.md", "# A\n"), ("site.toml", SITE)]);
    let mut sink = Diagnostics::new();
    let config = config::read_config(&tree, &mut sink);
    let known = hash_inputs(&options(), &tree, &config, &sink);
    let other = SiteConfig {
        url: "https://other.example".to_owned(),
        ..config.clone()
    };
    let changed = hash_inputs(&options(), &tree, &other, &sink);
    sink.warn(crate::diagnostic::Code::UnsupportedOption, None, "a key");
    let reported = hash_inputs(&options(), &tree, &config, &sink);
    sink.discard();
    assert!(known.is_some() && changed != known && reported != known && reported != changed);
}

#[test]
fn what_may_read_anything_has_no_hash() {
    let tree = SourceTree::from_texts(&[("site.toml", SITE)]);
    let folder = Some(PathBuf::from("folder"));
    let unknown = [
        BuildOptions {
            interface: Interface::Folder,
            ..options()
        },
        BuildOptions {
            carried: folder.clone(),
            ..options()
        },
        BuildOptions {
            static_files: folder,
            ..options()
        },
    ];
    for options in unknown {
        assert_eq!(hash_of(&options, &tree), None);
    }
}
