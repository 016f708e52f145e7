//! Finds the content folder that a file belongs to.

use bindery_compiler::docusaurus::is_content_folder;
use std::path::{Path, PathBuf};

/// The most folders above a file in which a configuration is looked for.
const MAX_DEPTH: usize = 64;

/// Folders of a repository that its site is often in.
const USUAL: [&str; 3] = ["content", "website", "docs"];

/// The content folder of a folder that the client opened: the folder itself or a usual one in it.
pub(crate) fn content_folder_of(folder: &Path) -> Option<PathBuf> {
    let usual = USUAL.iter().map(|name| folder.join(name));
    let mut candidates = std::iter::once(folder.to_owned()).chain(usual);
    candidates.find(|one| is_content_folder(one))
}

/// The content folder that contains a file, or whose documents are outside of it, such as `../docs` of `website`: the nearest
/// above the file, else that of one of the client's folders around it.
pub(crate) fn content_folder_above(file: &Path, folders: &[PathBuf]) -> Option<PathBuf> {
    let above = file.ancestors().skip(1).take(MAX_DEPTH);
    let nearest = above.map(Path::to_owned).find(|one| is_content_folder(one));
    nearest.or_else(|| {
        let mut around = folders.iter().filter(|folder| file.starts_with(folder));
        around.find_map(|folder| content_folder_of(folder))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn the_nearest_content_folder_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        for name in [
            "content/docs",
            "content/inner/docs",
            "other/docs",
            "web/website",
            "web/docs",
        ] {
            fs::create_dir_all(root.join(name)).unwrap();
        }
        for name in [
            "content/site.toml",
            "content/inner/docusaurus.config.mts",
            "web/website/docusaurus.config.js",
        ] {
            fs::write(root.join(name), "").unwrap();
        }
        assert_eq!(content_folder_of(root), Some(root.join("content")));
        assert_eq!(content_folder_of(&root.join("other")), None);
        assert_eq!(
            content_folder_of(&root.join("web")),
            Some(root.join("web/website"))
        );
        let above = |name: &str| content_folder_above(&root.join(name), &[root.join("web")]);
        assert_eq!(above("content/docs/a.md"), Some(root.join("content")));
        assert_eq!(
            above("content/inner/docs/a.md"),
            Some(root.join("content/inner"))
        );
        assert_eq!(above("web/docs/a.md"), Some(root.join("web/website")));
        assert_eq!(above("other/docs/a.md"), None);
    }
}
