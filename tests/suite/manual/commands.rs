//! `bindery manual`, alone in an empty folder.

use crate::support::client::Connection;
use crate::support::executable::{bindery, copy_bindery};
use crate::support::{folders, server};
use bindery_compiler::diagnostic::Code;
use libtest_mimic::Trial;

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("manual::it_is_served_without_sources", || Ok(served()?)),
        Trial::test("manual::every_listed_topic_is_printed", || Ok(printed()?)),
    ]
}

fn served() -> Result<(), String> {
    let folder = folders::empty_folder()?;
    copy_bindery(&folder)?;
    let running = server::start_alone(&folder, &["manual", "--port", "0"])?;
    let mut connection = Connection::open(running.address)?;
    for (path, part) in [
        ("/", "The Bindery manual"),
        ("/how-to/deploy", "systemd"),
        ("/reference/diagnostics", "id=\"broken-link\""),
    ] {
        let page = connection.get(path, &[])?;
        if page.status != 200 || !page.text()?.contains(part) {
            return Err(format!("{path}: {}, no `{part}`", page.status));
        }
    }
    let search = "/collections/site/documents/search?q=redirect";
    match connection
        .get(search, &[])?
        .text()?
        .contains("redirects-and-ledger")
    {
        true => Ok(()),
        false => Err("the search does not find the guide about redirects".to_owned()),
    }
}

fn printed() -> Result<(), String> {
    let text = |arguments: &[&str]| {
        let output = bindery(arguments)?;
        match output.status.success() {
            true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
            false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
        }
    };
    let list = text(&["manual", "--list"])?;
    let topics: Vec<&str> = list
        .lines()
        .filter_map(|line| line.split(' ').next())
        .collect();
    if topics.len() < 30 {
        return Err(list);
    }
    for topic in topics {
        if !text(&["manual", topic])?.starts_with("# ") {
            return Err(format!("`{topic}` does not begin with its title"));
        }
    }
    let code = text(&["manual", &Code::BrokenLink.name()])?;
    match code == Code::BrokenLink.explanation().page() {
        true => Ok(()),
        false => Err(code),
    }
}
