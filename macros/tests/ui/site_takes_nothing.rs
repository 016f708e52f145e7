// Only our message shows, though nothing can be embedded.
extern crate self as bindery_server;

#[allow(dead_code)]
#[path = "../../../server/src/hash.rs"]
pub mod hash;
#[allow(dead_code)]
#[path = "../../../server/src/table.rs"]
pub mod table;

bindery_macros::embed_site!("content");

fn main() {
    println!("{}", SITE.content_hash);
}
