//! Reads and writes HTML: a tokenizer that follows the WHATWG standard, the escaping of text and attributes, the decoding of
//! character references, the list of void elements, and a small tree.
//!
//! Pure: text goes in, tokens or text come out; no input is refused and none panics.
//!
//! The tokenizer is our own, because the passes over a page copy most of it unchanged: they need tokens that borrow from the
//! input and cover every byte of it, and the exact ranges of an attribute's name and value. `html5gum`, the library that
//! comes closest, copies each token's text, decodes it on the way, gives no range of a value without its quotes and does not
//! follow SVG and MathML. `tests/fuzz.rs` compares our tokens with those of `html5gum`.

mod escape;
mod foreign;
mod raw_text;

pub mod tokenizer;

mod addresses;
mod edit;
mod reserved_names;
mod void;

pub mod tree;

pub use addresses::{Address, AddressUse, addresses, image_candidates};
pub use edit::Edits;
pub use escape::{decode, escape_attribute, escape_text, push_attribute, push_text, requote};
pub use foreign::{ForeignContent, Namespace, StartTag};
pub use reserved_names::{RESERVED_ID, acts_on_document, is_event_handler};
pub use tokenizer::{Attribute, Tag, Token, TokenKind, start_tags, tokenize};
pub use void::is_void;
