// What a player does with the page, in a browser: `node browser.mjs FOLDER`, where `warodds page --out FOLDER` wrote it.
// WARODDS_BROWSER names the browser, WARODDS_SHOTS a folder for pictures to look at.
import assert from "node:assert/strict";
import { readFile, readdir, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { serve } from "./serve.mjs";

const folder = process.argv[2], files = new URL("../import/files/", import.meta.url).pathname;
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const browser = await chromium.launch({ executablePath: process.env.WARODDS_BROWSER ?? "/usr/bin/chromium", args });
const site = await serve(folder);
const open = [];

/** A page of a fresh profile, after its first answer. */
async function visit(line, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, permissions: ["clipboard-read", "clipboard-write"], ...options.context });
  const page = await context.newPage();
  page.complaints = [];
  page.on("pageerror", error => page.complaints.push(error.message));
  page.on("console", message => message.type() === "error" && page.complaints.push(message.text()));
  if (options.before) await page.addInitScript(options.before);
  open.push(context);
  await page.goto(site.url + (line ? "#" + encodeURIComponent(line) : ""));
  if (!options.broken) await page.waitForSelector("body[data-ready]", { timeout: 60000 });
  return page;
}

const said = page => page.textContent("#answer .head");
const answered = (page, what) => page.waitForFunction(what => document.querySelector("#answer:not(.old)")?.textContent.includes(what), what, { timeout: 60000 });
const state = (page, what) => page.waitForFunction(what => document.getElementById("state").textContent.includes(what), what, { timeout: 60000 });
const ask = async (page, line) => { await page.fill("#line", line); await page.press("#line", "Escape"); await page.press("#line", "Enter"); };
const drop = async (page, ...names) => {
  const dropped = await Promise.all(names.map(async name => ({ name, text: await readFile(files + name, "utf8") })));
  const data = await page.evaluateHandle(dropped => {
    const data = new DataTransfer();
    dropped.forEach(({ name, text }) => data.items.add(new File([text], name)));
    return data;
  }, dropped);
  await page.dispatchEvent("body", "drop", { dataTransfer: data });
};

