//! The parts that the commands share: processes and their costs, servers and a client, the load generator, external tools.

pub mod epoll_server;
pub mod load;
pub mod nginx_server;
pub(crate) mod process;
pub mod server;
pub mod tools;
