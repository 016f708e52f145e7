//! Adds the hashed files of earlier releases to the output, from a folder that `bindery assets carry` wrote, so that pages
//! still open in a browser find the files of their release.

use crate::diagnostic::{Code, Diagnostics};
use crate::pack::compress::Effort;
use crate::pack::{Asset, CachePolicy, SiteOutput, Target};
use crate::system::cache;
use bindery_format::carried::{CarriedFile, CarriedList, LIST_NAME, is_carried_path};
use bindery_format::path_segment::PATH_SEGMENT;
use percent_encoding::utf8_percent_encode;
use std::fs;
use std::path::Path;

/// The most plain bytes to carry; the oldest files are left out first.
const MAX_BYTES: usize = 16 << 20;

/// Digits of an entity tag.
const TAG_DIGITS: usize = 20;

/// Adds the files that the output does not have. It never replaces a file of this build.
pub(crate) fn put_carried(
    output: &mut SiteOutput,
    folder: &Path,
    effort: Effort,
    sink: &mut Diagnostics,
) {
    let list = match read_list(folder) {
        Ok(list) => list,
        Err(message) => return report(folder, &message, sink),
    };
    let mut files: Vec<(&String, &CarriedFile)> = list.files.iter().collect();
    files.sort_by_key(|(path, file)| (file.age, *path));
    let mut listed = CarriedList::default();
    let mut bytes = 0;
    for (path, file) in files {
        let url = url_of(&output.base_path, path);
        if output.targets.contains_key(&url) {
            continue;
        }
        match read_file(folder, path, file) {
            Ok(body) if bytes + body.len() > MAX_BYTES => {}
            Ok(body) => {
                bytes += body.len();
                let carried = Asset {
                    media_type: file.media_type.clone(),
                    ..Asset::new(path, CachePolicy::Immutable, effort, body)
                };
                output.targets.insert(url, Target::Asset(carried));
                listed.files.insert(path.clone(), file.clone());
            }
            Err(message) => report(folder, &message, sink),
        }
    }
    if listed.files.is_empty() {
        return;
    }
    let text = serde_json::to_vec(&listed).expect("BUG: a list is JSON");
    let list = Asset::new(LIST_NAME, CachePolicy::Revalidate, effort, text);
    let path = format!("{}_bindery/{LIST_NAME}", output.base_path);
    output.targets.insert(path, Target::Asset(list));
}

fn read_list(folder: &Path) -> Result<CarriedList, String> {
    let text = fs::read(folder.join(LIST_NAME));
    let text = text.map_err(|error| format!("its `{LIST_NAME}` cannot be read: {error}"))?;
    serde_json::from_slice(&text).map_err(|error| format!("its `{LIST_NAME}` is damaged: {error}"))
}

fn read_file(folder: &Path, path: &str, file: &CarriedFile) -> Result<Vec<u8>, String> {
    if !is_carried_path(path) {
        return Err(format!("`{path}` is not the path of a hashed file"));
    }
    let body = fs::read(folder.join(path));
    let body = body.map_err(|error| format!("`{path}` cannot be read: {error}"))?;
    match cache::short_hash(&body, TAG_DIGITS) == file.hash {
        true => Ok(body),
        false => Err(format!("`{path}` is not the file that was carried")),
    }
}

/// The path in the spelling of the route table.
fn url_of(base: &str, path: &str) -> String {
    let segments = path.split('/');
    let segments = segments.map(|segment| utf8_percent_encode(segment, PATH_SEGMENT).to_string());
    format!("{base}{}", segments.collect::<Vec<_>>().join("/"))
}

fn report(folder: &Path, message: &str, sink: &mut Diagnostics) {
    let message = format!("the carried files in `{}`: {message}", folder.display());
    sink.error(Code::BadConfig, None, message)
        .help("write the folder again with `bindery assets carry OLD-BINARY`, or remove it");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;
    use std::collections::BTreeMap;

    /// An output whose interface is of these bytes.
    fn output(script: &str) -> SiteOutput {
        let body = script.as_bytes().to_vec();
        let path = format!("/lib/assets/entry-{}.js", cache::short_hash(&body, 8));
        let script = Asset::new("a.js", CachePolicy::Immutable, Effort::None, body);
        SiteOutput {
            targets: BTreeMap::from([(path, Target::Asset(script))]),
            ..testing::empty_output()
        }
    }

    /// The folder that the release of an output would write.
    fn written(output: &SiteOutput) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("assets")).unwrap();
        let mut list = CarriedList::default();
        for (path, target) in &output.targets {
            let Target::Asset(asset) = target else {
                continue;
            };
            let path = path.strip_prefix(&output.base_path).unwrap();
            fs::write(folder.path().join(path), &asset.body).unwrap();
            let file = CarriedFile {
                media_type: asset.media_type.clone(),
                hash: cache::short_hash(&asset.body, TAG_DIGITS),
                age: 1,
            };
            list.files.insert(path.to_owned(), file);
        }
        let text = serde_json::to_vec(&list).unwrap();
        fs::write(folder.path().join(LIST_NAME), text).unwrap();
        folder
    }

    fn put(output: &mut SiteOutput, folder: &Path) -> Vec<String> {
        let mut sink = Diagnostics::new();
        put_carried(output, folder, Effort::None, &mut sink);
        let problems = sink.into_sorted().into_iter();
        problems.map(|one| one.message).collect()
    }

    #[test]
    fn a_release_has_the_files_of_the_one_before() {
        let old = output("let a = 1;");
        let folder = written(&old);
        let mut new = output("let a = 2;");
        assert!(put(&mut new, folder.path()).is_empty());
        for (path, target) in &old.targets {
            let (Target::Asset(old), Target::Asset(new)) = (target, &new.targets[path]) else {
                panic!("{path} is no file");
            };
            assert_eq!(old.body, new.body);
            assert_eq!(new.cache, CachePolicy::Immutable);
        }
        assert!(new.targets.contains_key("/lib/_bindery/carried.json"));
        assert_eq!(new.targets.len(), 3);
    }

    #[test]
    fn what_is_there_is_not_carried() {
        let folder = written(&output("let a = 1;"));
        let mut same = output("let a = 1;");
        assert!(put(&mut same, folder.path()).is_empty());
        assert_eq!(same.targets.len(), 1);
    }

    #[test]
    fn a_folder_that_is_damaged_is_a_problem() {
        let old = output("let a = 1;");
        let folder = written(&old);
        let path = old.targets.keys().next().unwrap();
        let file = folder.path().join(path.strip_prefix("/lib/").unwrap());
        fs::write(file, "let evil = 1;").unwrap();
        let problems = put(&mut output("let a = 2;"), folder.path());
        assert!(
            problems[0].contains("is not the file that was carried"),
            "{problems:?}"
        );
        let text = r#"{"files":{"assets/../../x":{"media_type":"text/css","hash":"a","age":1}}}"#;
        fs::write(folder.path().join(LIST_NAME), text).unwrap();
        let problems = put(&mut output("let a = 2;"), folder.path());
        assert!(
            problems[0].contains("not the path of a hashed file"),
            "{problems:?}"
        );
        fs::remove_file(folder.path().join(LIST_NAME)).unwrap();
        assert_eq!(put(&mut output("let a = 2;"), folder.path()).len(), 1);
    }
}
