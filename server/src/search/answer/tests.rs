mod ambiguity;

use super::*;
use crate::search::Engine;
use crate::search::query::MatchOptions;
use bindery_fixture::index_writer::{Page, Section, write};
use bindery_format::search::passage::HEADER_MARK;

/// An index with one page about one thing.
fn engine(text: &str) -> Engine {
    let page = Page {
        url: "/eula".to_owned(),
        title: "Eula".to_owned(),
        is_entity: true,
        sections: vec![
            Section::new(1, "Eula", "", "A claymore user."),
            Section::new(2, "Stats", "stats", text),
        ],
        ..Page::default()
    };
    Engine::open(write(&[page], &[&["attack", "atk"]]).leak()).unwrap()
}

/// The answer as lines: `name: value`, or the sentence.
fn answer_of(engine: &Engine, query: &str) -> Vec<String> {
    let found = engine.search(query, MatchOptions::default(), |_| true);
    let budget = Budget::unlimited();
    let Some(answer) = find_answer(&engine.index, &found.query, &found.hits, &budget) else {
        return Vec::new();
    };
    match answer.body {
        AnswerBody::Figures(figures) => figures
            .iter()
            .map(|figure| format!("{}: {}", figure.name, figure.value))
            .collect(),
        AnswerBody::Sentence(sentence) => vec![sentence.to_owned()],
    }
}

fn answer(text: &str, query: &str) -> Vec<String> {
    answer_of(&engine(text), query)
}

#[test]
fn no_figure_is_cut_where_a_long_text_is() {
    let rows: String = (0..)
        .map(|row| format!("Filling row {row}\t1\n"))
        .take(900)
        .collect();
    for len in 11_900..12_000 {
        let text = format!("{}\nBase HP\t15552\nEnd.", &rows[..len - 10]);
        let answer = answer(&text, "eula base hp");
        assert!(
            answer.is_empty() || answer == ["Base HP: 15552"],
            "{len}: {answer:?}"
        );
    }
}

#[test]
fn a_filler_names_nothing() {
    let page = |title: &str, text: &str| Page {
        url: format!("/{title}"),
        title: title.to_owned(),
        sections: vec![
            Section::new(1, title, "", ""),
            Section::new(2, "Level of the Enemy", "level", text),
        ],
        ..Page::default()
    };
    let text = "Base ATK\t46\nBase DEF\t751";
    let engine = Engine::open(write(&[page("Weapons", text)], &[]).leak()).unwrap();
    let none: [&str; 0] = [];
    assert_eq!(answer_of(&engine, "what is the base atk of"), none);
}

/// Two tables of attacks, as pages about one person have them.
fn attacks() -> String {
    [
        "Normal Attacks",
        "The arrow takes 113 frames until the next attack.",
        "Archery",
        &format!("{HEADER_MARK}Level\t1\t9"),
        "1-Hit DMG\t31%\t58%",
        "Aimed Shot\t43%\t80%",
        "Notes on the charged attack",
        "The bloom counts as a charged attack. It is good.",
        "Normal Attack",
        &format!("{HEADER_MARK}String\tLevel 9\tFrames"),
        "1-Hit\t58.3%\t19",
        "Charged Attack",
        &format!("{HEADER_MARK}Type\tLevel 9\tFrames"),
        "Aimed Shot\t80.58%\t25",
        "Charge Level 1\t210%\t85",
        "Frost Arrow\t217%\t–",
    ]
    .join("\n")
}

#[test]
fn a_table_that_the_query_names_answers_with_its_rows() {
    assert_eq!(
        answer(&attacks(), "eula charged attack level 9"),
        [
            "Aimed Shot, Level 9: 80.58%",
            "Charge Level 1, Level 9: 210%",
            "Frost Arrow, Level 9: 217%"
        ]
    );
    let none: [&str; 0] = [];
    assert_eq!(answer(&attacks(), "eula charged attack level 5"), none);
}

