//! Globs over paths, as Docusaurus has them in `include` and `exclude`: `**/_*.md`, `guides/*.{md,mdx}`, `!x`.

/// Whether a path fits a glob: `**` stands for any folders, `*` and `?` for letters of one name, `{a,b}` for one of
/// several texts, `[abc]` for one of several letters.
pub(crate) fn fits_path(glob: &str, path: &str) -> bool {
    let glob = glob.strip_prefix("./").unwrap_or(glob);
    alternatives(glob)
        .iter()
        .any(|glob| fits_segments(&split(glob), &split(path)))
}

/// The globs without braces that one with braces stands for.
fn alternatives(glob: &str) -> Vec<String> {
    let Some((before, rest)) = glob.split_once('{') else {
        return vec![glob.to_owned()];
    };
    // A brace without its end is a letter.
    let Some((inner, after)) = rest.split_once('}') else {
        return vec![glob.to_owned()];
    };
    let after = alternatives(after);
    let choices = inner.split(',').take(MAX_CHOICES);
    let globs = choices.flat_map(|choice| {
        let ends = after.iter();
        ends.map(move |after| format!("{before}{choice}{after}"))
    });
    globs.take(MAX_CHOICES).collect()
}

/// How many globs one may stand for.
const MAX_CHOICES: usize = 256;

fn split(path: &str) -> Vec<&str> {
    path.split('/').collect()
}

fn fits_segments(globs: &[&str], names: &[&str]) -> bool {
    match (globs, names) {
        ([], []) => true,
        (["**"], _) => true,
        (["**", rest @ ..], _) => {
            (0..=names.len()).any(|skipped| fits_segments(rest, &names[skipped..]))
        }
        ([glob, globs @ ..], [name, names @ ..]) => {
            let letters = |text: &str| text.chars().collect::<Vec<char>>();
            fits_name(&letters(glob), &letters(name)) && fits_segments(globs, names)
        }
        _ => false,
    }
}

fn fits_name(glob: &[char], name: &[char]) -> bool {
    match (glob, name) {
        ([], []) => true,
        (['*', rest @ ..], _) => (0..=name.len()).any(|skipped| fits_name(rest, &name[skipped..])),
        (['?', glob @ ..], [_, name @ ..]) => fits_name(glob, name),
        (['[', rest @ ..], [letter, name @ ..]) if rest.contains(&']') => {
            let end = rest.iter().position(|c| *c == ']').unwrap_or_default();
            rest[..end].contains(letter) && fits_name(&rest[end + 1..], name)
        }
        ([own, glob @ ..], [letter, name @ ..]) => own == letter && fits_name(glob, name),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs_are_those_of_docusaurus() {
        for (glob, path, expected) in [
            ("**/_*.{js,md}", "_a.md", true),
            ("**/_*.{js,md}", "a/b/_c.js", true),
            ("**/_*.{js,md}", "a/b.md", false),
            ("**/_*/**", "a/_b/c/d.md", true),
            ("**/*.wip.md", "a.wip.md", true),
            ("guides/*.md", "guides/a/b.md", false),
            ("./guides/**", "guides/a/b.md", true),
            ("a[12]?.md", "a1x.md", true),
            ("a[12]?.md", "a3x.md", false),
            ("{a", "{a", true),
            ("**/*.{md,mdx}", "x.mdx", true),
        ] {
            assert_eq!(fits_path(glob, path), expected, "{glob} {path}");
        }
    }
}
