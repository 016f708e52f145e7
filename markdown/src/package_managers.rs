//! Commands of npm as those of yarn, pnpm and bun, as `remark-plugin-npm2yarn` writes them.

mod yarn;

use yarn::yarn;

/// A package manager.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PackageManager {
    /// npm itself.
    Npm,
    /// Yarn.
    Yarn,
    /// pnpm.
    Pnpm,
    /// Bun.
    Bun,
}

/// What is put after a command that another package manager does not know.
const UNKNOWN: &str = "\n# couldn't auto-convert command";

/// How programs of packages are run.
const RUNNERS: [&str; 4] = ["npx", "yarn dlx", "pnpm dlx", "bun x"];

impl PackageManager {
    /// All but npm, in the order of their tabs.
    pub const OTHERS: [PackageManager; 3] = [
        PackageManager::Yarn,
        PackageManager::Pnpm,
        PackageManager::Bun,
    ];

    /// The package manager's name in configurations: `npm`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            PackageManager::Npm => "npm",
            PackageManager::Yarn => "yarn",
            PackageManager::Pnpm => "pnpm",
            PackageManager::Bun => "bun",
        }
    }

    /// The package manager's name for readers: `Yarn`.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            PackageManager::Yarn => "Yarn",
            PackageManager::Bun => "Bun",
            other => other.name(),
        }
    }

    fn runner(self) -> &'static str {
        match self {
            PackageManager::Npm => RUNNERS[0],
            PackageManager::Yarn => RUNNERS[1],
            PackageManager::Pnpm => RUNNERS[2],
            PackageManager::Bun => RUNNERS[3],
        }
    }

    /// A text with commands of npm as one with commands of this package manager.
    #[must_use]
    pub fn convert(self, text: &str) -> String {
        if self == PackageManager::Npm {
            return text.to_owned();
        }
        let start = text.trim_start();
        let is_first = |runner: &&&str| {
            let rest = start.strip_prefix(**runner);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        };
        if let Some(runner) = RUNNERS.iter().find(is_first) {
            return text.replacen(runner, self.runner(), 1);
        }
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(at) = rest.find("npm") {
            out.push_str(&rest[..at]);
            rest = &rest[at + "npm".len()..];
            if !rest.starts_with(' ') {
                out.push_str("npm");
                continue;
            }
            let end = rest.find(['&', '\n', '\r']).unwrap_or(rest.len());
            out.push_str(&self.command(rest[..end].trim_start_matches(' ')));
            rest = &rest[end..];
        }
        out + rest
    }

    /// One command without `npm`.
    fn command(self, written: &str) -> String {
        let mut words: Vec<String> = words(written.trim());
        if let Some(at) = words.iter().position(|word| word == "--") {
            words.remove(at);
        }
        let converted = match self {
            PackageManager::Npm => None,
            PackageManager::Yarn => yarn(words),
            PackageManager::Pnpm => pnpm(words),
            PackageManager::Bun => bun(words),
        };
        let Some(words) = converted else {
            return format!("npm {written}{UNKNOWN}");
        };
        let words: Vec<String> = words.into_iter().filter(|word| !word.is_empty()).collect();
        words.join(" ")
    }
}

/// The words of a command; quoted text is a part of its word.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    let mut is_escaped = false;
    for c in command.chars() {
        if c == ' ' && quote.is_none() {
            words.push(String::new());
            is_escaped = false;
            continue;
        }
        if !is_escaped && (c == '"' || c == '\'') {
            quote = match quote {
                Some(open) if open == c => None,
                None => Some(c),
                open => open,
            };
        }
        is_escaped = c == '\\';
        words.last_mut().expect("BUG: one word").push(c);
    }
    words
}

/// Replaces options by pairs; an empty replacement removes the option.
fn replace(words: &mut [String], pairs: &[(&str, &str)]) {
    for word in words {
        if let Some((_, new)) = pairs.iter().find(|(old, _)| old == word) {
            *word = (*new).to_owned();
        }
    }
}

fn insert(words: &mut Vec<String>, at: usize, word: &str) {
    words.insert(at, word.to_owned());
}

