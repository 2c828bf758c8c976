// What a reader does with the pages that `--html` writes: `node report.mjs PROGRAM`. In two widths, light and dark: tables sort
// and filter, a cell opens, nothing is wider than the window, nothing is amiss to a checker of accessibility, and the console
// is empty. WARODDS_BROWSER names the browser, WARODDS_SHOTS a folder for pictures to look at.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const [program] = process.argv.slice(2), shots = process.env.WARODDS_SHOTS;
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const browser = await chromium.launch({ executablePath: process.env.WARODDS_BROWSER ?? "/usr/bin/chromium", args });
const folder = await mkdtemp(join(tmpdir(), "report-"));
const wrong = [];
const asked = {
  compare: ["compare", "liberators", "stormvermin", "10 clanrats", "varanguard", "ardboyz", "fiends", "bloodletters", "gore-gruntas", "squig hoppers", "--into", "clawlord", "aos/horde", "aos/monster", "--both-ways"],
  attack: ["attack", "hellblasters", "terminators"],
  weapons: ["attack", "11e/hellblasters", "11e/boyz", "--weapon", "each"],
};

/** Sorts by a number and by name, filters, and opens a cell. */
async function used(page) {
  const table = page.locator("table.heat").first(), rows = async () => (await table.locator("tbody tr:visible td:first-child").allTextContents()).map(text => text.trim());
  const typed = await rows(), numbers = async () => (await table.locator("tbody tr:visible td:nth-child(2)").allTextContents()).map(parseFloat);
  await table.locator("th button").nth(1).click();
  const most = await numbers();
  assert.deepEqual(most, [...most].sort((a, b) => b - a));
  await table.locator("th button").nth(0).click();
  assert.deepEqual(await rows(), [...typed].sort());
  await page.locator("input[type=search]").first().fill("lib");
  assert.deepEqual(await rows(), ["Liberators"]);
  await table.locator("tbody tr:visible button").first().click();
  assert.match(await page.textContent("dialog[open] h2"), /^Liberators → /);
  assert.match(await page.textContent("dialog[open] code"), /^warodds attack /);
}

for (const [name, words] of Object.entries(asked)) {
  const path = join(folder, `${name}.html`);
  execFileSync(program, [...words, "-q", "--html", path]);
  for (const [width, height] of [[360, 740], [1280, 800]]) {
    for (const colorScheme of ["light", "dark"]) {
      const where = `${name}, ${width}, ${colorScheme}`, complaints = [];
      const page = await browser.newPage({ viewport: { width, height }, colorScheme });
      page.on("pageerror", error => complaints.push(error.message));
      page.on("console", message => message.type() === "error" && complaints.push(message.text()));
      page.on("request", request => request.url().startsWith("file:") || complaints.push(request.url()));
      await page.goto(`file://${path}`);
      const look = async what => {
        if (shots) await page.screenshot({ path: `${shots}/${name}-${what}-${width}-${colorScheme}.png`, fullPage: what === "whole" });
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => window.axe.run());
        wrong.push(...violations.map(({ id, nodes }) => `${where}: ${id}: ${nodes.map(node => node.html)}`));
        if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) wrong.push(`${where}: wider than the window`);
      };
      await look("whole");
      if (name === "compare") {
        await used(page);
        await look("open");
      }
      wrong.push(...complaints.map(text => `${where}: ${text}`));
      await page.close();
    }
  }
  console.log(`ok    ${name}`);
}
await browser.close();
console.log(wrong.length ? wrong.join("\n") : "the pages of reports do what they should");
process.exit(wrong.length ? 1 : 0);
