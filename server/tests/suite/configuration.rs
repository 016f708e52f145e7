//! Settings from a file, from variables and from flags, and their precedence.

use crate::cli::{ServerProcess, bindery, check};
use bindery_server::cli::{EXIT_DONE, EXIT_FAILED, EXIT_USAGE};
use std::path::PathBuf;
use tempfile::TempDir;

fn written(text: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bindery.toml");
    std::fs::write(&path, text).unwrap();
    (folder, path)
}

#[test]
fn a_file_sets_the_same_options_as_flags() {
    let (_folder, path) = written(
        "# For the tests.\nport = 0\nquiet = true\nworkers = 1\nmax-connections = 1_000\n\
         trusted-proxy = [\"10.0.0.0/8\", \"::1\"]\naccess-log = \"json\"\n",
    );
    let served = ServerProcess::start(&mut bindery(&["--config", path.to_str().unwrap()]));
    assert!(
        !served.listening_line().contains(":8080/"),
        "{}",
        served.listening_line()
    );
    let served = ServerProcess::start(bindery(&["serve"]).env("BINDERY_CONFIG", &path));
    assert!(
        !served.listening_line().contains(":8080/"),
        "{}",
        served.listening_line()
    );
}

#[test]
fn flags_override_variables_which_override_the_file_which_overrides_the_platform() {
    // No interface has this address, so that listening on it fails.
    let elsewhere = "192.0.2.1";
    let (_folder, wrong) = written(&format!("host = \"{elsewhere}\"\nport = 0\n"));
    let (_other, right) = written("host = \"127.0.0.1\"\nport = 0\n");
    let starts = |arguments: &[&str], variables: &[(&str, &str)]| {
        let mut command = bindery(&[&["serve", "--check-listen"], arguments].concat());
        command.envs(variables.iter().copied());
        let output = command.output().unwrap();
        String::from_utf8_lossy(&output.stdout).contains("The configuration is valid.")
    };
    let (wrong, right) = (wrong.to_str().unwrap(), right.to_str().unwrap());
    assert!(!starts(&["--config", wrong], &[]));
    assert!(starts(
        &["--config", wrong],
        &[("BINDERY_HOST", "127.0.0.1")]
    ));
    assert!(!starts(
        &["--config", right],
        &[("BINDERY_HOST", elsewhere)]
    ));
    assert!(starts(
        &["--config", wrong, "--host", "127.0.0.1"],
        &[("BINDERY_HOST", elsewhere)]
    ));
    assert!(starts(&["--config", right], &[("HOST", elsewhere)]));
    assert!(!starts(&["--port", "0"], &[("HOST", elsewhere)]));
    assert!(starts(
        &["--port", "0"],
        &[("HOST", elsewhere), ("BINDERY_HOST", "127.0.0.1")]
    ));
}

#[test]
fn the_port_of_the_platform_is_listened_on() {
    let served = ServerProcess::start(
        bindery(&["--quiet"])
            .env("PORT", "0")
            .env("HOST", "127.0.0.1"),
    );
    assert!(
        !served.listening_line().contains(":8080/"),
        "{}",
        served.listening_line()
    );
    let ran = check(bindery(&[]).env("PORT", "http"), EXIT_USAGE);
    assert!(
        ran.stderr
            .contains("the variable PORT: invalid value 'http'"),
        "{}",
        ran.stderr
    );
    check(bindery(&["routes"]).env("PORT", "http"), EXIT_DONE);
}

