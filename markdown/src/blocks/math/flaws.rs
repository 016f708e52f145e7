//! Finds what renderers of LaTeX accept and do not show as it was meant: commands that KaTeX refuses to run, which it shows by
//! their names, and colours that CSS does not have, which it passes on.

use super::commands::{argument, command};
use bindery_source::diagnostic::nearest;

/// Commands that make links, images and attributes of HTML: KaTeX runs them for trusted formulas only.
const UNTRUSTED: [&str; 7] = [
    "href",
    "htmlClass",
    "htmlData",
    "htmlId",
    "htmlStyle",
    "includegraphics",
    "url",
];

/// Commands with colours, and how many they take.
const WITH_COLOURS: [(&str, usize); 4] = [
    ("color", 1),
    ("colorbox", 1),
    ("fcolorbox", 2),
    ("textcolor", 1),
];

/// The names of colours in CSS (Color Module Level 4, section 6), and the keywords that stand for one.
static COLOURS: &str = "\
    aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood \
    cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod \
    darkgray darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon \
    darkseagreen darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray \
    dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green \
    greenyellow grey honeydew hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon \
    lightblue lightcoral lightcyan lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon \
    lightseagreen lightskyblue lightslategray lightslategrey lightsteelblue lightyellow lime limegreen linen \
    magenta maroon mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue \
    mediumspringgreen mediumturquoise mediumvioletred midnightblue mintcream mistyrose moccasin navajowhite navy \
    oldlace olive olivedrab orange orangered orchid palegoldenrod palegreen paleturquoise palevioletred papayawhip \
    peachpuff peru pink plum powderblue purple rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown \
    seagreen seashell sienna silver skyblue slateblue slategray slategrey snow springgreen steelblue tan teal \
    thistle tomato turquoise violet wheat white whitesmoke yellow yellowgreen \
    currentcolor inherit initial transparent unset";

/// A part of a formula that is shown, but not as it was meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Flaw {
    pub(super) message: String,
    pub(super) help: String,
}

/// The flaws of a formula, each once.
pub(super) fn find_flaws(latex: &str) -> Vec<Flaw> {
    let mut flaws = Vec::new();
    let mut rest = latex;
    while let Some(at) = rest.find('\\') {
        let tail = &rest[at + 1..];
        let name = command(tail);
        let skip = name
            .len()
            .max(tail.chars().next().map_or(0, char::len_utf8));
        rest = &tail[skip..];
        let found = match UNTRUSTED.contains(&name) {
            true => vec![untrusted(name)],
            false => wrong_colours(name, rest),
        };
        for flaw in found {
            if !flaws.contains(&flaw) {
                flaws.push(flaw);
            }
        }
    }
    flaws
}

fn untrusted(name: &str) -> Flaw {
    Flaw {
        message: format!("formulas do not run `\\{name}`: its name is shown in its place"),
        help: "write a link or an image in Markdown, beside the formula".to_owned(),
    }
}

/// The arguments of a command that are no colours.
fn wrong_colours(name: &str, mut rest: &str) -> Vec<Flaw> {
    let takes = WITH_COLOURS.iter().find(|(own, _)| *own == name);
    let mut flaws = Vec::new();
    for _ in 0..takes.map_or(0, |(_, count)| *count) {
        let colour = argument(rest);
        if colour.is_empty() {
            break;
        }
        rest = rest.split_once('}').map_or("", |(_, rest)| rest);
        let colour = colour.trim();
        let is_name = colour.bytes().all(|byte| byte.is_ascii_alphabetic());
        let lower = colour.to_ascii_lowercase();
        let mut known = COLOURS.split(' ');
        if is_name && !known.any(|own| own == lower) {
            let near = nearest(&lower, COLOURS.split(' '));
            flaws.push(Flaw {
                message: format!("there is no colour `{colour}`: the formula has that of the text"),
                help: near.map_or_else(
                    || "write a name that CSS has, or a value such as `#c02020`".to_owned(),
                    |near| format!("did you mean `{near}`?"),
                ),
            });
        }
    }
    flaws
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_and_commands_without_effect_are_found() {
        let check = |latex: &str, expected: &[&str]| {
            let flaws = find_flaws(latex);
            let named = flaws
                .iter()
                .filter_map(|flaw| flaw.message.split('`').nth(1));
            assert_eq!(named.collect::<Vec<_>>(), expected, "{latex}");
        };
        check(r"\color{nocolor} x \textcolor{rad}{y}", &["nocolor", "rad"]);
        check(r"\fcolorbox{red}{blu}{x}", &["blu"]);
        check(
            r"\color{Red} x \color{#f00} y \colorbox{#abcdef}{z} \color",
            &[],
        );
        check(r"\href{https://a.example}{x} \href{/b}{y}", &["\\href"]);
        check(r"\\href \hrefs \text{href}", &[]);
        check("\\", &[]);
        assert_eq!(find_flaws(r"\color{gren}")[0].help, "did you mean `green`?");
    }

    #[test]
    fn all_colours_are_listed_once() {
        let names: std::collections::BTreeSet<&str> = COLOURS.split(' ').collect();
        assert_eq!((names.len(), COLOURS.split(' ').count()), (153, 153));
    }
}
