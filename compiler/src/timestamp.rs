//! Points in time, as dates of posts are written and as feeds and browsers read them.
//!
//! Pure arithmetic on the proleptic Gregorian calendar in UTC; nothing here asks a clock.

/// A point in time, in seconds since the beginning of 1970 in UTC.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(i64);

const DAY: i64 = 86_400;

const MONTHS: [&str; 12] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
];

/// The first of January 1970 was a Thursday.
const WEEKDAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];

impl Timestamp {
    /// Reads `2022-07-08`, `2022/7/8`, `July 8, 2022`, `7/8/2022` and what may follow: a time, and a zone. Without a zone
    /// it is UTC, as with Docusaurus.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let (date, rest) = Self::parse_date(text).or_else(|| Self::parse_in_words(text))?;
        if rest.is_empty() {
            return Some(date);
        }
        let time = rest.strip_prefix(['T', 't', ' '])?.trim_start();
        let (seconds, zone) = parse_time(time)?;
        Some(Timestamp(date.0 + seconds - parse_zone(zone.trim_start())?))
    }

    /// Reads the date at the start of a text, and gives what follows.
    #[must_use]
    pub fn parse_date(text: &str) -> Option<(Self, &str)> {
        let year = text.get(..4)?;
        if !year.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let year: i64 = year.parse().ok()?;
        let (month, rest) = digits(text.get(4..)?.strip_prefix(['-', '/'])?)?;
        let (day, rest) = digits(rest.strip_prefix(['-', '/'])?)?;
        Some((Self::from_civil(year, month, day)?, rest))
    }

    /// Reads `July 8, 2022`, `Fri, 8 Jul 2022` and `7/8/2022`, which JavaScript's `Date` accepts, and gives what follows.
    fn parse_in_words(text: &str) -> Option<(Self, &str)> {
        let (mut first, mut rest) = word(text)?;
        if WEEKDAYS.iter().any(|day| begins_with(first, day)) {
            (first, rest) = word(rest)?;
        }
        let (second, rest) = word(rest)?;
        let (year, rest) = word(rest)?;
        let (month, day) = match (month_number(first), month_number(second)) {
            (Some(month), _) => (month, number(second)?),
            (None, Some(month)) => (month, number(first)?),
            (None, None) if text.contains('/') => (number(first)?, number(second)?),
            (None, None) => return None,
        };
        let year = year.parse().ok().filter(|_| year.len() == 4)?;
        Some((Self::from_civil(year, month, day)?, rest))
    }

    fn from_civil(year: i64, month: i64, day: i64) -> Option<Self> {
        let is_date = (1..=12).contains(&month) && (1..=days_in(year, month)).contains(&day);
        is_date.then(|| Timestamp(days_from_civil(year, month, day) * DAY))
    }

    /// A point in time by the seconds since the beginning of 1970 in UTC.
    #[must_use]
    pub fn from_seconds(seconds: i64) -> Self {
        Timestamp(seconds)
    }

    /// `2022-07-08`.
    #[must_use]
    pub fn day(self) -> String {
        let (year, month, day) = self.civil();
        format!("{year:04}-{month:02}-{day:02}")
    }

    /// `2022-07-08` at midnight, else `2022-07-08T10:00:00Z`.
    #[must_use]
    pub fn iso(self) -> String {
        if self.0.rem_euclid(DAY) == 0 {
            return self.day();
        }
        self.rfc3339()
    }

    /// `2022-07-08T10:00:00Z`.
    #[must_use]
    pub fn rfc3339(self) -> String {
        let (year, month, day) = self.civil();
        let (hour, minute, second) = self.time();
        format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
    }

    /// `Fri, 08 Jul 2022 10:00:00 GMT`, with the year in full as RSS asks for (RFC 822 as RFC 1123 amends it).
    #[must_use]
    pub fn rfc822(self) -> String {
        let (year, month, day) = self.civil();
        let (hour, minute, second) = self.time();
        let pick = |list: &[&'static str], at: i64| {
            let at = usize::try_from(at).ok();
            at.and_then(|at| list.get(at)).copied().unwrap_or_default()
        };
        let weekday = pick(&WEEKDAYS, self.0.div_euclid(DAY).rem_euclid(7));
        let month = pick(&MONTHS, month - 1);
        format!("{weekday}, {day:02} {month} {year:04} {hour:02}:{minute:02}:{second:02} GMT")
    }

    fn time(self) -> (i64, i64, i64) {
        let seconds = self.0.rem_euclid(DAY);
        (seconds / 3600, seconds / 60 % 60, seconds % 60)
    }

    /// Year, month and day. After Howard Hinnant, "chrono-compatible low-level date algorithms".
    fn civil(self) -> (i64, i64, i64) {
        let days = self.0.div_euclid(DAY) + 719_468;
        let era = days.div_euclid(146_097);
        let day_of_era = days.rem_euclid(146_097);
        let year_of_era =
            (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let shifted = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * shifted + 2) / 5 + 1;
        let month = if shifted < 10 {
            shifted + 3
        } else {
            shifted - 9
        };
        let year = year_of_era + era * 400 + i64::from(month <= 2);
        (year, month, day)
    }
}

fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let year = year - i64::from(month <= 2);
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let shifted = (month + 9) % 12;
    let day_of_year = (153 * shifted + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

fn days_in(year: i64, month: i64) -> i64 {
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        2 => 28 + i64::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// The next word of a date, and what follows.
fn word(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start_matches([' ', ',', '/', '.']);
    let end = text.find(|c: char| !c.is_ascii_alphanumeric());
    let (word, rest) = text.split_at(end.unwrap_or(text.len()));
    (!word.is_empty()).then_some((word, rest))
}

fn begins_with(word: &str, name: &str) -> bool {
    word.get(..name.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(name))
}

fn month_number(word: &str) -> Option<i64> {
    let at = MONTHS.iter().position(|name| begins_with(word, name))?;
    i64::try_from(at + 1).ok()
}

/// A word of one or two digits.
fn number(word: &str) -> Option<i64> {
    let (number, rest) = digits(word)?;
    rest.is_empty().then_some(number)
}

/// One or two digits, and what follows.
fn digits(text: &str) -> Option<(i64, &str)> {
    let count = text.bytes().take_while(u8::is_ascii_digit).count().min(2);
    Some((text.get(..count)?.parse().ok()?, &text[count..]))
}

/// The seconds of `10:00`, `10:00:05` or `10:00:05.25`, and what follows.
fn parse_time(text: &str) -> Option<(i64, &str)> {
    let (hour, rest) = digits(text)?;
    let (minute, rest) = digits(rest.strip_prefix(':')?)?;
    let (second, rest) = match rest.strip_prefix(':') {
        Some(rest) => digits(rest)?,
        None => (0, rest),
    };
    let rest = match rest.strip_prefix('.') {
        Some(fraction) => fraction.trim_start_matches(|c: char| c.is_ascii_digit()),
        None => rest,
    };
    let is_time = hour < 24 && minute < 60 && second < 60;
    is_time.then_some((hour * 3600 + minute * 60 + second, rest))
}

/// The seconds that a zone is before UTC: none of nothing and `Z`.
fn parse_zone(text: &str) -> Option<i64> {
    let sign = match text.chars().next() {
        None => return Some(0),
        Some(_) if matches!(text, "GMT" | "UTC") => return Some(0),
        Some('Z' | 'z') => return (text.len() == 1).then_some(0),
        Some('+') => 1,
        Some('-') => -1,
        Some(_) => return None,
    };
    let (hour, rest) = digits(&text[1..])?;
    let minutes = rest.strip_prefix(':').unwrap_or(rest);
    let (minute, rest) = if minutes.is_empty() {
        (0, "")
    } else {
        digits(minutes)?
    };
    (rest.is_empty() && hour < 24 && minute < 60).then_some(sign * (hour * 3600 + minute * 60))
}

#[cfg(test)]
mod tests {
    use super::Timestamp;

    #[test]
    fn dates_are_read_as_people_write_them() {
        let check = |text: &str, expected: Option<&str>| {
            let found = Timestamp::parse(text).map(Timestamp::iso);
            assert_eq!(found.as_deref(), expected, "{text}");
        };
        check("2022-07-08", Some("2022-07-08"));
        check("2022/7/8", Some("2022-07-08"));
        check("2022-07-08T10:00", Some("2022-07-08T10:00:00Z"));
        check("2022-07-08 10:00:05", Some("2022-07-08T10:00:05Z"));
        check("2022-07-08T10:00:05.250Z", Some("2022-07-08T10:00:05Z"));
        check("2021-04-15T23:30:00-05:00", Some("2021-04-16T04:30:00Z"));
        check("2021-04-15 01:00:00 +0200", Some("2021-04-14T23:00:00Z"));
        check("2021-04-15T02:00:00+02", Some("2021-04-15"));
        check("2024-02-29", Some("2024-02-29"));
        check("May 15, 2023", Some("2023-05-15"));
        check("sept 5 2023", Some("2023-09-05"));
        check("15 March 2023 10:00", Some("2023-03-15T10:00:00Z"));
        check(
            "Fri, 08 Jul 2022 10:00:00 GMT",
            Some("2022-07-08T10:00:00Z"),
        );
        check("12/25/2022", Some("2022-12-25"));
        check("1969-12-31T23:59:59Z", Some("1969-12-31T23:59:59Z"));
        for bad in [
            "soon",
            "2022-13-01",
            "2023-02-29",
            "2022-07-08T25:00",
            "2022-07-08x",
            "22-7-8",
            "8-7-2022",
            "25/12/2022",
            "May 32, 2023",
            "May 2023",
            "2022-07-08T10:00 EST",
            "",
        ] {
            check(bad, None);
        }
    }

    #[test]
    fn feeds_get_the_forms_of_their_specifications() {
        let moment = Timestamp::parse("2021-02-28T08:05:09Z").unwrap();
        assert_eq!(moment.rfc822(), "Sun, 28 Feb 2021 08:05:09 GMT");
        assert_eq!(moment.rfc3339(), "2021-02-28T08:05:09Z");
        let midnight = Timestamp::parse("1994-11-06").unwrap();
        assert_eq!(midnight.rfc822(), "Sun, 06 Nov 1994 00:00:00 GMT");
    }
}
