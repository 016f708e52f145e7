//! The time from saving a page, or a component that it shows, to the new text on the screen, while `bindery dev` serves the
//! tree to a browser.
//!
//! Two trees: the content, and a generated one. The browser is driven by `tests/browser/measure-edits.mjs`.

use crate::harness::server::free_address;
use crate::trees;
use bindery_compiler::system::files::{copy_tree, write_atomically};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// What is measured.
#[derive(Clone, Debug, clap::Args)]
pub struct EditOptions {
    /// The executable.
    #[arg(long, default_value = "target/release/bindery")]
    pub binary: PathBuf,
    /// The content, which is copied.
    #[arg(long, default_value = "content")]
    pub content: PathBuf,
    /// Pages of the generated tree; 0 for none.
    #[arg(long, default_value_t = 5000)]
    pub pages: usize,
    /// Edits of each kind in each tree.
    #[arg(long, default_value_t = 20)]
    pub edits: usize,
}

/// The page that is edited.
const FILE: &str = "docs/edited-page.md";
const TEXT: &str = "---\nslug: /edited-page\n---\n\n# Edited page\n\n<EditedNote />\n\nWords.\n";
/// The component on it, which the browser's script rewrites.
const COMPONENT: &str = "components/EditedNote.tsx";
const COMPONENT_TEXT: &str =
    "export default function EditedNote() {\n  return <p>A note.</p>;\n}\n";
/// The address of that page: the library's documents are at the root, those of a generated tree are below `/docs`.
const LIBRARY_PATH: &str = "/edited-page";
const GENERATED_PATH: &str = "/docs/edited-page";

/// How long the first build may take: npm and the bundler run in it.
const FIRST_BUILD: Duration = Duration::from_secs(30 * 60);

/// Measures both trees.
///
/// # Errors
/// When a tree cannot be written, the server does not start, or the browser does not.
pub fn measure(plan: &EditOptions) -> Result<(), String> {
    // Below the current folder, so that `bindery dev` finds `ui`.
    let folder = tempfile::tempdir_in("target").map_err(|error| error.to_string())?;
    let library = folder.path().join("content");
    copy_tree(&plan.content, &library).map_err(|error| error.to_string())?;
    measure_tree(plan, &library, LIBRARY_PATH)?;
    if plan.pages > 0 {
        let generated = folder.path().join("generated");
        trees::write_one(&generated, plan.pages)?;
        measure_tree(plan, &generated, GENERATED_PATH)?;
    }
    Ok(())
}

fn measure_tree(plan: &EditOptions, tree: &Path, path: &str) -> Result<(), String> {
    let (file, component) = (tree.join(FILE), tree.join(COMPONENT));
    for (path, text) in [(&file, TEXT), (&component, COMPONENT_TEXT)] {
        write_atomically(path, text.as_bytes()).map_err(|error| error.to_string())?;
    }
    let address = free_address()?;
    let mut server = Command::new(&plan.binary)
        .arg("dev")
        .arg(tree)
        .args(["--port", &address.port().to_string()])
        .stdout(Stdio::null())
        .spawn()
        .map_err(|error| format!("{}: {error}; build it first", plan.binary.display()))?;
    let measured = wait_for(&mut server, address).and_then(|()| {
        let status = Command::new("node")
            .arg("tests/browser/measure-edits.mjs")
            .arg(format!("http://{address}{path}"))
            .args([&file, &component])
            .args([server.id().to_string(), plan.edits.to_string()])
            .status();
        match status {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(format!("the browser's script ended with {status}")),
            Err(error) => Err(format!("node: {error}")),
        }
    });
    let _ = server.kill();
    let _ = server.wait();
    measured
}

fn wait_for(server: &mut Child, address: SocketAddr) -> Result<(), String> {
    let started = Instant::now();
    while TcpStream::connect(address).is_err() {
        let has_ended = !matches!(server.try_wait(), Ok(None));
        if has_ended || started.elapsed() > FIRST_BUILD {
            return Err("`bindery dev` does not serve the tree".to_owned());
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    Ok(())
}
