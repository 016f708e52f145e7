//! The executable alone: copied into an empty folder, without Bindery's sources, Node and npm, it checks, previews and builds
//! a tree, and what it builds serves the same as the compiled way.

mod rebuilds;

use crate::support::client::Connection;
use crate::support::executable::{copy_bindery, write_executable};
use crate::support::{folders, server};
use bindery_compiler::driver::{BuildOptions, Timings, build};
use bindery_compiler::pack::compress::Effort;
use bindery_compiler::render::{Engine, EngineChoice, Interface};
use bindery_format::manifest::{BLOB_NAME, Manifest};
use bindery_server::table::{Resource, Site, Target};
use libtest_mimic::Trial;
use rebuilds::{copy_of_a_copy, no_other_site, unchanged_inputs};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

/// The interface inside the executable under test.
static INTERFACE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/interface.pack"));

type Case = (&'static str, fn() -> Result<(), String>);

const CASES: [Case; 13] = [
    (
        "a_built_copy_serves_what_the_compiled_site_serves",
        same_site,
    ),
    ("a_copy_builds_another_copy", copy_of_a_copy),
    ("a_copy_has_no_site_but_its_own", no_other_site),
    ("an_incomplete_or_damaged_copy_is_refused", damaged),
    ("a_damaged_program_is_refused_by_check", damaged_program),
    ("a_docusaurus_tree_needs_the_sources", docusaurus),
    ("pictures_may_stay_beside_the_copy", external_files),
    ("dates_of_other_languages_need_no_node", persian_dates),
    ("check_knows_the_built_in_components", check),
    ("components_of_a_tree_need_node", components),
    ("diagrams_and_live_code_say_so", diagrams_and_live_code),
    ("only_an_executable_is_replaced", overwritten_page),
    ("unchanged_inputs_leave_the_executable", unchanged_inputs),
];

pub(crate) fn cases() -> Vec<Trial> {
    let trials = CASES
        .iter()
        .map(|(name, case)| Trial::test(format!("standalone::{name}"), move || Ok(case()?)));
    let dev = Trial::test("standalone::dev_serves_without_node", || Ok(preview()?));
    trials.chain([dev]).collect()
}

/// The folder with a copy of the executable, a tree, and the executable that the copy built of it.
static FOLDER: LazyLock<Result<PathBuf, String>> = LazyLock::new(|| {
    let folder = folders::empty_folder()?;
    copy_bindery(&folder)?;
    succeeds(run(&folder, "bindery", &["new", "tree"])?)?;
    succeeds(run(
        &folder,
        "bindery",
        &["build", "tree", "--effort", "fast"],
    )?)?;
    Ok(folder)
});

fn words(error: std::io::Error) -> String {
    error.to_string()
}

/// Runs a program of the folder, which finds no other program.
fn run(folder: &Path, program: &str, arguments: &[&str]) -> Result<Output, String> {
    Command::new(folder.join(program))
        .args(arguments)
        .current_dir(folder)
        .env_clear()
        .env("HOME", folder.join("home"))
        .output()
        .map_err(words)
}

fn text_of(output: &Output) -> String {
    let (out, errors) = (&output.stdout, &output.stderr);
    String::from_utf8_lossy(out).into_owned() + &String::from_utf8_lossy(errors)
}

fn succeeds(output: Output) -> Result<String, String> {
    let text = text_of(&output);
    match output.status.success() {
        true => Ok(text),
        false => Err(text),
    }
}

fn fails_with(output: &Output, part: &str) -> Result<(), String> {
    let text = text_of(output);
    match output.status.code() {
        Some(1) if text.contains(part) && !text.contains("no problems") => Ok(()),
        status => Err(format!("{status:?}, not only `{part}` in:\n{text}")),
    }
}

/// Every path of the site that `embed_site!()` would embed is asked of the executable that was made of the same tree.
fn same_site() -> Result<(), String> {
    let folder = FOLDER.as_ref()?;
    let site = compiled_site(folder)?;
    let running = server::start_program(&folder.join("tree-server"), folder)?;
    let mut connection = Connection::open(running.address)?;
    for entry in &site.table.entries {
        compare(&mut connection, site, entry.path, &entry.target)?;
    }
    let routes = run(folder, "tree-server", &["routes", "--json"])?.stdout;
    if site.plain(&site.routes).as_deref() != Some(routes.as_slice()) {
        return Err("`routes --json` differs".to_owned());
    }
    match connection.get("/no/such/page", &[])?.status {
        404 => Ok(()),
        other => Err(format!("an unknown path gives {other}")),
    }
}

fn compiled_site(folder: &Path) -> Result<&'static Site, String> {
    let out = folder.join("compiled");
    let outcome = build(&BuildOptions {
        content: folder.join("tree"),
        ui: PathBuf::new(),
        interface: Interface::Packed(INTERFACE),
        out: out.clone(),
        cache: folder.join("cache"),
        carried: None,
        effort: Effort::Fast,
        prebuilt: None,
        prebuilt_out: None,
        dev: None,
        static_files: None,
        engine: Engine {
            choice: EngineChoice::default(),
            embedded: Some(bindery_engine::render),
        },
        timings: Timings::Hidden,
    });
    let manifest = outcome.manifest.ok_or("the tree cannot be built")?;
    let blob = fs::read(out.join(BLOB_NAME)).map_err(words)?;
    let offset = Manifest::read(&manifest)?.index_offset;
    Ok(Box::leak(Box::new(Site::open(blob.leak(), offset, ""))))
}

