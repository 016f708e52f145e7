//! Queries that may mean several figures.

use super::*;

#[test]
fn a_figure_that_another_section_tells_otherwise_is_no_answer() {
    let answers = |attacks: &str| {
        let page = Page {
            title: "Noelle".to_owned(),
            is_entity: true,
            sections: vec![
                Section::new(1, "Noelle", "", "CD\t60s"),
                Section::new(2, "Attacks", "attacks", attacks),
            ],
            ..Page::default()
        };
        answer_of(
            &Engine::open(write(&[page], &[]).leak()).unwrap(),
            "noelle cd",
        )
    };
    assert_eq!(answers("CD\t60s"), ["CD: 60s"]);
    assert_eq!(answers("CD\t24s"), [""; 0]);
    let tabs = "\u{b}Skill\nCD\t24s\n\u{b}\n\u{b}Burst\nCD\t15s\n\u{b}";
    assert_eq!(answers(tabs), [""; 0]);
}

#[test]
fn a_row_of_several_alternatives_comes_after_that_of_one() {
    let both = "Fiery Low/High Plunge\t5%/6%";
    let shown = "Fiery Low/High Plunge: 5%/6%";
    assert_eq!(answer(both, "eula fiery low plunge"), [shown]);
    let own = format!("{both}\nLow Plunge\t3%\nHigh Plunge\t4%");
    assert_eq!(answer(&own, "eula low plunge"), ["Low Plunge: 3%"]);
}

#[test]
fn one_word_stands_for_one_word_of_the_query() {
    let page = Page {
        title: "Eula".to_owned(),
        is_entity: true,
        sections: vec![Section::new(1, "Eula", "", "CRIT DMG\t38%")],
        ..Page::default()
    };
    let synonyms: &[&[&str]] = &[&["cd", "crit dmg"], &["dmg", "damage"]];
    let engine = Engine::open(write(&[page], synonyms).leak()).unwrap();
    for query in ["eula cd", "eula crit damage"] {
        assert_eq!(answer_of(&engine, query), ["CRIT DMG: 38%"]);
    }
    assert_eq!(answer_of(&engine, "eula cd damage"), [""; 0]);
}

#[test]
fn half_of_the_names_of_several_rows_names_none_of_them() {
    let table = format!("{HEADER_MARK}Attribute\tDoT\nDamage Element\tCryo\nPoise Damage\t50");
    assert_eq!(answer(&table, "eula dot damage"), [""; 0]);
    assert_eq!(
        answer(&table, "eula dot poise damage"),
        ["Poise Damage: 50"]
    );
}

#[test]
fn a_table_of_another_number_is_not_about_the_last_heading() {
    let table = |title: &str, value: u32| {
        format!(
            "\u{b}\u{b}\u{b}{title}\n{HEADER_MARK}Attribute\tHit\nCD\t{value}s\n{HEADER_MARK}\n"
        )
    };
    let text = format!(
        "\u{b}\u{b}C4 Rime\nMore.\n\u{b}\u{b}C6 Ice\nMost.\n{}{}",
        table("C4", 7),
        table("Hits", 3)
    );
    assert_eq!(answer(&text, "eula c4 cd"), ["CD: 7s"]);
    assert!(answer(&text, "eula c6 cd").is_empty());
}

#[test]
fn a_column_that_is_named_has_the_values_of_rows_with_one_name() {
    let text = format!(
        "{HEADER_MARK}Refinement\tR1\tR5\nAttack DMG\t12%\t24%\nAttack DMG\t8%\t16%\nTime\t1s\t2s"
    );
    assert_eq!(
        answer(&text, "eula r5"),
        ["Attack DMG, R5: 24%, 16%", "Time, R5: 2s"]
    );
}

#[test]
fn a_word_of_a_things_name_is_no_row_of_another() {
    let page = Page {
        title: "Slimes".to_owned(),
        is_entity: true,
        sections: vec![
            Section::new(1, "Slimes", "", "Of all elements."),
            Section::new(2, "Pyro Slime", "pyro-slime", "Immune to its element."),
            Section::new(
                2,
                "Resistance Table",
                "resistance-table",
                "Pyro\t10%\nCryo\t10%",
            ),
        ],
        ..Page::default()
    };
    let engine = Engine::open(write(&[page], &[&["slime", "slimes"]]).leak()).unwrap();
    assert_eq!(answer_of(&engine, "pyro slime resistance"), [""; 0]);
    assert_eq!(answer_of(&engine, "cryo slime resistance"), ["Cryo: 10%"]);
}

#[test]
fn half_a_title_and_half_a_name_are_no_name() {
    let text =
        format!("Charged Attack\n{HEADER_MARK}Type\tFrames\nAimed Shot\t25\nCharge Level 1\t85");
    assert_eq!(answer(&text, "eula charged shot frames"), [""; 0]);
    assert_eq!(answer(&text, "eula aimed shot frames"), ["Aimed Shot: 25"]);
}

