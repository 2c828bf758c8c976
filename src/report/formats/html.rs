//! A sheet as one page for a browser: it needs no other file and no network. Tables sort and filter, a number of a
//! matrix opens its whole answer, and colours follow the reader's.

use std::fmt::Write as _;

use super::{File, Rendered, Style, Theme, chart};
use crate::report::TOOL;
use crate::report::numbers::{at_least, percent, printable};
use crate::report::sheet::{Behind, Digits, Figure, FigureTable, Matrix, Section, Sheet};

/// Tables with more rows have a field that filters them.
const FILTERED: usize = 8;
/// Charts are so wide that their letters are legible on a telephone.
const WIDTH: u32 = 760;
/// Chances that are rarer are left out at both ends of what opens.
const RARE: f64 = 1e-6;

/// The page.
pub(super) fn page(sheet: &Sheet, style: &Style) -> Rendered {
    let highlights = sheet.highlights.clone();
    let mut page = Page { style, text: String::new(), tables: 0, highlights, behind: Vec::new() };
    let sheets: Vec<&Sheet> = std::iter::once(sheet).chain(&sheet.also).collect();
    page.paragraph("game", &sheet.game);
    let drawn =
        |sheet: &Sheet| matrices(sheet).any(|shown| sheet.matrix.as_ref().is_some_and(|m| m.values == shown.values));
    // Pictures without words of their own stand below the first answer.
    let mut pictures: Vec<&Sheet> = sheets.iter().copied().filter(|one| one.blocks.is_empty()).collect();
    pictures.retain(|one| !matrices(sheet).any(|shown| one.matrix.as_ref().is_some_and(|m| m.values == shown.values)));
    for (place, one) in sheets.iter().enumerate().filter(|(_, one)| !one.blocks.is_empty()) {
        let has_histogram = one.blocks.contains(&Section::Histogram);
        let mut wanted = !has_histogram && !drawn(one);
        for (number, block) in one.blocks.iter().enumerate() {
            page.block(one, block, if place + number == 0 { "h1" } else { "h2" })?;
            if number == 0 && !one.blocks.iter().any(|block| matches!(block, Section::Answer(_) | Section::Lines(_))) {
                page.paragraph("answer", &one.highlights.join(" · "));
            }
            let is_last = one.blocks[number + 1..].iter().all(|block| !matches!(block, Section::Answer(_)));
            if is_last && matches!(block, Section::Heading(..) | Section::Answer(_)) && std::mem::take(&mut wanted) {
                page.chart(one)?;
            }
        }
        for picture in pictures.drain(..) {
            page.chart(picture)?;
        }
    }
    page.commands(&sheets);
    Ok(Some(File::from(page.whole(&sheet.headline()).into_bytes())))
}

fn matrices(sheet: &Sheet) -> impl Iterator<Item = &Matrix> {
    sheet.blocks.iter().filter_map(|block| if let Section::Matrix(matrix) = block { Some(matrix) } else { None })
}

/// A page while it is written.
struct Page<'s> {
    style: &'s Style,
    text: String,
    tables: usize,
    /// The answer above it.
    highlights: Vec<String>,
    /// What opens: a title, what is counted, the first value, its chances, the command.
    behind: Vec<(String, String, usize, Vec<f64>, String)>,
}

