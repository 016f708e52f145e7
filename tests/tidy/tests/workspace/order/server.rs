//! The order of the server's modules, and of those in its larger folders.

use super::check;
use bindery_tidy::order::Layers;

pub(crate) const SERVER: Layers = Layers {
    root: "server/src/lib.rs",
    parent: "",
    order: &[
        "conditional",
        "limits",
        "range",
        "table",
        "appended",
        "negotiate",
        "resolve",
        "search",
        "respond",
        "export",
        "observe",
        "config",
        "http",
        "cli",
    ],
    shared: &[],
};

#[test]
fn modules_of_the_server_import_lower_ones() {
    check("server/src", &SERVER);
}

const HTTP: Layers = Layers {
    root: "server/src/lib.rs",
    parent: "http",
    order: &[
        "address_limits",
        "date_cache",
        "descriptors",
        "listen",
        "pending_response",
        "handler",
        "mount",
        "shared",
        "signals",
        "stream",
        "worker",
        "h1",
        "h2",
        "services",
        "tls",
    ],
    shared: &[],
};

#[test]
fn modules_of_http_import_lower_ones() {
    check("server/src", &HTTP);
}

const RESPOND: Layers = Layers {
    root: "server/src/lib.rs",
    parent: "respond",
    order: &[
        "cache_control",
        "error",
        "header_value",
        "host_field",
        "location",
        "policy",
        "custom_headers",
        "refusal",
        "representation",
        "request_head",
        "search_path",
        "prepared_site",
        "headers",
        "text_response",
        "https",
        "operator",
        "representation_response",
        "response_cache",
        "search",
    ],
    shared: &["respond"],
};

#[test]
fn modules_of_respond_import_lower_ones() {
    check("server/src", &RESPOND);
}

const SEARCH: Layers = Layers {
    root: "server/src/lib.rs",
    parent: "search",
    order: &[
        "budget",
        "rate_limit",
        "inflections",
        "tuning",
        "index",
        "query",
        "rank",
        "record",
        "answer",
        "highlight",
        "engine",
        "site_search",
        "typesense",
        "client_settings",
        "results_page",
        "static_files",
    ],
    shared: &[],
};

#[test]
fn modules_of_search_import_lower_ones() {
    check("server/src", &SEARCH);
}
