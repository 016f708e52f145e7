//! The commands, each in a child process: this test binary, which runs only the one test that is the program.

use bindery_server::cli::{self, EXIT_CANNOT_LISTEN, EXIT_DONE, EXIT_FAILED, EXIT_USAGE};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, ChildStdout, Command, ExitCode, Output, Stdio};
use std::time::Duration;

const ARGUMENTS: &str = "BINDERY_TEST_ARGUMENTS";

/// If set, [`program`] does not print its exit code, and exits with 0 or 1.
pub(crate) const SILENT: &str = "BINDERY_TEST_SILENT";

/// The program under test; does nothing when run as an ordinary test.
#[test]
fn program() {
    let Ok(arguments) = std::env::var(ARGUMENTS) else {
        return;
    };
    let arguments = std::iter::once("bindery").chain(arguments.split_terminator('\n'));
    let code = cli::run_with(crate::site(), arguments);
    if std::env::var_os(SILENT).is_some() {
        // Nobody reads standard output here: only the program's own code may write to it.
        std::process::exit(i32::from(code != ExitCode::SUCCESS));
    }
    println!("{}", exit_text(code));
}

/// How [`program`] reports its exit code, which cannot be read as a number.
fn exit_text(code: ExitCode) -> String {
    format!("ended with {code:?}")
}

