"use strict";
const behind = JSON.parse(document.getElementById("behind").textContent);
const percent = p => p <= 0 ? "0 %" : p < 0.0001 ? "<0.01 %" : p > 0.9999 && p < 1 ? ">99.99 %" : p >= 1 ? "100 %" : (100 * p).toFixed(2) + " %";
const cell = (row, text) => { const td = row.insertCell(); td.textContent = text; return td; };

for (const table of document.querySelectorAll("table.sort")) {
  const body = table.tBodies[0], first = [...body.rows];
  table.querySelectorAll("thead th").forEach((th, column) => th.firstChild.addEventListener("click", () => {
    const was = th.getAttribute("aria-sort");
    const next = column ? { descending: "ascending", ascending: "" }[was] ?? "descending" : { ascending: "descending", descending: "" }[was] ?? "ascending";
    table.querySelectorAll("th").forEach(other => other.removeAttribute("aria-sort"));
    if (next) th.setAttribute("aria-sort", next);
    const sign = next === "ascending" ? 1 : -1;
    const key = row => row.cells[column].dataset.v;
    const order = (a, b) => {
      const [x, y] = [key(a), key(b)];
      if (x === undefined || y === undefined)
        return x === y ? sign * a.cells[column].textContent.localeCompare(b.cells[column].textContent) : x === undefined ? 1 : -1;
      return sign * (x - y);
    };
    body.append(...(next ? [...first].sort(order) : first));
  }));
}

for (const input of document.querySelectorAll("input[type=search]"))
  input.addEventListener("input", () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const row of document.getElementById(input.getAttribute("aria-controls")).tBodies[0].rows)
      row.hidden = !words.every(word => row.textContent.toLowerCase().includes(word));
  });

const dialog = document.querySelector("dialog");
document.addEventListener("click", event => {
  const button = event.target.closest("button[data-b]");
  if (!button) return void (event.target === dialog && dialog.close());
  const [title, axis, from, chances, command] = behind[button.dataset.b];
  dialog.querySelector("h2").textContent = title;
  dialog.querySelector("code").textContent = command;
  dialog.querySelector("th").textContent = axis;
  const body = dialog.querySelector("tbody"), most = Math.max(...chances);
  body.replaceChildren();
  let rest = 1;
  chances.forEach((p, place) => {
    const row = body.insertRow();
    cell(row, from + place); cell(row, percent(p)); cell(row, percent(Math.min(1, Math.max(rest, p))));
    const bar = row.insertCell().appendChild(document.createElement("i"));
    bar.parentNode.className = "bar"; bar.style.width = 100 * p / most + "%";
    rest -= p;
  });
  dialog.showModal();
});
