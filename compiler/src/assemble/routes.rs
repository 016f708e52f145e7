//! Makes the paths of pages and files, and records the page or file of each path.

mod registry;
mod site_routes;

pub(super) use self::registry::{
    RouteOwner, RouteRegistry, claim_home, claim_search_page, claim_static_files,
};
pub(super) use self::site_routes::{
    PageSlug, asked_route, file_route, in_static_folder, is_reserved, page_route, search_route,
    site_route, static_folder, without_base, without_site_base,
};
