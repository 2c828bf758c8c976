// The command line as words, and what pickers know of it. Nothing here touches the page.

/** Questions whose units, situations and effects can be picked; of those with `many`, several units a side. */
export const PICKED = { attack: {}, fight: {}, compare: { many: true }, sweep: { more: ["--vary", "defender.save=2+..6+"] }, advise: {}, plan: { many: true }, explain: {} };
/** Commands that answer in every format. */
export const ANSWERED = new Set(["attack", "fight", "compare", "sweep", "advise", "plan", "odds"]);

/** The words of a line as a shell reads them; `open`: the last one is still being typed. */
export function split(line) {
  const words = [];
  let word = null, quote = null;
  for (let at = 0; at < line.length; at += 1) {
    const c = line[at];
    if (quote) {
      if (c === quote) quote = null;
      else if (c === "\\" && quote === '"' && '"\\$`'.includes(line[at + 1] ?? " ")) word += line[++at];
      else word += c;
    } else if (c === "'" || c === '"') { quote = c; word ??= ""; }
    else if (c === "\\" && at + 1 < line.length) word = (word ?? "") + line[++at];
    else if (/\s/.test(c)) { if (word !== null) words.push(word); word = null; }
    else word = (word ?? "") + c;
  }
  return { words: word === null ? words : [...words, word], open: word !== null };
}

/** A word as a shell reads it back as the same. */
export const quoted = word => (/^[\w./:+%=@,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

export const joined = words => words.map(quoted).join(" ");

/** What pickers show of a line; `null` if it asks something else. */
export function read(line) {
  const { words } = split(line);
  if (words[0] === "warodds") words.shift();
  const verb = words.shift(), kind = PICKED[verb];
  if (!kind) return null;
  const from = words.findIndex(word => word.startsWith("--") || word === "-q" || word === "-v");
  const units = from < 0 ? words : words.slice(0, from), options = from < 0 ? [] : words.slice(from);
  const asked = { verb, left: kind.many ? units : units.slice(0, 1), right: kind.many ? [] : units.slice(1), withs: [], rest: [] };
  for (let at = 0; at < options.length; at += 1) {
    if (options[at] === "--with" && at + 1 < options.length) asked.withs.push(...options[++at].split(/,\s*/).filter(Boolean));
    else if (options[at] === "--into") while (at + 1 < options.length && !options[at + 1].startsWith("-")) asked.right.push(options[++at]);
    else asked.rest.push(options[at]);
  }
  return asked;
}

/** The line of what was picked. */
export function written({ verb, left, right, withs, rest }) {
  const kind = PICKED[verb];
  const sides = kind.many ? [...left, ...(right.length ? ["--into", ...right] : [])] : [...left.slice(0, 1), ...right.slice(0, left.length ? 1 : 0)];
  return joined([verb, ...sides, ...(withs.length ? ["--with", withs.join(", ")] : []), ...rest]);
}

/** The same for another question: what only the old one needs goes, what the new one needs comes. */
export function turned(asked, verb) {
  const own = PICKED[asked.verb].more, more = PICKED[verb].more ?? [];
  const at = own ? asked.rest.indexOf(own[0]) : -1;
  const rest = at < 0 ? asked.rest : asked.rest.toSpliced(at, 2);
  const sides = PICKED[verb].many ? {} : { left: asked.left.slice(0, 1), right: asked.right.slice(0, 1) };
  return { ...asked, ...sides, verb, rest: [...rest, ...(more.length && !rest.includes(more[0]) ? more : [])] };
}

/** Blocks of Markdown as the program writes it: headings, paragraphs, notes and tables. */
export function blocks(markdown) {
  const plain = text => text.replace(/\\(.)/g, "$1");
  const strong = text => /^\*\*(.*)\*\*$/s.exec(text.trim());
  const found = [];
  for (const part of markdown.trim().split(/\n\s*\n/)) {
    const lines = part.split("\n");
    if (lines[0].startsWith("|")) {
      const cells = line => line.replace(/^\||\|\s*$/g, "").split(/(?<!\\)\|/).map(cell => cell.trim());
      const numbers = cells(lines[1]).map(cell => cell.endsWith("--:") && !cell.startsWith(":"));
      const row = line => cells(line).map((cell, at) => ({ text: plain(strong(cell)?.[1] ?? cell), strong: !!strong(cell), number: numbers[at] }));
      found.push({ table: { head: row(lines[0]), rows: lines.slice(2).map(row) } });
    } else if (lines[0].startsWith("#")) found.push({ heading: plain(lines[0].replace(/^#+\s*/, "")) });
    else if (lines[0].startsWith("* ")) found.push({ notes: part.split(/^\* /m).filter(Boolean).map(note => plain(note.trim())) });
    else found.push({ text: plain(strong(part)?.[1] ?? part.replaceAll("**", "")), strong: !!strong(part) });
  }
  return found;
}

/** The figures of an attack by which one answer is compared with another: their names, values and units. */
export function figures(answer) {
  const phases = answer?.phases ?? [], found = [];
  for (const { phase, results } of phases) {
    for (const [name, result] of Object.entries(results ?? {})) {
      const value = typeof result === "number" ? result * 100 : result?.mean;
      if (!Number.isFinite(value)) continue;
      const title = name.replaceAll("-", " ") + (phases.length > 1 && phase ? `, ${phase}` : "");
      found.push({ title, value, unit: typeof result === "number" ? " %" : "" });
    }
  }
  return found;
}
