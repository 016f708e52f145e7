//! A small HTTP/1.1 client over plain sockets. It decodes no body and follows no redirect, so that tests see the sent bytes.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// More than any body has, in bytes.
const MAX_LEN: usize = 1 << 28;

/// Ends a case that hangs. It does not measure speed.
const DEADLINE: Duration = Duration::from_secs(120);

/// A response with its body as it was sent.
#[derive(Clone, Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    /// Names in lower case; repeated fields joined with `, `.
    pub(crate) headers: BTreeMap<String, String>,
    pub(crate) body: Vec<u8>,
}

impl Response {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }

    /// The body, decoded by its `Content-Encoding`.
    pub(crate) fn decoded(&self) -> Result<Vec<u8>, String> {
        decode(self.header("content-encoding"), &self.body)
    }

    pub(crate) fn text(&self) -> Result<String, String> {
        String::from_utf8(self.decoded()?).map_err(|error| error.to_string())
    }
}

/// A persistent connection.
pub(crate) struct Connection {
    address: SocketAddr,
    stream: BufReader<TcpStream>,
}

impl Connection {
    pub(crate) fn open(address: SocketAddr) -> Result<Self, String> {
        Ok(Connection {
            address,
            stream: connect(address)?,
        })
    }

    pub(crate) fn get(
        &mut self,
        target: &str,
        headers: &[(&str, &str)],
    ) -> Result<Response, String> {
        self.send("GET", target, headers)
    }

    /// Sends a request; opens a new connection when the server has closed this one.
    pub(crate) fn send(
        &mut self,
        method: &str,
        target: &str,
        headers: &[(&str, &str)],
    ) -> Result<Response, String> {
        self.send_with_body(method, target, headers, "")
    }

    /// Sends a request with a body; `headers` must contain its length.
    pub(crate) fn send_with_body(
        &mut self,
        method: &str,
        target: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Result<Response, String> {
        let mut head = format!("{method} {target} HTTP/1.1\r\nHost: {}\r\n", self.address);
        for (name, value) in headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str("\r\n");
        head.push_str(body);
        let first = self.exchange(method, &head);
        if first.is_ok() {
            return first;
        }
        self.stream = connect(self.address)?;
        self.exchange(method, &head)
    }

    fn exchange(&mut self, method: &str, head: &str) -> Result<Response, String> {
        self.stream
            .get_mut()
            .write_all(head.as_bytes())
            .map_err(|error| format!("sending: {error}"))?;
        read_response(&mut self.stream, method)
    }
}

fn connect(address: SocketAddr) -> Result<BufReader<TcpStream>, String> {
    let stream = TcpStream::connect_timeout(&address, DEADLINE)
        .map_err(|error| format!("connecting: {error}"))?;
    stream
        .set_read_timeout(Some(DEADLINE))
        .map_err(|error| error.to_string())?;
    stream
        .set_nodelay(true)
        .map_err(|error| error.to_string())?;
    Ok(BufReader::new(stream))
}

fn read_response(stream: &mut BufReader<TcpStream>, method: &str) -> Result<Response, String> {
    let status_line = read_line(stream)?;
    let status = status_line
        .split(' ')
        .nth(1)
        .and_then(|code| code.parse().ok());
    let status = status.ok_or_else(|| format!("not a status line: `{status_line}`"))?;
    let headers = read_headers(stream)?;
    let has_body = method != "HEAD" && status != 304 && status != 204;
    let mut body = Vec::new();
    if has_body {
        let length = headers
            .get("content-length")
            .and_then(|length| length.parse::<usize>().ok());
        let length = length.ok_or_else(|| format!("no content-length: {headers:?}"))?;
        body.resize(length, 0);
        stream
            .read_exact(&mut body)
            .map_err(|error| format!("reading the body: {error}"))?;
    }
    Ok(Response {
        status,
        headers,
        body,
    })
}

fn read_headers(stream: &mut BufReader<TcpStream>) -> Result<BTreeMap<String, String>, String> {
    let mut headers = BTreeMap::<String, String>::new();
    loop {
        let line = read_line(stream)?;
        if line.is_empty() {
            return Ok(headers);
        }
        let (name, value) = line
            .split_once(':')
            .ok_or_else(|| format!("not a field: `{line}`"))?;
        let name = name.to_ascii_lowercase();
        let value = value.trim();
        headers
            .entry(name)
            .and_modify(|old| *old = format!("{old}, {value}"))
            .or_insert(value.to_owned());
    }
}

fn read_line(stream: &mut BufReader<TcpStream>) -> Result<String, String> {
    let mut line = String::new();
    let read = stream
        .read_line(&mut line)
        .map_err(|error| format!("reading: {error}"))?;
    if read == 0 {
        return Err("the server closed the connection".to_owned());
    }
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}

/// Decodes one content coding.
pub(crate) fn decode(coding: &str, body: &[u8]) -> Result<Vec<u8>, String> {
    let mut plain = Vec::new();
    match coding {
        "" | "identity" => plain.extend_from_slice(body),
        "br" => plain = bindery_compression::from_brotli(body, MAX_LEN).ok_or("br: malformed")?,
        "zstd" => plain = zstd::decode_all(body).map_err(|error| format!("zstd: {error}"))?,
        "gzip" => plain = gunzip(body)?,
        other => return Err(format!("unknown content coding `{other}`")),
    }
    Ok(plain)
}

fn gunzip(body: &[u8]) -> Result<Vec<u8>, String> {
    let tail = body.last_chunk::<4>().ok_or("gzip: too short")?;
    let mut plain = vec![0; u32::from_le_bytes(*tail) as usize];
    let written = libdeflater::Decompressor::new()
        .gzip_decompress(body, &mut plain)
        .map_err(|error| format!("gzip: {error}"))?;
    plain.truncate(written);
    Ok(plain)
}