fn set_first(words: &mut [String], word: &str) {
    if let Some(first) = words.first_mut() {
        word.clone_into(first);
    }
}

/// Options of `install` and `uninstall` in Yarn and Bun.
const INSTALL_OPTIONS: [(&str, &str); 10] = [
    ("--save-dev", "--dev"),
    ("-D", "--dev"),
    ("--save-prod", "--production"),
    ("-P", "--production"),
    ("--save-optional", "--optional"),
    ("-O", "--optional"),
    ("--save-exact", "--exact"),
    ("-E", "--exact"),
    ("--save", ""),
    ("-S", ""),
];

/// Changes `install` and `uninstall` to the commands of Yarn and Bun, and their options with `change_options`. Returns whether
/// the command is one of the two.
fn change_packages(words: &mut Vec<String>, change_options: impl FnOnce(&mut Vec<String>)) -> bool {
    let command = match words.first().map(String::as_str) {
        Some("install" | "i") if words.len() == 1 => {
            set_first(words, "install");
            return true;
        }
        Some("install" | "i") => "add",
        Some("uninstall" | "un" | "remove" | "r" | "rm") => "remove",
        _ => return false,
    };
    set_first(words, command);
    change_options(words);
    true
}

/// `init NAME` is `create NAME` in Yarn and pnpm.
fn create(words: &mut Vec<String>) {
    if words.get(1).is_some_and(|name| !name.starts_with('-')) {
        set_first(words, "create");
        if let Some(name) = words[1].strip_suffix("@latest") {
            words[1] = name.to_owned();
        }
    }
    words.retain(|word| word != "--scope");
}

/// `--option=value` or `--option value` with another name.
fn join_value(words: &mut [String], option: &str, new: &str) {
    for word in words {
        if let Some(value) = word
            .strip_prefix(option)
            .and_then(|rest| rest.strip_prefix('='))
        {
            *word = format!("{new}{value}");
        }
    }
}

fn pnpm(mut words: Vec<String>) -> Option<Vec<String>> {
    let options = [
        ("--save", ""),
        ("-S", ""),
        ("--no-package-lock", "--frozen-lockfile"),
    ];
    match words.first()?.as_str() {
        "install" | "i" => {
            let names = words.iter().filter(|word| !word.starts_with('-')).count();
            if names > 1 {
                set_first(&mut words, "add");
            }
            replace(&mut words, &options);
        }
        "uninstall" | "un" | "remove" | "r" | "rm" => {
            set_first(&mut words, "remove");
            replace(&mut words, &options);
        }
        "rebuild" | "rb" => {
            set_first(&mut words, "rebuild");
            filter_argument(&mut words);
        }
        "unlink" => filter_argument(&mut words),
        "ls" | "list" => {
            let pairs = [("--production", "--prod"), ("--development", "--dev")];
            replace(&mut words, &pairs);
            join_value(&mut words, "--depth", "--depth ");
        }
        "init" | "create" => create(&mut words),
        "ln" => set_first(&mut words, "link"),
        "t" | "tst" => set_first(&mut words, "test"),
        "pack" => join_value(&mut words, "--pack-destination", "--pack-destination "),
        "run" | "exec" | "test" | "start" | "link" | "outdated" => {}
        _ => return None,
    }
    insert(&mut words, 0, "pnpm");
    Some(words)
}

/// pnpm names packages in `--filter`.
fn filter_argument(words: &mut Vec<String>) {
    let names: Vec<String> = words[1..]
        .iter()
        .filter(|word| !word.starts_with('-'))
        .cloned()
        .collect();
    if !names.is_empty() {
        words.retain(|word| word.starts_with('-') || !names.contains(word));
        words.push("--filter".to_owned());
        words.push(names.join(" "));
    }
}