#[test]
fn half_a_name_in_a_tab_that_is_not_named_is_no_answer() {
    let text = "\u{b}Skill\nInherited HP\t204%\n\u{b}";
    assert_eq!(answer(text, "eula hp"), [""; 0]);
    assert_eq!(answer(text, "eula inherited hp"), ["Inherited HP: 204%"]);
    assert_eq!(answer(text, "eula skill hp"), ["Inherited HP: 204%"]);
}

#[test]
fn one_word_in_the_head_of_a_table_names_no_figure() {
    let text = format!("{HEADER_MARK}Action\tN1\tBurst\nCast\t28\t27\nEnd.");
    assert_eq!(answer(&text, "eula burst"), [""; 0]);
    assert_eq!(answer(&text, "eula cast burst"), ["Cast, Burst: 27"]);
}

#[test]
fn a_list_shows_the_base_beside_the_bonus() {
    let text = "Base HP\t15,185\nBase ATK\t230\nHP\t+28.8%";
    assert_eq!(answer(text, "eula hp"), ["Base HP: 15,185", "HP: +28.8%"]);
}

#[test]
fn a_share_of_a_figure_is_no_answer() {
    let query = "eula max hp";
    for (sentence, is_answer) in [
        ("With all ascensions her Max HP is 13,226.", true),
        ("The state costs 30% of Max HP.", false),
        (
            "The state costs 30% of Max HP, and her Max HP is 13,226.",
            true,
        ),
    ] {
        let shown: &[&str] = if is_answer { &[sentence] } else { &[] };
        assert_eq!(answer(sentence, query), shown, "{sentence}");
    }
}

#[test]
fn a_word_of_the_query_comes_before_its_synonym() {
    let page = Page {
        title: "Eula".to_owned(),
        is_entity: true,
        sections: vec![
            Section::new(1, "Eula", "", ""),
            Section::new(
                2,
                "Attack",
                "attack",
                &format!("{HEADER_MARK}Level\t1\t9\n1-Hit\t31%\t58%\nSkill DMG\t2%\t3%\nEnd."),
            ),
            Section::new(
                3,
                "Stats",
                "stats",
                &format!("{HEADER_MARK}Level\tHP\tBase ATK\n1\t900\t26\n90\t9000\t342\nEnd."),
            ),
        ],
        ..Page::default()
    };
    let lists: &[&[&str]] = &[&["attack", "atk"], &["damage", "dmg"]];
    let engine = Engine::open(write(&[page], lists).leak()).unwrap();
    for query in ["eula atk level 1", "eula attack level 1 base"] {
        assert_eq!(
            answer_of(&engine, query),
            ["Level 1, Base ATK: 26"],
            "{query}"
        );
    }
    // A part of a name without the synonym is no reason to stop.
    assert_eq!(
        answer_of(&engine, "eula skill damage level 9"),
        ["Skill DMG, Level 9: 3%"]
    );
}

#[test]
fn a_sentence_answers_only_with_the_number_of_what_is_asked() {
    for (text, query) in [
        (
            "A quill raises the DMG to shields, other shields excluded, by 20%.",
            "eula quill dmg",
        ),
        (
            "The burst can be cast at 90 Energy, which has no cost in stamina.",
            "eula burst cost",
        ),
        (
            "Mona's bubble has a duration of 8s in that case.",
            "eula bubble duration",
        ),
        (
            "Two from the thrust, one from Level 4 Shattering Pressure.",
            "eula pressure level",
        ),
    ] {
        assert_eq!(answer(text, query), [""; 0], "{query}");
    }
    for (text, query) in [
        (
            "Her bubble has a duration of 8s then.",
            "eula bubble duration",
        ),
        (
            "Her bubble has an 8s duration in that case.",
            "eula bubble duration",
        ),
        (
            "Frames of the bubble without a swap: 22 (0.4s).",
            "eula bubble frames",
        ),
    ] {
        assert_eq!(answer(text, query), [text], "{query}");
    }
}

#[test]
fn columns_are_listed_only_for_a_table_that_the_query_names() {
    let frames = format!("{HEADER_MARK}Attack\tRelease\tSwap\nCharged\t15\t25\nEnd.");
    assert_eq!(answer(&frames, "eula charged"), [""; 0]);
    assert_eq!(
        answer(&format!("Frames\n{frames}"), "eula charged frames"),
        ["Charged: Release 15, Swap 25"]
    );
}

#[test]
fn half_of_a_name_has_no_sentence() {
    let text = "Fanfare above the limit\tHP rises by 0.35% per point, maximum 140%.";
    assert_eq!(answer(text, "eula fanfare limit max"), [""; 0]);
    assert_eq!(answer(text, "eula fanfare"), [""; 0]);
}

#[test]
fn what_is_needed_is_a_cost() {
    let text = "Energy Recharge\t32%\nEnergy Cost\t80";
    assert_eq!(
        answer(text, "how much energy recharge does eula need"),
        [""; 0]
    );
    assert_eq!(
        answer(text, "how much energy does eula need"),
        ["Energy Cost: 80"]
    );
    assert_eq!(
        answer(text, "eula energy recharge"),
        ["Energy Recharge: 32%"]
    );
}
