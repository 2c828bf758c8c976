// The page: pickers write the command line, the command line is asked, the program answers. What is asked is always the
// line on top, and the address holds it, so that a link asks it again.
import * as keep from "./keep.js";
import { combobox } from "./offers.js";
import * as program from "./program.js";
import { headline, made, save, show } from "./show.js";
import { ANSWERED, PICKED, joined, quoted, read, split, turned, written } from "./words.js";

const at = id => document.getElementById(id);
const line = at("line"), state = at("state"), place = at("answer");
const LARGEST = 100 * 2 ** 20, PATIENCE = 300;
const text = new TextDecoder();

/** What is said below the pickers; `wrong` if something is. */
function say(words, wrong = false) {
  state.textContent = words;
  state.classList.toggle("wrong", wrong);
}

// ---- asking

let last = null, turn = 0, isAsking = false;

/** The options by which an answer comes as data, as a chart and as tables, where the line does not say something else. */
function formats(words, kinds) {
  const isFree = !words.some(word => ["--out", "--json", "--md", "--svg", "--png", "--csv", "--html"].includes(word) || word === "-h" || word === "--help");
  if (!ANSWERED.has(words[0]) || !isFree) return [];
  const dark = matchMedia("(prefers-color-scheme: dark)").matches && !words.includes("--theme") && kinds.some(kind => kind === "svg" || kind === "png");
  return [...kinds.flatMap(kind => [`--${kind}`, `answer/a.${kind}`]), ...(dark ? ["--theme", "dark"] : [])];
}

async function answered(words, kinds, told) {
  const ended = await program.run([...words, ...formats(words, kinds)], { progress: told });
  const lacks = await keep.change(ended);
  if (lacks) say(lacks, true);
  // Some answers have no chart.
  if (ended.code && kinds.includes("svg") && /has no chart|there is no chart/.test(ended.err)) return answered(words, kinds.filter(kind => kind !== "svg"), told);
  return ended;
}

/** Shows that something is being computed, once it takes a while, and how far it is. */
function working() {
  const began = performance.now(), bar = at("working").querySelector("progress");
  bar.removeAttribute("value");
  const timer = setInterval(() => {
    const took = performance.now() - began;
    at("working").hidden = took < PATIENCE;
    at("elapsed").textContent = `${(took / 1000).toFixed(0)} s`;
  }, 100);
  return {
    told: ({ done, of }) => { bar.max = of; bar.value = done; },
    over: () => { clearInterval(timer); at("working").hidden = true; },
  };
}

/** Asks a line; the last answer stays until there is another. */
async function ask(asked) {
  const words = split(asked).words;
  if (words[0] === "warodds") words.shift();
  if (words.length === 0) return;
  const own = ++turn, typed = joined(words);
  // Who asks anew waits no longer for what was asked before.
  if (isAsking) program.stop("asked anew");
  isAsking = true;
  line.value = asked.trim().replace(/^warodds\s+/, "");
  picked();
  const hash = "#" + encodeURIComponent(line.value);
  if (location.hash !== hash) window.history.pushState(null, "", hash);
  document.title = `${line.value} · warodds`;
  say("…");
  place.classList.add("old");
  const bar = working();
  try {
    const ended = await answered(words, ["json", "md", "svg"], bar.told);
    if (own !== turn) return;
    const other = /^asked: (?:warodds )?(.+)$/m.exec(ended.err)?.[1];
    if (ended.code === 0 && other && other !== typed) return ask(other);
    if (ended.code === 2 || ended.code > 3) return say(ended.err.trim() || `the program ended with ${ended.code}`, true);
    finished(line.value, words, ended);
  } catch (error) {
    if (own === turn) say(`${error.message}; the last answer is still there`, true);
  } finally {
    bar.over();
    if (own === turn) isAsking = false;
  }
}

function finished(asked, words, ended) {
  const parts = Object.fromEntries(ended.answer.map(([path, content]) => [path.split(".").pop(), text.decode(content)]));
  const answer = { line: asked, words, out: ended.out, err: ended.err, md: parts.md, svg: parts.svg, json: parts.json && JSON.parse(parts.json) };
  answer.head = headline(answer.md);
  show(place, answer, answer.md ? last : null, tools(answer));
  const head = answer.head.said ? `${answer.head.said} · ` : "";
  say(`${head}answered in ${ended.took.toFixed(0)} ms${ended.code ? `, and the answer is no (exit code ${ended.code})` : ""}`);
  if (answer.md) last = answer;
  keep.remember(asked, answer.head.said || answer.head.asked);
  shownPast();
  if (ended.written.length + ended.removed.length) { shownFiles(); gather(); }
  state.dataset.took = ended.took;
  state.dataset.memory = ended.memory;
}

