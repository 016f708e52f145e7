//! After an edit, only what the edit concerns is made again.

use super::*;

/// A bundle with other code of a component, and with another name of the client's entry.
fn write_bundle(folder: &Path, number: usize, entry: &str) {
    testing::bundle(folder, "");
    let path = folder.join("bundle/bundle.json");
    let code = format!("\"code\":{{\"shared\":\"1\",\"components\":{{\"Tabs\":\"{number}\"}}}},");
    let json = fs::read_to_string(&path).unwrap();
    let json = json.replacen('{', &format!("{{{code}"), 1);
    fs::write(path, json.replace("entry-x.js", entry)).unwrap();
    let assets = folder.join("bundle/client/assets");
    fs::write(assets.join(entry), format!("import './{number}.js'")).unwrap();
}

#[test]
fn a_bundle_with_one_other_component_gives_the_site_of_a_whole_build() {
    let author = Author::new("small", 1);
    author.append("docs/guides/second-guide.md", &text_of(2, 0));
    write_bundle(author.folder.path(), 1, "entry-x.js");
    let preview = Preview::new(author.options());
    let _ = preview.build();
    let before = preview.cache.counts();
    for (number, entry) in [(2, "entry-x.js"), (2, "entry-y.js"), (3, "entry-z.js")] {
        write_bundle(author.folder.path(), number, entry);
        let again = parts(preview.build());
        let whole = parts(Preview::new(author.options()).build());
        assert!(again.2 == whole.2, "another site with {entry}");
    }
    let [_, articles, rendered, _] = preview.cache.counts();
    assert_eq!(articles, before[1]);
    assert_eq!(rendered, before[2] + 2, "one page has a tag of it");
}

#[test]
fn code_that_only_renders_a_component_writes_no_other_documents() {
    let author = Author::new("small", 1);
    author.append("docs/guides/second-guide.md", &text_of(2, 0));
    let script = author.folder.path().join("bundle/client/assets/entry-x.js");
    let preview = Preview::new(author.options());
    for number in [1, 2] {
        write_bundle(author.folder.path(), number, "entry-x.js");
        fs::write(&script, "import './same.js'").unwrap();
        let written = preview.cache.counts()[3];
        let _ = preview.build();
        let written = preview.cache.counts()[3] - written;
        assert_eq!(written == 1, number == 2, "{written} documents");
    }
}

#[test]
fn other_articles_are_assembled_again_only_if_a_look_up_for_their_links_changed() {
    let author = Author::new("small", 1);
    author.append("docs/guides/second-guide.md", "## Old name\n");
    author.append("docs/README.md", "[it](guides/second-guide.md#old-name)\n");
    let preview = Preview::new(author.options());
    let count = || preview.cache.counts()[1];
    let _ = preview.build();
    let before = count();
    author.set("docs/guides/second-guide.md", "title: Another");
    let _ = preview.build();
    assert_eq!(count() - before, 1, "a title is in no other article");
    author.append("docs/guides/second-guide.md", "## New name\n");
    let _ = preview.build();
    assert_eq!(
        count() - before,
        3,
        "one page links to an anchor of this one"
    );
    author.write("docs/new.md", b"# New\n");
    let _ = preview.build();
    assert_eq!(count() - before, 4, "no other page looked for the new one");
    author.append("docs/README.md", "[later](later.md)\n");
    let _ = preview.build();
    assert_eq!(count() - before, 5);
    author.write("docs/later.md", b"# Later\n");
    let _ = preview.build();
    assert_eq!(count() - before, 7, "its link was broken before");
}

#[test]
fn an_edited_text_is_parsed_assembled_rendered_and_written_alone() {
    let author = Author::new("small", 1);
    let preview = Preview::new(author.options());
    let _ = preview.build();
    let before = preview.cache.counts();
    let _ = preview.build();
    assert_eq!(preview.cache.counts(), before, "nothing changed");
    author.append("docs/guides/second-guide.md", "More words.\n");
    let _ = preview.build();
    assert_eq!(preview.cache.counts(), before.map(|count| count + 1));
}

#[test]
fn after_an_edit_only_its_text_is_searched_for_code() {
    let author = Author::new("small", 1);
    author.write("components/A.tsx", b"export type AProps = { a: string };\n");
    let preview = Preview::new(author.options());
    let _ = preview.build();
    let [props, settings] = preview.cache.text_counts();
    assert!(props > 0 && settings > props);
    author.append("docs/guides/second-guide.md", "More words.\n");
    let _ = preview.build();
    assert_eq!(preview.cache.text_counts(), [props, settings + 1]);
    author.write("components/A.tsx", b"export type AProps = { b: string };\n");
    let _ = preview.build();
    assert_eq!(preview.cache.text_counts(), [props + 1, settings + 2]);
}

#[test]
fn after_an_edit_only_bodies_that_changed_are_hashed_and_not_shared() {
    let author = Author::new("small", 1);
    let preview = Preview::new(author.options());
    let before = preview.build().site.unwrap();
    let hashed = preview.hashes.count();
    author.append("docs/guides/second-guide.md", "More words.\n");
    let after = preview.build().site.unwrap();
    let is_old = |part: &&Arc<[u8]>| before.parts.iter().any(|old| Arc::ptr_eq(old, part));
    let new: Vec<_> = after.parts.iter().filter(|part| !is_old(part)).collect();
    assert!(preview.hashes.count() - hashed <= new.len());
    let documents = new.iter().filter(|part| part.starts_with(b"<!doctype"));
    assert_eq!(documents.count(), 1);
    let picture = picture(10);
    assert!(after.parts.iter().any(|part| **part == *picture));
    assert!(new.iter().all(|part| ***part != *picture));
}
