//! Lists the texts that MDX evaluated, why, and the data that they give to components.

use crate::model::Site;
use crate::render::shown_name;
use crate::source::SourceTree;
use std::collections::BTreeMap;
use std::fmt;

/// How many files of each reason are named.
const NAMED_FILES: usize = 3;

/// The texts that MDX evaluated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EvaluatedTexts {
    /// The files by the reason for it.
    pub reasons: BTreeMap<String, Vec<String>>,
    /// The bytes of data that components are given in all of them.
    pub bytes: usize,
    /// The component that is given most in one place: its name, the bytes and the file.
    pub largest: Option<(String, usize, String)>,
}

impl EvaluatedTexts {
    /// The texts of a site.
    #[must_use]
    pub fn of(site: &Site, tree: &SourceTree) -> Self {
        let mut texts = EvaluatedTexts::default();
        for one in &site.evaluated {
            let path = &tree.file(one.file).path;
            let files = texts.reasons.entry(one.reason.clone()).or_default();
            files.push(path.clone());
            for (name, bytes) in &one.components {
                texts.bytes += bytes;
                if texts
                    .largest
                    .as_ref()
                    .is_none_or(|(_, most, _)| bytes > most)
                {
                    texts.largest = Some((shown_name(name), *bytes, path.clone()));
                }
            }
        }
        texts
    }
}

impl fmt::Display for EvaluatedTexts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (reason, files) in &self.reasons {
            let named: Vec<&str> = files.iter().take(NAMED_FILES).map(String::as_str).collect();
            let more = match files.len() - named.len() {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let (count, named) = (files.len(), named.join(", "));
            write!(f, "\nby MDX     {count} because of {reason}: {named}{more}")?;
        }
        match &self.largest {
            Some((name, most, file)) if self.bytes > 0 => write!(
                f,
                "\ndata       {} bytes for components of these; at most {most} for `{name}` in {file}",
                self.bytes
            ),
            _ => Ok(()),
        }
    }
}
