//! What several modules use: requests without sockets, and sites.

pub(crate) mod request;
pub(crate) mod site;
