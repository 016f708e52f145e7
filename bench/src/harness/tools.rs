//! Finds or downloads external tools: nginx, wrk, valgrind, strace.
//!
//! The order is: an environment variable (`BINDERY_NGINX` …), `PATH`, then Debian's package, unpacked without being root
//! below a folder of the caller. The error for a tool that cannot be found names the command that installs it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;

/// An external tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// The web server for comparison.
    Nginx,
    /// The load generator.
    Wrk,
    /// Counts instructions.
    Valgrind,
    /// Counts system calls.
    Strace,
}

impl Tool {
    const fn name(self) -> &'static str {
        match self {
            Tool::Nginx => "nginx",
            Tool::Wrk => "wrk",
            Tool::Valgrind => "valgrind",
            Tool::Strace => "strace",
        }
    }

    /// The environment variable with its path.
    const fn variable(self) -> &'static str {
        match self {
            Tool::Nginx => "BINDERY_NGINX",
            Tool::Wrk => "BINDERY_WRK",
            Tool::Valgrind => "BINDERY_VALGRIND",
            Tool::Strace => "BINDERY_STRACE",
        }
    }

    /// Debian's packages that are not on every machine.
    const fn packages(self) -> &'static [&'static str] {
        match self {
            Tool::Nginx => &["nginx", "libpcre2-8-0"],
            Tool::Wrk => &["wrk", "libluajit-5.1-2"],
            Tool::Valgrind => &["valgrind"],
            Tool::Strace => &["strace", "libunwind8"],
        }
    }

    /// The executable's path in the first of the packages.
    const fn file(self) -> &'static str {
        match self {
            Tool::Nginx => "usr/sbin/nginx",
            Tool::Wrk => "usr/bin/wrk",
            Tool::Valgrind => "usr/bin/valgrind",
            Tool::Strace => "usr/bin/strace",
        }
    }
}

/// A program that was found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The executable.
    pub program: PathBuf,
    /// The environment variables that it needs.
    pub environment: Vec<(&'static str, OsString)>,
}

impl Found {
    /// A command that runs it.
    #[must_use]
    pub fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        command
    }
}

/// Finds a tool; `cache` is the folder for unpacked packages.
pub fn find(tool: Tool, cache: &Path) -> Result<Found, String> {
    if let Some(named) = std::env::var_os(tool.variable()) {
        let program = PathBuf::from(named);
        return match program.is_file() {
            true => Ok(plain(program)),
            false => Err(format!(
                "{}={} is no file",
                tool.variable(),
                program.display()
            )),
        };
    }
    if let Some(program) = on_path(tool.name()) {
        return Ok(plain(program));
    }
    let home = absolute(cache).join("tools").join(tool.name());
    unpack(tool.packages(), tool.file(), &home).map_err(|error| {
        format!(
            "{name} not found, and Debian's package could not be unpacked ({error}); run `apt-get install {name}`, or name \
             one with {variable}=PATH",
            name = tool.name(),
            variable = tool.variable()
        )
    })?;
    Ok(Found {
        program: home.join(tool.file()),
        environment: vec![
            ("LD_LIBRARY_PATH", libraries(&home)),
            ("VALGRIND_LIB", home.join("usr/libexec/valgrind").into()),
        ],
    })
}

/// The module with which nginx serves stored brotli, if it is available.
#[must_use]
pub fn nginx_brotli(cache: &Path) -> Option<PathBuf> {
    const MODULE: &str = "usr/lib/nginx/modules/ngx_http_brotli_static_module.so";
    let installed = Path::new("/").join(MODULE);
    if installed.is_file() {
        return Some(installed);
    }
    let home = absolute(cache).join("tools/nginx-brotli");
    unpack(&["libnginx-mod-http-brotli-static"], MODULE, &home).ok()?;
    Some(home.join(MODULE))
}

/// The absolute path of the cache, because some tools change their working folder.
fn absolute(cache: &Path) -> PathBuf {
    std::path::absolute(cache).unwrap_or_else(|_| cache.to_owned())
}

fn plain(program: PathBuf) -> Found {
    Found {
        program,
        environment: Vec::new(),
    }
}

/// A program on `PATH`, or in the folders of servers, which are often not on `PATH`.
fn on_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let usual = ["/usr/sbin", "/usr/local/sbin", "/sbin"].map(PathBuf::from);
    let mut folders = std::env::split_paths(&path).chain(usual);
    folders.find_map(|folder| {
        let program = folder.join(name);
        (folder.is_absolute() && program.is_file()).then_some(program)
    })
}

/// Downloads packages and unpacks them into `home`, unless `file` is there.
fn unpack(packages: &[&str], file: &str, home: &Path) -> Result<(), String> {
    // Two threads that unpack the same tool would remove each other's folder.
    static UNPACKING: Mutex<()> = Mutex::new(());
    let _guard = UNPACKING.lock().map_err(|error| error.to_string())?;
    if home.join(file).is_file() {
        return Ok(());
    }
    let fresh = home.with_extension(std::process::id().to_string());
    let words = |error: std::io::Error| format!("{}: {error}", fresh.display());
    std::fs::create_dir_all(&fresh).map_err(words)?;
    // An installed package is not downloaded: the package lists may no longer have its version.
    let missing = packages.iter().filter(|package| !is_installed(package));
    run(Command::new("apt-get")
        .arg("download")
        .args(missing)
        .current_dir(&fresh))?;
    for entry in fresh.read_dir().map_err(words)? {
        let package = entry.map_err(words)?.path();
        if package
            .extension()
            .is_some_and(|extension| extension == "deb")
        {
            run(Command::new("dpkg").arg("-x").args([&package, &fresh]))?;
        }
    }
    let _ = std::fs::remove_dir_all(home);
    std::fs::rename(&fresh, home).map_err(words)?;
    match home.join(file).is_file() {
        true => Ok(()),
        false => Err(format!("no {file} in {}", packages.join(", "))),
    }
}

fn is_installed(package: &str) -> bool {
    let status = Command::new("dpkg-query")
        .args(["--show", "--showformat=${db:Status-Status}", package])
        .output();
    status.is_ok_and(|output| output.stdout == b"installed")
}

fn run(command: &mut Command) -> Result<(), String> {
    let output = command.stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("{command:?}: {error}"))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr)
            .trim()
            .replace('\n', "; ")),
    }
}

/// The folders of libraries below an unpacked package.
fn libraries(home: &Path) -> OsString {
    let folders = home
        .join("usr/lib")
        .read_dir()
        .into_iter()
        .flatten()
        .flatten();
    let own = folders
        .map(|entry| entry.path())
        .filter(|path| path.is_dir());
    let before = std::env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
    let before: Vec<PathBuf> = std::env::split_paths(&before)
        .filter(|path| path.is_absolute())
        .collect();
    std::env::join_paths(own.chain(before)).unwrap_or_default()
}
