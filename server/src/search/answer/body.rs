//! What an answer is: the section and the tab that have it, and what is shown of them.

use crate::search::index::Index;
use crate::search::record;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

/// The answer to a query.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The section that has it.
    pub section: u32,
    /// The title of the tab that shows it, where it is in a tab.
    pub tab: Option<&'static str>,
    /// What is shown of the section.
    pub body: AnswerBody,
}

impl Answer {
    /// The path of the section that has it. `tab` in its query opens the tab (`ui/src/enhancements/enhanceTabs.ts`).
    #[must_use]
    pub fn path(&self, index: &Index) -> String {
        let section = record::path(index, self.section);
        let Some(tab) = self.tab else {
            return section;
        };
        let (page, anchor) = section.split_once('#').unwrap_or((&section, ""));
        let hash = if anchor.is_empty() { "" } else { "#" };
        let tab = utf8_percent_encode(tab, NON_ALPHANUMERIC);
        format!("{page}?tab={tab}{hash}{anchor}")
    }
}

/// What an answer shows.
#[derive(Clone, Debug, PartialEq)]
pub enum AnswerBody {
    /// Figures of a table, with the names of their rows and columns.
    Figures(Vec<Figure>),
    /// A sentence with the figure, where no table has it.
    Sentence(&'static str),
}

/// A figure of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// The row, and the column if it has a name.
    pub name: String,
    /// The cell, with its unit.
    pub value: String,
}
