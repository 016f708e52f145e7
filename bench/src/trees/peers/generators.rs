//! The generators: their configuration for a generated tree, and the command that builds it.

use super::PeerOptions;
use bindery_compiler::system::files::copy_tree;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A generator that may be installed.
#[derive(Clone, Copy)]
pub(super) struct Generator {
    pub(super) name: &'static str,
    /// Writes the site of a tree into a folder.
    pub(super) prepare: fn(&PeerOptions, &Path, &Path) -> Result<PreparedSite, String>,
}

/// A site that is ready to be built.
pub(super) struct PreparedSite {
    /// The command that builds it.
    pub(super) command: Box<dyn Fn() -> Command>,
    /// What a build from nothing must not find.
    pub(super) results: Vec<PathBuf>,
    /// The page that is edited.
    pub(super) edited: PathBuf,
    /// Bytes of the output.
    pub(super) output: Box<dyn Fn() -> u64>,
    /// The folder with the output as files.
    pub(super) files: Box<dyn Fn() -> Result<PathBuf, String>>,
}

/// The generators that are compared.
pub(super) const GENERATORS: [Generator; 7] = [
    Generator {
        name: "bindery",
        prepare: |plan, tree, folder| bindery(plan, tree, folder, "good"),
    },
    Generator {
        name: "bindery-fast",
        prepare: |plan, tree, folder| bindery(plan, tree, folder, "fast"),
    },
    Generator {
        name: "hugo",
        prepare: hugo,
    },
    Generator {
        name: "docusaurus",
        prepare: |plan, tree, folder| docusaurus(plan, tree, folder, false),
    },
    Generator {
        name: "docusaurus-faster",
        prepare: |plan, tree, folder| docusaurus(plan, tree, folder, true),
    },
    Generator {
        name: "vitepress",
        prepare: vitepress,
    },
    Generator {
        name: "starlight",
        prepare: starlight,
    },
];

/// The page that is edited, below the folder of the documents.
const EDITED: &str = "page-5.md";

fn bindery(
    plan: &PeerOptions,
    tree: &Path,
    folder: &Path,
    effort: &'static str,
) -> Result<PreparedSite, String> {
    // Elsewhere, so that the cache is not the one of the builds that made the executable.
    let program = folder.join("bindery");
    create(folder)?;
    fs::copy(&plan.binary, &program)
        .map_err(|error| format!("{}: {error}", plan.binary.display()))?;
    let own_len = len_of(&program);
    let (out, cache, files) = (
        folder.join("site"),
        folder.join("cache"),
        folder.join("files"),
    );
    let (tree, built, own) = (tree.to_owned(), out.clone(), folder.to_owned());
    let edited = tree.join("docs").join(EDITED);
    let results = vec![out.clone(), cache.clone()];
    Ok(PreparedSite {
        command: Box::new(move || {
            let mut command = Command::new(&program);
            command.arg("build").arg(&tree).arg("--out").arg(&out);
            command.args(["--effort", effort]);
            command.env("XDG_CACHE_HOME", &cache);
            // Where no `ui` folder is above: the interface is the one in the executable, as for its users.
            command.current_dir(&own);
            command
        }),
        results,
        edited,
        output: {
            let built = built.clone();
            Box::new(move || len_of(&built).saturating_sub(own_len))
        },
        files: Box::new(move || {
            let mut command = Command::new(&built);
            let exported = command.arg("export").arg(&files).output();
            match exported {
                Ok(output) if output.status.success() => Ok(files.clone()),
                other => Err(format!("`export` failed: {other:?}")),
            }
        }),
    })
}

fn hugo(plan: &PeerOptions, tree: &Path, folder: &Path) -> Result<PreparedSite, String> {
    let program = plan.tools.join("hugo");
    if !program.is_file() {
        return Err("not installed".to_owned());
    }
    write(
        folder,
        "hugo.toml",
        "baseURL = \"https://generated.example.org/\"\ntitle = \"Generated\"\ndisableKinds = [\"taxonomy\", \"term\", \"RSS\"]\n",
    )?;
    let layout = "<!doctype html><html lang=en><title>{{ .Title }}</title><body>{{ .Content }}{{ range .Pages }}<a href=\"{{ .RelPermalink }}\">{{ .Title }}</a>{{ end }}</body></html>\n";
    write(folder, "layouts/_default/single.html", layout)?;
    write(folder, "layouts/_default/list.html", layout)?;
    write_pages(tree, &folder.join("content/docs"))?;
    copy_static(tree, &folder.join("static"))?;
    let own = folder.to_owned();
    Ok(prepared(folder, "content/docs", "public", &[], move || {
        let mut command = Command::new(&program);
        command.arg("--source").arg(&own);
        command
    }))
}

fn docusaurus(
    plan: &PeerOptions,
    tree: &Path,
    folder: &Path,
    is_faster: bool,
) -> Result<PreparedSite, String> {
    let future = match is_faster {
        true => "future: { v4: true, faster: true },",
        false => "",
    };
    let config = format!(
        "module.exports = {{ title: 'Generated', url: 'https://generated.example.org', baseUrl: '/', {future} onBrokenLinks: 'ignore', onBrokenAnchors: 'ignore', markdown: {{ format: 'detect' }}, presets: [['classic', {{ blog: false }}]] }};\n"
    );
    write(folder, "docusaurus.config.js", &config)?;
    write_pages(tree, &folder.join("docs"))?;
    copy_static(tree, &folder.join("static"))?;
    let bin = "@docusaurus/core/bin/docusaurus.mjs";
    let program = node_program(plan, "docusaurus", folder, bin)?;
    let own = folder.to_owned();
    let caches = [".docusaurus", "node_modules/.cache"];
    Ok(prepared(folder, "docs", "build", &caches, move || {
        let mut command = node(&program);
        command.arg("build").current_dir(&own);
        command
    }))
}