fn compare(
    connection: &mut Connection,
    site: &'static Site,
    path: &str,
    target: &'static Target,
) -> Result<(), String> {
    let resource = match target {
        Target::Page(page) => &page.html,
        Target::Asset(resource) => resource,
        Target::Redirect { to, status } => {
            let response = connection.get(path, &[])?;
            return match (response.status, response.header("location")) == (*status, to) {
                true => Ok(()),
                false => Err(format!("{path} redirects otherwise")),
            };
        }
        Target::Gone => {
            return match connection.get(path, &[])?.status {
                410 => Ok(()),
                other => Err(format!("{path} gives {other}")),
            };
        }
    };
    let Resource {
        identity,
        br,
        zstd,
        gzip,
        ..
    } = resource;
    let bodies = [("br", br), ("zstd", zstd), ("gzip", gzip)];
    let bodies = bodies.map(|(coding, body)| (coding, body.as_ref().unwrap_or(identity)));
    for (coding, body) in bodies.into_iter().chain([("identity", identity)]) {
        let response = connection.get(path, &[("Accept-Encoding", coding)])?;
        let is_same = response.status == 200
            && response.header("etag") == body.etag
            && response.header("content-type") == resource.media_type
            && site
                .bytes(resource, body)
                .is_ok_and(|bytes| bytes == response.body);
        if !is_same {
            return Err(format!("{path} differs in {coding}: {}", response.status));
        }
    }
    Ok(())
}

fn damaged() -> Result<(), String> {
    let folder = FOLDER.as_ref()?;
    let whole = folder.join("tree-server");
    let len = fs::metadata(&whole).map_err(words)?.len();
    let original = fs::metadata(folder.join("bindery")).map_err(words)?.len();
    for (end, is_changed, part) in [
        (len - 1, false, "this executable is incomplete"),
        (original, false, "this executable is incomplete"),
        (len, true, "the site inside this executable is damaged"),
    ] {
        let path = folder.join("damaged");
        let mut bytes = fs::read(&whole).map_err(words)?;
        bytes.truncate(usize::try_from(end).map_err(|error| error.to_string())?);
        if is_changed {
            *bytes.last_mut().ok_or("an empty file")? ^= 1;
        }
        write_executable(&path, &whole, &bytes)?;
        fails_with(&run(folder, "damaged", &["routes"])?, part)?;
        fs::remove_file(&path).map_err(words)?;
    }
    Ok(())
}

