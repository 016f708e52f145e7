//! Servers that are measured: started on a free port of this machine, optionally pinned to a core, and ended by process id.

use crate::harness::process;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Ends a measurement that hangs. Under callgrind on a busy machine a server takes a minute to start.
const START_TIMEOUT: Duration = Duration::from_secs(300);

/// Ends a measurement whose server sends no response.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(120);

/// A running server; ends when dropped.
#[derive(Debug)]
pub struct RunningServer {
    child: Child,
    /// The address that it listens on.
    pub address: SocketAddr,
}

impl RunningServer {
    /// Starts the site's executable with one worker.
    pub fn bindery(binary: &Path, core: Option<usize>) -> Result<RunningServer, String> {
        RunningServer::bindery_with(binary, core, &["--workers", "1"])
    }

    /// Starts the site's executable with these flags.
    pub fn bindery_with(
        binary: &Path,
        core: Option<usize>,
        flags: &[&str],
    ) -> Result<RunningServer, String> {
        let address = free_address()?;
        let binary = binary
            .canonicalize()
            .map_err(|error| format!("{}: {error}; build it first", binary.display()))?;
        let mut command = pinned(Command::new(binary), core);
        command
            .args(["serve", "--quiet", "--port", &address.port().to_string()])
            .args(flags);
        RunningServer::start(command, address)
    }

    /// Starts any server that will listen on `address`.
    pub fn start(mut command: Command, address: SocketAddr) -> Result<RunningServer, String> {
        let child = command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("{command:?}: {error}"))?;
        let mut served = RunningServer { child, address };
        served.wait_until_open(&command)?;
        Ok(served)
    }

    fn wait_until_open(&mut self, command: &Command) -> Result<(), String> {
        let started = Instant::now();
        while started.elapsed() < START_TIMEOUT {
            if TcpStream::connect(self.address).is_ok() {
                return Ok(());
            }
            if let Ok(Some(status)) = self.child.try_wait() {
                return Err(format!("{command:?} ended: {status}"));
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        Err(format!("nothing listens on {}", self.address))
    }

    /// The id of its process.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Stops the server and waits for its end. Returns whether its exit code was 0.
    pub fn stop(mut self) -> bool {
        process::end(&mut self.child).is_some_and(|status| status.success())
    }
}

impl Drop for RunningServer {
    fn drop(&mut self) {
        process::end(&mut self.child);
    }
}

/// The command on one core only; unchanged without a core.
#[must_use]
pub fn pinned(command: Command, core: Option<usize>) -> Command {
    let Some(core) = core else {
        return command;
    };
    let mut pinned = Command::new("taskset");
    pinned
        .args(["-c", &core.to_string()])
        .arg(command.get_program())
        .args(command.get_args());
    let environment = command
        .get_envs()
        .filter_map(|(name, value)| Some((name, value?)));
    pinned.envs(environment);
    pinned
}

/// A port that is free now.
pub fn free_address() -> Result<SocketAddr, String> {
    let listener = TcpListener::bind("127.0.0.1:0").map_err(|error| error.to_string())?;
    listener.local_addr().map_err(|error| error.to_string())
}

/// Whether the other side has neither closed the connection nor sent anything.
#[must_use]
pub fn is_open(stream: &TcpStream) -> bool {
    let _ = stream.set_nonblocking(true);
    let peeked = stream.peek(&mut [0]);
    let _ = stream.set_nonblocking(false);
    peeked.is_err_and(|error| error.kind() == std::io::ErrorKind::WouldBlock)
}

/// A parsed response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// The status code.
    pub status: u16,
    /// Names in lower case, and values, sorted.
    pub fields: Vec<(String, String)>,
    /// The body as sent.
    pub body: Vec<u8>,
}

impl Response {
    /// The value of a field.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&str> {
        let field = self.fields.iter().find(|(known, _)| known == name);
        field.map(|(_, value)| value.as_str())
    }
}

/// A client with a persistent connection.
#[derive(Debug)]
pub struct Client {
    stream: TcpStream,
    read: Vec<u8>,
    is_reading_body: bool,
}

impl Client {
    /// Connects.
    pub fn connect(address: SocketAddr) -> Result<Client, String> {
        let stream = TcpStream::connect(address).map_err(|error| error.to_string())?;
        let patience = Some(RESPONSE_TIMEOUT);
        stream
            .set_read_timeout(patience)
            .map_err(|error| error.to_string())?;
        stream
            .set_nodelay(true)
            .map_err(|error| error.to_string())?;
        Ok(Client {
            stream,
            read: Vec::new(),
            is_reading_body: false,
        })
    }

    /// Sends a GET request and waits for the response. `fields` are whole lines.
    pub fn get(&mut self, path: &str, fields: &str) -> Result<Response, String> {
        let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n{fields}\r\n");
        let response = self.exchange(&request);
        response.map_err(|error| format!("{path}: {error}"))
    }

    /// Sends JSON by POST and waits for the response.
    pub fn post(&mut self, path: &str, json: &str) -> Result<Response, String> {
        let len = json.len();
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {len}\r\n\r\n{json}"
        );
        let response = self.exchange(&request);
        response.map_err(|error| format!("{path}: {error}"))
    }

    /// Whether the server has not closed it.
    #[must_use]
    pub fn is_open(&self) -> bool {
        is_open(&self.stream)
    }

    /// Whether no byte of the last response has arrived.
    #[must_use]
    pub fn is_response_empty(&self) -> bool {
        self.read.is_empty() && !self.is_reading_body
    }

    fn exchange(&mut self, request: &str) -> Result<Response, String> {
        self.stream
            .write_all(request.as_bytes())
            .map_err(|error| error.to_string())?;
        let end = loop {
            match self
                .read
                .windows(4)
                .position(|window| window == b"\r\n\r\n")
            {
                Some(end) => break end,
                None => self.fill()?,
            }
        };
        let head = String::from_utf8_lossy(&self.read[..end]).into_owned();
        self.read.drain(..end + 4);
        self.is_reading_body = true;
        let mut lines = head.lines();
        let status = lines.next().and_then(|line| line.get(9..12)?.parse().ok());
        let fields = lines.filter_map(|line| line.split_once(':'));
        let fields =
            fields.map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()));
        let mut response = Response {
            status: status.ok_or("no status")?,
            fields: fields.collect(),
            body: Vec::new(),
        };
        response.fields.sort();
        let len = response
            .field("content-length")
            .and_then(|len| len.parse().ok());
        let len = len.unwrap_or(0);
        while self.read.len() < len {
            self.fill()?;
        }
        response.body = self.read.drain(..len).collect();
        self.is_reading_body = false;
        Ok(response)
    }

    fn fill(&mut self) -> Result<(), String> {
        let mut piece = [0; 64 << 10];
        match self.stream.read(&mut piece) {
            Ok(0) => Err("closed".to_owned()),
            Ok(read) => {
                self.read.extend_from_slice(&piece[..read]);
                Ok(())
            }
            Err(error) => Err(error.to_string()),
        }
    }
}
