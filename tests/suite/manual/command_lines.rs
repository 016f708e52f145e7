//! Each command that the manual names exists, with the flags that it is shown with.

use super::blocks::{blocks, pages};
use crate::support::executable::bindery;
use crate::support::expected::root;
use libtest_mimic::Trial;
use std::collections::BTreeMap;

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("manual::its_commands_exist", || Ok(check_commands()?)),
        Trial::test("manual::its_settings_exist", || Ok(check_settings()?)),
    ]
}

/// `bindery COMMAND --help` by command.
#[derive(Default)]
struct Helps(BTreeMap<Vec<String>, Option<String>>);

impl Helps {
    /// The help of a command; `None` if there is no such command.
    fn of(&mut self, command: &[&str]) -> Result<Option<&str>, String> {
        let key: Vec<String> = command.iter().map(|&word| word.to_owned()).collect();
        if !self.0.contains_key(&key) {
            let mut arguments = command.to_vec();
            arguments.push("--help");
            let output = bindery(&arguments)?;
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            let help = output.status.success().then_some(text);
            self.0.insert(key.clone(), help);
        }
        Ok(self.0[&key].as_deref())
    }
}

fn check_commands() -> Result<(), String> {
    let mut helps = Helps::default();
    let mut checked = 0;
    for (path, text) in pages()? {
        let in_blocks = blocks(&text);
        let lines = in_blocks.iter().flat_map(|block| block.text.lines());
        // Between backticks in prose.
        let spans = text.split('`').skip(1).step_by(2);
        for line in lines.chain(spans.filter(|span| !span.contains('\n'))) {
            let Some(words) = arguments(line) else {
                continue;
            };
            check_line(&mut helps, &words)
                .map_err(|error| format!("{}: `{line}`: {error}", path.display()))?;
            checked += 1;
        }
    }
    match checked > 40 {
        true => Ok(()),
        false => Err(format!("only {checked} commands")),
    }
}

/// The arguments of a call of the executable or of one that it built.
fn arguments(line: &str) -> Option<Vec<&str>> {
    let line = line.trim().trim_start_matches("- run: ");
    let mut words = line.split(' ');
    // Variables of the environment come first, with values in quotes.
    let program =
        words.find(|word| !word.contains('=') && !word.ends_with('"') && !word.is_empty())?;
    let is_ours = program == "bindery"
        || program.starts_with("./")
            && (program.ends_with("server") || program.ends_with("/bindery"));
    let words = words.take_while(|word| !matches!(*word, ">" | "|" | "…"));
    is_ours.then(|| words.collect())
}

fn check_line(helps: &mut Helps, words: &[&str]) -> Result<(), String> {
    let is_word =
        |word: &&&str| !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    let mut command: Vec<&str> = Vec::new();
    let known = helps.of(&[])?.ok_or("no help")?.to_owned();
    match words
        .first()
        .filter(is_word)
        .filter(|word| !word.starts_with('-'))
    {
        Some(word) if known.contains(&format!("\n  {word} ")) => command.push(word),
        Some(_) => return Err("there is no such command".to_owned()),
        None => {}
    }
    if let (["assets" | "ledger"], Some(word)) = (command.as_slice(), words.get(1))
        && is_word(&word)
        && *word != "my-site"
    {
        command.push(word);
    }
    let help = helps.of(&command)?.ok_or("there is no such command")?;
    for flag in words.iter().filter(|word| word.starts_with("--")) {
        let flag = flag.split('=').next().unwrap_or(flag);
        let ends = [" ", "\n", ",", "`"];
        let is_known = ends
            .iter()
            .any(|end| help.contains(&format!("{flag}{end}")));
        if !is_known && !matches!(flag, "--help" | "--json" | "--version") {
            return Err(format!("there is no flag `{flag}`"));
        }
    }
    Ok(())
}

/// The keys of the server's configuration file are names of flags.
fn check_settings() -> Result<(), String> {
    let page = std::fs::read_to_string(root().join("docs/pages/how-to/deploy.md"));
    let page = page.map_err(|error| error.to_string())?;
    let found = blocks(&page);
    let mut files = found.iter();
    let file = files.find(|block| block.title() == Some("/etc/bindery.toml"));
    let mut helps = Helps::default();
    let help = helps.of(&["serve"])?.ok_or("no help")?;
    for line in file.ok_or("no settings")?.text.lines() {
        let key = line.split(" = ").next().unwrap_or_default();
        if !help.contains(&format!("--{key} ")) {
            return Err(format!("`{key}` is no flag of `serve`"));
        }
    }
    Ok(())
}
