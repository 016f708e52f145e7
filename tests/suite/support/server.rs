//! Starts the built executable: alone in an empty folder, with an empty environment, on a free port.

use crate::support::client::Connection;
use crate::support::executable::copy_bindery;
use crate::support::folders::empty_folder;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::SocketAddr;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

/// Ends a case that hangs. It does not measure speed.
const START_TIMEOUT: Duration = Duration::from_secs(60);

/// A running copy of the site.
#[derive(Debug)]
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    /// The output until the line with the address.
    pub(crate) printed: String,
    pub(crate) pid: u32,
    pub(crate) folder: PathBuf,
}

static CHILDREN: Mutex<Vec<(Child, PathBuf)>> = Mutex::new(Vec::new());

/// The site that all HTTP and browser cases share; started at first use.
pub(crate) fn shared() -> Result<&'static Running, String> {
    static SHARED: OnceLock<Result<Running, String>> = OnceLock::new();
    SHARED.get_or_init(start).as_ref().map_err(Clone::clone)
}

/// `tests/sites/reader`, as `bindery dev` serves it; started at first use.
pub(crate) fn reader() -> Result<&'static Running, String> {
    static READER: OnceLock<Result<Running, String>> = OnceLock::new();
    let start = || start_dev(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sites/reader"));
    READER.get_or_init(start).as_ref().map_err(Clone::clone)
}

/// A new connection to the shared site.
pub(crate) fn connect() -> Result<Connection, String> {
    Connection::open(shared()?.address)
}

/// Copies the executable into a new empty folder and starts it there. Clients may search without limit: how many searches
/// a share of a core allows depends on the machine.
pub(crate) fn start() -> Result<Running, String> {
    start_with(&["--search-share", "0"])
}

/// Like [`start`], with more flags.
pub(crate) fn start_with(flags: &[&str]) -> Result<Running, String> {
    let folder = empty_folder()?;
    let program = folder.join("bindery");
    copy_bindery(&folder)?;
    let mut command = Command::new(&program);
    command
        .args(["serve", "--port", "0"])
        .args(flags)
        .current_dir(&folder)
        .env_clear();
    run(&mut command, folder, Stdio::null())
}

/// Starts an executable that serves a site in `folder`.
pub(crate) fn start_program(program: &Path, folder: &Path) -> Result<Running, String> {
    let mut command = Command::new(program);
    command
        .args(["serve", "--port", "0"])
        .current_dir(folder)
        .env_clear();
    run(&mut command, folder.to_owned(), Stdio::null())
}

/// Starts a program that takes its address as an argument.
pub(crate) fn start_with_address(program: &Path, folder: PathBuf) -> Result<Running, String> {
    let mut command = Command::new(program);
    command.arg("127.0.0.1:0").current_dir(&folder).env_clear();
    run(&mut command, folder, Stdio::null())
}

/// Starts the `bindery` in `folder` there, without any other program.
pub(crate) fn start_alone(folder: &Path, arguments: &[&str]) -> Result<Running, String> {
    let mut command = Command::new(folder.join("bindery"));
    command
        .args(arguments)
        .current_dir(folder)
        .env_clear()
        .env("HOME", folder.join("home"));
    run(&mut command, folder.to_owned(), Stdio::null())
}

/// Starts a server as `command` says; `folder` is removed at the end.
pub(crate) fn start_command(command: &mut Command, folder: PathBuf) -> Result<Running, String> {
    run(command, folder, Stdio::null())
}

/// The body of a response over a Unix socket.
pub(crate) fn get_over_socket(socket: &Path, path: &str) -> Result<String, String> {
    let fails = |error: std::io::Error| format!("{}: {error}", socket.display());
    let mut stream = UnixStream::connect(socket).map_err(fails)?;
    let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).map_err(fails)?;
    let mut response = String::new();
    stream.read_to_string(&mut response).map_err(fails)?;
    let body = response.split_once("\r\n\r\n");
    body.map(|(_, body)| body.to_owned())
        .ok_or_else(|| format!("no response: {response}"))
}

/// Starts `bindery dev` on a content folder, in the project's folder, where the interface is.
pub(crate) fn start_dev(content: &Path) -> Result<Running, String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bindery"));
    command
        .args(["dev", "--port", "0"])
        .arg(content)
        .current_dir(env!("CARGO_MANIFEST_DIR"));
    let folder = empty_folder()?;
    let complaints = folder.join("stderr.txt");
    let errors = std::fs::File::create(&complaints).map_err(|error| error.to_string())?;
    run(&mut command, folder, Stdio::from(errors)).map_err(|error| {
        let complaints = std::fs::read_to_string(&complaints).unwrap_or_default();
        format!("{error}\n{complaints}")
    })
}

fn run(command: &mut Command, folder: PathBuf, errors: Stdio) -> Result<Running, String> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(errors)
        .spawn()
        .map_err(|error| format!("starting {command:?}: {error}"))?;
    let stdout = child.stdout.take().ok_or("BUG: stdout is piped")?;
    let pid = child.id();
    CHILDREN
        .lock()
        .map_err(|error| error.to_string())?
        .push((child, folder.clone()));
    let (address, printed) = announced_address(BufReader::new(stdout))?;
    wait_until_open(address)?;
    Ok(Running {
        address,
        printed,
        pid,
        folder,
    })
}

/// Ends the processes that this module started, by their ids.
pub(crate) fn stop_all() {
    let Ok(mut children) = CHILDREN.lock() else {
        return;
    };
    for (mut child, folder) in children.drain(..) {
        let _ = child.kill();
        let _ = child.wait();
        let _ = std::fs::remove_dir_all(folder);
    }
}

/// The exit status of a process started here, once it has ended.
pub(crate) fn try_wait(pid: u32) -> Result<Option<std::process::ExitStatus>, String> {
    let mut children = CHILDREN.lock().map_err(|error| error.to_string())?;
    let child = children.iter_mut().find(|(child, _)| child.id() == pid);
    let (child, _) = child.ok_or("BUG: not a child of this suite")?;
    child.try_wait().map_err(|error| error.to_string())
}

/// Reads `http://ADDRESS` from the output of the server, and discards the rest in the background.
fn announced_address(
    mut stdout: BufReader<std::process::ChildStdout>,
) -> Result<(SocketAddr, String), String> {
    let mut said = String::new();
    loop {
        let from = said.len();
        if stdout
            .read_line(&mut said)
            .map_err(|error| error.to_string())?
            == 0
        {
            return Err(format!(
                "the server ended without naming its address:\n{said}"
            ));
        }
        let address = said[from..].split("http://").nth(1).and_then(|rest| {
            let end = rest
                .find(|c: char| !(c.is_ascii_digit() || c == '.' || c == ':'))
                .unwrap_or(rest.len());
            rest[..end].trim_end_matches('.').parse().ok()
        });
        if let Some(address) = address {
            std::thread::spawn(move || std::io::copy(&mut stdout, &mut std::io::sink()));
            return Ok((address, said));
        }
    }
}

fn wait_until_open(address: SocketAddr) -> Result<(), String> {
    let started = Instant::now();
    while started.elapsed() < START_TIMEOUT {
        if std::net::TcpStream::connect(address).is_ok() {
            return Ok(());
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    Err(format!("nothing listens on {address}"))
}
