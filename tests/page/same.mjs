// The program of the page answers what the program of a machine does: `node same.mjs PROGRAM WASM` runs every command that
// README and help show with both, and compares each byte of what they say and write, and the exit code.
import { execFile } from "node:child_process";
import { closeSync, cpSync, mkdirSync, mkdtempSync, openSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { WASI } from "node:wasi";
import { ANSWERED, split } from "../../src/page/words.js";

const [native, module] = process.argv.slice(2).map(path => resolve(path));
const root = new URL("../../", import.meta.url).pathname, scratch = mkdtempSync(join(tmpdir(), "warodds-same-"));
const env = { COLUMNS: "100", NO_COLOR: "1", WARODDS_LIBRARY: "library", HOME: "/home/player" };
const program = await WebAssembly.compile(readFileSync(module));
// What needs no comparison, and why.
const LEFT_OUT = [
  [/^page\b/, "looks for a file beside the program"],
  [/^verify(?! warcry)/, "rolls for minutes"],
];

/** A folder with what a player would have there. */
function furnished(name) {
  const folder = join(scratch, name);
  mkdirSync(folder);
  cpSync(join(root, "tests/import/files"), folder, { recursive: true });
  mkdirSync(join(folder, "library"));
  return folder;
}

const content = folder => Object.fromEntries(readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  .map(entry => join(entry.parentPath ?? entry.path, entry.name)).sort().map(path => [path.slice(folder.length), readFileSync(path, "latin1")]));

function natively(args, folder, more = {}) {
  return new Promise(done => {
    const child = execFile(native, args, { cwd: folder, env: { ...env, ...more }, encoding: "latin1", maxBuffer: 2 ** 28 }, (error, out, err) => done({ code: error?.code ?? 0, out, err }));
    child.stdin.end();
  });
}

async function asPage(args, folder) {
  const paths = ["in", "out", "err"].map(name => join(scratch, name));
  const [stdin, stdout, stderr] = [openSync("/dev/null", "r"), openSync(paths[1], "w"), openSync(paths[2], "w")];
  let code = null;
  try {
    const wasi = new WASI({ version: "preview1", args: ["warodds", ...args], env, preopens: { "/": folder }, stdin, stdout, stderr, returnOnExit: true });
    code = wasi.start(await WebAssembly.instantiate(program, wasi.getImportObject()));
  } catch (error) {
    code = String(error);
  }
  [stdin, stdout, stderr].forEach(closeSync);
  return { code, out: readFileSync(paths[1], "latin1"), err: readFileSync(paths[2], "latin1") };
}

/** The commands of a text: behind a prompt, indented, or between backticks; what follows two spaces explains them. */
function commands(text) {
  const whole = text.replaceAll("\\\n", " ").replace(/ {2,}> /g, " ");
  const shown = [...whole.matchAll(/^(?:\$ | {2,})warodds (.+)$/gm)].map(([, line]) => line.split(/ {2,}/)[0]);
  const named = [...whole.matchAll(/`warodds ([^`\n]+)`/g)].map(([, line]) => line);
  return [...shown, ...named].map(line => line.split(/ [|>&] ?/)[0].trim());
}

const topics = (await natively(["--", "warodds", "help", ""], scratch, { WARODDS_COMPLETE: "fish" })).out.split("\n").filter(Boolean).map(row => row.split("\t")[0]);
const pages = topics.map(topic => ["help", topic]);
const texts = [readFileSync(join(root, "README.md"), "utf8")];
for (const page of [["-h"], ...pages]) texts.push(Buffer.from((await natively(page, scratch)).out, "latin1").toString("utf8"));
const lines = [...new Set(texts.flatMap(commands))].filter(line => !/[…<]|COMMAND|TOPIC/.test(line));
const asked = [["-h"], ["--version"], ...pages, ...lines.map(line => split(line).words), ["import", "copper.gst", "copper.cat", "copper-library.cat", "--library", "own"], ["import", "guard.ros"], ["compare", "guard.ros", "--into", "boyz"]];

let same = 0, drawn = 0, wrong = 0;
for (const [at, words] of asked.entries()) {
  const line = words.join(" "), why = LEFT_OUT.find(([pattern]) => pattern.test(line))?.[1];
  if (why) { console.log(`left out: ${line} (${why})`); continue; }
  // What an answer is written as is part of it, pictures too.
  const isFree = ANSWERED.has(words[0]) && !words.some(word => /^--(out|json|csv|md|svg|png|html|help)$|^-h$/.test(word));
  const args = [...words, ...(isFree ? ["--out", "written"] : [])];
  const [one, other] = [furnished(`native-${at}`), furnished(`page-${at}`)];
  const [here, there] = [await natively(args, one), await asPage(args, other)];
  const timeless = text => text.replace(/in \d+\.\d ms/g, "in time");
  const differs = ["code", "out", "err"].filter(part => timeless(String(here[part])) !== timeless(String(there[part])));
  const [left, right] = [content(one), content(other)];
  differs.push(...[...new Set([...Object.keys(left), ...Object.keys(right)])].filter(path => left[path] !== right[path]));
  if (differs.length) {
    wrong += 1;
    console.log(`WRONG ${line}: ${differs.join(", ")}\n  ${here.code}: ${here.err.slice(0, 300)}\n  ${there.code}: ${there.err.slice(0, 300)}`);
  } else { same += 1; drawn += isFree && here.code === 0; }
  rmSync(one, { recursive: true });
  rmSync(other, { recursive: true });
}
rmSync(scratch, { recursive: true });
console.log(`${same} of ${same + wrong} commands are the same in every byte, ${drawn} of them also as PNG, SVG, HTML, CSV, JSON and Markdown`);
process.exit(wrong || same < 60 ? 1 : 0);
