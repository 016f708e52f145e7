//! Helpers of the cases: the expected tables, the executable, servers, a client, and Node.

pub(crate) mod client;
pub(crate) mod executable;
pub(crate) mod expected;
pub(crate) mod folders;
pub(crate) mod html;
pub(crate) mod node;
pub(crate) mod server;
