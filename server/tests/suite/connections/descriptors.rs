//! A process with few file descriptors: admitted connections are served, others get 503, and one warning is logged.

use crate::cli::bindery;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How long a test waits for an event before it fails. It does not measure speed.
const GUARD: Duration = Duration::from_secs(60);

/// Descriptors that the server may have; connections are fewer.
const DESCRIPTORS: usize = 200;

struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The program with few descriptors, and where it listens.
fn start(complaints: File) -> (Server, String) {
    let program = bindery(&["serve", "--quiet", "--port", "0", "--workers", "1"]);
    let environment = program.get_envs();
    let environment = environment.filter_map(|(name, value)| Some((name, value?)));
    let mut child = Command::new("sh")
        .args([
            "-c",
            &format!("ulimit -n {DESCRIPTORS}; exec \"$0\" \"$@\""),
        ])
        .arg(program.get_program())
        .args(program.get_args())
        .envs(environment)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(complaints)
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let server = Server(child);
    let address = lines.map_while(Result::ok).find_map(|line| {
        let (_, url) = line.split_once("Serving http://")?;
        url.split('/').next().map(str::to_owned)
    });
    (server, address.expect("the server says where it listens"))
}

fn fetch(address: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(GUARD)).unwrap();
    fetch_again(&mut stream);
    stream
}

fn fetch_again(stream: &mut TcpStream) {
    let request = b"HEAD /guide HTTP/1.1\r\nhost: x\r\n\r\n";
    let _ = stream.write_all(request);
}

/// The status of the response, once it has arrived.
fn status(stream: &mut TcpStream) -> String {
    let mut buffer = [0; 1024];
    let read = stream.read(&mut buffer).unwrap_or(0);
    String::from_utf8_lossy(&buffer[9.min(read)..12.min(read)]).into_owned()
}

/// The numbers of served and of refused requests; sends requests until both are above zero.
fn outcomes(connections: &mut [TcpStream]) -> (usize, usize) {
    let (mut served, mut refused) = (0, 0);
    let began = Instant::now();
    while (served < 60 || refused == 0) && began.elapsed() < GUARD {
        for stream in &mut *connections {
            stream.set_nonblocking(true).unwrap();
            match status(stream).as_str() {
                "200" => served += 1,
                "503" => refused += 1,
                _ => {}
            }
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    (served, refused)
}

#[test]
fn at_the_descriptor_limit_the_server_logs_once_and_recovers() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("stderr");
    let (_server, address) = start(File::create(&path).unwrap());
    let mut first = fetch(&address);
    assert_eq!(status(&mut first), "200");

    let mut connections: Vec<TcpStream> = (0..2 * DESCRIPTORS).map(|_| fetch(&address)).collect();
    let (served, refused) = outcomes(&mut connections);
    assert!((60..DESCRIPTORS).contains(&served), "{served} were served");
    assert!(refused > 0, "nobody was refused");
    fetch_again(&mut first);
    assert_eq!(status(&mut first), "200", "who is in goes on");

    drop(connections);
    let recovered = (0..100).any(|_| {
        std::thread::sleep(Duration::from_millis(100));
        status(&mut fetch(&address)) == "200"
    });
    assert!(recovered);
    let complaints = std::fs::read_to_string(&path).unwrap();
    assert_eq!(
        complaints.matches("which is the limit").count(),
        1,
        "{complaints}"
    );
    let warning = "the limit of open files allows 100 connections, not 20000";
    assert!(complaints.contains(warning), "{complaints}");
    assert!(!complaints.contains("error"), "{complaints}");
}
