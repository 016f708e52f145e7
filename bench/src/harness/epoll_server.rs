//! The least that a server can do: an event loop on one thread that sends one fixed answer to whatever it reads.
//!
//! No parsing, no routing, no timers; what is slower than this is the price of being a web server.

use mio::net::{TcpListener, TcpStream};
use mio::{Events, Interest, Poll, Token};
use std::collections::HashMap;
use std::io::{self, ErrorKind, Read, Write};
use std::net::SocketAddr;

const LISTENER: Token = Token(0);

/// Sends an answer with a body of `len` bytes for ever.
pub fn serve(address: SocketAddr, head: &str, len: usize) -> io::Result<()> {
    let mut answer = head.replace("\\r\\n", "\r\n").into_bytes();
    answer.extend_from_slice(&vec![b'x'; len]);
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
                && !answer_one(stream, &answer)
            {
                streams.remove(&event.token());
            }
        }
    }
}

/// One read, one write; whether the connection goes on. Answers are small enough to be taken whole.
fn answer_one(stream: &mut TcpStream, answer: &[u8]) -> bool {
    let mut buffer = [0; 4096];
    match stream.read(&mut buffer) {
        Ok(0) => false,
        Ok(_) => stream.write(answer).is_ok(),
        Err(fault) => fault.kind() == ErrorKind::WouldBlock,
    }
}
