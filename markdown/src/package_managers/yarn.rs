//! Commands of npm as those of Yarn.

use super::{INSTALL_OPTIONS, change_packages, create, insert, join_value, replace, set_first};

/// Scripts and commands that Yarn runs under the same name.
const SAME_IN_YARN: [&str; 9] = [
    "test", "login", "logout", "link", "unlink", "publish", "cache", "start", "stop",
];

/// Commands of Yarn: a script with such a name needs `yarn run`.
const YARN_COMMANDS: [&str; 35] = [
    "add",
    "audit",
    "autoclean",
    "bin",
    "check",
    "config",
    "create",
    "dedupe",
    "generate-lock-entry",
    "global",
    "help",
    "import",
    "info",
    "init",
    "install",
    "licenses",
    "list",
    "lockfile",
    "outdated",
    "owner",
    "pack",
    "policies",
    "prune",
    "remove",
    "run",
    "self-update",
    "tag",
    "team",
    "upgrade",
    "upgrade-interactive",
    "version",
    "versions",
    "why",
    "workspace",
    "workspaces",
];

/// A command of npm as one of Yarn; `None` if Yarn has no such command.
pub(super) fn yarn(mut words: Vec<String>) -> Option<Vec<String>> {
    let installs = |words: &mut Vec<String>| {
        let is_global = words.iter().any(|word| word == "--global" || word == "-g");
        replace(words, &INSTALL_OPTIONS);
        let others = [
            ("--no-package-lock", "--no-lockfile"),
            ("--global", ""),
            ("-g", ""),
        ];
        replace(words, &others);
        if is_global {
            insert(words, 0, "global");
        }
    };
    match words.first()?.clone().as_str() {
        same if SAME_IN_YARN.contains(&same) => {}
        _ if change_packages(&mut words, installs) => {}
        "version" => replace(
            &mut words,
            &[
                ("major", "--major"),
                ("minor", "--minor"),
                ("patch", "--patch"),
            ],
        ),
        "rebuild" | "rb" => {
            set_first(&mut words, "add");
            words.push("--force".to_owned());
        }
        "run" | "exec" => {
            set_first(&mut words, "run");
            let script = words.get(1).map(String::as_str);
            let is_own =
                |script: &str| !SAME_IN_YARN.contains(&script) && !YARN_COMMANDS.contains(&script);
            if script.is_some_and(|script| !script.is_empty() && is_own(script)) {
                words.remove(0);
            }
        }
        "ls" | "list" => yarn_list(&mut words),
        "init" | "create" => create(&mut words),
        "ln" => set_first(&mut words, "link"),
        "t" | "tst" => set_first(&mut words, "test"),
        "outdated" => {}
        "pack" => join_value(&mut words, "--pack-destination", "--filename "),
        _ => return None,
    }
    insert(&mut words, 0, "yarn");
    Some(words)
}

fn yarn_list(words: &mut Vec<String>) {
    set_first(words, "list");
    let packages = words[1..].iter().take_while(|word| !word.starts_with('-'));
    let packages: Vec<String> = packages.cloned().collect();
    if !packages.is_empty() {
        let pattern = format!("\"{}\"", packages.join("|"));
        let pattern = ["--pattern".to_owned(), pattern];
        words.splice(1..=packages.len(), pattern);
    }
}
