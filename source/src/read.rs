//! Reads a folder into a [`SourceTree`], in parallel. Unreadable files are diagnostics.

mod changed_paths;
mod declared_encoding;
mod file_cache;
mod file_stamp;
mod walk;

pub use self::changed_paths::ChangedPaths;
pub use self::file_cache::FileCache;
pub use self::file_stamp::FileStamp;

use self::file_cache::Walked;
use self::walk::FoundFiles;

use crate::diagnostic::{Code, Diagnostics};
use crate::line_index::LineIndex;
use crate::tree::{FileId, MAX_FILE_BYTES, Scope, SourceFile, SourceTree, Span};
use rayon::prelude::*;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The extensions whose files must be UTF-8.
const TEXT_EXTENSIONS: [&str; 18] = [
    "md", "mdx", "json", "toml", "yaml", "yml", "csv", "tsx", "ts", "jsx", "js", "mts", "cts",
    "mjs", "cjs", "svg", "css", "txt",
];

/// Reads all files below `root`, sorted by path.
///
/// Hidden files and editor backups are left out. A file that cannot be read is in the tree with empty text, so that
/// its diagnostic can name it.
pub fn read_tree(root: &Path, sink: &mut Diagnostics) -> SourceTree {
    read_scope(root, &Scope::default(), sink)
}

/// Reads the files below `root` that `scope` asks for, as [`read_tree`] does.
pub fn read_scope(root: &Path, scope: &Scope, sink: &mut Diagnostics) -> SourceTree {
    read_with(root, scope, sink, |found| {
        let files = found.files.into_par_iter().enumerate();
        let read = files.map(|(at, (path, disk_path))| {
            let id = FileId(u32::try_from(at).unwrap_or(u32::MAX));
            read_file(id, path, disk_path)
        });
        read.collect()
    })
}

/// Reads the files as [`read_scope`] does. Those that are as they were when `cache` was filled are not read again, and each
/// file has the id that it had then. `changed` says what may have changed since.
pub fn read_again(
    root: &Path,
    scope: &Scope,
    cache: &mut FileCache,
    changed: &ChangedPaths,
    sink: &mut Diagnostics,
) -> SourceTree {
    let canonical = root.canonicalize().unwrap_or_default();
    let walked = Walked {
        root: canonical,
        scope: scope.clone(),
    };
    if let Some(read) = cache.read_changed(&walked, changed) {
        return tree_of(root, scope, read, sink);
    }
    let mut is_plain = false;
    let tree = read_with(root, scope, sink, |found| {
        is_plain = found.is_plain;
        cache.read(found.files)
    });
    // A folder that has just been created may get more files before the system reports what happens in it.
    let has_new_folder = match changed {
        ChangedPaths::Any => false,
        ChangedPaths::Only(paths) => paths.iter().any(|path| path.is_dir()),
    };
    cache.set_walked((is_plain && !has_new_folder).then_some(walked));
    tree
}

fn read_with(
    root: &Path,
    scope: &Scope,
    sink: &mut Diagnostics,
    read: impl FnOnce(FoundFiles) -> Vec<(SourceFile, Option<Problem>)>,
) -> SourceTree {
    let Some(canonical_root) = open_root(root, sink) else {
        return SourceTree {
            root: root.to_path_buf(),
            ..SourceTree::default()
        };
    };
    let found = walk::find_files(root, &canonical_root, scope, sink);
    tree_of(root, scope, read(found), sink)
}

/// The tree of these files; reports their problems.
fn tree_of(
    root: &Path,
    scope: &Scope,
    read: Vec<(SourceFile, Option<Problem>)>,
    sink: &mut Diagnostics,
) -> SourceTree {
    let mut tree = SourceTree {
        root: root.to_path_buf(),
        ..SourceTree::default()
    };
    for (file, problem) in read {
        if let Some(problem) = problem
            && scope.is_content(&file.path)
        {
            problem.report(&file, sink);
        }
        tree.files.push(file);
    }
    if tree.files.is_empty() {
        sink.error(
            Code::EmptySite,
            None,
            format!("the content folder `{}` holds no files", root.display()),
        )
        .help("write a `site.toml` and a page such as `docs/README.md` there");
    }
    tree
}

