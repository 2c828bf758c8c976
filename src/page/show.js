// Answers as people read them: headline, what changed since the last one, chart, tables, notes; and as files.
import { blocks, figures } from "./words.js";

/** An element with properties and what stands in it. */
export function made(name, properties = {}, ...inside) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...inside);
  return element;
}

const number = (value, digits = 3) => value.toLocaleString("en", { maximumSignificantDigits: digits });

/** Whether a line in bold answers the question; others are titles of tables. */
const isHead = part => part.strong && /·|\d %/.test(part.text);

/** The headline of an answer in Markdown: what is asked, and the line that answers it. */
export function headline(markdown) {
  const parts = blocks(markdown ?? "");
  return { asked: parts.find(part => part.heading)?.heading ?? "", said: parts.find(isHead)?.text ?? "" };
}

function tableOf({ head, rows }, caption) {
  const cell = (name, scope) => data => {
    const element = made(name, { className: data.number ? "number" : "" }, data.strong ? made("strong", { textContent: data.text }) : data.text);
    if (scope) element.scope = scope;
    return element;
  };
  const body = rows.map(([first, ...others]) => made("tr", {}, cell("th", "row")(first), ...others.map(cell("td"))));
  const table = made("table", {}, ...(caption ? [made("caption", { textContent: caption })] : []),
    made("thead", {}, made("tr", {}, ...head.map(cell("th", "col")))), made("tbody", {}, ...body));
  // What is wider than the page scrolls by itself, by keys too.
  const scroll = made("div", { className: "scroll", tabIndex: 0 }, table);
  scroll.setAttribute("role", "region");
  scroll.setAttribute("aria-label", caption ?? head.map(data => data.text).join(", "));
  return scroll;
}

/** What the answer says besides its headline. */
function rest(markdown) {
  let caption = null;
  const parts = blocks(markdown), head = parts.find(isHead);
  return parts.flatMap((part, at) => {
    if (part.heading || part === head) return [];
    if (part.table) { const table = tableOf(part.table, caption); caption = null; return [table]; }
    if (part.notes) return [made("ul", {}, ...part.notes.map(note => made("li", { textContent: note })))];
    if (part.strong && parts[at + 1]?.table) { caption = part.text; return []; }
    return [made("p", { textContent: part.text })];
  });
}

/** Before and now, with the difference of each figure that both have. */
function change(before, now) {
  const old = new Map(figures(before.json).map(figure => [figure.title, figure]));
  const rows = figures(now.json).filter(({ title }) => old.has(title)).map(({ title, value, unit }) => {
    const was = old.get(title).value, by = value - was;
    const isSame = Math.abs(by) < 1e-9, told = isSame ? "the same" : `${by > 0 ? "+" : "−"}${number(Math.abs(by))}${unit ? " percentage points" : ""}`;
    return made("tr", {}, made("th", { scope: "row", textContent: title }), made("td", { className: "number", textContent: number(was) + unit }),
      made("td", { className: "number", textContent: number(value) + unit }), made("td", { className: isSame ? "" : by > 0 ? "up" : "down", textContent: told }));
  });
  const link = made("a", { href: "#" + encodeURIComponent(before.line), textContent: before.line });
  const head = made("thead", {}, made("tr", {}, ...["result", "before", "now", "difference"].map((title, at) => made("th", { scope: "col", textContent: title, className: at % 3 ? "number" : "" }))));
  const table = rows.length ? [made("div", { className: "scroll", tabIndex: 0 }, made("table", {}, head, made("tbody", {}, ...rows)))] : [];
  table.forEach(scroll => { scroll.setAttribute("role", "region"); scroll.setAttribute("aria-label", "before and now"); });
  return made("div", { className: "change" }, made("p", {}, "Before: ", link, ...(rows.length ? [] : [` — ${before.head.said || before.head.asked}`])), ...table);
}

// Of the conversation of a terminal, what says nothing here: which files were written, and that it could show more.
const notes = err => err.split("\n").filter(line => line && !/^wrote answer\/|^note: `-v`/.test(line)).join("\n");

/** Fills the place of the answer. `tools` are buttons that do something with it. */
export function show(place, answer, before, tools) {
  place.querySelectorAll("img").forEach(image => URL.revokeObjectURL(image.src));
  const parts = [], drawn = [], said = notes(answer.err);
  if (answer.md) {
    parts.push(made("h2", { textContent: answer.head.asked }));
    if (answer.head.said) parts.push(made("p", { className: "head", textContent: answer.head.said }));
    if (before && before.line !== answer.line) parts.push(change(before, answer));
    if (answer.svg) {
      const alt = `Chart: ${answer.head.asked}. ${answer.head.said}`;
      drawn.push(made("img", { alt, src: URL.createObjectURL(new Blob([answer.svg], { type: "image/svg+xml" })) }));
    }
    parts.push(made("div", { className: "tools" }, ...tools));
    // Chart and tables side by side where there is room, sentences below them.
    const told = rest(answer.md), tables = told.filter(part => part.className === "scroll");
    parts.push(made("div", { className: "parts" }, ...drawn, ...tables), ...told.filter(part => !tables.includes(part)));
    if (said) parts.push(made("p", { textContent: said.replaceAll(/^note: /gm, "") }));
    const whole = made("details", {}, made("summary", { textContent: "As the terminal shows it" }), made("pre", { textContent: answer.out, tabIndex: 0 }));
    parts.push(whole);
  } else {
    parts.push(made("h2", { textContent: answer.line }), made("div", { className: "tools" }, ...tools));
    parts.push(made("pre", { textContent: answer.out + (said ? `\n${said}` : ""), tabIndex: 0 }));
  }
  place.querySelector(".wrong")?.remove();
  place.replaceChildren(...parts);
  place.hidden = false;
  place.classList.remove("old");
}

/** Lets the browser save a file. */
export function save(name, content, type) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  made("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60000);
}