/// One byte of the interface differs, which `serve` does not read.
fn damaged_program() -> Result<(), String> {
    let folder = FOLDER.as_ref()?;
    let check = |program: &str| run(folder, program, &["serve", "--check", "--port", "0"]);
    succeeds(check("tree-server")?)?;
    let mut bytes = fs::read(folder.join("tree-server")).map_err(words)?;
    let mut parts = bytes.windows(64);
    let at = parts.position(|part| part == &INTERFACE[..64]);
    bytes[at.ok_or("no interface")? + 4000] ^= 1;
    let path = folder.join("damaged-program");
    write_executable(&path, &folder.join("tree-server"), &bytes)?;
    let output = check("damaged-program")?;
    fs::remove_file(&path).map_err(words)?;
    fails_with(&output, "the program inside this executable is damaged")
}

fn docusaurus() -> Result<(), String> {
    let folder = FOLDER.as_ref()?;
    let tree = folder.join("docusaurus");
    fs::create_dir_all(tree.join("docs")).map_err(words)?;
    fs::write(tree.join("docs/a.md"), "# A\n").map_err(words)?;
    let config = "export default {title: 'T', url: 'https://t.example', baseUrl: '/'};\n";
    fs::write(tree.join("docusaurus.config.mjs"), config).map_err(words)?;
    for command in ["build", "check", "dev", "import"] {
        let output = run(folder, "bindery", &[command, "docusaurus"])?;
        let text = text_of(&output);
        let is_named = text.contains("in a clone of Bindery");
        let is_wrong = text.contains("npm ci") || text.contains("last good");
        if output.status.success() || !is_named || is_wrong {
            return Err(text);
        }
    }
    // One that lies in a clone uses its folder `ui`, wherever it is run.
    let output = Command::new(env!("CARGO_BIN_EXE_bindery"))
        .args(["check", "docusaurus", "--bundle", "never"])
        .current_dir(folder)
        .output()
        .map_err(words)?;
    succeeds(output).map(drop)
}

fn external_files() -> Result<(), String> {
    let folder = FOLDER.as_ref()?;
    succeeds(run(folder, "bindery", &["new", "pictures"])?)?;
    // Twenty comments of 255 bytes, and one pixel.
    let pixel = b"\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;";
    let head = b"GIF89a\x01\0\x01\0\0\0\0!\xfe".as_slice();
    let picture = [head, &[255; 5120], pixel].concat();
    fs::write(folder.join("pictures/static/a.gif"), &picture).map_err(words)?;
    let build = |setting: &str| {
        Command::new(folder.join("bindery"))
            .args(["build", "pictures", "--effort", "fast"])
            .current_dir(folder)
            .env_clear()
            .env("HOME", folder.join("home"))
            .env("BINDERY_STATIC", setting)
            .output()
            .map_err(words)
    };
    let output = build("outside")?;
    if output.status.code() != Some(2) || !text_of(&output).contains("`external DIR`") {
        return Err(text_of(&output));
    }
    let text = succeeds(build("external beside")?)?;
    if !text.contains("`--static-files beside`") {
        return Err(text);
    }
    let check = |files: &str| {
        let arguments = ["serve", "--check", "--port", "0", "--static-files", files];
        run(folder, "pictures-server", &arguments)
    };
    succeeds(check("beside")?)?;
    let refused = check("elsewhere")?;
    let whole = run(
        folder,
        "tree-server",
        &["serve", "--check", "--port", "0", "--static-files", "none"],
    )?;
    let warned = succeeds(whole)?;
    match refused.status.code() == Some(2) && warned.contains("`--static-files none` has no effect")
    {
        true => Ok(()),
        false => Err(text_of(&refused) + &warned),
    }
}

/// Persian dates have digits of their own.
fn persian_dates() -> Result<(), String> {
    let folder = FOLDER.as_ref()?;
    succeeds(run(folder, "bindery", &["new", "persian"])?)?;
    let path = folder.join("persian/site.toml");
    let config = fs::read_to_string(&path).map_err(words)?;
    fs::write(&path, config + "\n[locale]\ncode = \"fa\"\n").map_err(words)?;
    let post = "---\ntitle: P\n---\n\nText.\n";
    fs::write(folder.join("persian/blog/2033-01-22-p.md"), post).map_err(words)?;
    let arguments = ["build", "persian", "--effort", "fast"];
    succeeds(run(folder, "bindery", &arguments)?)?;
    let running = server::start_program(&folder.join("persian-server"), folder)?;
    let page = Connection::open(running.address)?.get("/blog", &[])?;
    match page.text()?.contains("۲۲ ژانویهٔ ۲۰۳۳") {
        true => Ok(()),
        false => Err(page.text()?.to_owned()),
    }
}

