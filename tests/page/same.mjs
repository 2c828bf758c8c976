// The program of the page answers what the program of a machine does: `node same.mjs PROGRAM WASM` runs every command that
// README and help show with both, and compares each byte of what they say and write, and the exit code.
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ANSWERED, split } from "../../src/page/words.js";

const [native, module] = process.argv.slice(2).map(path => resolve(path));
const root = new URL("../../", import.meta.url).pathname, scratch = mkdtempSync(join(tmpdir(), "warodds-same-"));
const env = { COLUMNS: "100", NO_COLOR: "1", WARODDS_LIBRARY: "library", HOME: "/" };
const program = await WebAssembly.compile(readFileSync(module));
// What needs no comparison, and why.
const LEFT_OUT = [
  [/^page\b/, "looks for a file beside the program"],
  [/^man\b/, "has no manual pages in a browser"],
  [/^completions\b/, "has no shell in a browser"],
  [/^verify(?! warcry)/, "rolls for minutes"],
];

/** Every file of a folder, by its path. */
const content = folder => readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  .map(entry => join(entry.parentPath ?? entry.path, entry.name)).map(path => [path.slice(folder.length + 1), readFileSync(path)]);
const fixtures = content(join(root, "tests/import/files"));

/** What a command says and writes on this machine, in a folder with what a player would have there. */
async function natively(args, more = {}) {
  const folder = mkdtempSync(join(scratch, "here-"));
  cpSync(join(root, "tests/import/files"), folder, { recursive: true });
  ["answer", "library", "profiles"].forEach(name => mkdirSync(join(folder, name)));
  const ended = await new Promise(done => {
    const child = execFile(native, args, { cwd: folder, env: { ...env, ...more }, maxBuffer: 2 ** 28 }, (error, out, err) => done({ code: error?.code ?? 0, out, err }));
    child.stdin.end();
  });
  const files = new Map(content(folder));
  fixtures.forEach(([path, bytes]) => files.get(path)?.equals(bytes) && files.delete(path));
  rmSync(folder, { recursive: true });
  return { ...ended, files };
}

// The worker of the page itself, with its files in memory; node's own system for such programs ends now and then in a crash.
const posted = [];
const beside = async name => new Response(readFileSync(join(root, "src/report/formats/chart/japanese", name)));
const worker = new Function("postMessage", "fetch", "onmessage", readFileSync(join(root, "src/page/worker.js"), "utf8") + "\nreturn data => { onmessage({ data }); return last; };")(message => posted.push(message), beside);
await worker({ program });

/** The same in the page. */
async function asPage(args) {
  await worker({ files: fixtures.map(([path, bytes]) => [path, new Uint8Array(bytes)]) });
  posted.length = 0;
  await worker({ id: 1, args, env });
  const { code, out, err, answer = [], written = [], broken } = posted.find(message => message.id === 1);
  const files = new Map([...answer.map(([path, bytes]) => [`answer/${path}`, Buffer.from(bytes)]), ...written.map(([path, bytes]) => [path, Buffer.from(bytes)])]);
  return { code: broken ?? code, out, err, files };
}

/** The commands of a text: behind a prompt, indented, or between backticks; what follows two spaces explains them. */
function commands(text) {
  const whole = text.replaceAll("\\\n", " ").replace(/ {2,}> /g, " ");
  const shown = [...whole.matchAll(/^(?:\$ | {2,})warodds (.+)$/gm)].map(([, line]) => line.split(/ {2,}/)[0]);
  const named = [...whole.matchAll(/`warodds ([^`\n]+)`/g)].map(([, line]) => line);
  return [...shown, ...named].map(line => line.split(/ [|>&] ?/)[0].trim());
}

const topics = (await natively(["--", "warodds", "help", ""], { WARODDS_COMPLETE: "fish" })).out.split("\n").filter(Boolean).map(row => row.split("\t")[0]);
const pages = topics.map(topic => ["help", topic]);
const texts = [readFileSync(join(root, "README.md"), "utf8")];
for (const page of [["-h"], ...pages]) texts.push((await natively(page)).out);
const lines = [...new Set(texts.flatMap(commands))].filter(line => !/[…<]|COMMAND|TOPIC/.test(line));
const asked = [["-h"], ["--version"], ...pages, ...lines.map(line => split(line).words), ["import", "copper.gst", "copper.cat", "copper-library.cat", "--library", "own"], ["import", "guard.ros"], ["attack", "liberators", "aos ブラッドナイト: 3x H4 5+"], ["compare", "guard.ros", "--into", "boyz"],
  // Tokens of several kinds as one number, of which the page has 32 bits.
  ["fight", "20 termagants", "10 terminators", "--rounds", "3", "--with", "A: fights on death"]];

let same = 0, drawn = 0, wrong = 0;
for (const words of asked) {
  const line = words.join(" "), why = LEFT_OUT.find(([pattern]) => pattern.test(line))?.[1];
  if (why) { console.log(`left out: ${line} (${why})`); continue; }
  // What an answer is written as is part of it, pictures too.
  const isFree = ANSWERED.has(words[0]) && !words.some(word => /^--(out|json|csv|md|svg|png|html|help)$|^-h$/.test(word));
  const args = [...words, ...(isFree ? ["--out", "answer"] : [])];
  // Beside each other: the page's takes this thread, that of the machine another.
  const [here, there] = await Promise.all([natively(args), asPage(args)]);
  // How long it took is never the same, and each system has numbers of its own for what it refuses.
  const timeless = text => text.replace(/in \d+\.\d ms/g, "in time").replace(/ \(os error \d+\)/g, "");
  const differs = ["code", "out", "err"].filter(part => timeless(String(here[part])) !== timeless(String(there[part])));
  const paths = new Set([...here.files.keys(), ...there.files.keys()]);
  differs.push(...[...paths].filter(path => !here.files.get(path)?.equals(there.files.get(path) ?? Buffer.of())));
  if (differs.length) {
    wrong += 1;
    console.log(`WRONG ${line}: ${differs.join(", ")}\n  ${here.code}: ${here.err.slice(0, 300)}\n  ${there.code}: ${there.err.slice(0, 300)}`);
  } else { same += 1; drawn += isFree && here.code === 0; }
}
rmSync(scratch, { recursive: true });
console.log(`${same} of ${same + wrong} commands are the same in every byte, ${drawn} of them also as PNG, SVG, HTML, CSV, JSON and Markdown`);
process.exit(wrong || same < 60 ? 1 : 0);