/** Buttons that copy an answer or save it. */
function tools(answer) {
  const button = (title, act) => {
    const made_ = made("button", { type: "button", textContent: title });
    made_.addEventListener("click", () => act().then(done => done && say(done), error => say(`${title}: ${error.message}`, true)));
    return made_;
  };
  const copy = async what => { await navigator.clipboard.writeText(what); return "copied"; };
  const name = answer.words.join(" ").replace(/[^\w]+/g, "-").slice(0, 60);
  const file = kind => async () => {
    const ended = await answered(answer.words, [kind]);
    const [found] = ended.answer;
    if (!found) throw new Error(ended.err.trim());
    save(`${name}.${kind}`, found[1], { png: "image/png", csv: "text/csv", html: "text/html" }[kind]);
    return `saved ${name}.${kind}`;
  };
  const files = answer.md ? [["PNG", "png"], ["CSV", "csv"], ["Page", "html"]].map(([title, kind]) => button(title, file(kind))) : [];
  return [button("Copy text", () => copy(answer.out)), button("Copy link", () => copy(location.href)), ...files];
}

at("ask").addEventListener("submit", event => { event.preventDefault(); lineOffers.close(); ask(line.value); });
at("stop").addEventListener("click", () => program.stop());
addEventListener("hashchange", () => { const asked = hashed(); if (asked && asked !== line.value) ask(asked); });

function hashed() {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return location.hash.slice(1);
  }
}

// ---- what can be picked

let units = [], tableOf = { key: null, rows: [] };

async function listed(...args) {
  const { code, out } = await program.run(["list", ...args, "--json"]);
  return code === 0 ? JSON.parse(out).rows : [];
}

/** What a shell would be offered behind these words. */
async function completed(words) {
  const { out } = await program.run(["--", "warodds", ...words], { env: { WARODDS_COMPLETE: "fish" } });
  return out.split("\n").filter(Boolean).map(row => { const [value, note] = row.split("\t"); return { value, note }; });
}

/** Reads the units of all games, of libraries and of rosters; a name that is of one unit alone needs no game in front. */
async function gather() {
  const rows = await listed("units"), seen = new Map();
  const stem = path => path.slice(path.lastIndexOf("/") + 1);
  rows.forEach(row => seen.set(stem(row.unit), (seen.get(stem(row.unit)) ?? 0) + 1));
  const own = [];
  for (const path of keep.files.keys()) {
    if (path.includes("/") || path.endsWith(".toml")) continue;
    const inside = await listed("units", path);
    own.push(...[{ value: path, title: path, note: `all ${inside.length} units` }].filter(() => inside.length));
    own.push(...inside.map(row => ({ value: `${path}:${row.unit}`, title: row.name, note: path })));
  }
  units = [...own, ...rows.map(row => {
    const game = row.unit.slice(0, row.unit.indexOf("/"));
    return { value: seen.get(stem(row.unit)) > 1 ? row.unit : stem(row.unit), title: row.name, game, points: row.points, note: [game, row.points && `${row.points} points`].filter(Boolean).join(" · ") };
  })];
  picked();
}

const plain = word => word.replace(/^\d+\s+/, "");
const known = word => units.find(unit => unit.value === plain(word));
const fits = typed => {
  const parts = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return ({ value, title, note }) => parts.every(part => `${value} ${title ?? ""} ${note ?? ""}`.toLowerCase().includes(part));
};

/** The line with another choice, written; it is asked once nothing is missing. */
function pick(change) {
  const asked = read(line.value) ?? { verb: "attack", left: [], right: [], withs: [], rest: [] };
  const next = change(asked) ?? asked;
  line.value = written(next);
  picked();
  if (next.left.length && next.right.length) ask(line.value);
}

