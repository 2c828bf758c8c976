//! The page that `--html` writes, in a browser: tables sort and filter, cells open, nothing is complained about. Where no
//! browser is found, the test says so and drives none; `WARODDS_BROWSER` names one. Below, the folder that `page` writes;
//! what players do with it is in `tests/page`.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use warodds::report::{
    Behind, CsvStyle, Curve, Figure, FigureTable, Format, Matrix, Reportable, Section, Sheet, render,
};
use warodds::stats::Pmf;

use super::warodds;

/// What a reader does, and what the page then shows, one line each.
const READER: &str = r#"
const lines = [], say = text => lines.push(text);
addEventListener("error", event => say("error " + event.message));
const table = document.querySelector("table.heat"), rows = () => [...table.tBodies[0].rows].filter(row => !row.hidden);
const names = () => rows().map(row => row.cells[0].textContent).join(", ");
say("typed: " + names());
const heads = table.querySelectorAll("th button");
heads[1].click(); say("most first: " + names());
heads[1].click(); say("least first: " + names());
heads[1].click(); say("as typed again: " + names());
heads[0].click(); say("by name: " + names());
const field = document.querySelector("input[type=search]");
field.value = "LIB"; field.dispatchEvent(new Event("input")); say("filtered: " + names());
rows()[0].querySelector("button").click();
const dialog = document.querySelector("dialog");
say("open: " + dialog.open + ", " + dialog.querySelector("h2").textContent);
say("command: " + dialog.querySelector("code").textContent);
say("last row: " + [...dialog.querySelector("tbody").lastElementChild.cells].slice(0, 3).map(cell => cell.textContent).join(", "));
dialog.querySelector("form button").click(); say("open: " + dialog.open);
say("wider than the window: " + (document.documentElement.scrollWidth > innerWidth));
document.body.replaceChildren(Object.assign(document.createElement("pre"), { textContent: lines.join("\n") }));
"#;

/// The first browser that there is.
fn browser() -> Option<PathBuf> {
    let named = std::env::var_os("WARODDS_BROWSER").map(PathBuf::from);
    let folders: Vec<PathBuf> = std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()).collect();
    let known = ["chromium", "chromium-browser", "google-chrome"];
    let found = || known.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    named.or_else(|| found().find(|path| path.is_file()))
}

#[test]
fn a_page_sorts_filters_and_opens_in_a_browser() {
    let Some(browser) = browser() else {
        eprintln!("no browser here, so that the page was not driven; WARODDS_BROWSER names one");
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("page.html");
    let units = ["stormvermin", "liberators", "clanrats", "ardboyz", "bloodletters"];
    let more = ["fiends", "varanguard", "gore-gruntas", "squig hoppers"];
    let asked = ["--into", "clawlord", "aos/horde", "-q", "--phase", "combat", "--html"];
    warodds().arg("compare").args(units).args(more).args(asked).arg(&path).assert().success();
    let page = fs::read_to_string(&path)
        .expect("written")
        .replace("</body>", &format!("<script>{{{READER}}}</script></body>"));
    fs::write(&path, page).expect("written");
    for width in [390, 1200] {
        let out = Command::new(&browser)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--dump-dom"])
            .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
            .args(["--enable-logging=stderr", "--virtual-time-budget=5000", "--hide-scrollbars"])
            .arg(format!("--window-size={width},900"))
            .arg(format!("--user-data-dir={}", folder.path().join("user").display()))
            .arg(format!("file://{}", path.display()))
            .output()
            .expect("the browser starts");
        let (shown, log) = (String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr));
        assert!(!log.contains("CONSOLE"), "{log}");
        let start = shown.find("<pre>").unwrap_or_else(|| panic!("{shown}\n{log}"));
        insta::assert_snapshot!("page_in_a_browser", &shown[start + 5..shown.find("</pre>").expect("its end")]);
    }
}

