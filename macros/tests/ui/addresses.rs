use bindery_macros::{asset, redirect, routes};

routes!(pub mod cryo in "/characters/cryo");

fn main() {
    const OLD: &str = redirect!("/ganyu");
    assert_eq!(OLD, "/lib/ganyu");
    assert_eq!(asset!("/img/card.png"), "/lib/img/card.png");
    assert_eq!(cryo::GANYU, "/lib/characters/cryo/ganyu");
}
