//! An actix-web server with its own route; every other path is the site's.

use actix_web::{App, HttpServer, rt, web};
use embed::{SITE, route};

/// A page that does not exist would be a compile error here.
const START: &str = route!("/first-steps#change-a-number");

fn main() -> std::io::Result<()> {
    let address = std::env::args().nth(1);
    let address = address.as_deref().unwrap_or("127.0.0.1:8080");
    let server = HttpServer::new(|| {
        App::new()
            .route("/api/start", web::get().to(|| async { START }))
            .default_service(bindery_server::service(&SITE))
    });
    let server = server.workers(1).bind(address)?;
    for address in server.addrs() {
        println!("http://{address}/");
    }
    rt::System::new().block_on(server.run())
}
