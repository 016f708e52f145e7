//! The answers to requests.

use crate::client::{Client, Folder};
use serde_json::{Value, json};

/// The parameters of `textDocument/codeAction` for a whole document.
fn whole(uri: &str) -> Value {
    json!({
        "textDocument": {"uri": uri},
        "range": {"start": {"line": 0, "character": 0}, "end": {"line": 999, "character": 0}},
        "context": {"diagnostics": []},
    })
}

#[test]
fn certain_corrections_are_code_actions() {
    let folder = Folder::new(&[("docs/a.md", "# A\n"), ("docs/b.md", "# B\n\n## Section\n")]);
    let mut client = Client::open(&folder);
    let a = folder.uri("docs/a.md");
    client.did_open(&a, "# A\n\n[b](b.md#sectoin) [b](b.md#sectio)\n");
    let answer = client.request("textDocument/codeAction", &whole(&a));
    let actions = answer["result"].as_array().unwrap();
    let kinds: Vec<_> = actions
        .iter()
        .map(|one| one["kind"].as_str().unwrap())
        .collect();
    assert_eq!(
        kinds,
        ["quickfix", "quickfix", "source.fixAll.bindery"],
        "{answer}"
    );
    assert_eq!(actions[0]["diagnostics"][0]["code"], "broken-anchor");
    let edit = &actions[2]["edit"]["documentChanges"][0];
    assert_eq!(edit["textDocument"], json!({"uri": a, "version": 1}));
    assert_eq!(edit["edits"].as_array().unwrap().len(), 2);
    let mut params = whole(&a);
    params["context"]["only"] = json!(["source.fixAll"]);
    let only = client.request("textDocument/codeAction", &params);
    assert_eq!(only["result"].as_array().unwrap().len(), 1);
    params["context"]["only"] = json!(["refactor"]);
    let none = client.request("textDocument/codeAction", &params);
    assert_eq!(none["result"], json!([]));
}

#[test]
fn headings_are_symbols() {
    let folder = Folder::new(&[("docs/a.md", "# A\n")]);
    let mut client = Client::open(&folder);
    let a = folder.uri("docs/a.md");
    client.did_open(&a, "# A\n\n## One\n\n#### Deep\n\n## Two {#b}\n\n`x`\n");
    let params = json!({"textDocument": {"uri": a}});
    let symbols = client.request("textDocument/documentSymbol", &params)["result"].take();
    let title = &symbols[0];
    assert_eq!(
        (&title["name"], &title["range"]["end"]["line"]),
        (&json!("A"), &json!(9))
    );
    let sections = &title["children"];
    assert_eq!(sections[0]["name"], "One");
    assert_eq!(sections[0]["children"][0]["name"], "Deep");
    assert_eq!(sections[0]["range"]["end"]["line"], 6);
    assert_eq!(
        (&sections[1]["name"], &sections[1]["detail"]),
        (&json!("Two"), &json!("#b"))
    );
    let mut simple = Client::initialize(&folder, &json!({}));
    let flat = simple.request("textDocument/documentSymbol", &params)["result"].take();
    assert_eq!(flat[0]["location"]["uri"], a);
}

/// A site whose pages link to each other.
fn linked() -> Folder {
    Folder::new(&[
        (
            "docs/a.md",
            "---\ndescription: About *a*.\n---\n# A\n\n## One\n\n[b](b.md#two), [b](./b.md), [own](#one)\n",
        ),
        (
            "docs/b.md",
            "# B\n\n## Two\n\n[a](/docs/a#one) <Box size=\"1\" />\n",
        ),
        (
            "docs/c.md",
            "---\ntitle: C\n---\nimport data from '@site/data/x.json'\n\n{data.list[1].k} {frontMatter.title}\n",
        ),
        ("data/x.json", "{\"list\": [1, {\"k\": \"```v\"}]}"),
        (
            "components/Box.tsx",
            "export const props = { size: 'string', wide: 'boolean?' }\nexport function Box() { return null }\n",
        ),
    ])
}

#[test]
fn hover_shows_pages_values_and_properties() {
    let folder = linked();
    let mut client = Client::open(&folder);
    let mut text = |name: &str, line, character| {
        let hover = client.at("textDocument/hover", &folder.uri(name), line, character);
        hover["contents"]["value"].as_str().map(str::to_owned)
    };
    let own = text("docs/a.md", 7, 35).unwrap();
    assert!(own.starts_with("**A** › One\n\nAbout \\*a\\*."), "{own}");
    let b = text("docs/a.md", 7, 6).unwrap();
    assert!(b.starts_with("**B** › Two"), "{b}");
    let heading = text("docs/a.md", 5, 4).unwrap();
    assert_eq!(heading, "`/docs/a#one`");
    let props = text("docs/b.md", 4, 20).unwrap();
    assert!(
        props.contains("size: string") && props.contains("wide?: boolean"),
        "{props}"
    );
    let value = text("docs/c.md", 5, 14).unwrap();
    assert_eq!(value, "````json\n\"```v\"\n````");
    assert_eq!(text("docs/c.md", 5, 32).unwrap(), "```json\n\"C\"\n```");
    assert_eq!(text("docs/c.md", 5, 0), None);
}

