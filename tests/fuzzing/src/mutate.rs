//! Makes inputs from a corpus: each is one of its texts with a few edits.

/// A deterministic source of mutated inputs.
#[derive(Debug)]
pub struct Mutator {
    seeds: Vec<String>,
    words: &'static [&'static str],
    state: u64,
}

impl Mutator {
    /// Mutates `seeds`, inserting `words` that mean something to the parser; the same `seed` gives the same inputs.
    #[must_use]
    pub fn new(seeds: Vec<String>, words: &'static [&'static str], seed: u64) -> Self {
        let state = seed;
        Mutator {
            seeds,
            words,
            state,
        }
    }

    /// A number smaller than `bound`, from xorshift64.
    fn number_below(&mut self, bound: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        let bound = bound.max(1) as u64;
        usize::try_from(self.state % bound).expect("it fits into a usize")
    }

    /// The next input: a seed with one to six edits.
    #[must_use]
    pub fn next_input(&mut self) -> String {
        let chosen = self.number_below(self.seeds.len());
        let mut text = self.seeds[chosen].clone();
        for _ in 0..=self.number_below(6) {
            self.edit(&mut text);
        }
        text
    }

    fn edit(&mut self, text: &mut String) {
        let (a, b) = (self.random_boundary(text), self.random_boundary(text));
        let (from, to) = (a.min(b), a.max(b));
        match self.number_below(7) {
            0 => text.truncate(from),
            1 => text.replace_range(from..to.min(self.boundary_near(text, from, 12)), ""),
            2 => {
                let part = text[from..self.boundary_near(text, from, 60)].to_owned();
                text.insert_str(to, &part);
            }
            3 => {
                let other = self.number_below(self.seeds.len());
                let other = self.seeds[other].clone();
                let start = self.random_boundary(&other);
                let end = self.boundary_near(&other, start, 80);
                text.insert_str(from, &other[start..end]);
            }
            4 => {
                let letter =
                    char::from_u32(u32::try_from(self.number_below(0x250)).expect("small"));
                text.insert(from, letter.unwrap_or('?'));
            }
            _ => {
                let word = self.words[self.number_below(self.words.len())];
                for _ in 0..=self.number_below(3) {
                    text.insert_str(from, word);
                }
            }
        }
        let bound = self.boundary_near(text, 0, 20_000);
        text.truncate(bound);
    }

    /// A random boundary between letters.
    fn random_boundary(&mut self, text: &str) -> usize {
        let at = self.number_below(text.len() + 1);
        boundary(text, at)
    }

    /// A boundary between letters at most `distance` bytes after `from`.
    fn boundary_near(&mut self, text: &str, from: usize, distance: usize) -> usize {
        let far = if from == 0 && distance > 1000 {
            distance
        } else {
            self.number_below(distance)
        };
        boundary(text, (from + far).min(text.len())).max(from)
    }
}

fn boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
