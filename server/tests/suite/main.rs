//! Integration tests of the server against a small site that [`support::site`] builds, one module for each concern.

#![allow(
    clippy::unwrap_used,
    reason = "a test's helpers may panic like the test"
)]

mod carried_files;
#[cfg(feature = "author")]
mod check_command;
mod cli;
mod configuration;
mod connections;
mod export;
mod export_nginx;
mod observability;
mod responses;
mod support;
#[cfg(feature = "tls")]
mod tls;

use support::request::{TestRequest, TestResponse};
use support::site::{based_site, build_site, site};

fn get(target: &str) -> TestResponse {
    TestRequest::get(target).send(site())
}