#[test]
fn more_rows_than_can_be_shown_are_no_answer() {
    let rows = |count: usize| -> String {
        let rows =
            (0..count).map(|row| format!("Hit {}\t{row}%\t5%\n", ["a", "b", "c", "d", "e"][row]));
        format!(
            "Slash\n{HEADER_MARK}Level\t8\t9\n{}",
            rows.collect::<String>()
        )
    };
    assert_eq!(answer(&rows(4), "eula slash level 9").len(), 4);
    assert_eq!(answer(&rows(5), "eula slash level 9").len(), 0);
}

#[test]
fn a_level_that_was_chosen_is_no_caption() {
    let text =
        format!("90, ascension 6\n{HEADER_MARK}Level\tBase HP\n80\t100\n90\t200\nEnd of it.");
    assert_eq!(answer(&text, "eula base hp level 90"), ["Level 90: 200"]);
}

#[test]
fn a_value_without_a_name_is_no_answer() {
    assert_eq!(answer("Slash\t1\t2\t3", "eula slash"), Vec::<String>::new());
    assert_eq!(answer("Slash\t1\t–", "eula slash"), Vec::<String>::new());
    assert_eq!(answer("Slash:\t12s", "eula slash"), ["Slash: 12s"]);
    let unnamed = format!("Slash\n{HEADER_MARK}Level\t1\t9\n\t5%\t6%\nEnd.");
    assert_eq!(answer(&unnamed, "eula slash level 9"), Vec::<String>::new());
}

#[test]
fn columns_are_listed_or_the_steps_of_a_level() {
    let table = |columns: &str| format!("{HEADER_MARK}{columns}\nSlash\t1\t2\t–\t4");
    let steps = table("Level\t1\t2\t3\t90");
    assert_eq!(
        answer(&steps, "eula slash"),
        ["Slash: Level 1 1, Level 2 2, Level 90 4"]
    );
    let steps = steps.replace('–', "3");
    assert_eq!(answer(&steps, "eula slash"), ["Slash, Level 1–90: 1 – 4"]);
    let others = table("Level\tDMG\tFrames\tUnits\tCD").replace('–', "3");
    assert_eq!(answer(&others, "eula slash"), Vec::<String>::new());
    assert_eq!(answer(&others, "eula slash frames"), ["Slash, Frames: 2"]);
}

#[test]
fn a_sentence_answers_where_no_table_does() {
    let text = "Her shield lasts long. The shield has a cooldown of 12s. End.";
    assert_eq!(
        answer(text, "eula shield cooldown"),
        ["The shield has a cooldown of 12s."]
    );
    assert_eq!(answer("C2", "eula c2"), Vec::<String>::new());
    let long = text.replace("The shield", &format!("The {} shield", "very ".repeat(60)));
    assert_eq!(answer(&long, "eula shield cooldown"), Vec::<String>::new());
}

/// A section with the tabs of a person: a skill with `Burst` in its name, and a burst.
fn tabs() -> Engine {
    let text = [
        "\u{b}Normal Attacks",
        &format!("{HEADER_MARK}Level\t5\t6"),
        "1-Hit\t40%\t50%",
        "6-Hit\t60%\t70%",
        "\u{b}Skill",
        "\u{b}\u{b}Great Burst!",
        "Duration\t21.0s",
        "CD\t10.0s",
        "Notes on the skill",
        &format!("{HEADER_MARK}Attribute\tSpear"),
        "Duration\t21s",
        "CD\t10s",
        "\u{b}\u{b}\u{b}Blossom",
        &format!("{HEADER_MARK}Attribute\tBlossom"),
        "Duration\t8s",
        "\u{b}Burst",
        "\u{b}\u{b}The End",
        "CD\t18.0s",
        "\u{b}",
        "Other\t1",
    ]
    .join("\n");
    engine(&text)
}

