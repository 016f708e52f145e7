//! Makes inputs out of a corpus: a few edits each, with words that mean something to some parser.

/// A deterministic source of mutated inputs.
pub(crate) struct Mutator {
    seeds: Vec<String>,
    words: &'static [&'static str],
    state: u64,
}

impl Mutator {
    pub(crate) fn new(seeds: Vec<String>, words: &'static [&'static str], seed: u64) -> Self {
        let state = seed;
        Mutator {
            seeds,
            words,
            state,
        }
    }

    /// A number below `bound` (xorshift64).
    fn below(&mut self, bound: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        let bound = bound.max(1) as u64;
        usize::try_from(self.state % bound).expect("below a usize")
    }

    /// The next input: a seed with one to six edits.
    pub(crate) fn next(&mut self) -> String {
        let chosen = self.below(self.seeds.len());
        let mut text = self.seeds[chosen].clone();
        for _ in 0..=self.below(6) {
            self.edit(&mut text);
        }
        text
    }

    fn edit(&mut self, text: &mut String) {
        let (a, b) = (self.place(text), self.place(text));
        let (from, to) = (a.min(b), a.max(b));
        match self.below(7) {
            0 => text.truncate(from),
            1 => text.replace_range(from..to.min(self.near(text, from, 12)), ""),
            2 => {
                let part = text[from..self.near(text, from, 60)].to_owned();
                text.insert_str(to, &part);
            }
            3 => {
                let other = self.below(self.seeds.len());
                let other = self.seeds[other].clone();
                let start = self.place(&other);
                let end = self.near(&other, start, 80);
                text.insert_str(from, &other[start..end]);
            }
            4 => {
                let letter = char::from_u32(u32::try_from(self.below(0x250)).expect("small"));
                text.insert(from, letter.unwrap_or('?'));
            }
            _ => {
                let word = self.words[self.below(self.words.len())];
                for _ in 0..=self.below(3) {
                    text.insert_str(from, word);
                }
            }
        }
        let bound = self.near(text, 0, 20_000);
        text.truncate(bound);
    }

    /// A random boundary between letters.
    fn place(&mut self, text: &str) -> usize {
        let at = self.below(text.len() + 1);
        boundary(text, at)
    }

    /// A boundary at most `distance` bytes behind `from`.
    fn near(&mut self, text: &str, from: usize, distance: usize) -> usize {
        let far = if from == 0 && distance > 1000 {
            distance
        } else {
            self.below(distance)
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
