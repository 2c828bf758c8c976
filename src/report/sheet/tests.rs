//! How figures and tables read.

use super::*;

fn table(rows: Vec<Vec<Figure>>) -> FigureTable {
    let header = ["stage", "a", "b", "all"].map(str::to_owned).to_vec();
    FigureTable { header, rows, ..FigureTable::default() }
}

#[test]
fn a_table_has_one_number_format() {
    let numbers = |x: f64| vec![Figure::Text(String::new()), Figure::Number(x), Figure::Probability(x / 100.0)];
    let table = FigureTable { rows: vec![numbers(11.25), numbers(0.064_7)], ..FigureTable::default() };
    let digits = table.digits();
    let shown = |row: usize, column: usize| table.rows[row][column].shown_with(digits);
    assert_eq!([shown(0, 1), shown(1, 1)], ["11.250", "0.065"]);
    assert_eq!([shown(0, 2), shown(1, 2)], ["11.25 %", "0.06 %"]);
}

#[test]
fn rows_and_columns_that_say_nothing_are_left_out() {
    let never = Figure::Spread(0.0, 0.0);
    let some = Figure::Spread(1.0, 0.5);
    let hits = vec!["hits".into(), some.clone(), never.clone(), some.clone()];
    let criticals = vec!["critical hits".into(), never.clone(), never.clone(), never];
    let left = table(vec![hits, criticals]).telling();
    assert_eq!(left.header, ["stage", "a", "all"]);
    assert_eq!(left.rows, [["hits".into(), some.clone(), some]]);
}

#[test]
fn a_table_is_turned_round() {
    let turned = table(vec![vec!["hits".into(), 1_i64.into(), 2_i64.into(), 3_i64.into()]]).turned("weapon");
    assert_eq!(turned.header, ["weapon", "hits"]);
    assert_eq!(turned.rows[1], ["b".into(), Figure::Whole(2)]);
}
