//! Chooses among the rows that have the words of a query, and merges those that show the same figure.

use super::Figure;

/// The least share of a row's name that the query has, compared with the row that matches best.
const LEAST_SHARE: f32 = 0.6;
/// [`LEAST_SHARE`] in the table or the list of that row, where one more word may name what is meant: `Base ATK` above `ATK`.
const LEAST_SHARE_IN_TABLE: f32 = 0.5;
/// The share of a row that its own name does not choose.
pub(super) const UNNAMED_SHARE: f32 = 0.2;
/// The largest share of a name that does not distinguish its row from others.
pub(super) const VAGUE_SHARE: f32 = 0.5;
/// Figures of an answer.
const MAX_FIGURES: usize = 4;

/// A row that has the words of the query.
pub(super) struct Candidate<'i> {
    /// The number of words that only the titles above the row have.
    pub(super) by_title: u32,
    /// The number of the tab.
    pub(super) tab: usize,
    /// The titles of what hides it.
    pub(super) opens: Vec<&'i str>,
    /// Where the headers of its table begin; `None` without headers.
    pub(super) table: Option<usize>,
    /// The share of the row's name that matches.
    pub(super) share: f32,
    /// Whether the query has the row's whole name up to a comma or a bracket.
    pub(super) is_first_part_named: bool,
    /// Whether the values are those of an alternative, too, which the query does not name.
    pub(super) is_of_several: bool,
    /// The words of the row's name that the query lacks.
    pub(super) other_words: Vec<String>,
    pub(super) figure: Figure,
    /// The figures of the row, each with the name of its column.
    pub(super) by_column: Vec<Figure>,
}

/// The figures of the rows that match best, and what hides them; `None` if there are too many to name the one that is
/// meant.
pub(super) fn best_figures<'i>(
    mut candidates: Vec<Candidate<'i>>,
) -> Option<(Vec<Figure>, Vec<&'i str>)> {
    // A table that the query names has the figures, not a row elsewhere with a like name.
    let named = candidates.iter().map(|one| one.by_title).max();
    candidates.retain(|one| Some(one.by_title) == named);
    // A row of its own has the figure of one alternative.
    if candidates.iter().any(|one| !one.is_of_several) {
        candidates.retain(|one| !one.is_of_several);
    }
    let best = candidates.iter().map(|one| one.share).fold(0.0, f32::max);
    let of_best = candidates.iter().filter(|one| one.share >= best);
    let tables: Vec<Option<usize>> = of_best.map(|one| one.table).collect();
    candidates.retain(|one| {
        let is_beside = tables.contains(&one.table);
        let least = if is_beside {
            LEAST_SHARE_IN_TABLE
        } else {
            LEAST_SHARE
        };
        one.share >= least * best
    });
    // Tabs are about different things, and the query names none.
    let first = candidates.first();
    let opens = first.map(|one| one.opens.clone()).unwrap_or_default();
    let is_one_tab = candidates.windows(2).all(|pair| pair[0].tab == pair[1].tab);
    let rows = merge(candidates);
    // Half of a name is that of several rows: `damage` of `Damage Type` and of `Poise Damage`.
    let is_vague = rows.len() > 1
        && best > UNNAMED_SHARE
        && best <= VAGUE_SHARE
        && !rows.iter().any(|row| row.is_first_part_named)
        && rows
            .windows(2)
            .all(|pair| pair[0].other_words != pair[1].other_words);
    let is_one_kind = rows.windows(2).all(|pair| pair[0].is_of_kind(&pair[1]));
    let mut figures = figures_of(&rows);
    if best <= UNNAMED_SHARE {
        figures = join_equal_names(figures);
    }
    if !is_one_tab
        || is_vague
        || !is_one_kind
        || figures.len() > MAX_FIGURES
        || has_equal_names(&figures)
    {
        return None;
    }
    Some((figures.into_iter().map(Figure::with_sum).collect(), opens))
}

/// The rows that show different figures.
fn merge(candidates: Vec<Candidate<'_>>) -> Vec<Candidate<'_>> {
    let mut rows: Vec<Candidate<'_>> = Vec::new();
    for candidate in candidates {
        let same = rows.iter_mut().find(|known| known.is_same_as(&candidate));
        match same {
            Some(known) => known.absorb(candidate),
            None => rows.push(candidate),
        }
    }
    rows
}

/// The figures of rows, each once. Rows with one name get the names of their columns.
fn figures_of(rows: &[Candidate<'_>]) -> Vec<Figure> {
    let mut figures: Vec<Figure> = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        let mut others = rows.iter().enumerate().filter(|(other, _)| *other != at);
        let is_unique = others.all(|(_, other)| other.figure.name != row.figure.name);
        let own = match is_unique || row.by_column.is_empty() {
            true => std::slice::from_ref(&row.figure),
            false => &row.by_column,
        };
        for figure in own {
            let is_known = |known: &Figure| is_same_value(&known.value, &figure.value);
            // A cell of a row repeats what a row without columns says.
            if is_unique || !figures.iter().any(is_known) {
                figures.push(figure.clone());
            }
        }
    }
    figures
}

impl Candidate<'_> {
    /// Whether another row shows the same: the value, and a name that says no more or less than its own.
    fn is_same_as(&self, other: &Candidate<'_>) -> bool {
        let (own, others) = (&self.other_words, &other.other_words);
        let is_name = own.iter().all(|word| others.contains(word))
            || others.iter().all(|word| own.contains(word));
        is_name && is_same_value(&self.figure.value, &other.figure.value)
    }

    /// Whether another row may be meant as well: one of the same table, or with the same name.
    fn is_of_kind(&self, other: &Candidate<'_>) -> bool {
        self.table == other.table || self.other_words == other.other_words
    }

    fn absorb(&mut self, other: Self) {
        let is_shorter = other.figure.value.len() < self.figure.value.len();
        if is_shorter && number_of(&self.figure.value) == number_of(&other.figure.value) {
            self.figure.value = other.figure.value;
        }
        if self.by_column.is_empty() {
            self.by_column = other.by_column;
        }
    }
}