pub(crate) fn bindery(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args(["--exact", "cli::program", "--nocapture", "--test-threads=1"])
        .env_clear()
        .env(ARGUMENTS, arguments.join("\n"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

pub(crate) struct ProgramRun {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

#[track_caller]
pub(crate) fn check(command: &mut Command, code: u8) -> ProgramRun {
    let Output { stdout, stderr, .. } = command.output().unwrap();
    let ran = ProgramRun {
        stdout: String::from_utf8(stdout).unwrap(),
        stderr: String::from_utf8(stderr).unwrap(),
    };
    let exit_text = exit_text(ExitCode::from(code));
    assert!(
        ran.stdout.contains(&exit_text),
        "{}\n{}",
        ran.stdout,
        ran.stderr
    );
    ran
}

#[test]
fn routes_prints_a_table_or_the_embedded_list() {
    let table = check(&mut bindery(&["routes"]), EXIT_DONE).stdout;
    let line = |path: &str| table.lines().find(|line| line.starts_with(path)).unwrap();
    assert!(line("/guide ").ends_with("  doc       A page"), "{table}");
    assert!(line("/old ").ends_with("  redirect  -> /guide"), "{table}");
    let json = check(&mut bindery(&["routes", "--json"]), EXIT_DONE).stdout;
    assert!(json.contains(r#"{"path":"/guide","kind":"doc""#));
}

#[test]
fn build_report_prints_the_report_of_the_build() {
    let report = check(&mut bindery(&["build-report"]), EXIT_DONE).stdout;
    assert!(report.contains("Bound by hand.\nbound in no time\n"));
}

#[test]
fn the_version_names_content_and_build() {
    let version = check(&mut bindery(&["--version"]), EXIT_DONE).stdout;
    assert!(
        version.contains("bindery 0.1.0 (content 0000000000000000, build build-0)"),
        "{version}"
    );
}

#[test]
fn the_version_can_be_read_by_programs() {
    let ran = check(&mut bindery(&["--version", "--json"]), EXIT_DONE);
    let from = ran.stdout.find('{').unwrap();
    let mut values = serde_json::Deserializer::from_str(&ran.stdout[from..]).into_iter();
    let version: serde_json::Value = values.next().unwrap().unwrap();
    assert_eq!(version["content"], "0000000000000000");
    assert_eq!(version["profile"], "debug");
    assert!(version["version"].is_string() && version.get("revision").is_some());
}

#[test]
fn the_manual_and_the_completions_come_from_the_commands() {
    let manual = check(&mut bindery(&["man"]), EXIT_DONE).stdout;
    assert!(
        manual.contains(".TH bindery 1") && manual.contains("bindery\\-export(1)"),
        "{manual}"
    );
    for shell in ["bash", "zsh", "fish"] {
        let script = check(&mut bindery(&["completions", shell]), EXIT_DONE).stdout;
        assert!(script.contains("inventory"), "{script}");
    }
}

#[test]
fn the_packages_and_the_inventory_are_lists_of_json() {
    for (command, word) in [
        ("sbom", "\"bomFormat\": \"CycloneDX\""),
        ("inventory", "\"/guide\""),
    ] {
        let list = check(&mut bindery(&[command]), EXIT_DONE).stdout;
        assert!(list.contains(word), "{list}");
    }
}

#[test]
fn a_site_is_exported_into_an_empty_folder_only() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let ran = check(
        &mut bindery(&["export", path, "--for", "netlify"]),
        EXIT_DONE,
    );
    assert!(ran.stdout.contains("Wrote "), "{}", ran.stdout);
    let page = std::fs::read_to_string(folder.path().join("guide/first-steps.html")).unwrap();
    assert_eq!(page, "<h1>First steps</h1>");
    assert!(folder.path().join("_redirects").is_file());
    let ran = check(&mut bindery(&["export", path]), EXIT_USAGE);
    assert!(ran.stderr.contains("is not empty"), "{}", ran.stderr);
    let below = folder.path().join("guide.html/site");
    let below = below.to_str().unwrap();
    let ran = check(&mut bindery(&["export", below]), EXIT_FAILED);
    let expected = format!("error: cannot make the folder {below}: ");
    assert!(ran.stderr.contains(&expected), "{}", ran.stderr);
}

#[test]
fn help_lists_the_exit_codes() {
    let help = check(&mut bindery(&["--help"]), EXIT_DONE).stdout;
    assert!(
        help.contains("Exit codes:") && help.contains("BINDERY_HOST"),
        "{help}"
    );
}

#[test]
fn a_wrong_command_line_or_environment_is_a_usage_error() {
    check(&mut bindery(&["--colour"]), EXIT_USAGE);
    for (flag, value, expected) in [
        ("--workers", "0", "write a number from 1 to 512"),
        ("--workers", "2000", "write a number from 1 to 512"),
        ("--max-connections", "0", "write a number from 1 on"),
        (
            "--max-connections-per-address",
            "0",
            "write a number from 1 on",
        ),
        (
            "--max-requests-per-second-per-address",
            "0",
            "write a number from 1 on",
        ),
        ("--access-log-sample", "0", "0 is not in 1.."),
        ("--unix-mode", "rw", "write permissions in octal"),
        ("--unix-group", "no-such-group", "the system has no group"),
        ("--client-field", "a b", "is not the name of a header field"),
        ("--https-port", "443", "`--https-port` is the port of HTTPS"),
    ] {
        let ran = check(&mut bindery(&["serve", "--check", flag, value]), EXIT_USAGE);
        assert!(ran.stderr.contains(expected), "{flag}: {}", ran.stderr);
    }
    check(bindery(&[]).env("BINDERY_HOST", ""), EXIT_USAGE);
    let ran = check(bindery(&[]).env("BINDERY_PORT", "eighty"), EXIT_USAGE);
    assert!(ran.stderr.contains("eighty"), "{}", ran.stderr);
}

#[test]
fn variables_for_the_server_do_not_disturb_other_commands() {
    check(bindery(&["routes"]).env("BINDERY_PORT", "8081"), EXIT_DONE);
}

#[test]
fn a_taken_port_is_a_clear_error() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let ran = check(&mut bindery(&["--port", &port]), EXIT_CANNOT_LISTEN);
    let expected = format!(
        "error: port {port} of 127.0.0.1 is taken by another program; choose another one with `--port "
    );
    assert!(ran.stderr.contains(&expected), "{}", ran.stderr);
}

#[test]
fn an_address_of_another_machine_is_a_clear_error() {
    let ran = check(
        &mut bindery(&["--host", "192.0.2.1", "--port", "0"]),
        EXIT_CANNOT_LISTEN,
    );
    assert!(
        ran.stderr.contains("not an address of this machine"),
        "{}",
        ran.stderr
    );
}

/// A running server, killed when dropped.
pub(crate) struct ServerProcess {
    child: Child,
    stdout: BufReader<ChildStdout>,
    listening_line: String,
    report: String,
}

impl ServerProcess {
    pub(crate) fn start(command: &mut Command) -> ServerProcess {
        let mut child = command.spawn().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let (mut listening_line, mut report) = (String::new(), String::new());
        while !listening_line.contains("Serving http") {
            report.push_str(&listening_line);
            listening_line.clear();
            assert_ne!(
                stdout.read_line(&mut listening_line).unwrap(),
                0,
                "the server ended"
            );
        }
        ServerProcess {
            child,
            stdout,
            listening_line,
            report,
        }
    }

    pub(crate) fn listening_line(&self) -> &str {
        &self.listening_line
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let (_, url) = self.listening_line.split_once("://").unwrap();
        let (address, _) = url.split_once('/').unwrap();
        let stream = TcpStream::connect(address).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(60)))
            .unwrap();
        stream
    }

    pub(crate) fn signal(&self, name: &str) {
        let status = Command::new("kill")
            .args([name, &self.child.id().to_string()])
            .status()
            .unwrap();
        assert!(status.success());
    }

    /// The output until the process ends, and its exit code.
    pub(crate) fn finish(mut self) -> (String, Option<i32>) {
        let mut rest = String::new();
        self.stdout.read_to_string(&mut rest).unwrap();
        (rest, self.child.wait().unwrap().code())
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_server_prints_its_address_and_how_to_listen_for_other_machines() {
    let served = ServerProcess::start(&mut bindery(&["serve", "--port", "0"]));
    assert!(
        served.listening_line.contains("Serving http://127.0.0.1:"),
        "{}",
        served.listening_line
    );
    assert!(
        served
            .listening_line
            .contains("`--host 0.0.0.0` listens on all addresses")
    );
    assert!(served.report.contains("Bound by hand."));
    let mut stream = served.connect();
    stream.write_all(b"GET /guide HTTP/1.0\r\n\r\n").unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).unwrap();
    assert!(response.starts_with("HTTP/1.0 200 OK\r\n"), "{response}");
}

#[test]
fn two_servers_run_at_once_and_quiet_ones_show_no_report() {
    let quiet =
        ServerProcess::start(bindery(&["--quiet", "--workers", "1"]).env("BINDERY_PORT", "0"));
    let other = ServerProcess::start(
        bindery(&["serve", "--quiet"])
            .env("BINDERY_PORT", "0")
            .env("BINDERY_HOST", "0.0.0.0"),
    );
    assert!(!quiet.report.contains("Bound by hand."));
    assert!(
        other.listening_line.contains("Serving http://localhost:"),
        "{}",
        other.listening_line
    );
    assert_ne!(quiet.listening_line, other.listening_line);
}

/// Begins a download and leaves it unread, so that the server has an open request.
fn begin_download(served: &ServerProcess) -> TcpStream {
    let mut stream = served.connect();
    stream
        .write_all(b"GET /huge.bin HTTP/1.1\r\nhost: x\r\n\r\n")
        .unwrap();
    let mut start = [0; 15];
    stream.read_exact(&mut start).unwrap();
    assert_eq!(&start, b"HTTP/1.1 200 OK");
    stream
}

#[test]
fn a_signal_lets_open_requests_finish_and_ends_with_exit_code_0() {
    for signal in ["-TERM", "-INT"] {
        let served = ServerProcess::start(&mut bindery(&["--port", "0", "--quiet"]));
        let _idle = served.connect();
        let mut kept_alive = served.connect();
        kept_alive
            .write_all(b"HEAD / HTTP/1.1\r\nhost: x\r\n\r\n")
            .unwrap();
        let mut download = begin_download(&served);
        served.signal(signal);
        std::thread::sleep(Duration::from_millis(300));
        let mut rest = Vec::new();
        download.read_to_end(&mut rest).unwrap();
        assert!(
            rest.len() > crate::support::site::HUGE,
            "only {} bytes came",
            rest.len()
        );
        let (printed, code) = served.finish();
        assert!(
            printed.contains(&exit_text(ExitCode::from(EXIT_DONE))),
            "{printed}"
        );
        assert_eq!(code, Some(0));
    }
}

#[test]
fn a_second_signal_ends_at_once() {
    let served = ServerProcess::start(&mut bindery(&["--port", "0", "--quiet"]));
    let _download = begin_download(&served);
    served.signal("-TERM");
    std::thread::sleep(Duration::from_millis(200));
    served.signal("-INT");
    let (_, code) = served.finish();
    // A stop that waited for the download would exit with 0.
    assert_eq!(code, Some(i32::from(EXIT_FAILED)));
}
