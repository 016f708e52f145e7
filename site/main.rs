//! The bound site as a program.

fn main() {}
