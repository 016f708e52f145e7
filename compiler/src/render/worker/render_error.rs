//! The reason why something could not be rendered.

use crate::document::ComponentTag;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::fmt;
use std::time::Duration;

/// The reason why a request failed.
#[derive(Clone, Debug, Deserialize)]
pub(in crate::render) struct RenderError {
    message: String,
    #[serde(default)]
    stack: String,
    #[serde(default)]
    causes: Vec<String>,
    /// The HTML that is served in its place: a part that the browser renders.
    #[serde(default, rename = "instead")]
    fallback: Option<String>,
    /// The component that throws, where it is inside the outermost tag.
    #[serde(default)]
    component: Option<String>,
    /// The other components inside the tag that throw.
    #[serde(default)]
    others: Vec<RenderError>,
    /// Whether there was no answer in time.
    #[serde(skip)]
    is_endless: bool,
}

impl RenderError {
    pub(in crate::render) fn new(message: String) -> Self {
        RenderError {
            message,
            stack: String::new(),
            causes: Vec::new(),
            fallback: None,
            component: None,
            others: Vec::new(),
            is_endless: false,
        }
    }

    /// The reason for a tag of these components that did not end in time.
    pub(super) fn endless(components: &BTreeSet<String>, deadline: Duration) -> Self {
        let names: Vec<String> = components.iter().map(|name| format!("`{name}`")).collect();
        let which = match names.len() {
            1 => "it".to_owned(),
            _ => format!("one of {}", names.join(", ")),
        };
        let seconds = deadline.as_secs();
        RenderError {
            is_endless: true,
            ..RenderError::new(format!("{which} does not end within {seconds} s"))
        }
    }

    /// Whether there was no answer in time. Asking again would take as long.
    pub(in crate::render) fn is_endless(&self) -> bool {
        self.is_endless
    }

    /// The reasons by the components that throw, which are in `tag` or are it.
    pub(in crate::render) fn by_component<'e>(
        &'e self,
        tag: &'e ComponentTag,
    ) -> impl Iterator<Item = (&'e str, &'e RenderError)> {
        let all = std::iter::once(self).chain(&self.others);
        all.map(|error| (error.component.as_deref().unwrap_or(&tag.name), error))
    }

    /// The HTML that is served in place of the component, if any.
    pub(in crate::render) fn fallback(&self) -> Option<&str> {
        self.fallback.as_deref()
    }

    /// The message, without its place in the script.
    pub(in crate::render) fn message(&self) -> &str {
        &self.message
    }

    /// The first line of the stack that names a source, `CharacterStats (worker.mjs:10:3)`.
    fn place(&self) -> Option<&str> {
        let line = self
            .stack
            .lines()
            .find_map(|line| line.trim().strip_prefix("at "))?;
        let function = line.split(" (").next().unwrap_or(line);
        (!function.contains('/') && !function.starts_with('<')).then_some(function)
    }
}

impl fmt::Display for RenderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        for cause in &self.causes {
            write!(f, ", because {cause}")?;
        }
        match self.place() {
            Some(place) => write!(f, " (in `{place}`)"),
            None => Ok(()),
        }
    }
}
