//! The author's commands: check, explain, ledger.

use crate::cli::{bindery, check};
use bindery_server::cli::{EXIT_DONE, EXIT_FAILED, EXIT_USAGE};
use std::path::PathBuf;

/// A tree with one page, in a new folder that the system removes.
fn tree(name: &str, page: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("bindery-check-{}-{name}", std::process::id()));
    std::fs::create_dir_all(folder.join("docs")).unwrap();
    let config = "title = \"A tree\"\nurl = \"https://example.org\"\n";
    std::fs::write(folder.join("site.toml"), config).unwrap();
    std::fs::write(folder.join("docs/README.md"), page).unwrap();
    folder
}

#[test]
fn a_missing_folder_is_named() {
    for command in ["build", "check", "dev", "ledger", "types"] {
        let ran = check(&mut bindery(&[command, "/nowhere"]), EXIT_USAGE);
        let message = "there is no folder `/nowhere`; `bindery new /nowhere` makes one";
        assert!(ran.stderr.contains(message), "{command}: {}", ran.stderr);
    }
    let file = std::env::current_exe().unwrap();
    let ran = check(&mut bindery(&["check", file.to_str().unwrap()]), EXIT_USAGE);
    assert!(ran.stderr.contains("is a file; name"), "{}", ran.stderr);
    assert!(!std::path::Path::new("/nowhere").exists());
}

