//! Resolves the path of an import: to data, a component, a partial, an asset, or a module of Docusaurus.

use super::values::{raw_path, yaml};
use super::{Binding, DocusaurusFunction, ImportStatement, ImportedName};
use crate::context::{MarkdownContext, component_name};
use crate::document::{DataValue, SharedValue};
use crate::mdx::expression::ResolveError;
use crate::placeholder::Placeholder;
use bindery_source::diagnostic::{Code, Diagnostics, nearest};
use bindery_source::{SourceFile, Span};
use serde_json::Value;
use std::ops::Range;

/// The extensions of files that are served unchanged.
const ASSETS: [&str; 26] = [
    "avif", "bmp", "doc", "docx", "gif", "ico", "jpeg", "jpg", "m4a", "m4v", "mov", "mp3", "mp4",
    "ogg", "pdf", "png", "ppt", "pptx", "svg", "txt", "wav", "webm", "webp", "xls", "xlsx", "zip",
];

/// The extensions of component modules, in the order in which bundlers try them.
const SCRIPTS: [&str; 4] = ["js", "jsx", "ts", "tsx"];

/// Resolves the names that a statement of `file` imports, and reports those that cannot be resolved.
pub(crate) fn resolve<'s>(
    statement: &ImportStatement<'s>,
    file: &SourceFile,
    context: &MarkdownContext<'s>,
    sink: &mut Diagnostics,
) -> Vec<(&'s str, Binding<'s>)> {
    let Range { start, end } = statement.path_range;
    let span = Span::new(file.id, start, end);
    let mut names = Vec::new();
    for name in &statement.names {
        let found = find(&statement.path, name.export, file, context);
        let found = found.and_then(|binding| member(binding, name, &statement.path));
        let binding = found.unwrap_or_else(|error| {
            let ResolveError {
                code,
                message,
                help,
            } = error;
            sink.error(code, span, message).help(help);
            Binding::Broken
        });
        names.push((name.local, binding));
    }
    if statement.names.is_empty()
        && let Err(ResolveError {
            code,
            message,
            help,
        }) = find(&statement.path, None, file, context)
    {
        sink.error(code, span, message).help(help);
    }
    names
}

/// The binding of `name`: for a named import of data, the member of that name.
fn member<'s>(
    binding: Binding<'s>,
    name: &ImportedName<'_>,
    path: &str,
) -> Result<Binding<'s>, ResolveError> {
    let (Binding::Data(data), Some(export)) =
        (&binding, name.export.filter(|export| *export != "*"))
    else {
        return Ok(binding);
    };
    if data.value().get(export).is_some() {
        return Ok(Binding::Data(data.at(vec![export.to_owned()])));
    }
    let keys = data
        .value()
        .as_object()
        .into_iter()
        .flat_map(|object| object.keys());
    let near = nearest(export, keys.map(String::as_str));
    let otherwise = format!("import the whole of it: `import data from '{path}'`");
    let help = near.map_or(otherwise, |near| format!("did you mean `{near}`?"));
    Err(ResolveError {
        code: Code::BadData,
        message: format!("`{path}` has no key `{export}`"),
        help,
    })
}

/// The value of `require('…')` in `file`.
pub(crate) fn require(
    written: &str,
    file: &SourceFile,
    context: &MarkdownContext<'_>,
) -> Result<DataValue, ResolveError> {
    match find(&written.replace('\\', ""), None, file, context) {
        Ok(Binding::Data(data)) => Ok(data),
        Ok(Binding::Partial(page)) => Ok(Placeholder::Page(&page.path).to_value().into()),
        Ok(_) => Err(ResolveError::new(
            format!("`{written}` is code, not a value"),
            "import it and write it as a tag",
        )),
        Err(error) => Err(error),
    }
}

/// The path in the content tree that `written` in `file` refers to; `None` when it leads out of the tree.
pub(crate) fn tree_path(written: &str, file: &SourceFile) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    let rest = match written.strip_prefix("@site/") {
        Some(rest) => rest,
        None => {
            parts.extend(file.folder().split('/').filter(|part| !part.is_empty()));
            written
        }
    };
    for part in rest.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            _ => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// The component of an imported SVG file.
pub(crate) fn svg_component(value: &Value) -> Option<String> {
    match Placeholder::from_value(value)? {
        Placeholder::Asset(path) if path.ends_with(".svg") => Some(format!("@site/{path}")),
        _ => None,
    }
}

