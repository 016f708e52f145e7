//! The commands, run in a process of their own: this test binary, told to run one test that is the program.

use bindery_server::cli::{self, EXIT_CANNOT_LISTEN, EXIT_DONE, EXIT_FAILED, EXIT_USAGE};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, ChildStdout, Command, ExitCode, Output, Stdio};
use std::time::{Duration, Instant};

const ARGUMENTS: &str = "BINDERY_TEST_ARGUMENTS";

/// The program under test; does nothing when run as an ordinary test.
#[test]
fn program() {
    let Ok(arguments) = std::env::var(ARGUMENTS) else {
        return;
    };
    let arguments = std::iter::once("bindery").chain(arguments.split_terminator('\n'));
    let code = cli::run_with(crate::site(), arguments);
    println!("{}", ending(code));
}

/// How [`program`] reports its exit code, which cannot be read as a number.
fn ending(code: ExitCode) -> String {
    format!("ended with {code:?}")
}

fn bindery(arguments: &[&str]) -> Command {
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

struct Ran {
    stdout: String,
    stderr: String,
}

#[track_caller]
fn check(command: &mut Command, code: u8) -> Ran {
    let Output { stdout, stderr, .. } = command.output().unwrap();
    let ran = Ran {
        stdout: String::from_utf8(stdout).unwrap(),
        stderr: String::from_utf8(stderr).unwrap(),
    };
    let ending = ending(ExitCode::from(code));
    assert!(
        ran.stdout.contains(&ending),
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
fn the_report_of_the_build_is_shown_when_asked_for() {
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
    check(&mut bindery(&["--workers", "0"]), EXIT_USAGE);
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
        ran.stderr.contains("no address of this machine"),
        "{}",
        ran.stderr
    );
}

#[cfg(feature = "author")]
mod check_command {
    use super::{EXIT_DONE, EXIT_FAILED, EXIT_USAGE, bindery, check};
    use std::path::PathBuf;

    /// A tree with one page, in a folder of its own that is left to the system to remove.
    fn tree(name: &str, page: &str) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("bindery-check-{}-{name}", std::process::id()));
        std::fs::create_dir_all(folder.join("docs")).unwrap();
        let config = "title = \"A tree\"\nurl = \"https://example.org\"\n";
        std::fs::write(folder.join("site.toml"), config).unwrap();
        std::fs::write(folder.join("docs/README.md"), page).unwrap();
        folder
    }

    #[test]
    fn a_missing_folder_fails() {
        let ran = check(&mut bindery(&["check", "/nowhere"]), EXIT_FAILED);
        assert!(ran.stdout.contains("error["), "{}", ran.stdout);
    }

    #[test]
    fn a_sound_tree_passes() {
        let folder = tree("sound", "# Home\n\nText.\n");
        let ran = check(
            &mut bindery(&["check", folder.to_str().unwrap()]),
            EXIT_DONE,
        );
        assert!(ran.stdout.contains("no problems"), "{}", ran.stdout);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn problems_are_printed_for_people_and_for_programs() {
        let folder = tree("broken", "---\ntitle: [\n---\n# Home\n\n[x](./gone.md)\n");
        let folder_name = folder.to_str().unwrap();
        let text = check(&mut bindery(&["check", folder_name]), EXIT_FAILED).stdout;
        assert!(
            text.contains("README.md:") && text.contains("error[bad-front-matter]"),
            "{text}"
        );
        let arguments = ["check", folder_name, "--format", "json"];
        let json = check(&mut bindery(&arguments), EXIT_FAILED).stdout;
        assert!(json.contains("\"code\": \"bad-front-matter\""), "{json}");
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn other_programs_get_their_own_forms() {
        let folder = tree("forms", "# Home\n\n[x](./gone.md)\n");
        let folder_name = folder.to_str().unwrap();
        let run = |format| {
            let arguments = ["check", folder_name, "--format", format];
            check(&mut bindery(&arguments), EXIT_FAILED).stdout
        };
        let sarif = run("sarif");
        assert!(sarif.contains("\"version\": \"2.1.0\""), "{sarif}");
        assert!(sarif.contains("\"uri\": \"file:///"), "{sarif}");
        let github = run("github");
        assert!(github.contains("::error file=/"), "{github}");
        assert!(github.contains("title=broken-link::no file at"), "{github}");
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn accepted_faults_are_known_and_others_fail() {
        let folder = tree("ratchet", "# Home\n\n[x](#gone)\n");
        let name = folder.to_str().unwrap();
        check(&mut bindery(&["check", name]), EXIT_DONE);
        check(&mut bindery(&["check", name, "--deny-new"]), EXIT_FAILED);
        let ran = check(&mut bindery(&["check", name, "--accept"]), EXIT_DONE);
        assert!(ran.stdout.contains("1 known faults in"), "{}", ran.stdout);
        let ran = check(&mut bindery(&["check", name, "--deny-new"]), EXIT_DONE);
        assert!(ran.stdout.contains("no problems"), "{}", ran.stdout);
        assert!(
            ran.stderr.contains("known and not shown: 1"),
            "{}",
            ran.stderr
        );
        std::fs::write(folder.join("docs/README.md"), "# Home\n\n[x](#other)\n").unwrap();
        let ran = check(&mut bindery(&["check", name, "--deny-new"]), EXIT_FAILED);
        assert!(ran.stdout.contains("`#other`"), "{}", ran.stdout);
        assert!(ran.stderr.contains("1 lines of"), "{}", ran.stderr);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn the_nearest_tree_is_checked() {
        let folder = tree("nearest", "# Home\n");
        for (from, is_found) in [("", true), ("docs", true), ("..", false)] {
            let code = if is_found { EXIT_DONE } else { EXIT_USAGE };
            let mut command = bindery(&["check"]);
            let ran = check(command.current_dir(folder.join(from)), code);
            let is_told = ran.stderr.contains("name the content folder");
            assert_eq!(is_told, !is_found, "{from}: {}", ran.stderr);
        }
        std::fs::remove_dir_all(folder).unwrap();
    }

    const CONFIG: &str = "title = \"A tree\"\nurl = \"https://example.org\"\n\n[[docs]]\npath = \"docs\"\n\
        route_base = \"/\"\n\n[[redirects]]\nfrom = \"/old\"\nto = \"/other\"\n";

    #[test]
    fn certain_corrections_are_shown_then_made_and_leave_nothing() {
        let page = "# Home\r\n\r\n## One part\r\n\r\n[a](/old#text), [b](#one-prat), [c](./elsewhere/other.md)\r\n\
            [d](https://example.org/other), [e](/docs/other)\r\n[f]: /other\r\n";
        let folder = tree("fix", page);
        std::fs::write(folder.join("site.toml"), CONFIG).unwrap();
        std::fs::write(
            folder.join("docs/other.md"),
            "# Other\n\n## Text\n\n[f]: #text\n\n[g][f]\n",
        )
        .unwrap();
        let name = folder.to_str().unwrap();
        let read = || std::fs::read_to_string(folder.join("docs/README.md")).unwrap();
        let ran = check(&mut bindery(&["check", name, "--fix"]), EXIT_FAILED);
        assert!(
            ran.stdout.contains("\n-[a](/old#text), [b](#one-prat)"),
            "{}",
            ran.stdout
        );
        assert!(
            ran.stdout
                .contains("\n+[a](/other#text), [b](#one-part), [c](./other.md)"),
            "{}",
            ran.stdout
        );
        assert!(
            ran.stderr.contains("`--fix --yes` does it"),
            "{}",
            ran.stderr
        );
        assert_eq!(read(), page, "nothing is changed unasked");
        let ran = check(&mut bindery(&["check", name, "--fix", "--yes"]), EXIT_DONE);
        assert!(
            ran.stderr.contains("corrected 6 problems in 1 files"),
            "{}",
            ran.stderr
        );
        let fixed = read();
        assert!(
            fixed.contains("[d](/other), [e](/other)\r\n\n[f]: /other\r\n"),
            "{fixed:?}"
        );
        let ran = check(&mut bindery(&["check", name, "--fix", "--yes"]), EXIT_DONE);
        assert!(
            ran.stderr.contains("nothing here can be corrected"),
            "{}",
            ran.stderr
        );
        assert_eq!(read(), fixed, "a second run changes nothing");
        assert!(
            ran.stdout.contains("1 warning (unused-definition 1)"),
            "{}",
            ran.stdout
        );
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn the_ledger_remembers_what_was_published() {
        let folder = tree("ledger", "# Home\n\n## One\n");
        std::fs::write(folder.join("site.toml"), CONFIG).unwrap();
        std::fs::write(folder.join("docs/other.md"), "# Other\n").unwrap();
        let name = folder.to_str().unwrap();
        let run = |arguments: &[&str]| {
            let content = ["--content", name];
            let arguments = [&["ledger"], arguments, &content].concat();
            check(&mut bindery(&arguments), EXIT_DONE).stdout
        };
        let text = run(&[]);
        assert!(text.contains("+ /#one\n"), "{text}");
        assert!(run(&["accept"]).contains("7 added\n"), "{text}");
        assert!(run(&[]).contains("0 new, 0 lost"));
        std::fs::write(folder.join("docs/README.md"), "# Home\n\n## Two\n").unwrap();
        std::fs::rename(folder.join("docs/other.md"), folder.join("docs/another.md")).unwrap();
        std::fs::write(
            folder.join("site.toml"),
            CONFIG.replace("/other", "/another"),
        )
        .unwrap();
        let text = check(&mut bindery(&["check", name]), EXIT_DONE).stdout;
        assert!(
            text.contains("warning[lost-path]: `/other` was published"),
            "{text}"
        );
        assert!(text.contains("did it become `/another`?"), "{text}");
        assert!(
            text.contains("warning[lost-anchor]: `/#one` was published"),
            "{text}"
        );
        let text = run(&["accept"]);
        assert!(text.contains("still lost"), "{text}");
        let text = run(&["accept", "--gone"]);
        assert!(text.contains(" gone\n"), "{text}");
        check(&mut bindery(&["check", name, "--deny-new"]), EXIT_DONE);
        let ledger = std::fs::read_to_string(folder.join("ledger.txt")).unwrap();
        assert!(
            ledger.contains("\ngone /#one\n") && ledger.contains("\ngone /other\n"),
            "{ledger}"
        );
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn codes_are_explained() {
        let ran = check(&mut bindery(&["explain", "broken_link"]), EXIT_DONE);
        assert!(ran.stdout.contains("Wrong:"), "{}", ran.stdout);
        let ran = check(&mut bindery(&["explain"]), EXIT_DONE);
        assert!(ran.stdout.contains("broken-anchor"), "{}", ran.stdout);
        let ran = check(&mut bindery(&["explain", "broken-lnk"]), EXIT_USAGE);
        assert!(
            ran.stderr.contains("did you mean `broken-link`?"),
            "{}",
            ran.stderr
        );
    }
}

/// A running server, killed when dropped.
struct Served {
    child: Child,
    stdout: BufReader<ChildStdout>,
    greeting: String,
    report: String,
}

impl Served {
    fn start(command: &mut Command) -> Served {
        let mut child = command.spawn().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let (mut greeting, mut report) = (String::new(), String::new());
        while !greeting.contains("http://") {
            report.push_str(&greeting);
            greeting.clear();
            assert_ne!(
                stdout.read_line(&mut greeting).unwrap(),
                0,
                "the server ended"
            );
        }
        Served {
            child,
            stdout,
            greeting,
            report,
        }
    }

    fn connect(&self) -> TcpStream {
        let (_, url) = self.greeting.split_once("http://").unwrap();
        let (address, _) = url.split_once('/').unwrap();
        let stream = TcpStream::connect(address).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(10)))
            .unwrap();
        stream
    }

    fn signal(&self, name: &str) {
        let status = Command::new("kill")
            .args([name, &self.child.id().to_string()])
            .status()
            .unwrap();
        assert!(status.success());
    }

    /// What is printed until the end, and the exit code of the process.
    fn finish(mut self) -> (String, Option<i32>) {
        let mut rest = String::new();
        self.stdout.read_to_string(&mut rest).unwrap();
        (rest, self.child.wait().unwrap().code())
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_server_says_where_it_is_and_how_to_be_reached_by_others() {
    let served = Served::start(&mut bindery(&["serve", "--port", "0"]));
    assert!(
        served.greeting.contains("Serving http://127.0.0.1:"),
        "{}",
        served.greeting
    );
    assert!(
        served
            .greeting
            .contains("`--host 0.0.0.0` listens on all addresses")
    );
    assert!(served.report.contains("Bound by hand."));
    let mut stream = served.connect();
    stream.write_all(b"GET /guide HTTP/1.0\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.0 200 OK\r\n"), "{answer}");
}

#[test]
fn two_servers_run_at_once_and_quiet_ones_show_no_report() {
    let quiet = Served::start(bindery(&["--quiet", "--workers", "1"]).env("BINDERY_PORT", "0"));
    let other = Served::start(
        bindery(&["serve", "--quiet"])
            .env("BINDERY_PORT", "0")
            .env("BINDERY_HOST", "0.0.0.0"),
    );
    assert!(!quiet.report.contains("Bound by hand."));
    assert!(
        other.greeting.contains("Serving http://localhost:"),
        "{}",
        other.greeting
    );
    assert_ne!(quiet.greeting, other.greeting);
}

/// Begins a download and leaves it unread, so that the server has an open request.
fn begin_download(served: &Served) -> TcpStream {
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
        let served = Served::start(&mut bindery(&["--port", "0", "--quiet"]));
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
        assert!(rest.len() > crate::HUGE, "only {} bytes came", rest.len());
        let (printed, code) = served.finish();
        assert!(
            printed.contains(&ending(ExitCode::from(EXIT_DONE))),
            "{printed}"
        );
        assert_eq!(code, Some(0));
    }
}

#[test]
fn a_second_signal_ends_at_once() {
    let served = Served::start(&mut bindery(&["--port", "0", "--quiet"]));
    let _download = begin_download(&served);
    served.signal("-TERM");
    std::thread::sleep(Duration::from_millis(200));
    let before = Instant::now();
    served.signal("-INT");
    let (_, code) = served.finish();
    assert_eq!(code, Some(i32::from(EXIT_FAILED)));
    assert!(before.elapsed() < Duration::from_secs(2));
}