#[test]
fn a_tab_that_the_query_names_is_the_only_one_to_answer() {
    let tabs = tabs();
    assert_eq!(answer_of(&tabs, "eula skill cd"), ["CD: 10s"]);
    assert_eq!(answer_of(&tabs, "eula burst cd"), ["CD: 18.0s"]);
    let none: [&str; 0] = [];
    // Both tabs have one, and the query names neither.
    assert_eq!(answer_of(&tabs, "eula cd"), none);
}

#[test]
fn the_path_of_an_answer_opens_its_tab() {
    let path = |engine: &Engine, query: &str| {
        let found = engine.search(query, MatchOptions::default(), |_| true);
        let budget = Budget::unlimited();
        let answer = find_answer(&engine.index, &found.query, &found.hits, &budget);
        answer.unwrap().path(&engine.index)
    };
    let hit = path(&tabs(), "eula 6-hit level 5");
    assert_eq!(hit, "/eula?tab=Normal%20Attacks#stats");
    assert_eq!(path(&tabs(), "eula other"), "/eula#stats");
    let text = "\u{b}Skill\nThe shield has a cooldown of 12s.\n\u{b}\nEnd.";
    let sentence = path(&engine(text), "eula shield cooldown");
    assert_eq!(sentence, "/eula?tab=Skill#stats");
}

#[test]
fn a_row_with_one_more_word_may_be_meant() {
    let text = format!("{HEADER_MARK}Level\t1\t90\nBase ATK\t44\t674\nATK\t7.2%\t33.1%");
    assert_eq!(
        answer(&text, "eula atk level 90"),
        ["Base ATK, Level 90: 674", "ATK, Level 90: 33.1%"]
    );
    assert_eq!(
        answer(&text, "eula base atk level 90"),
        ["Base ATK, Level 90: 674"]
    );
}

#[test]
fn rows_of_one_name_are_told_apart_by_their_columns() {
    assert_eq!(
        answer_of(&tabs(), "eula skill duration"),
        ["Duration, Spear: 21s", "Duration, Blossom: 8s"]
    );
    let none: [&str; 0] = [];
    assert_eq!(answer("CD\t1s\nCD\t2s", "eula cd"), none);
}

#[test]
fn rows_of_different_tables_and_names_are_different_answers() {
    let text = [
        &format!("{HEADER_MARK}Level\t8\t9"),
        "Press DMG\t80%\t85%",
        "Notes",
        &format!("{HEADER_MARK}Attribute\tPress"),
        "Poise DMG\t18",
    ];
    let none: [&str; 0] = [];
    assert_eq!(answer(&text.join("\n"), "eula dmg"), none);
    assert_eq!(
        answer(&text[..2].join("\n"), "eula dmg"),
        ["Press DMG: Level 8 80%, Level 9 85%"]
    );
}

#[test]
fn a_like_phrase_has_another_figure() {
    let page = Page {
        title: "Eula".to_owned(),
        is_entity: true,
        sections: vec![Section::new(
            1,
            "Eula",
            "",
            "Aimed Shot\t43%\nEnergy Recharge\t5%",
        )],
        ..Page::default()
    };
    let lists: &[&[&str]] = &[
        &["charged attack", "aimed shot"],
        &["er", "energy recharge"],
    ];
    let engine = Engine::open(write(&[page], lists).leak()).unwrap();
    let none: [&str; 0] = [];
    assert_eq!(answer_of(&engine, "eula charged attack"), none);
    assert_eq!(answer_of(&engine, "eula er"), ["Energy Recharge: 5%"]);
}

#[test]
fn the_number_of_a_level_names_nothing_else() {
    let tabs = tabs();
    let none: [&str; 0] = [];
    assert_eq!(
        answer_of(&tabs, "eula 1 hit lvl 6"),
        ["1-Hit, Level 6: 50%"]
    );
    assert_eq!(
        answer_of(&tabs, "eula 6-hit level 5"),
        ["6-Hit, Level 5: 60%"]
    );
    assert_eq!(answer_of(&tabs, "eula hit level 6"), none);
    let factors = format!("{HEADER_MARK}DEF reduction\t0%\n60%\t0.8\n90%\t0.9");
    assert_eq!(answer(&factors, "eula def level 90"), none);
    let heads = format!("{HEADER_MARK}String\tTalent level 9\tFrames\nSlash\t58%\t19");
    assert_eq!(
        answer(&heads, "eula slash level 9"),
        ["Slash, Talent level 9: 58%"]
    );
}