function side(which) {
  const input = at(which), mine = which === "attacker" ? "left" : "right", other = mine === "left" ? "right" : "left";
  combobox(input, {
    first: true,
    offered(typed) {
      const game = at("game").value, asked = read(line.value), here = asked?.[other].map(known).find(unit => unit?.game)?.game;
      const found = units.filter(unit => !game || !unit.game || unit.game === game).filter(fits(typed));
      // Those that can meet the other side stand first.
      return here ? [...found.filter(unit => unit.game === here || !unit.game), ...found.filter(unit => unit.game && unit.game !== here)] : found;
    },
    chosen(unit) {
      input.value = "";
      pick(asked => {
        asked[mine] = PICKED[asked.verb].many ? [...asked[mine], unit.value] : [unit.value];
        // Units of two games never meet.
        const stays = word => !unit.game || !known(word)?.game || known(word).game === unit.game;
        if (!asked[other].every(stays)) asked.withs = [];
        return { ...asked, left: asked.left.filter(stays), right: asked.right.filter(stays) };
      });
    },
  });
}

side("attacker");
side("defender");
combobox(at("with"), {
  first: true,
  async offered(typed) {
    const asked = read(line.value);
    if (isAsking) return [];
    const key = joined([...(asked?.left.slice(0, 1) ?? []), ...(asked?.right.slice(0, 1) ?? [])].map(plain));
    if (tableOf.key !== key) tableOf = { key, rows: await completed(["attack", ...split(key).words, "--with", ""]) };
    return tableOf.rows.filter(fits(typed));
  },
  chosen(offer) {
    at("with").value = "";
    pick(asked => ({ ...asked, withs: [...asked.withs.filter(said => said !== offer.value), offer.value] }));
  },
});

/** The line is offered what a shell would be, for the word that the caret stands behind. */
const lineOffers = combobox(line, {
  async offered(typed) {
    if (line.selectionStart !== typed.length || isAsking) return [];
    const { words, open } = split(typed);
    if (words[0] === "warodds") words.shift();
    const typing = open ? words.at(-1) : "";
    const found = await completed(open ? words : [...words, ""]);
    return found.filter(({ value }) => value !== typing);
  },
  chosen({ value }) {
    const { words, open } = split(line.value);
    line.value = [...(open ? words.slice(0, -1) : words).map(quoted), quoted(value)].join(" ") + (value.endsWith("=") ? "" : " ");
    line.focus();
  },
});

// ---- what was picked

function chip(title, note, remove, count) {
  const item = made("li", {}, made("span", { textContent: title }));
  if (count) {
    const input = made("input", { type: "number", min: 1, max: 1000, value: count.now ?? "", placeholder: "size" });
    input.setAttribute("aria-label", `How many models of ${title}`);
    input.addEventListener("change", () => count.set(input.value));
    item.append(input);
  }
  if (note) item.append(made("small", { textContent: note }));
  const button = made("button", { type: "button", textContent: "×" });
  button.setAttribute("aria-label", `Remove ${title}`);
  button.addEventListener("click", remove);
  item.append(button);
  return item;
}

/** Shows in the pickers what the line says. */
function picked() {
  const asked = read(line.value);
  at("question").value = asked?.verb ?? "";
  const sided = (which, mine) => at(which).replaceChildren(...(asked?.[mine] ?? []).map((word, place) => {
    const unit = known(word), without = list => list.filter((_, other) => other !== place);
    const set = size => pick(now => ({ ...now, [mine]: now[mine].map((old, other) => (other === place ? (size ? `${size} ` : "") + plain(old) : old)) }));
    const count = /[*:]|\.\w+$/.test(word) ? null : { now: /^\d+(?=\s)/.exec(word)?.[0], set };
    return chip(unit?.title ?? plain(word), unit?.points && !count?.now && `${unit.points} points`, () => pick(now => ({ ...now, [mine]: without(now[mine]) })), count);
  }));
  sided("attackers", "left");
  sided("defenders", "right");
  at("withs").replaceChildren(...(asked?.withs ?? []).map(said => {
    const offer = tableOf.rows.find(row => row.value === said);
    return chip(said, /^(\d+ CP|an? [a-z]+|\d+ points)(?=,)/.exec(offer?.note ?? "")?.[0], () => pick(now => ({ ...now, withs: now.withs.filter(other => other !== said) })));
  }));
}

at("question").addEventListener("change", event => pick(asked => turned(asked, event.target.value)));

// ---- what was asked, and the files

function shownPast() {
  const entry = ({ line, head }) => made("li", {}, made("a", { href: "#" + encodeURIComponent(line), textContent: line }), made("small", { textContent: head ?? "" }));
  at("past").querySelector("ol").replaceChildren(...keep.history().map(entry));
}

