fn main() {
    bindery_compiler::script::Script::new().run();
}