#[test]
fn a_name_with_another_number_is_another_figure() {
    let drops = format!("{HEADER_MARK}At\tDrop\n75% HP\t1 Orb\n50% HP\t2 Orbs");
    let none: [&str; 0] = [];
    assert_eq!(answer(&drops, "eula hp"), none);
    assert_eq!(answer("C6 damage\t10", "eula damage"), none);
    assert_eq!(answer("C6 damage\t10", "eula c6 damage"), ["C6 damage: 10"]);
}

#[test]
fn a_page_about_another_thing_has_no_answer() {
    let named = |title: &str| Page {
        title: title.to_owned(),
        is_entity: true,
        sections: vec![
            Section::new(1, title, "", ""),
            Section::new(2, "Sprint", "sprint", "Stamina cost\t10"),
        ],
        ..Page::default()
    };
    let engine = Engine::open(write(&[named("Mona"), named("Pyro Slime")], &[]).leak()).unwrap();
    let none: [&str; 0] = [];
    assert_eq!(answer_of(&engine, "sprint stamina cost"), none);
    assert_eq!(answer_of(&engine, "slime sprint stamina cost"), none);
    assert_eq!(
        answer_of(&engine, "mona stamina cost"),
        ["Stamina cost: 10"]
    );
    assert_eq!(
        answer_of(&engine, "pyro slime stamina cost"),
        ["Stamina cost: 10"]
    );
}

#[test]
fn one_word_alone_finds_no_sentence() {
    let text = "It has 10% RES; its health shield must be broken.";
    assert_eq!(answer(text, "eula shield"), Vec::<String>::new());
}

#[test]
fn a_summary_is_no_title_of_what_follows_its_text() {
    let text = "\u{85}Charged Attack\nStamina\t50\n\u{85}\nPoise\t100";
    assert_eq!(answer(text, "eula charged attack stamina"), ["Stamina: 50"]);
    assert_eq!(answer(text, "eula charged attack poise"), [""; 0]);
}

#[test]
fn a_thing_that_the_query_does_not_tell_from_another_has_no_answer() {
    let named = |title: &str| Page {
        url: format!("/{title}"),
        title: title.to_owned(),
        aliases: "traveler".to_owned(),
        is_entity: true,
        sections: vec![Section::new(1, title, "", "Skill CD\t5s")],
        ..Page::default()
    };
    let pages = [named("Traveler Anemo"), named("Traveler Geo")];
    let engine = Engine::open(write(&pages, &[]).leak()).unwrap();
    let none: [&str; 0] = [];
    assert_eq!(answer_of(&engine, "traveler skill cd"), none);
    let engine = Engine::open(write(&pages[..1], &[]).leak()).unwrap();
    assert_eq!(answer_of(&engine, "traveler skill cd"), ["Skill CD: 5s"]);
}

#[test]
fn words_and_the_figures_of_a_tool_are_no_answer() {
    let none: [&str; 0] = [];
    let table = format!("{HEADER_MARK}Attribute\tTap\tHold (2 stacks)\nDamage type\tSkill\tSkill");
    assert_eq!(answer(&table, "eula damage type"), none);
    let text = "The buff duration of the matching seal (A4) is refreshed.";
    assert_eq!(answer(text, "eula seal duration"), none);
    let mut page = Page {
        title: "Damage".to_owned(),
        sections: vec![Section::new(1, "Damage", "", "Melt factor\t2")],
        ..Page::default()
    };
    page.sections[0].is_tool = true;
    let engine = Engine::open(write(&[page], &[]).leak()).unwrap();
    assert_eq!(answer_of(&engine, "damage melt factor"), none);
}
