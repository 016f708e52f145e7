//! Renaming headings and files.

use crate::client::{Client, Folder, apply};
use serde_json::{Value, json};

fn rename(client: &mut Client, uri: &str, line: u32, name: &str) -> Value {
    let params = json!({
        "textDocument": {"uri": uri},
        "position": {"line": line, "character": 4},
        "newName": name,
    });
    client.request("textDocument/rename", &params)
}

#[test]
fn a_renamed_heading_takes_its_links_along() {
    let folder = Folder::new(&[
        (
            "docs/a.md",
            "# A\n\n## One é\n\n[x](#one-é) [x](#one-%C3%A9)\n\n## Fixed {#f}\n",
        ),
        (
            "docs/b.md",
            "# B\n\n[x](a.md#one-é) [x](/docs/a#f) <Link to=\"/docs/a#one-é\">y</Link>\n\n## One é\n\n[z](#one-é)\n",
        ),
        ("ledger.txt", "/docs/a #a #one-é #f\n/docs/b #b\n"),
    ]);
    let mut client = Client::open(&folder);
    let (a, b) = (folder.uri("docs/a.md"), folder.uri("docs/b.md"));
    let range = client.at("textDocument/prepareRename", &a, 2, 5);
    assert_eq!(range["placeholder"], "One é");
    let edit = rename(&mut client, &a, 2, "Two")["result"].take();
    let changed = apply(&folder, &edit);
    let aliases = "---\nheading_aliases:\n  \"one-é\": \"two\"\n---\n\n";
    assert_eq!(
        changed[&a],
        format!("{aliases}# A\n\n## Two\n\n[x](#two) [x](#two)\n\n## Fixed {{#f}}\n")
    );
    assert_eq!(
        changed[&b],
        "# B\n\n[x](a.md#two) [x](/docs/a#f) <Link to=\"/docs/a#two\">y</Link>\n\n## One é\n\n[z](#one-é)\n"
    );
    // With the changes the site has no problem that it did not have.
    client.did_open(&a, &changed[&a]);
    client.did_open(&b, &changed[&b]);
    let found = client.diagnostics(&b, Some(1));
    assert_eq!(found, [Value::Null; 0]);
}

#[test]
fn ids_that_are_written_or_uncertain_stay() {
    let folder = Folder::new(&[(
        "docs/a.md",
        "# A\n\n## One\n\n## Fixed {#f}\n\n[x](#one)\n\nSetext\n---\n",
    )]);
    let mut client = Client::open(&folder);
    let a = folder.uri("docs/a.md");
    let mut renamed = |line, name: &str| {
        let edit = rename(&mut client, &a, line, name)["result"].take();
        apply(&folder, &edit)[&a]
            .lines()
            .nth(line as usize)
            .unwrap()
            .to_owned()
    };
    assert_eq!(renamed(4, "New"), "## New {#f}");
    assert_eq!(renamed(2, "New `code`"), "## New `code` {#one}");
    assert_eq!(renamed(2, "one"), "## one");
    for (line, name) in [(8, "New"), (6, "New"), (2, " "), (2, "a\nb")] {
        let answer = rename(&mut client, &a, line, name);
        assert!(answer.get("error").is_some(), "{answer}");
    }
    assert_eq!(
        client.at("textDocument/prepareRename", &a, 6, 1),
        Value::Null
    );
}

#[test]
fn headings_with_the_same_text_change_their_numbers_together() {
    let folder = Folder::new(&[(
        "docs/a.md",
        "# A\n\n## One\n\n## One\n\n[x](#one) [y](#one-1)\n",
    )]);
    let mut client = Client::open(&folder);
    let a = folder.uri("docs/a.md");
    let edit = rename(&mut client, &a, 2, "Two")["result"].take();
    assert_eq!(
        apply(&folder, &edit)[&a],
        "# A\n\n## Two\n\n## One\n\n[x](#two) [y](#one)\n"
    );
}

#[test]
fn a_renamed_file_takes_links_redirects_and_sidebars_along() {
    let folder = Folder::new(&[
        (
            "site.toml",
            "title = \"T\"\nurl = \"https://site.example\"\nbase_path = \"/base/\"\n\n[[docs]]\nsidebar = \"sidebars.json\"\n\n[[redirects]]\nfrom = \"/old\"\nto = \"/docs/a\"\n",
        ),
        ("sidebars.json", "{\"docs\": [\"a\", \"b\"]}"),
        (
            "docs/a.md",
            "# A\n\n[b](b.md#x) [b](./b.md) [c](/b.md) [d](b) ![](img/x.png)\n\nimport x from './x.json'\n\n\
             import {\n  k,\n} from './y.json'\n",
        ),
        (
            "docs/b.md",
            "# B\n\n## X\n\n[a](a.md#a) [a](@site/docs/a.md) [a](/docs/a?q#a) [x](#x)\n",
        ),
        ("docs/img/x.png", "x"),
        ("docs/y.json", "{\"k\": 1}"),
        ("ledger.txt", "/docs/a #a\n"),
    ]);
    let mut client = Client::open(&folder);
    let files =
        json!([{"oldUri": folder.uri("docs/a.md"), "newUri": folder.uri("docs/in/new.md")}]);
    let answer = client.request("workspace/willRenameFiles", &json!({"files": files}));
    let changed = apply(&folder, &answer["result"]);
    let text = |name: &str| changed[&folder.uri(name)].as_str();
    assert_eq!(
        text("docs/a.md").lines().nth(2),
        Some("[b](../b.md#x) [b](../b.md) [c](/b.md) [d](/docs/b) ![](../img/x.png)")
    );
    assert!(text("docs/a.md").ends_with("import {\n  k,\n} from '../y.json'\n"));
    assert_eq!(
        text("docs/b.md").lines().nth(4),
        Some("[a](in/new.md#a) [a](@site/docs/in/new.md) [a](/docs/in/new?q#a) [x](#x)")
    );
    assert_eq!(text("sidebars.json"), "{\"docs\": [\"in/new\", \"b\"]}");
    let config = text("site.toml");
    assert!(
        config.contains("from = \"/old\"\nto = \"/docs/in/new\"\n"),
        "{config}"
    );
    let redirect = "\n[[redirects]]\nfrom = \"/docs/a\"\nto = \"/docs/in/new\"\n";
    assert!(config.ends_with(redirect), "{config}");
    // Files that are moved together have the same relative paths.
    let files = json!([{"oldUri": folder.uri("docs"), "newUri": folder.uri("texts")}]);
    let answer = client.request("workspace/willRenameFiles", &json!({"files": files}));
    assert!(answer.get("error").is_none(), "{answer}");
    let files = json!([{"oldUri": folder.uri("docs/img"), "newUri": folder.uri("docs/pictures")}]);
    let answer = client.request("workspace/willRenameFiles", &json!({"files": files}));
    assert_eq!(
        answer["result"],
        Value::Null,
        "pictures of pages that stay are not followed"
    );
}