const cases = {
  async "the first visit is answered, and says how long that took"() {
    const began = performance.now(), page = await visit("", { broken: true });
    await answered(page, "destroyed 9.87 %");
    const cold = performance.now() - began;
    await page.waitForSelector("body[data-ready]");
    const { took, memory } = await page.evaluate(() => document.getElementById("state").dataset);
    const times = [];
    for (const size of [6, 7, 8, 9, 10]) {
      await ask(page, `attack "${size} liberators" clawlord`);
      await answered(page, `Liberators (${size} models`);
      times.push(Number(await page.evaluate(() => document.getElementById("state").dataset.took)));
    }
    console.log(`  cold ${cold.toFixed(0)} ms, its command ${Number(took).toFixed(0)} ms, then ${times.map(time => time.toFixed(0)).join(", ")} ms; ${(memory / 2 ** 20).toFixed(1)} MiB`);
    assert.ok(cold < 15000, `${cold} ms`);
    return page;
  },

  async "units, a size and an effect are picked by keys alone, and the difference is told"() {
    const page = await visit("");
    await page.focus("#attacker");
    await page.keyboard.type("stormv");
    await page.keyboard.press("Enter");
    await answered(page, "Stormvermin (");
    await page.focus("#with");
    await page.keyboard.type("all-out att");
    await page.waitForSelector("#with[aria-expanded=true]");
    assert.match(await page.textContent("#with ~ ul"), /all-out attack\s*1 CP/, "the price stands beside it");
    await page.keyboard.press("Enter");
    await answered(page, "Before: attack stormvermin clawlord");
    assert.equal(await page.inputValue("#line"), "attack stormvermin clawlord --with 'all-out attack'");
    assert.match(await page.textContent(".change"), /destroyed.*%.*%.*\+.*points/);
    await page.fill("#attackers input", "20");
    await page.press("#attackers input", "Tab");
    await answered(page, "Stormvermin (20 models");
    assert.equal(await page.inputValue("#line"), "attack '20 stormvermin' clawlord --with 'all-out attack'");
    // Another game on one side leaves no unit of the first on the other.
    await page.focus("#defender");
    await page.keyboard.type("warhammer-40k boyz");
    await page.keyboard.press("Enter");
    assert.equal(await page.textContent("#attackers"), "");
    return page;
  },

  async "the line completes words, remembers what was asked, and mistakes leave the answer"() {
    const page = await visit("");
    await page.focus("#line");
    await page.fill("#line", "");
    await page.keyboard.type("compare liber");
    await page.waitForSelector("#line[aria-expanded=true]");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    assert.equal(await page.inputValue("#line"), "compare liberators ");
    await page.keyboard.press("Escape");
    await ask(page, "attack liberatrs clawlord");
    await state(page, "did you mean `liberators`");
    assert.equal(await said(page), "destroyed 9.87 % · wounds lost 4.0 of 7 (90 %: 1 to 7) · damage 4.1");
    await ask(page, "10 liberators into clawlord");
    await answered(page, "Liberators (10 models");
    assert.match(await page.inputValue("#line"), /^attack /, "a sentence becomes its command");
    await page.fill("#line", "");
    await page.press("#line", "ArrowUp");
    assert.match(await page.inputValue("#line"), /liberators/);
    return page;
  },

  async "a link asks again, and back goes back"() {
    const page = await visit("odds 40k charge 9");
    await answered(page, "41.7 %");
    await page.click("text=Copy link");
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const other = await visit("");
    await other.goto(link);
    await answered(other, "41.7 %");
    await ask(other, "attack liberators clawlord");
    await answered(other, "9.87 %");
    await other.goBack();
    await answered(other, "41.7 %");
    return other;
  },

  async "compare draws a heatmap, and an answer leaves as text, PNG, CSV and a page"() {
    const page = await visit("compare liberators stormvermin --into clawlord aos/horde");
    await answered(page, "10.33");
    assert.match(await page.getAttribute("#answer img", "alt"), /^Chart: 2 attackers into 2 targets/);
    assert.ok(await page.$eval("#answer img", image => image.decode().then(() => image.naturalWidth > 0)));
    await page.click("text=Copy text");
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^2 attackers into 2 targets/);
    for (const [button, begins] of [["PNG", "\x89PNG"], ["CSV", "game,"], ["Page", "<!"]]) {
      const [download] = await Promise.all([page.waitForEvent("download"), page.click(`.tools >> text="${button}"`)]);
      assert.ok((await readFile(await download.path(), "latin1")).startsWith(begins), button);
    }
    return page;
  },

  async "a roster that is dropped is an army to pick from, now and the next time"() {
    const page = await visit("attack 40k/boyz 40k/boyz");
    await drop(page, "guard.ros");
    await answered(page, "Copper Kite");
    assert.equal(await page.inputValue("#line"), "compare guard.ros --into 40k/boyz");
    await page.reload();
    await page.waitForSelector("body[data-ready]");
    await page.click("#attackers button");
    await page.fill("#attacker", "squad guard.ros");
    await page.press("#attacker", "Enter");
    await answered(page, "Copper Guard Squad");
    assert.equal(await page.inputValue("#line"), "compare guard.ros:copper-guard-squad --into 40k/boyz");
    return page;
  },

  async "a catalogue that is dropped becomes a library that is there the next time"() {
    const page = await visit("");
    await drop(page, "copper.gst", "copper.cat", "copper-library.cat");
    await page.waitForFunction(() => document.querySelector("#kept ul").textContent.includes("library/"));
    await page.reload();
    await page.waitForSelector("body[data-ready]");
    await ask(page, "library");
    await answered(page, "copper");
    return page;
  },

  async "long work says how far it is and is stopped, and what was there stays"() {
    const page = await visit("");
    await ask(page, "attack liberators clawlord --method sampled --trials 10000M");
    await page.waitForSelector("#working progress[value]", { timeout: 30000 });
    await page.click("#stop");
    await state(page, "stopped; the last answer is still there");
    assert.match(await said(page), /^destroyed 9.87 %/);
    await ask(page, "attack stormvermin clawlord");
    await answered(page, "Stormvermin (");
    return page;
  },

  async "a file that is too large is refused by name, and nothing is lost"() {
    const page = await visit("");
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(200 * 2 ** 20)], "huge.json"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    });
    await state(page, "huge.json: more than 100 MiB");
    assert.match(await said(page), /^destroyed 9.87 %/);
    return page;
  },

  async "storage that is refused is said, and files are there until the page is closed"() {
    const before = () => { IDBFactory.prototype.open = () => { throw new Error("not allowed here"); }; Storage.prototype.setItem = () => { throw new Error("full"); }; };
    const page = await visit("attack liberators clawlord", { before });
    await drop(page, "shore.ros");
    await state(page, "keeps no files");
    await ask(page, "list units shore.ros");
    await answered(page, "Sea Beast");
    return page;
  },

  async "storage that is full is said, and the file is there all the same"() {
    const before = () => { IDBObjectStore.prototype.put = function () { throw new DOMException("no room", "QuotaExceededError"); }; };
    const page = await visit("attack liberators clawlord", { before });
    await drop(page, "shore.ros");
    await state(page, "the storage is full");
    await ask(page, "list units shore.ros");
    await answered(page, "Sea Beast");
    return page;
  },

  async "a browser without WebAssembly is told so"() {
    const page = await visit("", { before: () => { delete window.WebAssembly; }, broken: true });
    await state(page, "no WebAssembly");
    return page;
  },

  async "after the first visit no network is needed"() {
    const page = await visit("");
    await page.waitForFunction(() => document.getElementById("offline").textContent, {}, { timeout: 30000 });
    await page.context().setOffline(true);
    site.close();
    await page.reload();
    await answered(page, "9.87 %");
    await ask(page, "attack stormvermin clawlord --with charged");
    await answered(page, "Stormvermin (");
    return page;
  },
};