fn vitepress(plan: &PeerOptions, tree: &Path, folder: &Path) -> Result<PreparedSite, String> {
    let config = "export default { title: 'Generated', ignoreDeadLinks: true };\n";
    write(folder, ".vitepress/config.mjs", config)?;
    write_pages(tree, &folder.join("docs"))?;
    copy_static(tree, &folder.join("public"))?;
    let program = node_program(plan, "vitepress", folder, "vitepress/bin/vitepress.js")?;
    let own = folder.to_owned();
    let caches = [".vitepress/cache"];
    Ok(prepared(
        folder,
        "docs",
        ".vitepress/dist",
        &caches,
        move || {
            let mut command = node(&program);
            command.arg("build").current_dir(&own);
            command
        },
    ))
}

fn starlight(plan: &PeerOptions, tree: &Path, folder: &Path) -> Result<PreparedSite, String> {
    let config = "import { defineConfig } from 'astro/config';\nimport starlight from '@astrojs/starlight';\nexport default defineConfig({ integrations: [starlight({ title: 'Generated', sidebar: [{ label: 'Docs', items: [{ autogenerate: { directory: 'docs' } }] }] })] });\n";
    write(folder, "astro.config.mjs", config)?;
    let collections = "import { defineCollection } from 'astro:content';\nimport { docsLoader } from '@astrojs/starlight/loaders';\nimport { docsSchema } from '@astrojs/starlight/schema';\nexport const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) };\n";
    write(folder, "src/content.config.ts", collections)?;
    write(folder, "package.json", "{ \"type\": \"module\" }\n")?;
    write_pages(tree, &folder.join("src/content/docs/docs"))?;
    copy_static(tree, &folder.join("public"))?;
    let program = node_program(plan, "starlight", folder, "astro/bin/astro.mjs")?;
    let own = folder.to_owned();
    let caches = [".astro", "node_modules/.astro", "node_modules/.vite"];
    let docs = "src/content/docs/docs";
    Ok(prepared(folder, docs, "dist", &caches, move || {
        let mut command = node(&program);
        command.arg("build").current_dir(&own);
        command.env("ASTRO_TELEMETRY_DISABLED", "1");
        command
    }))
}

/// A site whose output is a folder.
fn prepared(
    folder: &Path,
    docs: &str,
    output: &str,
    caches: &[&str],
    command: impl Fn() -> Command + 'static,
) -> PreparedSite {
    let built = folder.join(output);
    let mut results = vec![built.clone()];
    results.extend(caches.iter().map(|cache| folder.join(cache)));
    let files = built.clone();
    PreparedSite {
        command: Box::new(command),
        results,
        edited: folder.join(docs).join(EDITED),
        output: Box::new(move || {
            let entries = walkdir::WalkDir::new(&built).into_iter().flatten();
            let files = entries.filter(|entry| entry.file_type().is_file());
            files.map(|entry| len_of(entry.path())).sum()
        }),
        files: Box::new(move || Ok(files.clone())),
    }
}

fn node(program: &Path) -> Command {
    let mut command = Command::new("node");
    command.arg(program).env("NODE_ENV", "production");
    // The default limit of the heap is too low for large trees.
    command.env("NODE_OPTIONS", "--max-old-space-size=12000");
    command
}

/// A program of the packages that are installed in a folder of the tools, which the site gets as its own.
fn node_program(
    plan: &PeerOptions,
    tool: &str,
    folder: &Path,
    bin: &str,
) -> Result<PathBuf, String> {
    let installed = std::path::absolute(plan.tools.join(tool).join("node_modules"));
    let installed = installed.map_err(|error| error.to_string())?;
    if !installed.join(bin).is_file() {
        return Err("not installed".to_owned());
    }
    let modules = folder.join("node_modules");
    // The configuration and the generated code import packages from here.
    std::os::unix::fs::symlink(&installed, &modules)
        .map_err(|error| format!("{}: {error}", modules.display()))?;
    Ok(modules.join(bin))
}

/// Writes the pages with a title in their front matter, which some generators require.
fn write_pages(tree: &Path, docs: &Path) -> Result<(), String> {
    let from = tree.join("docs");
    for entry in walkdir::WalkDir::new(&from) {
        let entry = entry.map_err(|error| error.to_string())?;
        let name = entry.path().strip_prefix(&from).unwrap_or(entry.path());
        if name.extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        let text = fs::read_to_string(entry.path()).map_err(|error| error.to_string())?;
        let stem = name.file_stem().unwrap_or_default().to_string_lossy();
        let titled = text.replacen("---\n", &format!("---\ntitle: {stem}\n"), 1);
        write(docs, &name.to_string_lossy(), &titled)?;
    }
    Ok(())
}

fn copy_static(tree: &Path, to: &Path) -> Result<(), String> {
    copy_tree(&tree.join("static"), to).map_err(|error| error.to_string())
}

fn write(folder: &Path, name: &str, text: &str) -> Result<(), String> {
    let path = folder.join(name);
    path.parent().map_or(Ok(()), create)?;
    fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
}

fn create(folder: &Path) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}

fn len_of(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |metadata| metadata.len())
}
