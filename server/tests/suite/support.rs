//! Helpers for several modules: requests without sockets, and sites.

pub(crate) mod request;
pub(crate) mod site;
