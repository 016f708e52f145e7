//! A minimal server for comparison: an event loop on one thread that sends a fixed response for each read.
//!
//! It has no parsing, no routing and no timers. The difference between its speed and that of a web server is the cost of
//! HTTP.

use mio::net::{TcpListener, TcpStream};
use mio::{Events, Interest, Poll, Token};
use std::collections::HashMap;
use std::io::{self, ErrorKind, Read, Write};
use std::net::SocketAddr;

const LISTENER: Token = Token(0);

/// Serves a response with a body of `len` bytes until the process is ended.
pub fn serve(address: SocketAddr, head: &str, len: usize) -> io::Result<()> {
    let mut response = head.replace("\\r\\n", "\r\n").into_bytes();
    response.extend_from_slice(&vec![b'x'; len]);
    let mut poll = Poll::new()?;
    let mut listener = TcpListener::bind(address)?;
    poll.registry()
        .register(&mut listener, LISTENER, Interest::READABLE)?;
    let mut events = Events::with_capacity(1024);
    let mut streams: HashMap<Token, TcpStream> = HashMap::new();
    let mut next = LISTENER.0;
    loop {
        poll.poll(&mut events, None)?;
        for event in &events {
            if event.token() == LISTENER {
                while let Ok((mut stream, _)) = listener.accept() {
                    let _ = stream.set_nodelay(true);
                    next += 1;
                    poll.registry()
                        .register(&mut stream, Token(next), Interest::READABLE)?;
                    streams.insert(Token(next), stream);
                }
            } else if let Some(stream) = streams.get_mut(&event.token())
                && !respond_once(stream, &response)
            {
                streams.remove(&event.token());
            }
        }
    }
}

/// Does one read and one write, and returns whether the connection stays open. The response is small enough for one write.
fn respond_once(stream: &mut TcpStream, response: &[u8]) -> bool {
    let mut buffer = [0; 4096];
    match stream.read(&mut buffer) {
        Ok(0) => false,
        Ok(_) => stream.write(response).is_ok(),
        Err(error) => error.kind() == ErrorKind::WouldBlock,
    }
}
