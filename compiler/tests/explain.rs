//! Checks the texts of `bindery explain`: each wrong example has its problem, and each right one has none.

use bindery_compiler::diagnostic::{Code, Diagnostic, Example, Severity};
use bindery_compiler::driver::check;
use std::path::Path;

/// The `site.toml` of examples without one.
const SITE: &str = "title = \"Fixture\"\nurl = \"https://example.org\"\n[[docs]]\npath = \"docs\"\nroute_base = \"/\"\n";

/// Codes whose examples are prose, with the reason.
const WORDS: &[(Code, &str)] = &[
    (Code::BadImage, "is not text"),
    (Code::ComponentFailed, "needs rendering"),
    (Code::EmptySite, "is no file"),
    (Code::FileTooLarge, "is too large for a text"),
    (Code::InvalidUtf8, "is not text"),
    (Code::MissingContent, "is no file"),
    (Code::NestingTooDeep, "is too long"),
    (Code::NoHistory, "needs a repository"),
    (Code::OrphanPage, "needs a sidebar that is written"),
    (Code::OrphanPage, "needs a sidebar file"),
    (Code::OutsideCategory, "needs a page outside of sidebars"),
    (Code::RefusedMarkup, "needs rendering"),
    (Code::RefusedRequest, "needs a bundle"),
    (Code::SymlinkLoop, "needs a link"),
    (Code::UnmarkedIsland, "needs a bundle"),
    (Code::UnreadableFile, "needs permissions"),
];

fn problems(files: &[(String, String)]) -> Vec<Diagnostic> {
    let folder = tempfile::tempdir().expect("temporary folders exist");
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        let folder = path.parent().expect("the path is below a folder");
        std::fs::create_dir_all(folder).expect("the folder is writable");
        std::fs::write(path, text).expect("the file is writable");
    };
    let has = |name: &str| files.iter().any(|(path, _)| path.starts_with(name));
    if !has("site.toml") {
        write("site.toml", SITE);
    }
    if !has("docs/README.md") && !has("docs/index") {
        write("docs/README.md", "# Home\n");
    }
    for (path, text) in files {
        write(path, text);
    }
    let ui = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ui");
    check(folder.path(), &ui).problems
}

#[test]
fn every_code_has_a_text_with_two_examples() {
    for code in Code::ALL {
        let explanation = code.explanation();
        let name = code.name();
        assert!(!explanation.summary().is_empty(), "{name}");
        assert!(
            explanation.summary().len() < 160,
            "{name}: the summary is long"
        );
        assert!(
            explanation.text().lines().all(|line| line.len() <= 125),
            "{name}: a line is long"
        );
        let examples = explanation.examples();
        let examples =
            examples.unwrap_or_else(|| panic!("{name}: `Wrong:` or `Right:` is missing"));
        let is_words = WORDS.iter().any(|(listed, _)| listed == code);
        for example in examples {
            assert_eq!(
                example == Example::Words,
                is_words,
                "{name}: a tree, or listed in WORDS"
            );
        }
    }
}

#[test]
fn wrong_examples_have_their_problem_and_right_ones_have_not() {
    for code in Code::ALL {
        let Some([Example::Tree(wrong), Example::Tree(right)]) = code.explanation().examples()
        else {
            continue;
        };
        // Node evaluates it: the root suite has the case.
        let needs_node = |(path, _): &(String, String)| path.starts_with("docusaurus.config");
        if wrong.iter().any(needs_node) {
            continue;
        }
        let (wrong, right) = (problems(&wrong), problems(&right));
        let codes = |list: &[Diagnostic]| list.iter().map(|one| one.code).collect::<Vec<_>>();
        let name = code.name();
        let found = codes(&wrong);
        assert!(
            found.contains(code),
            "{name}: the wrong example has {found:?}"
        );
        let found = codes(&right);
        assert!(
            !found.contains(code),
            "{name}: the right example has it, too"
        );
        let is_sound = right.iter().all(|one| one.severity == Severity::Warning);
        assert!(is_sound, "{name}: the right example has {found:?}");
    }
}

#[test]
fn pages_say_how_to_set_the_level() {
    let page = Code::BrokenLink.explanation().page();
    assert!(page.starts_with("broken-link\n\nA link leads to"), "{page}");
    assert!(page.contains("`broken_link = \"ignore\"`"), "{page}");
    let page = Code::BadConfig.explanation().page();
    assert!(page.contains("always an error"), "{page}");
}
