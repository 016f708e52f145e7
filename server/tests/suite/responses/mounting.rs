//! A site inside another actix application.

use crate::site;
use actix_web::{App, HttpResponse, test, web};

#[test]
fn the_routes_of_the_application_come_before_the_site() {
    actix_web::rt::System::new().block_on(async {
        let app = App::new()
            .route("/api", web::get().to(HttpResponse::NoContent))
            .default_service(bindery_server::service(site()));
        let app = test::init_service(app).await;
        for (target, status) in [
            ("/api", 204),
            ("/guide", 200),
            ("/old/", 308),
            ("/missing", 404),
        ] {
            let request = test::TestRequest::with_uri(target).to_request();
            let response = test::call_service(&app, request).await;
            assert_eq!(response.status().as_u16(), status, "for `{target}`");
        }
        let request = test::TestRequest::with_uri("/guide")
            .insert_header(("accept-encoding", "br"))
            .to_request();
        let body = test::call_and_read_body(&app, request).await;
        assert_eq!(body, "br:<");
    });
}

/// Redirects and health checks of a site are known, too.
#[test]
fn an_application_answers_unknown_paths_itself() {
    actix_web::rt::System::new().block_on(async {
        let pages = web::resource("{path:.*}")
            .guard(bindery_server::known_paths(site()))
            .route(bindery_server::service(site()));
        let own = || std::future::ready(HttpResponse::ImATeapot());
        let app = App::new().service(pages).default_service(web::to(own));
        let app = test::init_service(app).await;
        for (target, status) in [
            ("/guide", 200),
            ("/guide?a=b", 200),
            ("/old/", 308),
            ("/missing", 418),
            ("/missing.png", 418),
            ("/_bindery/page/missing", 418),
            ("/healthz", 200),
        ] {
            let request = test::TestRequest::with_uri(target).to_request();
            let response = test::call_service(&app, request).await;
            assert_eq!(response.status().as_u16(), status, "for `{target}`");
        }
    });
}