fn open_root(root: &Path, sink: &mut Diagnostics) -> Option<PathBuf> {
    let help = "create it, or set `BINDERY_CONTENT` to the folder that holds `site.toml`";
    let message = match root.canonicalize() {
        Ok(canonical) if canonical.is_dir() => return Some(canonical),
        Ok(_) => format!("the content path `{}` is no folder", root.display()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            format!("there is no content folder `{}`", root.display())
        }
        Err(error) => format!(
            "the content folder `{}` cannot be read: {error}",
            root.display()
        ),
    };
    sink.error(Code::MissingContent, None, message).help(help);
    None
}

/// The problem of one file; reported when its id is known.
enum Problem {
    TooLarge(u64),
    Unreadable(io::Error),
    /// The offset of the first bad byte in the decoded text.
    NotUtf8(usize),
    /// The offset of the first NUL in the decoded text.
    Nul(usize),
}

impl Problem {
    fn report(self, file: &SourceFile, sink: &mut Diagnostics) {
        let start = Span::start_of(file.id);
        match self {
            Problem::TooLarge(bytes) => sink
                .error(
                    Code::FileTooLarge,
                    start,
                    format!("the file has {bytes} bytes; the most is {MAX_FILE_BYTES} (32 MiB)"),
                )
                .help("serve files of this size from elsewhere and link to them"),
            Problem::Unreadable(error) => sink
                .error(
                    Code::UnreadableFile,
                    start,
                    format!("the file cannot be read: {error}"),
                )
                .help("check its permissions"),
            Problem::NotUtf8(at) => sink
                .error(
                    Code::InvalidUtf8,
                    Span::new(file.id, at, at + '\u{fffd}'.len_utf8()),
                    "this byte is not UTF-8",
                )
                .help("save the file as UTF-8"),
            Problem::Nul(at) => sink
                .error(
                    Code::InvalidUtf8,
                    Span::new(file.id, at, at + '\u{fffd}'.len_utf8()),
                    "this is a NUL character, which no text has",
                )
                .help("delete it, or save the file as UTF-8 if it is UTF-16"),
        };
    }
}

fn read_file(id: FileId, path: String, disk_path: PathBuf) -> (SourceFile, Option<Problem>) {
    let (bytes, read_problem) = match read_bytes(&disk_path) {
        Ok(bytes) => (bytes, None),
        Err(problem) => (Vec::new(), Some(problem)),
    };
    let extension = Path::new(&path).extension().unwrap_or_default();
    let is_readable = read_problem.is_none();
    let is_text = TEXT_EXTENSIONS
        .iter()
        .any(|text| extension.eq_ignore_ascii_case(text));
    let (text, problem) = if is_text && is_readable {
        let is_drawing = extension.eq_ignore_ascii_case("svg");
        decode(&bytes, is_drawing)
    } else {
        (String::new(), read_problem)
    };
    let lines = LineIndex::new(&text);
    let text: Arc<str> = text.into();
    let bytes = match bytes == text.as_bytes() {
        true => Arc::clone(&text).into(),
        false => bytes.into(),
    };
    let file = SourceFile {
        id,
        path,
        disk_path,
        lines,
        text,
        bytes,
        is_readable,
        written: None,
    };
    (file, problem)
}

fn read_bytes(path: &Path) -> Result<Vec<u8>, Problem> {
    let size = std::fs::metadata(path).map_err(Problem::Unreadable)?.len();
    if size > MAX_FILE_BYTES {
        return Err(Problem::TooLarge(size));
    }
    std::fs::read(path).map_err(Problem::Unreadable)
}