impl Figure {
    /// With the sum, where the value lists the shares of the parts of an attack: `217.6% + 369.92%`.
    fn with_sum(mut self) -> Figure {
        let parts: Option<Vec<Number<'_>>> = self
            .value
            .split('+')
            .map(|part| Number::of(part.trim()))
            .collect();
        let parts = parts.unwrap_or_default();
        if parts.len() > 1 && parts.iter().all(|part| part.unit == "%") {
            let sum: f64 = parts.iter().map(|part| part.value).sum();
            let decimals = parts
                .iter()
                .map(|part| part.decimals)
                .max()
                .unwrap_or_default();
            self.value = format!("{} = {sum:.decimals$}%", self.value);
        }
        self
    }
}

/// Figures with one name as one: where the query names a column and no row, each row of the table is meant.
fn join_equal_names(figures: Vec<Figure>) -> Vec<Figure> {
    let mut joined: Vec<Figure> = Vec::new();
    for figure in figures {
        match joined.iter_mut().find(|known| known.name == figure.name) {
            Some(known) => known.value = format!("{}, {}", known.value, figure.value),
            None => joined.push(figure),
        }
    }
    joined
}

fn has_equal_names(figures: &[Figure]) -> bool {
    let mut names = figures.iter().enumerate();
    names.any(|(at, figure)| figures[..at].iter().any(|other| other.name == figure.name))
}

/// Whether two values are the same text, or the same number, rounded or not, with the same unit.
fn is_same_value(one: &str, other: &str) -> bool {
    if one == other {
        return true;
    }
    let (Some(one), Some(other)) = (Number::of(one), Number::of(other)) else {
        return false;
    };
    let decimals = one.decimals.min(other.decimals);
    let step = 10_f64
        .powi(i32::try_from(decimals).unwrap_or(i32::MAX))
        .recip();
    // Half a step, and what the representation of a decimal number costs.
    one.unit == other.unit && (one.value - other.value).abs() <= step / 2.0 + step * 1e-6
}

/// The number of a value that has nothing but a number and a unit.
fn number_of(value: &str) -> Option<f64> {
    Number::of(value).map(|number| number.value)
}

/// A number with a unit: `105.9%`, `12,068`, `10 s`.
struct Number<'v> {
    value: f64,
    decimals: usize,
    unit: &'v str,
}

impl Number<'_> {
    fn of(text: &str) -> Option<Number<'_>> {
        let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',');
        let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
        let (number, unit) = text.split_at(end);
        let plain = number.replace(',', "");
        let decimals = plain.split_once('.').map_or(0, |(_, rest)| rest.len());
        let unit = unit.trim();
        let is_unit = unit.chars().all(|c| c.is_alphabetic() || c == '%');
        let value = plain.parse().ok().filter(|_| is_unit)?;
        Some(Number {
            value,
            decimals,
            unit,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_an_attack_have_a_sum() {
        for (value, shown) in [
            ("217.6% + 369.92%", "217.6% + 369.92% = 587.52%"),
            ("5%+5%", "5%+5% = 10%"),
            ("1U + 2U", "1U + 2U"),
            ("224.4% * 2 + 1%", "224.4% * 2 + 1%"),
            ("50%", "50%"),
        ] {
            let figure = Figure {
                name: String::new(),
                value: value.to_owned(),
            };
            assert_eq!(figure.with_sum().value, shown);
        }
    }

    #[test]
    fn a_value_is_the_same_with_fewer_decimals() {
        for (one, other) in [
            ("21.0s", "21s"),
            ("105.86%", "105.9%"),
            ("12,068", "12068"),
            ("Tap 5", "Tap 5"),
        ] {
            assert!(is_same_value(one, other), "{one} {other}");
        }
        for (one, other) in [
            ("21s", "21%"),
            ("105.86%", "105.8%"),
            ("5%+5%", "5%"),
            ("9s", "8s"),
        ] {
            assert!(!is_same_value(one, other), "{one} {other}");
        }
    }
}