/// What an export of the module `written` in `file` is bound to; without `export` its default export.
pub(crate) fn find<'s>(
    written: &str,
    export: Option<&str>,
    file: &SourceFile,
    context: &MarkdownContext<'s>,
) -> Result<Binding<'s>, ResolveError> {
    let name = written.rsplit('/').next().unwrap_or(written);
    if let Some(own) = written.strip_prefix("@theme/") {
        let name = own.split('/').next().unwrap_or(own);
        return Ok(match context.components.contains(name) {
            true => Binding::Component(name.to_owned()),
            false => component(&format!("src/theme/{own}"), name, export, context),
        });
    }
    if let Some(own) = written.strip_prefix("@docusaurus/") {
        return docusaurus(written, own, export);
    }
    if let Some(raw) = raw_path(written) {
        let file = tree_path(raw, file).and_then(|path| context.tree.find(&path));
        let text = |file: &SourceFile| Binding::Data(DataValue::from(&*file.text));
        return file.map(text).ok_or_else(|| missing(raw, None));
    }
    if written == "react" {
        // Examples of Docusaurus import React everywhere; content can use nothing of it, so the import is ignored.
        return Ok(Binding::Broken);
    }
    let is_own = written.starts_with(['.', '/']) || written.starts_with("@site/");
    if let Some(own) = aliased(written, context).filter(|_| !is_own) {
        return find(&format!("@site/{own}"), export, file, context);
    }
    if !is_own {
        let help = "import data, components or partials of this tree: `'@site/data/….json'`";
        let message = format!("packages such as `{written}` cannot be imported");
        return Err(ResolveError::new(message, help));
    }
    let path = own_path(written, file, context).ok_or_else(|| missing(written, None))?;
    if written.ends_with('/') {
        return folder(written, &path, context);
    }
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    match extension.to_ascii_lowercase().as_str() {
        "json" | "toml" | "csv" => data(written, &path, context),
        "yaml" | "yml" => {
            let file = context.tree.find(&path);
            let file = file.ok_or_else(|| missing(written, None))?;
            yaml(written, file, context)
        }
        "md" | "mdx" => partial(written, &path, context),
        "css" | "scss" | "sass" | "less" => Err(ResolveError::new(
            format!("`{written}` cannot be imported"),
            "import style sheets in a component, or name them in `site.toml`",
        )),
        kind if ASSETS.contains(&kind) => asset(written, &path, context),
        _ => Ok(component(&path, name, export, context)),
    }
}

/// The path in the tree of an import that begins with `@site/`, `/`, `./` or `../`. As for Docusaurus' bundler, `/` is the
/// site's folder; a file that is only in `static/` is meant, too.
fn own_path(written: &str, file: &SourceFile, context: &MarkdownContext<'_>) -> Option<String> {
    let Some(rest) = written.strip_prefix('/') else {
        return tree_path(written, file);
    };
    let path = tree_path(&format!("@site/{rest}"), file)?;
    Some(match is_there(&path, context) {
        true => path,
        false => format!("static/{rest}"),
    })
}

/// Whether a path is that of a file, of a module without its extension, or of a folder of data.
fn is_there(path: &str, context: &MarkdownContext<'_>) -> bool {
    context.tree.find(path).is_some()
        || module_file(path, context).is_some()
        || context.data.folder(path).is_some()
}

/// The path in the tree of an import that an alias of the site's `tsconfig.json` begins.
fn aliased(written: &str, context: &MarkdownContext<'_>) -> Option<String> {
    let aliases = context.options.aliases.iter();
    let mut paths = aliases.filter_map(|alias| alias.path(written));
    paths.find(|path| is_there(path, context))
}

/// The Markdown file that an import names.
pub(crate) fn partial_file<'s>(
    written: &str,
    file: &SourceFile,
    context: &MarkdownContext<'s>,
) -> Option<&'s SourceFile> {
    let is_own = written.starts_with(['.', '/']) || written.starts_with("@site/");
    let path = match is_own {
        true => own_path(written, file, context)?,
        false => aliased(written, context)?,
    };
    context.tree.find(&path)
}

/// The exports of Docusaurus' modules that content may import.
fn docusaurus<'s>(
    written: &str,
    own: &str,
    export: Option<&str>,
) -> Result<Binding<'s>, ResolveError> {
    match (own, export) {
        ("Link" | "Head" | "BrowserOnly" | "Translate", None) => {
            Ok(Binding::Component(own.to_owned()))
        }
        ("Translate", Some("translate")) => Ok(Binding::Function(DocusaurusFunction::Translate)),
        ("useBaseUrl", None) => Ok(Binding::Function(DocusaurusFunction::BaseUrl)),
        (_, Some("useCurrentSidebarCategory")) => {
            Ok(Binding::Function(DocusaurusFunction::CurrentCategory))
        }
        (_, Some("useCurrentSidebarSiblings")) => {
            Ok(Binding::Function(DocusaurusFunction::CurrentSiblings))
        }
        _ => Err(ResolveError::new(
            match export {
                Some(export) => format!("`{export}` of `{written}` cannot be used in content"),
                None => format!("`{written}` cannot be used in content"),
            },
            "make a component that uses it, and write that as a tag".to_owned(),
        )),
    }
}