#[test]
fn the_folder_of_the_page_is_whole_and_names_its_version() {
    let folder = tempfile::tempdir().expect("a folder");
    let (program, page) = (folder.path().join("some.wasm"), folder.path().join("page"));
    fs::write(&program, "no program").expect("written");
    let written = |program: &PathBuf| warodds().args(["page", "--out"]).arg(&page).arg("--wasm").arg(program).assert();
    written(&program)
        .code(2)
        .stderr(predicates::str::contains("some.wasm cannot be the program of the page: it is no WebAssembly"));
    assert!(!page.exists(), "nothing is written");
    let names = |versions: &mut Vec<String>| {
        let worker = fs::read_to_string(page.join("sw.js")).expect("written");
        assert!(!worker.contains("VERSION-OF-THE-PAGE"), "{worker}");
        versions.push(worker.lines().find(|line| line.starts_with("const NAME")).expect("a name").to_owned());
        worker
    };
    let mut versions = Vec::new();
    for bytes in ["\0asm one", "\0asm two"] {
        fs::write(&program, bytes).expect("written");
        written(&program).success();
        let kept = names(&mut versions);
        for entry in fs::read_dir(&page).expect("a folder") {
            let name = entry.expect("a file").file_name().into_string().expect("a name");
            let is_kept = kept.contains(&format!("\"{name}\"")) || name == "sw.js";
            assert!(is_kept, "{name} would be missing without a network");
        }
    }
    assert_eq!(fs::read(page.join("warodds.wasm")).expect("written"), b"\0asm two");
    assert_ne!(versions[0], versions[1], "a browser that kept one takes the other");
}

/// A sheet as an answer.
#[derive(serde::Serialize)]
struct Shown {
    #[serde(skip)]
    sheet: Sheet,
}

impl Reportable for Shown {
    fn sheet(&self) -> Sheet {
        self.sheet.clone()
    }

    fn csv(&self, _: CsvStyle) -> Vec<u8> {
        Vec::new()
    }
}

fn written(sheet: &Sheet) -> String {
    let html = Format::of_ending("html").expect("a format");
    let page = render(&Shown { sheet: sheet.clone() }, html, CsvStyle::Plain).expect("drawn").expect("a page");
    String::from_utf8(page).expect("UTF-8")
}

#[test]
fn a_page_holds_all_that_it_needs_and_nothing_in_it_is_read_as_a_mark() {
    let name = "</script><b onclick=\"x\">骷髏 & co";
    let curve =
        Curve { axis: "wounds lost".into(), pmf: Pmf::from_weights(vec![1.0, 3.0]), rolled: None, marked: None };
    let matrix = Matrix {
        rows: vec![name.to_owned(), "none".to_owned()],
        columns: vec!["target".to_owned()],
        values: vec![vec![Some(0.75)], vec![None]],
        behind: vec![
            vec![Some(Behind { command: format!("warodds attack {name}"), curve: curve.clone() })],
            vec![None],
        ],
        ..Matrix::default()
    };
    let sheet = Sheet {
        title: [name, "into", "target"].map(str::to_owned),
        highlights: vec!["75 %".into()],
        blocks: vec![
            Section::Heading(name.into(), vec![("with".into(), "charged".into())]),
            Section::Matrix(matrix.clone()),
            Section::Table(FigureTable {
                header: vec!["result".into(), "mean".into()],
                rows: vec![vec![name.into(), Figure::Number(0.75)]],
                ..FigureTable::default()
            }),
        ],
        matrix: Some(matrix),
        about: vec![("command", format!("warodds compare {name}"))],
        also: vec![Sheet { curve: Some(curve), ..Sheet::default() }],
        ..Sheet::default()
    };
    let text = written(&sheet);
    assert_eq!(text, written(&sheet));
    // One script holds data, one reads them; nothing else begins or ends one.
    assert_eq!((text.matches("<script").count(), text.matches("</script>").count()), (2, 2));
    assert!(!text.contains("<b onclick") && text.contains("&lt;b onclick=&quot;x&quot;&gt;骷髏 &amp; co"));
    assert!(text.contains("\\u003c/script>") && text.contains("0, [0.25, 0.75]"), "{text}");
    assert!(text.contains("<code>warodds compare ") && text.contains("data-v=0.75 style=\"--s:1.000\""));
    assert!(text.contains("class=light><svg") && text.contains("class=dark><svg") && text.contains("75&nbsp;%"));
    for outside in ["src=", "href=", "url(", "@import", "fetch("] {
        assert!(!text.contains(outside), "{outside}");
    }
    assert!(text.contains("default-src 'none'"));
}
