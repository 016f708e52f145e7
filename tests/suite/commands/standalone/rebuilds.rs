//! What a copy takes over from its original, and when it is made again.

use super::{FOLDER, run, succeeds, words};
use std::fs;

pub(super) fn copy_of_a_copy() -> Result<(), String> {
    let folder = FOLDER.as_ref()?;
    let arguments = ["build", "tree", "--effort", "fast", "--out", "again"];
    succeeds(run(folder, "tree-server", &arguments)?)?;
    let read = |name: &str| fs::read(folder.join(name)).map_err(words);
    match read("again")? == read("tree-server")? {
        true => Ok(()),
        false => Err("the copy of a copy differs".to_owned()),
    }
}

pub(super) fn no_other_site() -> Result<(), String> {
    let folder = FOLDER.as_ref()?;
    let blob = bindery_site::SITE.blob;
    let holds_site = |program: &str| {
        let bytes = fs::read(folder.join(program)).map_err(words)?;
        let middle = &blob[blob.len() / 2..][..64];
        Ok::<_, String>(bytes.windows(middle.len()).any(|part| part == middle))
    };
    match (holds_site("bindery")?, holds_site("tree-server")?) {
        (true, false) => Ok(()),
        other => Err(format!(
            "the original and its copy have the site: {other:?}"
        )),
    }
}

/// The hash of contents decides, whatever the times of the files.
pub(super) fn unchanged_inputs() -> Result<(), String> {
    let folder = FOLDER.as_ref()?;
    let (page, made) = (
        folder.join("same/docs/index.md"),
        folder.join("same-server"),
    );
    fs::create_dir_all(folder.join("same/docs")).map_err(words)?;
    let config = "title = \"T\"\nurl = \"https://t.example\"\n[checks]\nbroken_links = \"warn\"\n";
    fs::write(folder.join("same/site.toml"), config).map_err(words)?;
    let write = |text: &str| fs::write(&page, text).map_err(words);
    let builds = |effort: &str, is_unchanged: bool| {
        let text = succeeds(run(
            folder,
            "bindery",
            &["build", "same", "--effort", effort],
        )?)?;
        let has_warning = text.contains("warning[broken-link]");
        match has_warning && text.contains("Nothing changed in `same-server`") == is_unchanged {
            true => Ok(()),
            false => Err(format!("unchanged is not {is_unchanged}:\n{text}")),
        }
    };
    write("# T\n\n[One](./none.md)\n")?;
    builds("fast", false)?;
    let before = fs::read(&made).map_err(words)?;
    // Later, with the same bytes.
    write("# T\n\n[One](./none.md)\n")?;
    builds("fast", true)?;
    if fs::read(&made).map_err(words)? != before {
        return Err("the executable was changed".to_owned());
    }
    let time = fs::metadata(&page).and_then(|file| file.modified());
    let time = time.map_err(words)?;
    write("# T\n\n[Two](./none.md)\n")?;
    let file = fs::File::options().append(true).open(&page);
    file.and_then(|file| file.set_modified(time))
        .map_err(words)?;
    builds("fast", false)?;
    builds("best", false)?;
    builds("best", true)?;
    fs::write(&made, &before).map_err(words)?;
    builds("best", false)?;
    fs::remove_file(&made).map_err(words)?;
    builds("best", false)
}
