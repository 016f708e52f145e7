use super::*;
use actix_web::test::TestRequest;
use std::net::SocketAddr;

fn position(file: &str) -> SourcePosition {
    SourcePosition {
        file: file.into(),
        line: 3,
        column: 7,
    }
}

fn words(editor: &str) -> String {
    let found = command_line(editor, Path::new("/a b/$(x).md"), &position(""));
    let (program, arguments) = found.expect("a command");
    [vec![program], arguments].concat().join("|")
}

#[test]
fn known_editors_get_the_position_in_their_own_form() {
    assert_eq!(words("code"), "code|--goto|/a b/$(x).md:3:7");
    assert_eq!(words("/opt/zed"), "/opt/zed|/a b/$(x).md:3:7");
    assert_eq!(
        words("emacsclient -s x"),
        "emacsclient|-s|x|--no-wait|+3:7|/a b/$(x).md"
    );
    assert_eq!(
        words("nvim --server /tmp/n"),
        "nvim|--server|/tmp/n|--remote|/a b/$(x).md"
    );
    assert_eq!(words("unknown"), "unknown|/a b/$(x).md");
}

#[test]
fn a_command_with_placeholders_is_filled_in_word_by_word() {
    assert_eq!(
        words("'my editor' +{line} \"{file}\""),
        "my editor|+3|/a b/$(x).md"
    );
    assert_eq!(words("e {file}:{line}:{column}"), "e|/a b/$(x).md:3:7");
    assert!(command_line("  ", Path::new("/a.md"), &position("")).is_none());
}

#[test]
fn only_files_of_the_tree_are_opened() {
    let folder = tempfile::tempdir().expect("a folder");
    let tree = folder.path().join("tree");
    std::fs::create_dir(&tree).expect("a tree");
    for name in ["tree/in.md", "out.md"] {
        std::fs::write(folder.path().join(name), "text").expect("a file");
    }
    let access = EditorAccess::new(&tree).expect("the tree exists");
    assert!(access.find(&tree.join("in.md")).is_some());
    assert!(access.find(&tree.join("../out.md")).is_none());
    assert!(access.find(&tree.join("none.md")).is_none());
    assert!(access.find(&tree).is_none());
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("../out.md", tree.join("link.md")).expect("a link");
        assert!(access.find(&tree.join("link.md")).is_none());
    }
}

#[test]
fn only_pages_of_this_server_on_this_machine_may_ask() {
    let allows = |peer: &str, host: &str, origin: &str, token: &str| {
        let request = TestRequest::post()
            .peer_addr(peer.parse::<SocketAddr>().expect("an address"))
            .insert_header((HOST, host))
            .insert_header((ORIGIN, origin))
            .insert_header((TOKEN_FIELD, token));
        is_own_page(&request.to_http_request(), "secret")
    };
    let peer = "127.0.0.1:5000";
    assert!(allows(
        peer,
        "localhost:8080",
        "http://localhost:8080",
        "secret"
    ));
    assert!(allows(
        "[::1]:5000",
        "[::1]:8080",
        "http://[::1]:8080",
        "secret"
    ));
    assert!(!allows(
        peer,
        "localhost:8080",
        "http://localhost:8080",
        "guess"
    ));
    assert!(!allows(
        peer,
        "localhost:8080",
        "http://evil.example",
        "secret"
    ));
    assert!(!allows(
        peer,
        "evil.example:8080",
        "http://evil.example:8080",
        "secret"
    ));
    assert!(!allows(
        "192.0.2.7:5000",
        "192.0.2.1:8080",
        "http://192.0.2.1:8080",
        "secret"
    ));
}

#[test]
fn tokens_differ() {
    let folder = tempfile::tempdir().expect("a folder");
    let token = || EditorAccess::new(folder.path()).expect("it exists").token;
    assert_eq!(token().len(), 32);
    assert_ne!(token(), token());
}