/// The component that an export of a module is.
///
/// A component in `components/` has a global name, as without an import; any other is named by its path.
fn component<'s>(
    path: &str,
    name: &str,
    export: Option<&str>,
    context: &MarkdownContext<'_>,
) -> Binding<'s> {
    let export = export.filter(|export| *export != "default");
    let stem = name.split('.').next().unwrap_or(name);
    let Some(module) = module_file(path, context) else {
        // Not a file of this tree: it may be a global component of this name. If not, its tag is reported.
        return match export {
            Some("*") => Binding::Module(stem.to_owned()),
            Some(export) => Binding::Component(export.to_owned()),
            None => Binding::Component(stem.to_owned()),
        };
    };
    let below = module.path.strip_prefix("components/");
    let is_global =
        below.and_then(component_name) == Some(stem) && context.components.contains(stem);
    match export {
        None if is_global => Binding::Component(stem.to_owned()),
        None => Binding::Component(format!("@site/{}", module.path)),
        Some("*") => Binding::Module(format!("@site/{}", module.path)),
        Some(export) => Binding::Component(format!("@site/{}#{export}", module.path)),
    }
}

/// The file of the module at `path`, which may lack the extension or `/index`.
fn module_file<'s>(path: &str, context: &MarkdownContext<'s>) -> Option<&'s SourceFile> {
    let is_script = |file: &&SourceFile| SCRIPTS.iter().any(|script| file.has_extension(script));
    let direct = context.tree.find(path).filter(is_script);
    direct.or_else(|| {
        let forms = ["", "/index"];
        let mut forms = forms
            .iter()
            .flat_map(|form| SCRIPTS.map(|script| format!("{path}{form}.{script}")));
        forms.find_map(|path| context.tree.find(&path))
    })
}

fn data<'s>(
    written: &str,
    path: &str,
    context: &MarkdownContext<'s>,
) -> Result<Binding<'s>, ResolveError> {
    if let Some(value) = context.data.file(path) {
        return Ok(Binding::Data(SharedValue::whole(value).at(Vec::new())));
    }
    if context.tree.find(path).is_some() {
        return Ok(Binding::Broken);
    }
    let near = nearest_file(path, context.data.paths());
    Err(missing(written, near))
}

/// All data in a folder: an object of the files' values by their relative paths without extension.
fn folder<'s>(
    written: &str,
    path: &str,
    context: &MarkdownContext<'s>,
) -> Result<Binding<'s>, ResolveError> {
    if let Some(value) = context.data.folder(path) {
        return Ok(Binding::Data(SharedValue::whole(value).at(Vec::new())));
    }
    let folders = context.data.paths();
    let folders = folders.filter_map(|file| file.rsplit_once('/'));
    let near = nearest(path, folders.map(|(folder, _)| folder));
    let help = match near {
        Some(near) => format!("did you mean `@site/{near}/`?"),
        None => "a path that ends in a slash is a folder of data files".to_owned(),
    };
    Err(ResolveError::new(
        format!("no data in the folder `{written}`"),
        help,
    ))
}

fn asset<'s>(
    written: &str,
    path: &str,
    context: &MarkdownContext<'s>,
) -> Result<Binding<'s>, ResolveError> {
    if context.tree.find(path).is_some() {
        let value = Placeholder::Asset(path).to_value();
        return Ok(Binding::Data(value.into()));
    }
    let is_asset = |file: &&SourceFile| ASSETS.iter().any(|kind| file.has_extension(kind));
    let files = context.tree.files().iter().filter(is_asset);
    let near = nearest_file(path, files.map(|file| file.path.as_str()));
    Err(ResolveError {
        code: Code::MissingImage,
        ..missing(written, near)
    })
}

fn partial<'s>(
    written: &str,
    path: &str,
    context: &MarkdownContext<'s>,
) -> Result<Binding<'s>, ResolveError> {
    if let Some(file) = context.tree.find(path) {
        return Ok(Binding::Partial(file));
    }
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let is_below = |file: &&SourceFile| {
        let rest = file.path.strip_prefix(folder);
        folder.is_empty() || rest.is_some_and(|rest| rest.starts_with('/'))
    };
    let files = (context.tree.files().iter())
        .filter(is_below)
        .filter(|file| file.has_extension("md") || file.has_extension("mdx"));
    Err(missing(
        written,
        nearest_file(path, files.map(|file| file.path.as_str())),
    ))
}

/// The most similar path: one with the same file name in another folder, else one with a similar file name.
fn nearest_file<'n>(path: &str, paths: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let paths: Vec<&str> = paths.collect();
    let name = |path: &'n str| path.rsplit('/').next().unwrap_or(path);
    let wanted = path.rsplit('/').next().unwrap_or(path);
    let near = match paths.iter().any(|path| name(path) == wanted) {
        true => wanted,
        false => nearest(wanted, paths.iter().copied().map(name))?,
    };
    paths.into_iter().find(|path| name(path) == near)
}

fn missing(written: &str, near: Option<&str>) -> ResolveError {
    let help = match near {
        Some(near) => format!("did you mean `@site/{near}`?"),
        None => "paths begin with `@site/` (the content folder), `./` or `../`".to_owned(),
    };
    ResolveError::new(format!("no file `{written}`"), help)
}
