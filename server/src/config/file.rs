//! Settings from a file, and from the variables that platforms set.
//!
//! In: the definition of the command line, and a TOML file whose keys are the names of the flags. Out: the same definition
//! with other defaults. So the precedence is: flag, `BINDERY_*` variable, file, `PORT` and `HOST`, built-in default. A new
//! flag is a key of the file without a change here.

use bindery_format::suggest::did_you_mean;
use clap::{Arg, ArgAction, Command};
use std::ffi::OsString;
use std::fmt;
use std::ops::Range;
use std::path::Path;
use toml::de::{DeTable, DeValue};

/// Flags that are not settings.
const NOT_SETTINGS: [&str; 5] = ["config", "check", "check-listen", "help", "version"];

/// Settings in octal digits. An integer of TOML does not keep its notation: `0o660` would become the text `432`.
const OCTAL: [&str; 1] = ["unix-mode"];

/// Variables of platforms, and the flags that they set.
const PLATFORM: [(&str, &str); 2] = [("HOST", "host"), ("PORT", "port")];

/// An error in a file or a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError {
    /// The file with line and column, or the variable.
    place: String,
    message: String,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

impl std::error::Error for ConfigError {}

/// The command with defaults from `PORT` and `HOST`.
pub fn with_platform(
    mut command: Command,
    variable: impl Fn(&str) -> Option<OsString>,
) -> Result<Command, ConfigError> {
    for (name, flag) in PLATFORM {
        let Some(value) = variable(name).filter(|value| !value.is_empty()) else {
            continue;
        };
        let place = || format!("the variable {name}");
        let Some(value) = value.to_str().map(str::to_owned) else {
            return Err(ConfigError {
                place: place(),
                message: "is not UTF-8".to_owned(),
            });
        };
        command = with_default(command, flag, vec![value]).map_err(|message| ConfigError {
            place: place(),
            message,
        })?;
    }
    Ok(command)
}

/// The command with defaults from a file.
pub fn with_file(command: Command, path: &Path) -> Result<Command, ConfigError> {
    let text = std::fs::read_to_string(path).map_err(|error| ConfigError {
        place: path.display().to_string(),
        message: format!("cannot be read: {error}; name a file in TOML with `--config`"),
    })?;
    with_text(command, &text).map_err(|(span, message)| ConfigError {
        place: place(path, &text, span),
        message,
    })
}

/// `path:line:column`, the column in characters.
fn place(path: &Path, text: &str, span: Range<usize>) -> String {
    let before = text.get(..span.start).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    format!("{}:{line}:{column}", path.display())
}

type Misplaced = (Range<usize>, String);

fn with_text(mut command: Command, text: &str) -> Result<Command, Misplaced> {
    let table = DeTable::parse(text).map_err(|error| {
        let span = error.span().unwrap_or_default();
        (span, error.message().to_owned())
    })?;
    for (key, value) in table.get_ref() {
        let name = key.get_ref();
        if !settings(&command).any(|known| known == name.as_ref()) {
            return Err((key.span(), unknown(&command, name)));
        }
        if OCTAL.contains(&name.as_ref()) && !matches!(value.get_ref(), DeValue::String(_)) {
            let message = format!("`{name}` takes a text; write it in quotes, as `\"0660\"`");
            return Err((value.span(), message));
        }
        let values = plain_values(value.get_ref()).ok_or_else(|| {
            let message = format!("`{name}` takes a text, a number, a boolean or a list of them");
            (value.span(), message)
        })?;
        command = with_default(command, name, values).map_err(|message| (value.span(), message))?;
    }
    Ok(command)
}

/// The names that a file may use.
fn settings(command: &Command) -> impl Iterator<Item = &str> {
    let names = command.get_arguments().filter_map(Arg::get_long);
    names.filter(|name| !NOT_SETTINGS.contains(name))
}

fn unknown(command: &Command, name: &str) -> String {
    if NOT_SETTINGS.contains(&name) {
        return format!("`{name}` is a flag, not a setting");
    }
    let help = did_you_mean(name, settings(command));
    let help = help.map_or(String::new(), |help| format!("; {help}"));
    format!("there is no setting `{name}`{help}")
}

fn plain_values(value: &DeValue<'_>) -> Option<Vec<String>> {
    match value {
        DeValue::Array(values) => {
            let values = values.iter().map(|value| plain_value(value.get_ref()));
            values.collect()
        }
        value => Some(vec![plain_value(value)?]),
    }
}

fn plain_value(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) => {
            let number = i64::from_str_radix(number.as_str(), number.radix()).ok()?;
            Some(number.to_string())
        }
        DeValue::Boolean(is_on) => Some(is_on.to_string()),
        _ => None,
    }
}

/// The command with these values as the default of a flag. They are validated, so that the error has their location.
fn with_default(command: Command, flag: &str, values: Vec<String>) -> Result<Command, String> {
    let arguments: Vec<&Arg> = command.get_arguments().collect();
    let argument = arguments
        .iter()
        .find(|argument| argument.get_long() == Some(flag))
        .ok_or_else(|| format!("there is no flag `--{flag}`"))?;
    let takes_many = matches!(argument.get_action(), ArgAction::Append);
    if !takes_many && values.len() != 1 {
        return Err(format!("`{flag}` takes one value"));
    }
    validate(argument, flag, &values)?;
    let id = argument.get_id().clone();
    let has_serve = command.find_subcommand("serve").is_some();
    // clap requires texts with a static lifetime.
    let values: Vec<&'static str> = values
        .into_iter()
        .map(|value| &*Box::leak(value.into_boxed_str()))
        .collect();
    let defaults = move |argument: Arg| argument.default_values(values.clone());
    let command = command.mut_arg(id.clone(), defaults.clone());
    Ok(match has_serve {
        true => command.mut_subcommand("serve", |serve| serve.mut_arg(id, defaults)),
        false => command,
    })
}

fn validate(argument: &Arg, flag: &str, values: &[String]) -> Result<(), String> {
    let is_switch = matches!(argument.get_action(), ArgAction::SetTrue);
    if is_switch {
        return match values[0].as_str() {
            "true" | "false" => Ok(()),
            _ => Err(format!("`{flag}` is `true` or `false`")),
        };
    }
    for value in values {
        let trial = Command::new("trial")
            .no_binary_name(true)
            .arg(argument.clone().env(None::<&str>));
        let given = [OsString::from(format!("--{flag}={value}"))];
        if let Err(error) = trial.try_get_matches_from(given) {
            let text = error.to_string();
            let first = text.lines().next().unwrap_or_default();
            return Err(first.trim_start_matches("error: ").to_owned());
        }
    }
    Ok(())
}
