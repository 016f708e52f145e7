fn main() {
    bindery_compiler::Script::new().run();
}