fn bun(mut words: Vec<String>) -> Option<Vec<String>> {
    let installs = |words: &mut Vec<String>| {
        replace(words, &INSTALL_OPTIONS);
        let others = [
            ("--development", "--dev"),
            ("--no-package-lock", "--no-save"),
            ("-g", "--global"),
        ];
        replace(words, &others);
    };
    let mut program = "bun";
    match words.first()?.clone().as_str() {
        _ if change_packages(&mut words, installs) => {}
        "cache" if words.get(1).is_some_and(|word| word == "clean") => {
            words.splice(..2, ["pm", "cache", "rm"].map(str::to_owned));
        }
        "rebuild" | "rb" => {
            set_first(&mut words, "add");
            words.push("--force".to_owned());
        }
        "list" | "ls" => {
            installs(&mut words);
            set_first(&mut words, "ls");
            insert(&mut words, 0, "pm");
        }
        "init" | "create" => program = bun_create(&mut words),
        "link" | "ln" => {
            installs(&mut words);
            set_first(&mut words, "link");
        }
        "test" | "t" | "tst" => {
            set_first(&mut words, "test");
            insert(&mut words, 0, "run");
        }
        "exec" => {
            program = "bunx";
            words.remove(0);
        }
        "run" | "stop" | "start" | "unlink" => {}
        _ => return None,
    }
    insert(&mut words, 0, program);
    Some(words)
}

/// `init NAME` is the program `create-NAME` in Bun; returns the program that runs it.
fn bun_create(words: &mut Vec<String>) -> &'static str {
    match words.get(1).map(String::as_str) {
        Some(name) if name.starts_with('@') => words[1] = name.replacen('/', "/create-", 1),
        Some(name) if !name.starts_with('-') => {
            words[1] = format!("create-{}", name.replacen("@latest", "", 1));
        }
        Some(_) => {
            set_first(words, "init");
            return "bun";
        }
        None => return "bun",
    }
    words.remove(0);
    "bunx"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_those_of_the_other_package_managers() {
        for (npm, yarn, pnpm, bun) in [
            ("npm install", "yarn install", "pnpm install", "bun install"),
            ("npm i a b", "yarn add a b", "pnpm add a b", "bun add a b"),
            (
                "npm install --save-dev a",
                "yarn add --dev a",
                "pnpm add --save-dev a",
                "bun add --dev a",
            ),
            (
                "npm i -g a",
                "yarn global add a",
                "pnpm add -g a",
                "bun add --global a",
            ),
            (
                "npm uninstall a",
                "yarn remove a",
                "pnpm remove a",
                "bun remove a",
            ),
            (
                "npm run build",
                "yarn build",
                "pnpm run build",
                "bun run build",
            ),
            ("npm run add", "yarn run add", "pnpm run add", "bun run add"),
            ("npm test", "yarn test", "pnpm test", "bun run test"),
            (
                "npm init a@latest site",
                "yarn create a site",
                "pnpm create a site",
                "bunx create-a site",
            ),
            (
                "npm init @s/a",
                "yarn create @s/a",
                "pnpm create @s/a",
                "bunx @s/create-a",
            ),
            (
                "npm run start -- --port 1",
                "yarn run start --port 1",
                "pnpm run start --port 1",
                "bun run start --port 1",
            ),
            ("npx a b", "yarn dlx a b", "pnpm dlx a b", "bun x a b"),
            (
                "npm ls a b --depth=0",
                "yarn list --pattern \"a|b\" --depth=0",
                "pnpm ls a b --depth 0",
                "bun pm ls a b --depth=0",
            ),
        ] {
            assert_eq!(PackageManager::Yarn.convert(npm), yarn);
            assert_eq!(PackageManager::Pnpm.convert(npm), pnpm);
            assert_eq!(PackageManager::Bun.convert(npm), bun);
            assert_eq!(PackageManager::Npm.convert(npm), npm);
        }
    }

    #[test]
    fn several_lines_are_converted_and_what_is_unknown_stays() {
        let text = "cd site\nnpm install\nnpm run a -- \"b -- c\"\n";
        assert_eq!(
            PackageManager::Yarn.convert(text),
            "cd site\nyarn install\nyarn a \"b -- c\"\n"
        );
        assert_eq!(
            PackageManager::Pnpm.convert("npm ci"),
            "npm ci\n# couldn't auto-convert command"
        );
        assert_eq!(PackageManager::Bun.convert("npm"), "npm");
    }
}
