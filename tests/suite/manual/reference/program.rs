//! The help of the executable, its variables, and the explanations of the diagnostics.

use super::cell;
use bindery_compiler::diagnostic::Code;
use std::process::Command;

/// Commands with commands of their own.
const NESTED: [&str; 2] = ["assets", "ledger"];

/// The help of a command, without the values of the environment.
fn help(command: &[&str]) -> Result<String, String> {
    let output = Command::new(env!("CARGO_BIN_EXE_bindery"))
        .args(command)
        .arg("--help")
        .env_clear()
        .output()
        .map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout);
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    Ok(lines.join("\n") + "\n")
}

/// The names in the list of commands of a help.
fn commands(help: &str) -> Vec<&str> {
    let (_, list) = help.split_once("\nCommands:\n").unwrap_or_default();
    let lines = list.lines().take_while(|line| line.starts_with("  "));
    let names = lines.filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").collect()
}

pub(super) fn command_line() -> Result<String, String> {
    let all = help(&[])?;
    let (summary, _) = all.split_once("\nOptions:").ok_or("no options")?;
    let mut text = format!("```text\n{}\n```\n", summary.trim());
    for name in commands(&all) {
        let own = help(&[name])?;
        text.push_str(&section(name, &own));
        if NESTED.contains(&name) {
            for inner in commands(&own) {
                text.push_str(&section(&format!("{name} {inner}"), &help(&[name, inner])?));
            }
        }
    }
    Ok(text)
}

fn section(name: &str, help: &str) -> String {
    format!("\n## bindery {name}\n\n```text\n{}\n```\n", help.trim())
}

pub(super) fn variables() -> Result<String, String> {
    let help = help(&["serve"])?;
    let mut text = "| variable | flag | meaning |\n|---|---|---|\n".to_owned();
    let mut flag = "";
    let mut meaning = "";
    for line in help.lines().map(str::trim) {
        if line.starts_with("--") {
            flag = line.split(' ').next().unwrap_or_default();
            meaning = "";
        } else if let Some(variable) = line.strip_prefix("[env: ") {
            let variable = variable.split('=').next().unwrap_or_default();
            text.push_str(&format!(
                "| `{variable}` | `{flag}` | {} |\n",
                cell(meaning)
            ));
        } else if meaning.is_empty() {
            meaning = line;
        }
    }
    text.push_str("\n`PORT` and `HOST`, which platforms set, have the lowest precedence.\n");
    Ok(text)
}

pub(super) fn diagnostics() -> Result<String, String> {
    let mut text = String::new();
    for code in Code::ALL {
        let page = code.explanation().page();
        let (name, page) = page.split_once('\n').ok_or("no name")?;
        text.push_str(&format!("## {name}\n\n{}\n\n", section_of(page.trim())));
    }
    Ok(text)
}

/// Examples become code blocks; the rest is prose.
fn section_of(page: &str) -> String {
    let mut parts = page.split("\n\n").peekable();
    let mut text = String::new();
    while let Some(part) = parts.next() {
        if part.starts_with("    ") {
            text.push_str(&block(part));
            continue;
        }
        text.push_str(&format!("{part}\n\n"));
        if matches!(part.trim(), "Wrong:" | "Right:") {
            let mut example = Vec::new();
            while let Some(next) = parts.next_if(|next| !is_end(next)) {
                example.push(next);
            }
            text.push_str(&block(&example.join("\n\n")));
        }
    }
    text.trim_end().to_owned()
}

/// Whether a paragraph follows an example.
fn is_end(paragraph: &str) -> bool {
    ["Right:", "Level:"]
        .iter()
        .any(|label| paragraph.starts_with(label))
}

fn block(text: &str) -> String {
    format!("````text\n{}\n````\n\n", text.trim_end())
}
