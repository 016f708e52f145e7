//! Mounts a site in another actix application.

use crate::http::pending_response::{self, PendingResponse, SearchResources, read_body};
use crate::observe::client::Client;
use crate::resolve::{Resolution, resolve};
use crate::respond::{PreparedSite, is_search_api};
use crate::search::LazyEngine;
use crate::search::client_settings::SearchOverrides;
use crate::table::Site;
use actix_web::guard::{Guard, fn_guard};
use actix_web::{HttpRequest, HttpResponse, Route, web};
use std::rc::Rc;
use std::sync::Arc;

/// Compiles the Rust of the manual's guide.
#[cfg(doctest)]
#[doc = include_str!("../../embedded/manual/pages/how-to/embed.md")]
struct Guide;

/// The site as a service of another actix application.
///
/// The service answers every path, unknown ones with the site's own 404 page. So mount it as the default service: the
/// application's own routes then take precedence. A site with a base path, `/guide/`, can be the default service of
/// `web::scope("/guide")`. Do not wrap it in `middleware::Compress`.
///
/// ```
/// # let fixture = bindery_fixture::build_site("/", |blob| vec![("/", bindery_fixture::page(blob, "<h1>Home</h1>"))]);
/// # let site = bindery_server::Site::new(fixture.index, fixture.blob, fixture.timings);
/// # let site: &'static bindery_server::Site = Box::leak(Box::new(site));
/// use actix_web::{App, HttpResponse, test, web};
///
/// # actix_web::rt::System::new().block_on(async {
/// let app = App::new()
///     .route("/api/health", web::get().to(HttpResponse::NoContent))
///     .default_service(bindery_server::service(site));
/// let app = test::init_service(app).await;
/// let home = test::TestRequest::get().uri("/").to_request();
/// assert_eq!(test::call_service(&app, home).await.status(), 200);
/// # });
/// ```
#[must_use]
pub fn service(site: &'static Site) -> Route {
    let engine = Arc::new(LazyEngine::new(site));
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

/// Whether the site answers a request with something else than its 404 page, as a guard of actix.
///
/// With it the application answers unknown paths itself. The guard belongs to the resource: one of a route alone would make
/// actix answer 405.
///
/// ```
/// # let fixture = bindery_fixture::build_site("/", |blob| vec![("/", bindery_fixture::page(blob, "<h1>Home</h1>"))]);
/// # let site = bindery_server::Site::new(fixture.index, fixture.blob, fixture.timings);
/// # let site: &'static bindery_server::Site = Box::leak(Box::new(site));
/// use actix_web::{App, HttpResponse, test, web};
///
/// # actix_web::rt::System::new().block_on(async {
/// let pages = web::resource("{path:.*}")
///     .guard(bindery_server::known_paths(site))
///     .route(bindery_server::service(site));
/// let app = App::new()
///     .service(pages)
///     .default_service(web::to(|| async { HttpResponse::NotFound().body("my own page") }));
/// let app = test::init_service(app).await;
/// let unknown = test::TestRequest::get().uri("/unknown").to_request();
/// assert_eq!(test::call_and_read_body(&app, unknown).await, "my own page");
/// let home = test::TestRequest::get().uri("/").to_request();
/// assert_eq!(test::call_service(&app, home).await.status(), 200);
/// # });
/// ```
pub fn known_paths(site: &'static Site) -> impl Guard {
    fn_guard(move |context| {
        let head = context.head();
        let target = head.uri.path_and_query();
        let target = target.map_or("", |target| target.as_str());
        let is_unknown = || {
            matches!(
                resolve(site, &head.method, target),
                Resolution::NotFound(_) | Resolution::NotFoundFile
            )
        };
        is_search_api(site, target) || !is_unknown()
    })
}
