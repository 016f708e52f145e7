//! HTTPS: certificates, HTTP/2, and the redirect from HTTP.

mod certificates;
mod h2;
mod h2_frames;
mod http_redirect;
pub(crate) mod https;
mod server_names;