let pastPlace = -1;
line.addEventListener("keydown", event => {
  const step = { ArrowUp: 1, ArrowDown: -1 }[event.key], past = keep.history();
  if (!step || line.getAttribute("aria-expanded") === "true" || past.length === 0) return;
  event.preventDefault();
  pastPlace = Math.max(-1, Math.min(past.length - 1, pastPlace + step));
  if (pastPlace >= 0) line.value = past[pastPlace].line;
});
line.addEventListener("input", () => { pastPlace = -1; });

function shownFiles() {
  const entry = ([path, content]) => {
    const button = made("button", { type: "button", textContent: "Remove" });
    button.setAttribute("aria-label", `Remove ${path}`);
    button.addEventListener("click", async () => { await keep.change({ removed: [path] }); program.refresh(); shownFiles(); gather(); });
    return made("li", {}, `${path} (${Math.ceil(content.length / 1024)} KiB)`, button);
  };
  at("kept").querySelector("ul").replaceChildren(...[...keep.files].map(entry));
}

/** Files of a player: profiles are found by their names, catalogues become a library, everything else is an army. */
async function taken(list) {
  const files = [...list], large = files.filter(file => file.size > LARGEST);
  if (large.length) return say(`${large.map(file => file.name).join(", ")}: more than ${LARGEST / 2 ** 20} MiB is no roster and no catalogue; nothing was taken`, true);
  const is = (name, ...ends) => ends.some(end => name.toLowerCase().endsWith(end));
  const written = await Promise.all(files.map(async file => [is(file.name, ".toml") ? `profiles/${file.name}` : file.name, new Uint8Array(await file.arrayBuffer())]));
  const lacks = await keep.change({ written });
  program.refresh();
  const paths = written.map(([path]) => path), games = paths.filter(path => is(path, ".cat", ".gst", ".zip", ".gz", ".cat.json", ".gst.json"));
  if (games.length) {
    await ask(joined(["import", ...games, "--library", games[0].replace(/\..*$/, "").replace(/[^\w]+/g, "-").toLowerCase()]));
    // The library holds what they say.
    await keep.change({ removed: games });
    program.refresh();
  }
  await gather();
  shownFiles();
  const army = paths.find(path => !path.includes("/") && !games.includes(path));
  const right = read(line.value)?.right ?? [];
  if (army) {
    const rows = units.filter(unit => unit.value.startsWith(`${army}:`));
    if (rows.length === 0) return ask(joined(["import", army, "--dry-run"]));
    line.value = written_(army, right);
    picked();
    await ask(right.length ? line.value : joined(["show", army]));
  }
  if (lacks) say(lacks, true);
}

const written_ = (army, right) => written({ verb: "compare", left: [army], right, withs: [], rest: [] });

at("files").addEventListener("change", event => { taken(event.target.files).catch(error => say(error.message, true)); event.target.value = ""; });
const carriesFiles = event => event.dataTransfer?.types.includes("Files");
addEventListener("dragover", event => { if (carriesFiles(event)) { event.preventDefault(); document.body.classList.add("over"); } });
addEventListener("dragleave", event => { if (!event.relatedTarget) document.body.classList.remove("over"); });
addEventListener("drop", event => {
  if (!carriesFiles(event)) return;
  event.preventDefault();
  document.body.classList.remove("over");
  taken(event.dataTransfer.files).catch(error => say(error.message, true));
});

// ---- the start

async function begin() {
  if (!window.WebAssembly) return;
  await keep.open();
  if (keep.refused) say(keep.refused, true);
  shownPast();
  shownFiles();
  await ask(hashed() || line.value);
  const [games, questions] = [await listed("games"), await completed([""])];
  at("game").replaceChildren(made("option", { value: "", textContent: "All games" }), ...games.map(row => made("option", { value: row.game, textContent: `${row.title}, ${row.edition}` })));
  const told = verb => questions.find(({ value }) => value === verb)?.note ?? verb;
  at("question").replaceChildren(made("option", { value: "", textContent: "as the line says", disabled: true }), ...Object.keys(PICKED).map(verb => made("option", { value: verb, textContent: told(verb) })));
  await gather();
  document.body.dataset.ready = "yes";
  if (navigator.serviceWorker) {
    await navigator.serviceWorker.register("sw.js");
    await navigator.serviceWorker.ready;
    at("offline").textContent = "This page now works without a network.";
  }
}

begin().catch(error => say(`the page could not start: ${error.message}`, true));
