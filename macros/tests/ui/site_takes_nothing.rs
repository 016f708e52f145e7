// Only our message shows, though nothing can be embedded.
extern crate self as bindery_server;

pub mod table {
    #[derive(Debug)]
    pub struct Site {
        pub content_hash: &'static str,
    }
}

bindery_macros::embed_site!("content");

fn main() {
    println!("{}", SITE.content_hash);
}
