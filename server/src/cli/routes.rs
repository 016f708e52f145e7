//! `bindery routes`: the list of pages and redirects that the build embedded.

use super::EXIT_FAILED;
use super::output::{print, print_error, print_plain};
use crate::table::Site;
use serde::Deserialize;

/// The flags of `bindery routes`.
#[derive(Debug, clap::Args)]
pub(super) struct RoutesFlags {
    /// Print all details as JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run_routes(site: &'static Site, flags: &RoutesFlags) -> u8 {
    if flags.json {
        return print_plain(site, &site.routes);
    }
    let routes = site.plain(&site.routes).unwrap_or_default();
    match serde_json::from_slice::<Vec<Route>>(&routes) {
        Ok(routes) => print(table(&routes).as_bytes()),
        Err(error) => {
            print_error(&format!(
                "BUG: the embedded list of routes is unreadable: {error}"
            ));
            EXIT_FAILED
        }
    }
}

/// The fields of a route that the text output shows.
#[derive(Debug, Deserialize)]
struct Route {
    /// Null for the not-found page.
    path: Option<String>,
    kind: String,
    title: Option<String>,
    redirects_to: Option<String>,
}

impl Route {
    fn path(&self) -> &str {
        self.path.as_deref().unwrap_or("(unknown)")
    }
}

/// One route a line: path, kind, and title or destination.
fn table(routes: &[Route]) -> String {
    let width = |text: fn(&Route) -> &str| {
        let lengths = routes.iter().map(|route| text(route).chars().count());
        lengths.max().unwrap_or_default()
    };
    let path_width = width(Route::path);
    let kind_width = width(|route| &route.kind);
    let mut text = String::new();
    for route in routes {
        let what = match (&route.redirects_to, &route.title) {
            (Some(to), _) => format!("-> {to}"),
            (None, title) => title.clone().unwrap_or_default(),
        };
        let (path, kind) = (route.path(), &route.kind);
        let line = format!("{path:path_width$}  {kind:kind_width$}  {what}");
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}
