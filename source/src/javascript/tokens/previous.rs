//! Decides by the preceding tokens whether a slash begins a regular expression and `<` a JSX tag: after an operand both are
//! operators.

/// What the previous token means for the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Previous {
    /// An operand is next.
    Operator,
    /// The name of a member is next.
    Dot,
    /// A `<` that begins no element.
    Less,
    /// An operator is next.
    Operand,
    /// A keyword whose operand is in parentheses, with a statement after them.
    BeforeCondition,
}

/// Keywords that an operand can follow.
const BEFORE_OPERAND: [&str; 21] = [
    "as",
    "await",
    "case",
    "default",
    "delete",
    "do",
    "else",
    "export",
    "extends",
    "from",
    "import",
    "in",
    "instanceof",
    "new",
    "of",
    "return",
    "satisfies",
    "throw",
    "typeof",
    "void",
    "yield",
];

/// Keywords that a condition in parentheses and a statement follow.
const BEFORE_CONDITION: [&str; 4] = ["for", "if", "while", "with"];

impl Previous {
    /// Whether a slash or a `<` after it is an operator.
    pub(super) fn is_operand(self) -> bool {
        matches!(self, Previous::Operand | Previous::BeforeCondition)
    }

    /// What a word after it means for the token after that.
    pub(super) fn word(self, word: &str) -> Previous {
        match self {
            Previous::Dot => Previous::Operand,
            // `for await (const a of b)`
            Previous::BeforeCondition if word == "await" => Previous::BeforeCondition,
            _ if BEFORE_CONDITION.contains(&word) => Previous::BeforeCondition,
            _ if BEFORE_OPERAND.contains(&word) => Previous::Operator,
            _ => Previous::Operand,
        }
    }
}

/// For each open parenthesis a bit, the innermost one first: whether it holds the condition of a statement. Of more than
/// 64 the outermost are taken for those of expressions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parentheses(u64);

impl Parentheses {
    pub(super) const NONE: Parentheses = Parentheses(0);

    /// Adds one that begins after this token.
    pub(super) fn open(&mut self, previous: Previous) {
        self.0 = self.0 << 1 | u64::from(previous == Previous::BeforeCondition);
    }

    /// Removes the innermost one; whether it held a condition.
    pub(super) fn close(&mut self) -> bool {
        let is_condition = self.0 & 1 == 1;
        self.0 >>= 1;
        is_condition
    }
}
