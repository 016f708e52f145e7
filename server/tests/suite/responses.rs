//! Responses without a socket: one module for each rule of HTTP that decides about them.

mod caching;
mod conditional;
mod gone;
mod headers;
mod markdown;
mod methods;
mod mounting;
mod negotiation;
mod paths;
mod payloads;
mod ranges;
mod redirects;
mod stored_bodies;