#[test]
fn health_requests_the_address_of_the_variables_and_the_file() {
    let served = ServerProcess::start(&mut bindery(&["--port", "0", "--quiet"]));
    let port = served.connect().peer_addr().unwrap().port().to_string();
    let folder = tempfile::tempdir().unwrap();
    let written = |name: &str, port: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, format!("port = {port}\nworkers = 1\n")).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (right, wrong) = (&written("right.toml", &port), &written("wrong.toml", "1"));
    let bound = &format!("0.0.0.0:{port},127.0.0.1:1");
    let port = port.as_str();
    let healthy: [&[(&str, &str)]; 8] = [
        &[("BINDERY_PORT", port)],
        &[("BINDERY_PORT", port), ("BINDERY_HOST", "0.0.0.0")],
        &[("BINDERY_PORT", port), ("BINDERY_HOST", "::")],
        &[("BINDERY_BIND", bound), ("BINDERY_PORT", "1")],
        &[("PORT", port), ("HOST", "0.0.0.0")],
        &[("BINDERY_PORT", port), ("PORT", "1")],
        &[("BINDERY_CONFIG", right), ("PORT", "1")],
        &[("BINDERY_CONFIG", wrong), ("BINDERY_PORT", port)],
    ];
    for variables in healthy {
        check(
            bindery(&["health"]).envs(variables.iter().copied()),
            EXIT_DONE,
        );
    }
    let ran = check(
        bindery(&["health"]).env("BINDERY_BIND", "unix:/none/such.sock"),
        EXIT_FAILED,
    );
    assert!(
        ran.stderr.contains("`unix:/none/such.sock`"),
        "{}",
        ran.stderr
    );
    let ran = check(bindery(&["health"]).env("PORT", "http"), EXIT_USAGE);
    assert!(
        ran.stderr
            .contains("the variable PORT: invalid value 'http'"),
        "{}",
        ran.stderr
    );
    check(
        bindery(&["health", &format!("127.0.0.1:{port}")]).env("PORT", "http"),
        EXIT_DONE,
    );
}

#[test]
fn the_mode_of_a_socket_in_the_file_is_a_text_and_no_number() {
    for wrong in ["0o660", "660", "true", "[\"0660\"]"] {
        let (_folder, path) = written(&format!("port = 0\nunix-mode = {wrong}\n"));
        let path = path.to_str().unwrap();
        let ran = check(
            &mut bindery(&["serve", "--check", "--config", path]),
            EXIT_USAGE,
        );
        let expected =
            "bindery.toml:2:13: `unix-mode` takes a text; write it in quotes, as `\"0660\"`";
        assert!(ran.stderr.contains(expected), "{wrong}: {}", ran.stderr);
    }
    let (_folder, path) = written("unix-mode = \"0660\"\n");
    let path = path.to_str().unwrap();
    check(
        &mut bindery(&["serve", "--check", "--config", path]),
        EXIT_DONE,
    );
}

#[test]
fn an_error_in_the_file_is_reported_with_its_location() {
    for (text, expected) in [
        (
            "port = 0\nprot = 1\n",
            ":2:1: there is no setting `prot`; did you mean `port`?",
        ),
        (
            "port = 0\n  check = true\n",
            ":2:3: `check` is a flag, not a setting",
        ),
        (
            "workers = 2000\n",
            ":1:11: invalid value '2000' for '--workers <NUMBER>'",
        ),
        (
            "host = \"::1\"\nport = \"http\"\n",
            ":2:8: invalid value 'http' for '--port <PORT>'",
        ),
        ("port = [1, 2]\n", ":1:8: `port` takes one value"),
        (
            "port = 1.5\n",
            ":1:8: `port` takes a text, a number, a boolean or a list of them",
        ),
        ("[serve]\nport = 1\n", ":1:2: there is no setting `serve`"),
        ("quiet = \"loud\"\n", ":1:9: `quiet` is `true` or `false`"),
        (
            "bind = [\"127.0.0.1:0\", \"nowhere\"]\n",
            ":1:8: invalid value 'nowhere' for '--bind",
        ),
        ("port 80\n", ":1:6: "),
        ("port = 1\nport = 2\n", ":2:1: duplicate key"),
    ] {
        let (_folder, path) = written(text);
        let ran = check(
            &mut bindery(&["--config", path.to_str().unwrap()]),
            EXIT_USAGE,
        );
        assert!(
            ran.stderr.contains(&format!("bindery.toml{expected}")),
            "{}",
            ran.stderr
        );
    }
    let ran = check(&mut bindery(&["--config", "/none/such.toml"]), EXIT_USAGE);
    assert!(
        ran.stderr.contains("/none/such.toml: cannot be read"),
        "{}",
        ran.stderr
    );
}
