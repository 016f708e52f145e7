use bindery_macros::route;

fn main() {
    const HOME: &str = route!("/");
    let _: &'static str = route!("/characters/cryo/ganyu#attacks");
    assert_eq!(HOME, "/lib/");
}
