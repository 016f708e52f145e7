//! Finds tables that a page shows twice, such as one from its data and one from its claims.

use crate::html::words;
use crate::library::Library;
use bindery_html::{TokenKind, decode, tokenize};
use std::collections::BTreeSet;

/// Smaller tables can be equal by chance.
const FEWEST_ROWS: usize = 4;

/// No page has two tables with the same rows and different heads.
///
/// Tables with the same head are those of variants, which can have the same figures.
#[must_use]
pub fn tables_are_shown_once(library: &Library) -> Vec<String> {
    let mut broken = Vec::new();
    for page in &library.pages {
        let tables = tables(&page.html);
        for (at, table) in tables.iter().enumerate() {
            let twin = tables[..at].iter().find(|other| table.repeats(other));
            broken.extend(twin.map(|other| {
                let head = |table: &Table| table.head.clone().unwrap_or_default();
                let (own, first) = (head(table), head(other));
                format!(
                    "{}: the table `{own}` repeats the rows of `{first}`",
                    page.path
                )
            }));
        }
    }
    broken
}

#[derive(Default)]
struct Table {
    /// `None` before its first row.
    head: Option<String>,
    /// The words of each row of the body, in any order.
    rows: BTreeSet<String>,
}

impl Table {
    fn repeats(&self, other: &Table) -> bool {
        self.rows.len() >= FEWEST_ROWS && self.rows == other.rows && self.head != other.head
    }
}

/// The tables of a document; the first row of a table is its head.
fn tables(html: &str) -> Vec<Table> {
    let mut found: Vec<Table> = Vec::new();
    let mut row: Option<String> = None;
    for token in tokenize(html) {
        match &token.kind {
            TokenKind::StartTag(tag) if tag.is("table") => found.push(Table::default()),
            TokenKind::StartTag(tag) if tag.is("tr") => row = Some(String::new()),
            TokenKind::Text => {
                if let Some(row) = &mut row {
                    row.push_str(&decode(token.source));
                }
            }
            TokenKind::EndTag(tag) if tag.is("tr") => {
                if let (Some(row), Some(table)) = (row.take(), found.last_mut()) {
                    add_row(table, &row);
                }
            }
            // Words of two cells are separate words.
            _ => row.iter_mut().for_each(|row| row.push(' ')),
        }
    }
    found
}

fn add_row(table: &mut Table, row: &str) {
    // `36GU` and `36 GU` are the same figure.
    let row = words(row).concat();
    if table.head.is_none() {
        table.head = Some(row);
    } else {
        table.rows.insert(row);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::Page;
    use crate::markdown::MarkdownPage;
    use std::collections::BTreeMap;

    fn table(head: &str, rows: [&str; 4]) -> String {
        let rows = rows.map(|row| format!("<tr><th>{row}</th><td>6 GU</td></tr>"));
        format!("<table><tr><th>{head}</th></tr>{}</table>", rows.concat())
    }

    fn check(tables: [String; 2]) -> Vec<String> {
        tables_are_shown_once(&Library {
            pages: vec![Page {
                path: "/a".to_owned(),
                kind: "doc".to_owned(),
                source: "docs/a.md".to_owned(),
                markdown: MarkdownPage::parse(""),
                html: format!("<article>{}</article>", tables.concat()),
            }],
            redirects: BTreeMap::new(),
            components: Vec::new(),
            data: BTreeMap::new(),
        })
    }

    #[test]
    fn a_table_with_the_same_rows_in_any_order_is_found() {
        let one = table("Element", ["Pyro", "Cryo", "Geo", "Hydro"]);
        let other = table("Source", ["Geo", "Hydro", "Pyro", "Cryo"]).replace("6 GU", "6GU");
        assert_eq!(
            check([one.clone(), other]),
            ["/a: the table `source` repeats the rows of `element`"]
        );
        assert_eq!(check([one.clone(), one.clone()]), [""; 0]);
        assert_eq!(
            check([one, table("Source", ["Geo", "Hydro", "Pyro", "Anemo"])]),
            [""; 0]
        );
    }

    #[test]
    fn a_blank_head_is_a_head() {
        let rows = ["Pyro", "Cryo", "Geo", "Hydro"];
        assert_eq!(
            check([table("", rows), table("Source", rows)]),
            ["/a: the table `source` repeats the rows of ``"]
        );
        assert_eq!(check([table("", rows), table("", rows)]), [""; 0]);
    }
}
