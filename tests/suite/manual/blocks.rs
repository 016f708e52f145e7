//! The pages of the manual and their code blocks.

use crate::support::expected::root;
use std::fs;
use std::path::{Path, PathBuf};

/// A fenced code block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    /// The language: `sh`.
    pub(crate) language: String,
    /// The words behind it.
    pub(crate) options: String,
    /// The lines, each with its line break.
    pub(crate) text: String,
}

impl Block {
    /// `title="…"`.
    pub(crate) fn title(&self) -> Option<&str> {
        let (_, rest) = self.options.split_once("title=\"")?;
        rest.split('"').next()
    }

    /// The title if it is the path of a file of a content tree.
    pub(crate) fn tree_file(&self) -> Option<&str> {
        const OTHERS: [&str; 3] = ["Output", "Cargo.toml", "Dockerfile"];
        let title = self.title()?;
        (!title.starts_with(['/', '.']) && !OTHERS.contains(&title)).then_some(title)
    }
}

/// The Markdown files of the manual, in order, with their texts.
pub(crate) fn pages() -> Result<Vec<(PathBuf, String)>, String> {
    let mut files = Vec::new();
    collect(&root().join("docs/pages"), &mut files).map_err(|error| error.to_string())?;
    files.sort();
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).map_err(|error| error.to_string())?;
        Ok((path, text))
    };
    files.into_iter().map(read).collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "md") {
            files.push(path);
        }
    }
    Ok(())
}

/// The code blocks of a page. A fence ends with as many backticks as it began with.
pub(crate) fn blocks(page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<(usize, Block)> = None;
    for line in page.lines() {
        let ticks = line.len() - line.trim_start_matches('`').len();
        match &mut open {
            Some((fence, _)) if ticks >= *fence && line.len() == ticks => {
                blocks.extend(open.take().map(|(_, block)| block));
            }
            Some((_, block)) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            None if ticks >= 3 => {
                let info = &line[ticks..];
                let (language, options) = info.split_once(' ').unwrap_or((info, ""));
                let block = Block {
                    language: language.to_owned(),
                    options: options.to_owned(),
                    text: String::new(),
                };
                open = Some((ticks, block));
            }
            None => {}
        }
    }
    blocks
}