fn check() -> Result<(), String> {
    let folder = FOLDER.as_ref()?;
    let tree = folder.join("wrong");
    fs::create_dir_all(tree.join("docs")).map_err(words)?;
    let config = "title = \"T\"\nurl = \"https://t.example\"\n";
    fs::write(tree.join("site.toml"), config).map_err(words)?;
    let page = "# T\n\n<Tabs><TabItem valeu=\"a\">x</TabItem></Tabs>\n\n<Foo/>\n";
    fs::write(tree.join("docs/index.md"), page).map_err(words)?;
    let output = run(folder, "bindery", &["check", "wrong"])?;
    fails_with(&output, "docs/index.md:5:2: error[unknown-component]")?;
    fails_with(&output, "did you mean `value`?")
}

fn overwritten_page() -> Result<(), String> {
    let folder = FOLDER.as_ref()?;
    succeeds(run(folder, "bindery", &["new", "written"])?)?;
    let page = folder.join("written/site.toml");
    let before = fs::read(&page).map_err(words)?;
    let arguments = ["build", "written", "--out", "written/site.toml"];
    let output = run(folder, "bindery", &arguments)?;
    let text = text_of(&output);
    let is_refused = output.status.code() == Some(2) && text.contains("is no executable");
    match is_refused && fs::read(&page).map_err(words)? == before {
        true => Ok(()),
        false => Err(format!("{}: {text}", output.status)),
    }
}

fn components() -> Result<(), String> {
    let folder = FOLDER.as_ref()?;
    let tree = folder.join("own");
    succeeds(run(folder, "bindery", &["new", "own"])?)?;
    fs::create_dir(tree.join("components")).map_err(words)?;
    fs::write(tree.join("components/Foo.tsx"), "export const Foo = 1;\n").map_err(words)?;
    for command in ["check", "build"] {
        let output = run(folder, "bindery", &[command, "own"])?;
        fails_with(&output, "only Node can bundle `components/Foo.tsx`")?;
    }
    Ok(())
}

fn diagrams_and_live_code() -> Result<(), String> {
    let folder = FOLDER.as_ref()?;
    let tree = folder.join("drawn");
    fs::create_dir_all(tree.join("docs")).map_err(words)?;
    let config = "title = \"T\"\nurl = \"https://t.example\"\n[markdown]\nmermaid = true\nlive_code = true\n";
    fs::write(tree.join("site.toml"), config).map_err(words)?;
    let page = "# T\n\n```mermaid\ngraph TD\n```\n\n```jsx live\n<b>Bold</b>\n```\n";
    fs::write(tree.join("docs/index.md"), page).map_err(words)?;
    let text = succeeds(run(
        folder,
        "bindery",
        &["build", "drawn", "--effort", "fast"],
    )?)?;
    for (line, key) in [(4, "mermaid"), (5, "live_code")] {
        let expected = format!(
            "site.toml:{line}:1: warning[unsupported-option]: `{key}` has no effect without Node"
        );
        if !text.contains(&expected) {
            return Err(format!("no `{expected}` in:\n{text}"));
        }
    }
    let running = server::start_program(&folder.join("drawn-server"), folder)?;
    let page = Connection::open(running.address)?.get("/docs", &[])?;
    match page.text()?.contains("class=\"mermaid\"") {
        true => Ok(()),
        false => Err(format!("{}", page.status)),
    }
}

fn preview() -> Result<(), String> {
    let folder = FOLDER.as_ref()?;
    let running = server::start_alone(folder, &["dev", "--port", "0", "tree"])?;
    let page = Connection::open(running.address)?.get("/guide/first-page", &[])?;
    match page.text()?.contains("Your first page") {
        true => Ok(()),
        false => Err(format!("{}", page.status)),
    }
}
