//! Random and malformed messages: the server answers with errors and keeps running.

use crate::client::{Client, Folder};
use fastrand::Rng;
use serde_json::{Value, json};

const METHODS: [&str; 14] = [
    "textDocument/codeAction",
    "textDocument/completion",
    "textDocument/definition",
    "textDocument/documentSymbol",
    "textDocument/hover",
    "textDocument/prepareRename",
    "textDocument/references",
    "textDocument/rename",
    "workspace/willRenameFiles",
    "initialize",
    "textDocument/formatting",
    "",
    "$/unknown",
    "workspace/symbol",
];

const NOTIFICATIONS: [&str; 9] = [
    "textDocument/didOpen",
    "textDocument/didChange",
    "textDocument/didClose",
    "textDocument/didSave",
    "workspace/didChangeWatchedFiles",
    "workspace/didChangeWorkspaceFolders",
    "$/cancelRequest",
    "initialized",
    "$/setTrace",
];

/// Texts with all that the requests look for, cut anywhere.
const TEXT: &str = "---\ntitle: é\nheading_aliases:\n  a: b\n---\nimport d from '@site/data/x.json'\r\n\r\n# 𝒳 {#x}\n\n\
    [a](/docs/b#one) [b](./b.md) <Link to=\"#x\">{d.list[0].é}</Link>\n\n```rust\n:::\n```\n:::note[é]\n## One ##\n{frontMatter.title}\n<B";

fn site() -> Folder {
    Folder::new(&[
        ("docs/a.md", TEXT),
        ("docs/b.md", "# B\n\n## One\n"),
        ("data/x.json", "{\"list\": [{\"é\": 1}]}"),
    ])
}

fn number(random: &mut Rng) -> Value {
    match random.u8(..8) {
        0 => json!(-1),
        1 => json!(u32::MAX),
        2 => json!(1e300),
        3 => Value::Null,
        4 => json!("1"),
        _ => json!(random.u32(..40)),
    }
}

fn position(random: &mut Rng) -> Value {
    json!({"line": number(random), "character": number(random)})
}

/// Parameters of any method, mostly well-formed.
fn params(random: &mut Rng, uris: &[String]) -> Value {
    let uri = random.choice(uris).unwrap().as_str();
    let letters: Vec<char> = TEXT.chars().collect();
    let from = random.usize(..letters.len());
    let text: String = letters[from..].iter().take(random.usize(..200)).collect();
    let mut range = json!({"start": position(random), "end": position(random)});
    if random.u8(..4) == 0 {
        range = Value::Null;
    }
    let version = number(random);
    let mut params = json!({
        "textDocument": {"uri": uri, "version": version, "text": text, "languageId": "markdown"},
        "position": position(random),
        "range": range,
        "newName": text,
        "context": {"only": ["", "source"], "includeDeclaration": true},
        "contentChanges": [{"range": range, "text": text}],
        "files": [{"oldUri": uri, "newUri": random.choice(uris).unwrap()}],
        "event": {"added": [{"uri": uri}], "removed": []},
        "id": number(random),
    });
    if random.u8(..6) == 0 {
        let keys: Vec<String> = params.as_object().unwrap().keys().cloned().collect();
        let key = random.choice(&keys).unwrap().clone();
        params[key] = random.choice([json!([]), json!("x"), Value::Null]).unwrap();
    }
    params
}

#[test]
fn random_messages_are_answered_and_the_server_lives() {
    let folder = site();
    let a = folder.uri("docs/a.md");
    let uris = [
        a.clone(),
        folder.uri("docs/b.md"),
        folder.uri("docs/none.md"),
        folder.uri("site.toml"),
        folder.uri(""),
        "untitled:Untitled-1".to_owned(),
        "file:///%ff".to_owned(),
        "file:///nowhere/x.md".to_owned(),
        "\u{0}".to_owned(),
    ];
    for seed in 0..20 {
        let mut random = Rng::with_seed(seed);
        let mut client = Client::open(&folder);
        client.did_open(&a, TEXT);
        let mut ids = Vec::new();
        for _ in 0..60 {
            match random.u8(..10) {
                0 => client.send_bytes(b"Content-Length: 7\r\n\r\n{\"a\": 1"),
                1 => client.send(&json!([1, 2])),
                2 => client.send_bytes(b"Content-Length: x\r\nA\r\n\r\n"),
                3..6 => {
                    let method = random.choice(NOTIFICATIONS).unwrap();
                    let params = params(&mut random, &uris);
                    client.notify(method, &params);
                }
                _ => {
                    let method = random.choice(METHODS).unwrap();
                    let params = params(&mut random, &uris);
                    ids.push((client.begin(method, &params), method, params));
                }
            }
        }
        for (id, method, params) in ids {
            let answer = client.answer_to(&json!(id));
            let code = &answer["error"]["code"];
            assert_ne!(*code, -32603, "seed {seed}: {method} {params}: {answer}");
        }
        let end = client.request("shutdown", &Value::Null);
        assert_eq!(end["result"], Value::Null, "seed {seed}");
        client.notify("exit", &Value::Null);
        assert!(client.end(), "seed {seed}");
    }
}

#[test]
fn completion_lives_at_each_position_of_a_text() {
    let folder = site();
    let mut client = Client::open(&folder);
    let a = folder.uri("docs/a.md");
    client.did_open(&a, TEXT);
    for (line, text) in TEXT.lines().enumerate() {
        let line = u32::try_from(line).unwrap();
        for column in 0..=u32::try_from(text.encode_utf16().count()).unwrap() {
            for method in ["textDocument/completion", "textDocument/hover"] {
                client.at(method, &a, line, column);
            }
        }
    }
}
