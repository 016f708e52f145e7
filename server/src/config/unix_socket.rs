//! The access rights of a Unix socket: its permissions and its group.

use nix::unistd;
use std::str::FromStr;

/// Permissions of a Unix socket, as for `chmod`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mode(pub u32);

impl Mode {
    /// Everybody on the machine may connect, as with nginx and systemd: the site is public anyway, and a proxy of
    /// another user works. The permissions of the socket's folder can restrict this.
    pub const SITE: Mode = Mode(0o666);
    /// Counters are not public.
    pub const METRICS: Mode = Mode(0o660);
}

impl FromStr for Mode {
    type Err = String;

    fn from_str(text: &str) -> Result<Mode, String> {
        let is_octal =
            (3..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
        let bits = is_octal
            .then(|| u32::from_str_radix(text, 8).ok())
            .flatten();
        let bits = bits.filter(|bits| *bits <= 0o777);
        bits.map(Mode)
            .ok_or_else(|| "write permissions in octal, such as `0660`".to_owned())
    }
}

/// A group of the system, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group(pub u32);

impl FromStr for Group {
    type Err = String;

    /// A number, or the name of a group that the system knows.
    fn from_str(text: &str) -> Result<Group, String> {
        if let Ok(number) = text.parse() {
            return Ok(Group(number));
        }
        match unistd::Group::from_name(text) {
            Ok(Some(group)) => Ok(Group(group.gid.as_raw())),
            Ok(None) => Err(format!("the system has no group `{text}`")),
            Err(error) => Err(format!("cannot look up the group `{text}`: {error}")),
        }
    }
}

/// Permissions and group of Unix sockets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnixSocketSettings {
    /// The permissions; [`Mode::SITE`] and [`Mode::METRICS`] unless given.
    pub mode: Option<Mode>,
    /// The group; that of the process unless given.
    pub group: Option<Group>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permissions_are_octal() {
        assert_eq!("0660".parse(), Ok(Mode(0o660)));
        assert_eq!("600".parse(), Ok(Mode(0o600)));
        for wrong in ["", "66", "0888", "1777", "+660", "rw"] {
            assert!(wrong.parse::<Mode>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_group_is_a_number_or_a_known_name() {
        assert_eq!("4711".parse(), Ok(Group(4711)));
        assert_eq!("root".parse(), Ok(Group(0)));
        let unknown = "no-such-group".parse::<Group>().unwrap_err();
        assert!(
            unknown.contains("has no group `no-such-group`"),
            "{unknown}"
        );
    }
}