#[test]
fn declarations_are_written_to_folders_that_exist() {
    let folder = tree("types", "# Home\n");
    let out = folder.join("no/such/site.d.ts");
    let arguments = [
        "types",
        folder.to_str().unwrap(),
        "--out",
        out.to_str().unwrap(),
    ];
    let ran = check(&mut bindery(&arguments), EXIT_USAGE);
    assert!(ran.stderr.contains("there is no folder"), "{}", ran.stderr);
    assert!(!folder.join("no").exists());
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_tree_without_problems_passes() {
    let folder = tree("sound", "# Home\n\nText.\n");
    let ran = check(
        &mut bindery(&["check", folder.to_str().unwrap()]),
        EXIT_DONE,
    );
    assert!(ran.stdout.contains("no problems"), "{}", ran.stdout);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn problems_are_printed_for_people_and_for_programs() {
    let folder = tree("broken", "---\ntitle: [\n---\n# Home\n\n[x](./gone.md)\n");
    let folder_name = folder.to_str().unwrap();
    let text = check(&mut bindery(&["check", folder_name]), EXIT_FAILED).stdout;
    assert!(
        text.contains("README.md:") && text.contains("error[bad-front-matter]"),
        "{text}"
    );
    let arguments = ["check", folder_name, "--format", "json"];
    let json = check(&mut bindery(&arguments), EXIT_FAILED).stdout;
    assert!(json.contains("\"code\": \"bad-front-matter\""), "{json}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn other_programs_get_their_own_forms() {
    let folder = tree("forms", "# Home\n\n[x](./gone.md)\n");
    let folder_name = folder.to_str().unwrap();
    let run = |format| {
        let arguments = ["check", folder_name, "--format", format];
        check(&mut bindery(&arguments), EXIT_FAILED).stdout
    };
    let sarif = run("sarif");
    assert!(sarif.contains("\"version\": \"2.1.0\""), "{sarif}");
    assert!(sarif.contains("\"uri\": \"file:///"), "{sarif}");
    let github = run("github");
    assert!(github.contains("::error file=/"), "{github}");
    assert!(github.contains("title=broken-link::no file at"), "{github}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn accepted_problems_are_known_and_others_fail() {
    let folder = tree("baseline", "# Home\n\n[x](#gone)\n");
    let name = folder.to_str().unwrap();
    check(&mut bindery(&["check", name]), EXIT_DONE);
    check(&mut bindery(&["check", name, "--deny-new"]), EXIT_FAILED);
    let ran = check(&mut bindery(&["check", name, "--accept"]), EXIT_DONE);
    assert!(ran.stdout.contains("1 known problem in"), "{}", ran.stdout);
    let ran = check(&mut bindery(&["check", name, "--deny-new"]), EXIT_DONE);
    assert!(ran.stdout.contains("no problems"), "{}", ran.stdout);
    assert!(
        ran.stderr.contains("known problems that are not shown: 1"),
        "{}",
        ran.stderr
    );
    std::fs::write(folder.join("docs/README.md"), "# Home\n\n[x](#other)\n").unwrap();
    let ran = check(&mut bindery(&["check", name, "--deny-new"]), EXIT_FAILED);
    assert!(ran.stdout.contains("`#other`"), "{}", ran.stdout);
    assert!(ran.stderr.contains("1 line of"), "{}", ran.stderr);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_nearest_tree_is_checked() {
    let folder = tree("nearest", "# Home\n");
    for (from, is_found) in [("", true), ("docs", true), ("..", false)] {
        let code = if is_found { EXIT_DONE } else { EXIT_USAGE };
        let mut command = bindery(&["check"]);
        let ran = check(command.current_dir(folder.join(from)), code);
        let has_help = ran.stderr.contains("name the content folder");
        assert_eq!(has_help, !is_found, "{from}: {}", ran.stderr);
    }
    std::fs::remove_dir_all(folder).unwrap();
}

const CONFIG: &str = "title = \"A tree\"\nurl = \"https://example.org\"\n\n[[docs]]\npath = \"docs\"\n\
    route_base = \"/\"\n\n[[redirects]]\nfrom = \"/old\"\nto = \"/other\"\n";

#[test]
fn certain_fixes_are_shown_then_applied_and_none_remain() {
    let page = "# Home\r\n\r\n## One part\r\n\r\n[a](/old#text), [b](#one-prat), [c](./elsewhere/other.md)\r\n\
        [d](https://example.org/other), [e](/docs/other)\r\n[f]: /other\r\n";
    let folder = tree("fix", page);
    std::fs::write(folder.join("site.toml"), CONFIG).unwrap();
    std::fs::write(
        folder.join("docs/other.md"),
        "# Other\n\n## Text\n\n[f]: #text\n\n[g][f]\n",
    )
    .unwrap();
    let name = folder.to_str().unwrap();
    let read = || std::fs::read_to_string(folder.join("docs/README.md")).unwrap();
    let ran = check(&mut bindery(&["check", name, "--fix"]), EXIT_FAILED);
    assert!(
        ran.stdout.contains("\n-[a](/old#text), [b](#one-prat)"),
        "{}",
        ran.stdout
    );
    assert!(
        ran.stdout
            .contains("\n+[a](/other#text), [b](#one-part), [c](./other.md)"),
        "{}",
        ran.stdout
    );
    assert!(
        ran.stderr.contains("`--fix --yes` does it"),
        "{}",
        ran.stderr
    );
    assert_eq!(read(), page, "nothing is changed unasked");
    let ran = check(&mut bindery(&["check", name, "--fix", "--yes"]), EXIT_DONE);
    assert!(
        ran.stderr.contains("corrected 6 problems in 1 file"),
        "{}",
        ran.stderr
    );
    let fixed = read();
    assert!(
        fixed.contains("[d](/other), [e](/other)\r\n\n[f]: /other\r\n"),
        "{fixed:?}"
    );
    let ran = check(&mut bindery(&["check", name, "--fix", "--yes"]), EXIT_DONE);
    assert!(
        ran.stderr.contains("nothing here can be corrected"),
        "{}",
        ran.stderr
    );
    assert_eq!(read(), fixed, "a second run changes nothing");
    assert!(
        ran.stdout.contains("1 warning (unused-definition 1)"),
        "{}",
        ran.stdout
    );
    std::fs::remove_dir_all(folder).unwrap();
}

/// Of overlapping corrections one is applied at a time, and a file may have other problems behind its first.
#[test]
fn one_run_applies_all_corrections() {
    let page = "---\ntitle: A: b # note\nslgu: /x\ndescripton: c: d\n---\n\n# Home\n";
    let folder = tree("rounds", page);
    let name = folder.to_str().unwrap();
    check(&mut bindery(&["check", name, "--fix", "--yes"]), EXIT_DONE);
    let fixed = std::fs::read_to_string(folder.join("docs/README.md")).unwrap();
    assert_eq!(
        fixed,
        "---\ntitle: \"A: b\" # note\nslug: /x\ndescription: \"c: d\"\n---\n\n# Home\n"
    );
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_correction_makes_no_key_twice() {
    let folder = tree("twice", "---\ntitel: A\ntilte: B\n---\n\n# Home\n");
    let name = folder.to_str().unwrap();
    let other = folder.join("docs/other.md");
    let written = "---\nslug: /a\nslgu: /b\n---\n\n# Other\n";
    std::fs::write(&other, written).unwrap();
    check(&mut bindery(&["check", name, "--fix", "--yes"]), EXIT_DONE);
    let fixed = std::fs::read_to_string(folder.join("docs/README.md")).unwrap();
    assert!(fixed.starts_with("---\ntitle: A\ntilte: B\n---"), "{fixed}");
    assert_eq!(std::fs::read_to_string(other).unwrap(), written);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_value_on_several_lines_is_not_corrected() {
    let page = "---\ntitle: A: b\n  and more\n---\n\n# Home\n";
    let folder = tree("lines", page);
    let name = folder.to_str().unwrap();
    let arguments = ["check", name, "--fix", "--yes"];
    check(&mut bindery(&arguments), EXIT_FAILED);
    let found = std::fs::read_to_string(folder.join("docs/README.md")).unwrap();
    assert_eq!(found, page);
    std::fs::remove_dir_all(folder).unwrap();
}

/// The greatest length of a name is 255 bytes on most file systems.
#[test]
fn a_file_with_the_longest_name_is_corrected() {
    let folder = tree("long", "# Home\n");
    let file = folder.join(format!("docs/{}.md", "a".repeat(252)));
    std::fs::write(&file, "---\ntitle: A: b\n---\n\n# Long\n").unwrap();
    let name = folder.to_str().unwrap();
    check(&mut bindery(&["check", name, "--fix", "--yes"]), EXIT_DONE);
    let fixed = std::fs::read_to_string(file).unwrap();
    assert!(fixed.starts_with("---\ntitle: \"A: b\"\n"), "{fixed}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_ledger_records_published_addresses() {
    let folder = tree("ledger", "# Home\n\n## One\n");
    std::fs::write(folder.join("site.toml"), CONFIG).unwrap();
    std::fs::write(folder.join("docs/other.md"), "# Other\n").unwrap();
    let name = folder.to_str().unwrap();
    let run = |arguments: &[&str]| {
        let content = [name];
        let arguments = [&["ledger"], arguments, &content].concat();
        check(&mut bindery(&arguments), EXIT_DONE).stdout
    };
    let text = run(&[]);
    assert!(text.contains("+ /#one\n"), "{text}");
    assert!(run(&["accept"]).contains("7 added\n"), "{text}");
    assert!(run(&[]).contains("0 new, 0 lost"));
    std::fs::write(folder.join("docs/README.md"), "# Home\n\n## Two\n").unwrap();
    std::fs::rename(folder.join("docs/other.md"), folder.join("docs/another.md")).unwrap();
    std::fs::write(
        folder.join("site.toml"),
        CONFIG.replace("/other", "/another"),
    )
    .unwrap();
    let text = check(&mut bindery(&["check", name]), EXIT_DONE).stdout;
    assert!(
        text.contains("warning[lost-path]: `/other` was published"),
        "{text}"
    );
    assert!(text.contains("did it become `/another`?"), "{text}");
    assert!(
        text.contains("warning[lost-anchor]: `/#one` was published"),
        "{text}"
    );
    let text = run(&["accept"]);
    assert!(text.contains("still lost"), "{text}");
    let text = run(&["accept", "--gone"]);
    assert!(text.contains(" gone\n"), "{text}");
    check(&mut bindery(&["check", name, "--deny-new"]), EXIT_DONE);
    let ledger = std::fs::read_to_string(folder.join("ledger.txt")).unwrap();
    assert!(
        ledger.contains("\ngone /#one\n") && ledger.contains("\ngone /other\n"),
        "{ledger}"
    );
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn codes_are_explained() {
    let ran = check(&mut bindery(&["explain", "broken_link"]), EXIT_DONE);
    assert!(ran.stdout.contains("Wrong:"), "{}", ran.stdout);
    let ran = check(&mut bindery(&["explain"]), EXIT_DONE);
    assert!(ran.stdout.contains("broken-anchor"), "{}", ran.stdout);
    let ran = check(&mut bindery(&["explain", "broken-lnk"]), EXIT_USAGE);
    assert!(
        ran.stderr.contains("did you mean `broken-link`?"),
        "{}",
        ran.stderr
    );
}