#[test]
fn links_lead_to_headings_and_tags_to_components() {
    let folder = linked();
    let mut client = Client::open(&folder);
    let mut place = |name: &str, line, character| {
        let found = client.at(
            "textDocument/definition",
            &folder.uri(name),
            line,
            character,
        );
        (
            found["uri"].clone(),
            found["range"]["start"]["line"].clone(),
        )
    };
    let at = |name: &str, line: u32| (json!(folder.uri(name)), json!(line));
    assert_eq!(place("docs/a.md", 7, 6), at("docs/b.md", 2));
    assert_eq!(place("docs/a.md", 7, 20), at("docs/b.md", 0));
    assert_eq!(place("docs/b.md", 4, 8), at("docs/a.md", 5));
    assert_eq!(place("docs/b.md", 4, 20), at("components/Box.tsx", 0));
}

#[test]
fn references_of_a_heading_are_the_links_to_it() {
    let folder = linked();
    let mut client = Client::open(&folder);
    let mut places = |name: &str, line: u32, declaration: bool| {
        let params = json!({
            "textDocument": {"uri": folder.uri(name)},
            "position": {"line": line, "character": 4},
            "context": {"includeDeclaration": declaration},
        });
        let found = client.request("textDocument/references", &params)["result"].take();
        let found = found.as_array().unwrap().clone().into_iter();
        let found = found.map(|one| {
            let uri = one["uri"]
                .as_str()
                .unwrap()
                .rsplit('/')
                .next()
                .unwrap()
                .to_owned();
            (uri, one["range"]["start"]["line"].as_u64().unwrap())
        });
        found.collect::<Vec<_>>()
    };
    let one = |name: &str, line| (name.to_owned(), line);
    assert_eq!(
        places("docs/a.md", 5, false),
        [one("a.md", 7), one("b.md", 4)]
    );
    assert_eq!(places("docs/a.md", 5, true).len(), 3);
    assert_eq!(
        places("docs/b.md", 0, false).len(),
        2,
        "the title stands for the page"
    );
    assert_eq!(places("docs/c.md", 5, false), []);
}

/// The texts that completion offers at the mark `|` of an unsaved text.
fn offered(client: &mut Client, uri: &str, version: i32, marked: &str) -> Vec<String> {
    let (before, _) = marked.split_once('|').unwrap();
    client.did_change(uri, version, &marked.replacen('|', "", 1));
    let line = u32::try_from(before.matches('\n').count()).unwrap();
    let last = before.rsplit('\n').next().unwrap();
    let column = u32::try_from(last.encode_utf16().count()).unwrap();
    let found = client.at("textDocument/completion", uri, line, column);
    let items = found["items"]
        .as_array()
        .cloned()
        .unwrap_or_default()
        .into_iter();
    let texts = items.map(|item| {
        let edit = &item["textEdit"];
        assert_eq!(
            edit["range"]["end"],
            json!({"line": line, "character": column})
        );
        edit["newText"].as_str().unwrap().to_owned()
    });
    texts.collect()
}

#[test]
fn completion_offers_what_fits_the_place() {
    let folder = linked();
    let mut client = Client::open(&folder);
    let c = folder.uri("docs/c.md");
    client.did_open(&c, "# C\n");
    let mut version = 1;
    let mut offers = |marked: &str| {
        version += 1;
        offered(&mut client, &c, version, marked)
    };
    assert_eq!(offers("é𝒳 [x](/docs/|"), ["/docs/a", "/docs/b", "/docs/c"]);
    assert_eq!(offers("[x](b.|"), ["./b.md"]);
    assert_eq!(offers("[x](./b.md#t|)"), ["two"]);
    assert_eq!(offers("[x](/docs/a#|"), ["a", "one"]);
    assert_eq!(offers("[x](a#|"), ["a", "one"]);
    assert_eq!(offers("<Bo|"), ["Box"]);
    assert_eq!(offers("<Box si|"), ["size=\""]);
    assert_eq!(offers("<Heading as=\"h3|"), ["h3"]);
    assert_eq!(offers("---\nsidebar_la|"), ["sidebar_label: "]);
    assert_eq!(offers("---\nunlisted: t|"), ["true"]);
    assert_eq!(offers(":::war|"), ["warning"]);
    assert_eq!(offers("```typesc|"), ["typescript"]);
    let import = "import data from '@site/data/x.json'\n\n";
    assert_eq!(offers(&format!("{import}{{d|}}")), ["data"]);
    assert_eq!(offers(&format!("{import}{{data.|}}")), ["list"]);
    assert_eq!(offers(&format!("{import}{{data.list[1].|")), ["k"]);
    assert_eq!(offers("plain |"), [""; 0]);
    let with_headings = "# C\n\n## Own\n\n[x](#|)\n";
    offers(with_headings);
    // Symbols are those of a check of the present text.
    let params = json!({"textDocument": {"uri": c}});
    client.request("textDocument/documentSymbol", &params);
    assert_eq!(offered(&mut client, &c, 99, with_headings), ["c", "own"]);
}
