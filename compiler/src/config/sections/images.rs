//! `[images]`: the smaller copies that the build makes of images.

use crate::config::values::FIELD_CODES;
use crate::diagnostic::Diagnostics;
use crate::value::{Fields, Node, NodeValue};

/// `[images]`: the quality and the widths of the copies of images.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImagesConfig {
    /// `quality`: 1 to 100, 85 by default.
    pub quality: u32,
    /// `max_width` in pixels, 1030 by default.
    pub max_width: u32,
    /// `min_width` in pixels, 640 by default.
    pub min_width: u32,
    /// `steps`: how many widths, 2 by default.
    pub steps: u32,
}

/// The widest image that a WebP file can hold.
const MAX_WIDTH: u32 = 16_384;

pub(in crate::config) fn read_images(node: &Node, sink: &mut Diagnostics) -> ImagesConfig {
    let default = ImagesConfig::default();
    let mut fields = Fields::new(node, FIELD_CODES, sink);
    let images = ImagesConfig {
        quality: fields.integer("quality", 1, 100).unwrap_or(default.quality),
        max_width: max_width(&mut fields).unwrap_or(default.max_width),
        min_width: fields
            .integer("min_width|min", 1, MAX_WIDTH)
            .unwrap_or(default.min_width),
        steps: fields.integer("steps", 1, 32).unwrap_or(default.steps),
    };
    fields.finish();
    images
}

/// A larger number, such as `Number.MAX_SAFE_INTEGER`, means that images may have any width.
fn max_width(fields: &mut Fields<'_, '_>) -> Option<u32> {
    const KEYS: &str = "max_width|max";
    match fields.node(KEYS)?.value {
        NodeValue::Integer(width) if width > i64::from(MAX_WIDTH) => Some(MAX_WIDTH),
        _ => fields.integer(KEYS, 1, MAX_WIDTH),
    }
}

impl Default for ImagesConfig {
    fn default() -> Self {
        ImagesConfig {
            quality: 85,
            max_width: 1030,
            min_width: 640,
            steps: 2,
        }
    }
}