impl Page<'_> {
    fn tag(&mut self, tag: &str, text: &str) {
        let _ = writeln!(self.text, "<{tag}>{}</{tag}>", escaped(text));
    }

    fn paragraph(&mut self, class: &str, text: &str) {
        if !text.is_empty() {
            let _ = writeln!(self.text, "<p class={class}>{}</p>", escaped(text));
        }
    }

    /// The chart of a sheet alone, in both themes; its words stand on the page already.
    fn chart(&mut self, sheet: &Sheet) -> Result<(), super::ChartError> {
        let highlights = if std::mem::replace(&mut self.highlights, sheet.highlights.clone()) == sheet.highlights {
            Vec::new()
        } else {
            sheet.highlights.clone()
        };
        let Sheet { curve, matrix, lines, bars, steps, .. } = sheet.clone();
        let bare = Sheet { highlights, curve, matrix, lines, bars, steps, ..Sheet::default() };
        let mut both = String::new();
        for (theme, class) in [(Theme::Light, "light"), (Theme::Dark, "dark")] {
            let style = Style { theme, size: Some([WIDTH, 0]), ..self.style.clone() };
            let Some(file) = chart::svg(&bare, &style)? else { return Ok(()) };
            let _ = writeln!(both, "<div class={class}>{}</div>", String::from_utf8_lossy(&file.bytes).trim_end());
        }
        let _ = writeln!(self.text, "<figure role=img aria-label=\"{}\">\n{both}</figure>", escaped(&sheet.headline()));
        Ok(())
    }

    fn block(&mut self, sheet: &Sheet, block: &Section, heading: &str) -> Result<(), super::ChartError> {
        match block {
            Section::Heading(line, settings) => {
                self.tag(heading, line);
                let settings: Vec<String> = settings.iter().map(|(name, value)| format!("{name}: {value}")).collect();
                self.paragraph("said", &settings.join(" · "));
            }
            Section::Answer(parts) => self.paragraph("answer", &parts.join(" · ")),
            Section::Lines(lines) => {
                for (what, figure) in lines {
                    let _ = writeln!(self.text, "<p>{}: <b>{}</b></p>", escaped(what), escaped(&figure.shown()));
                }
            }
            Section::Table(table) => self.figures(table),
            Section::Matrix(matrix) => self.matrix(&matrix.without_empty()),
            Section::Results(sentences) => {
                for (first, rest) in sentences {
                    let _ = writeln!(self.text, "<p><b>{}</b>{}</p>", escaped(first), escaped(rest));
                }
            }
            Section::Histogram => {
                self.chart(sheet)?;
                self.histogram(sheet);
            }
            Section::Sentence(text, alarm) => self.paragraph(if *alarm { "alarm" } else { "note" }, text),
            Section::Notes(notes) => notes.iter().for_each(|note| self.paragraph("note", &format!("note: {note}"))),
        }
        Ok(())
    }

    /// A table; what sorts a cell is in `data-v`.
    fn table(&mut self, (class, title): (&str, &str), header: &[String], rows: &[String]) {
        self.tables += 1;
        let id = self.tables;
        self.paragraph("title", title);
        if rows.len() > FILTERED {
            let _ = writeln!(
                self.text,
                "<input type=search placeholder=\"Filter rows\" aria-label=\"Filter rows\" aria-controls=t{id}>"
            );
        }
        let header: String = header.iter().map(|name| format!("<th><button>{}</button></th>", escaped(name))).collect();
        let _ = writeln!(
            self.text,
            "<div class=wide><table id=t{id} class=\"sort {class}\"><thead><tr>{header}</tr></thead>\n<tbody>{}</tbody></table></div>",
            rows.concat()
        );
    }

    fn figures(&mut self, of: &FigureTable) {
        let digits: Vec<Digits> =
            (0..of.header.len()).map(|column| Digits::of(of.rows.iter().filter_map(|row| row.get(column)))).collect();
        let cell = |(figure, digits): (&Figure, &Digits)| {
            let sorted = value(figure).map_or_else(String::new, |value| format!(" data-v={value}"));
            format!("<td{sorted}>{}</td>", escaped(&figure.shown_with(*digits)))
        };
        let row = |row: &Vec<Figure>| format!("<tr>{}</tr>\n", row.iter().zip(&digits).map(cell).collect::<String>());
        self.table(("", &of.title), &of.header, &of.rows.iter().map(row).collect::<Vec<_>>());
    }

    /// A matrix: the larger the number, the stronger its cell's colour; a cell opens its distribution.
    fn matrix(&mut self, of: &Matrix) {
        let (best, share, written) = (of.best(), chart::shares(of), of.written());
        let mut rows = Vec::new();
        for (row, name) in of.rows.iter().enumerate() {
            let mut text = format!("<tr><td>{}</td>", escaped(name));
            for (column, number) in of.values[row].iter().enumerate() {
                let Some(number) = *number else {
                    text.push_str("<td><span>–</span></td>");
                    continue;
                };
                let strength = share(number);
                let best = if Matrix::is_best(Some(number), best[column]) { "best" } else { "" };
                // Where black letters and white ones are as legible, `page.css`.
                let on = if strength > 0.6 { "on" } else { "" };
                let behind = of.behind.get(row).and_then(|row| row.get(column)?.as_ref());
                let shown = escaped(&written(Some(number)));
                let inside = match behind {
                    Some(behind) => {
                        self.open(&format!("{name} → {}", of.columns[column]), behind);
                        format!("<button data-b={} class=\"{best} {on}\">{shown}</button>", self.behind.len() - 1)
                    }
                    None => format!("<span class=\"{best} {on}\">{shown}</span>"),
                };
                let _ = write!(text, "<td data-v={number} style=\"--s:{strength:.3}\">{inside}</td>");
            }
            rows.push(text + "</tr>\n");
        }
        let header: Vec<String> = std::iter::once(&of.corner).chain(&of.columns).cloned().collect();
        let best = if of.best_of.is_empty() { String::new() } else { format!(" (bold: best {})", of.best_of) };
        self.table(("heat", &format!("{}{best}", of.title)), &header, &rows);
    }

    fn open(&mut self, title: &str, Behind { command, curve }: &Behind) {
        let p = curve.pmf.probabilities();
        let (from, to) = (p.iter().position(|p| *p >= RARE), p.iter().rposition(|p| *p >= RARE));
        let (from, to) = from.zip(to).unwrap_or((0, p.len() - 1));
        let short = |p: &f64| format!("{p:.7}").parse().unwrap_or(*p);
        let chances = p[from..=to].iter().map(short).collect();
        self.behind.push((printable(title), printable(&curve.axis), from, chances, printable(command)));
    }

    fn histogram(&mut self, sheet: &Sheet) {
        let Some(curve) = &sheet.curve else { return };
        let tails = at_least(&curve.pmf);
        let cells = |(value, (p, tail)): (usize, (&f64, f64))| {
            format!(
                "<tr><td data-v={value}>{value}</td><td data-v={p}>{}</td><td data-v={tail}>{}</td></tr>\n",
                percent(*p),
                percent(tail)
            )
        };
        let rows = curve.pmf.probabilities().iter().zip(tails).enumerate().filter(|(_, (p, _))| **p >= RARE);
        let rows: Vec<String> = rows.map(cells).collect();
        self.text.push_str("<details><summary>All values</summary>\n");
        self.table(("", ""), &[curve.axis.clone(), "exactly".to_owned(), "at least".to_owned()], &rows);
        self.text.push_str("</details>\n");
    }

    /// Every command that made a part of the page.
    fn commands(&mut self, sheets: &[&Sheet]) {
        let mut commands: Vec<String> =
            sheets.iter().map(|sheet| sheet.command()).filter(|command| !command.is_empty()).collect();
        commands.dedup();
        if commands.is_empty() {
            return;
        }
        self.tag("h2", if commands.len() == 1 { "The command" } else { "The commands" });
        let lines: String = commands.iter().map(|line| format!("<li><code>{}</code></li>", escaped(line))).collect();
        let _ = writeln!(self.text, "<ul>{lines}</ul>");
        self.paragraph("note", &sheets[0].method);
    }

    /// The HTML page around its text. It loads nothing from elsewhere.
    fn whole(&self, title: &str) -> String {
        let behind = super::one_line(&self.behind).replace('<', "\\u003c");
        format!(
            "<!doctype html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n\
             <meta name=viewport content=\"width=device-width, initial-scale=1\">\n\
             <meta http-equiv=Content-Security-Policy content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n\
             <title>{}</title>\n<style>\n{}</style>\n</head>\n<body>\n<main>\n{}<footer>{TOOL}</footer>\n</main>\n\
             <dialog>\n<h2></h2>\n<table><thead><tr><th></th><th>exactly</th><th>at least</th><td></td></tr></thead>\
             <tbody></tbody></table>\n<p><code></code></p>\n<form method=dialog><button>Close</button></form>\n</dialog>\n\
             <script type=application/json id=behind>{behind}</script>\n<script>\n{}</script>\n</body>\n</html>\n",
            escaped(title),
            include_str!("html/page.css"),
            self.text,
            include_str!("html/page.js"),
        )
    }
}

/// What a figure is sorted by.
fn value(figure: &Figure) -> Option<f64> {
    match figure {
        Figure::Whole(n) => Some(*n as f64),
        Figure::Number(x) | Figure::Probability(x) | Figure::Change(x) | Figure::More(x) | Figure::Spread(x, _) => {
            Some(*x)
        }
        Figure::Chance(chance) => Some(chance.value()),
        Figure::Text(_) | Figure::Empty => None,
    }
}

/// A text in which nothing reads as a mark of HTML.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in printable(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            _ => out.push(c),
        }
    }
    // A number and its percent sign stay in one line.
    out.replace(" %", "&nbsp;%")
}
