//! Mounts a site in another actix application.

use crate::http::pending_response::{self, PendingResponse, SearchResources, read_body};
use crate::observe::client::Client;
use crate::respond::PreparedSite;
use crate::search::LazyEngine;
use crate::search::client_settings::SearchOverrides;
use crate::table::Site;
use actix_web::{HttpRequest, HttpResponse, Route, web};
use std::rc::Rc;
use std::sync::Arc;

/// Compiles the Rust of the manual's guide.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/pages/how-to/embed.md")]
struct Guide;

/// The site as a service of another actix application.
///
/// The service answers every path, unknown ones with the site's own 404 page. So mount it as the default service: the
/// application's own routes then take precedence. Do not wrap it in `middleware::Compress`.
///
/// ```
/// use actix_web::{App, HttpResponse, web};
/// use bindery_server::table::Site;
///
/// fn configure(site: &'static Site) {
///     let app = App::new()
///         .route("/api/health", web::get().to(HttpResponse::NoContent))
///         .default_service(bindery_server::service(site));
///     # let _ = app;
/// }
/// ```
#[must_use]
pub fn service(site: &'static Site) -> Route {
    let engine = Arc::new(LazyEngine::of(site));
    let prepared = PreparedSite::with_search(site, engine, SearchOverrides::default());
    let prepared = Rc::new(prepared);
    let searches = Arc::new(SearchResources::default());
    web::to(move |request: HttpRequest, payload: web::Payload| {
        let client = Client {
            address: request.peer_addr().map(|peer| peer.ip()),
            is_named_by_proxy: false,
        };
        let pending =
            pending_response::begin_response(&prepared, &searches, request.head(), client);
        async move {
            HttpResponse::from(match pending {
                PendingResponse::Ready(response) => response,
                PendingResponse::Later(searching) => searching.await,
                PendingResponse::NeedsBody(search) => {
                    let body = read_body(payload.into_inner()).await;
                    search.run_with_body(body).await
                }
            })
        }
    })
}
