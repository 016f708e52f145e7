use bindery_macros::{asset, redirect, routes};

routes!(pub mod cryo in "/characters/cro");
routes!(cryo);

fn main() {
    redirect!("/gany");
    redirect!("/characters/cryo/ganyu");
    asset!("/img/cart.png");
    asset!("/ganyu");
}