/// The text without its byte order mark, and the first problem in it. Bytes that are not UTF-8 are replaced, so that the
/// diagnostic has an excerpt, and so is NUL, which HTML cannot contain. A drawing (SVG) may name another encoding.
fn decode(bytes: &[u8], is_drawing: bool) -> (String, Option<Problem>) {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let invalid = std::str::from_utf8(bytes)
        .err()
        .map(|error| error.valid_up_to());
    let valid = &bytes[..invalid.unwrap_or(bytes.len())];
    // No character is replaced before the first problem, so its offset is the same in the decoded text.
    let problem = match valid.iter().position(|byte| *byte == 0) {
        Some(at) => Some(Problem::Nul(at)),
        None => invalid.map(Problem::NotUtf8),
    };
    let is_other = is_drawing && problem.is_some();
    if let Some(text) = is_other
        .then(|| declared_encoding::decode_declared(bytes))
        .flatten()
    {
        return (text, None);
    }
    let text = String::from_utf8_lossy(bytes);
    match problem {
        Some(_) => (text.replace('\0', "\u{fffd}"), problem),
        None => (text.into_owned(), None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn read(root: &Path) -> (SourceTree, Vec<String>) {
        let mut sink = Diagnostics::new();
        let tree = read_tree(root, &mut sink);
        let list = sink.into_sorted();
        let texts = list
            .iter()
            .map(|d| format!("{} {}", d.code.name(), d.message));
        (tree, texts.collect())
    }

    fn paths(tree: &SourceTree) -> Vec<&str> {
        tree.files.iter().map(|file| file.path.as_str()).collect()
    }

    #[test]
    fn scripts_are_texts_in_all_their_forms() {
        let dir = tempfile::tempdir().unwrap();
        let names = ["a.cjs", "a.cts", "a.js", "a.mjs", "a.mts", "a.ts"];
        for name in names {
            fs::write(dir.path().join(name), "export {};\n").unwrap();
        }
        let (tree, _) = read(dir.path());
        assert_eq!(paths(&tree), names);
        assert!(tree.files.iter().all(|file| &*file.text == "export {};\n"));
    }

    #[test]
    fn files_are_sorted_and_backups_left_out() {
        let dir = tempfile::tempdir().unwrap();
        for path in [
            "docs/b.md",
            "docs/a.md",
            "docs-old/x.md",
            ".git/x",
            "docs/a.md~",
            "static/.well-known/x.txt",
        ] {
            let path = dir.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "\u{feff}x").unwrap();
        }
        let (tree, problems) = read(dir.path());
        assert_eq!(problems, Vec::<String>::new());
        assert_eq!(
            paths(&tree),
            [
                "docs-old/x.md",
                "docs/a.md",
                "docs/b.md",
                "static/.well-known/x.txt"
            ]
        );
        assert_eq!(&*tree.find("docs/a.md").unwrap().text, "x");
        let in_docs: Vec<_> = tree
            .files_in("docs")
            .map(|file| file.path.as_str())
            .collect();
        assert_eq!(in_docs, ["docs/a.md", "docs/b.md"]);
        assert!(tree.has_folder("docs-old") && !tree.has_folder("doc"));
    }

    #[test]
    fn the_first_bad_byte_is_reported_at_its_offset() {
        let offset = |bytes: &[u8]| match decode(bytes, false) {
            (text, Some(Problem::Nul(at) | Problem::NotUtf8(at))) => {
                assert!(text[at..].starts_with('\u{fffd}'), "{text}");
                at
            }
            (text, _) => panic!("no problem in {text:?}"),
        };
        assert_eq!(offset(b"ab\xe9c"), 2);
        assert_eq!(offset("aé\0b".as_bytes()), 3);
        // UTF-16 without a byte order mark.
        assert_eq!(offset(b"a\0b\0\xe9\0\n\0"), 1);
        assert_eq!(offset(b"\xe9\0a"), 0);
    }

    #[test]
    fn a_missing_and_an_empty_folder_are_told_apart() {
        let dir = tempfile::tempdir().unwrap();
        let (_, problems) = read(&dir.path().join("none"));
        assert!(problems[0].starts_with("missing-content there is no content folder"));
        let (_, problems) = read(dir.path());
        assert!(problems[0].starts_with("empty-site"));
    }

    #[test]
    fn a_nul_has_a_place() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("a.md"), b"one\nt\0o\0\n").unwrap();
        fs::write(dir.path().join("b.png"), b"\0").unwrap();
        let mut sink = Diagnostics::new();
        let tree = read_tree(dir.path(), &mut sink);
        assert_eq!(&*tree.files[0].text, "one\nt\u{fffd}o\u{fffd}\n");
        let list = sink.into_sorted();
        assert_eq!(list.len(), 1);
        let text = crate::diagnostic::render(&list[0], &tree);
        let expected = "a.md:2:2: error[invalid-utf8]: this is a NUL character";
        assert!(text.contains(expected), "{text}");
    }

    #[test]
    fn bad_bytes_have_a_place() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("a.md"), b"one\nt\xffo\n").unwrap();
        fs::write(dir.path().join("b.png"), b"\xff\xfe").unwrap();
        let mut sink = Diagnostics::new();
        let tree = read_tree(dir.path(), &mut sink);
        let list = sink.into_sorted();
        assert_eq!(list.len(), 1);
        let text = crate::diagnostic::render(&list[0], &tree);
        assert!(
            text.contains("a.md:2:2: error[invalid-utf8]: this byte is not UTF-8"),
            "{text}"
        );
    }

    #[test]
    fn a_huge_file_is_a_diagnostic() {
        let dir = tempfile::tempdir().unwrap();
        let file = fs::File::create(dir.path().join("a.md")).unwrap();
        file.set_len(50 * 1024 * 1024).unwrap();
        let (tree, problems) = read(dir.path());
        assert!(
            problems[0].starts_with("file-too-large the file has 52428800 bytes"),
            "{problems:?}"
        );
        assert_eq!(paths(&tree), ["a.md"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_once_and_never_round_or_out() {
        use std::os::unix::fs::symlink;
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().join("content");
        fs::create_dir_all(root.join("docs/sub")).unwrap();
        fs::write(root.join("docs/sub/a.md"), "a").unwrap();
        fs::write(dir.path().join("secret.md"), "s").unwrap();
        symlink(root.join("docs/sub"), root.join("docs/twin")).unwrap();
        symlink(root.join("docs"), root.join("docs/sub/loop")).unwrap();
        symlink(dir.path().join("secret.md"), root.join("docs/out.md")).unwrap();
        symlink("self", root.join("self")).unwrap();
        symlink("nowhere", root.join("dangling")).unwrap();
        let (tree, problems) = read(&root);
        assert_eq!(paths(&tree), ["docs/sub/a.md", "docs/twin/a.md"]);
        let has = |text: &str| problems.iter().any(|problem| problem.contains(text));
        assert!(has("`docs/sub/loop` leads to a folder that holds it"));
        let outside = "unreadable-file the symbolic link `docs/out.md` leads out of the repository";
        assert!(has(outside));
        assert!(has("symlink-loop the symbolic link `self`"));
        assert!(has("unreadable-file the symbolic link `dangling`"));
        fs::create_dir(dir.path().join(".git")).unwrap();
        let (tree, _) = read(&root);
        assert!(paths(&tree).contains(&"docs/out.md"), "in the repository");
    }

    #[cfg(unix)]
    #[test]
    fn an_unreadable_file_stays_in_the_tree() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.md");
        fs::write(&path, "a").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).unwrap();
        let is_superuser = fs::read(&path).is_ok();
        let (tree, problems) = read(dir.path());
        assert_eq!(paths(&tree), ["a.md"]);
        assert_eq!(problems.len(), usize::from(!is_superuser));
        assert_eq!(tree.files[0].is_readable, is_superuser);
    }
}