/** Nothing that a checker of accessibility finds, in both colours, wide and narrow; nothing is wider than the window. */
async function looked() {
  const lines = ["attack liberators clawlord --with 'all-out attack'", "compare liberators stormvermin '10 clanrats' --into aos/horde aos/monster clawlord", "help", "advise liberators clawlord"];
  for (const [width, height] of [[360, 640], [1280, 800]]) {
    for (const colorScheme of ["light", "dark"]) {
      const page = await visit("attack liberators clawlord", { context: { viewport: { width, height }, colorScheme, bypassCSP: true } });
      for (const [place, line] of lines.entries()) {
        await ask(page, line);
        await page.waitForFunction(() => document.getElementById("state").textContent.includes("answered"));
        await page.$$eval("details", all => all.forEach(details => { details.open = true; }));
        await page.focus("#defender");
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => window.axe.run());
        assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map(node => node.html)]), [], `${line}, ${width}, ${colorScheme}`);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${line} is wider than ${width}`);
        if (process.env.WARODDS_SHOTS) await page.screenshot({ path: `${process.env.WARODDS_SHOTS}/${width}-${colorScheme}-${place}.png` });
      }
      assert.deepEqual(page.complaints, []);
      await page.context().close();
    }
  }
}

/** What a visitor waits for: the program, and the rest of the page. */
async function sizes() {
  const program = await readFile(`${folder}/warodds.wasm`);
  const packed = brotliCompressSync(program, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 } });
  const others = await Promise.all((await readdir(folder)).filter(name => !name.endsWith(".wasm")).map(name => stat(`${folder}/${name}`)));
  console.log(`  the program: ${program.length} bytes, gzip ${gzipSync(program, { level: 9 }).length}, brotli ${packed.length}; the page: ${others.reduce((sum, { size }) => sum + size, 0)} bytes`);
  assert.ok(packed.length <= 2.37e6, `${packed.length} bytes are more than 2.37 MB`);
}

cases["nothing is amiss to who reads by ear, by keys or on a telephone"] = looked;
cases["the program is small"] = sizes;
const last = "after the first visit no network is needed";
const names = Object.keys(cases).filter(name => name !== last && name.includes(process.argv[3] ?? ""));
let failed = 0;
for (const name of [...names, ...(last.includes(process.argv[3] ?? "") ? [last] : [])]) {
  const began = performance.now();
  try {
    const page = await cases[name]();
    if (page && !/WebAssembly/.test(name)) assert.deepEqual(page.complaints, []);
    console.log(`ok    ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed += 1;
    console.log(`WRONG ${name}\n${error.stack}`);
    const page = open.at(-1)?.pages()[0];
    if (page && !page.isClosed()) console.log(`  the page says: ${await page.textContent("#state")}; ${await page.inputValue("#line")}; ${page.complaints}`);
  }
  await Promise.all(open.splice(0).map(context => context.close().catch(() => {})));
}
await browser.close();
site.close();
console.log(failed ? `${failed} went wrong` : "the page does what it should");
process.exit(failed ? 1 : 0);
