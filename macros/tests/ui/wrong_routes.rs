use bindery_macros::route;

fn main() {
    route!("/characters/cryo/gany");
    route!("/characters/cryo/ganyu#atacks");
    route!("/ganyu");
    route!("characters/cryo/ganyu");
    route!(HOME);
}
