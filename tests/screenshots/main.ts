import { mkdirSync, writeFileSync } from "node:fs";
import { type BrowserContextOptions, chromium } from "@playwright/test";
import sharp from "sharp";
import { openDatabase } from "#server/data/database.ts";
import { OWNER, setUp } from "#tests/e2e/support/owner.ts";
import { newDataFolder } from "#tests/support/data-folder.ts";
import { startProduction } from "#tests/support/production.ts";
import { startGateway } from "#tests/support/servers/gateway.ts";
import { addExampleTraffic } from "./example-traffic.ts";

// Takes README's screenshots of the running console, with the local models and example traffic. Needs a build;
// CHROMIUM_PATH names a browser other than Playwright's own.

const FOLDER = ".github/images";
const MOST_BYTES = 250_000;
const KEYS = ["production-web", "support-agent", "batch-jobs", "staging"];
const SHOTS: [name: string, path: string][] = [["overview", "/w/default?range=7d"]];

const folder = await newDataFolder();
await fill();
const gateway = await startProduction("main", { folder });
try {
  await takeAll(await setUp(gateway, OWNER));
} finally {
  await gateway.stop();
}

async function fill(): Promise<void> {
  const api = await startGateway({ folder });
  const hashes: string[] = [];
  for (const name of KEYS) {
    const { key, hash } = await api.newKey({ name });
    hashes.push(hash);
    // A key that is in use: the overview then shows its figures in place of the first steps.
    await api.call("POST", "/responses", { model: "local/echo", input: "Hello" }, { key });
  }
  await api.stop({ keepFolder: true });
  const database = await openDatabase({ folder });
  await addExampleTraffic(database, hashes, Date.now());
  await database.close();
}

async function takeAll(storageState: BrowserContextOptions["storageState"]): Promise<void> {
  const executablePath = process.env.CHROMIUM_PATH;
  const browser = await chromium.launch(executablePath ? { executablePath, args: ["--no-sandbox"] } : {});
  const context = await browser.newContext({
    baseURL: gateway.url,
    ...(storageState && { storageState }),
    viewport: { width: 1280, height: 900 },
    deviceScaleFactor: 2,
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, path] of SHOTS) {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(path, { waitUntil: "networkidle" });
      await save(`${FOLDER}/${name}-${colorScheme}.png`, await page.screenshot());
    }
  }
  await browser.close();
}

/** Writes a screenshot with a palette, whose colors are enough for the console. */
async function save(file: string, screenshot: Buffer): Promise<void> {
  const bytes = await sharp(screenshot).png({ palette: true, compressionLevel: 9, effort: 10 }).toBuffer();
  if (bytes.length > MOST_BYTES) throw new Error(`${file} has ${bytes.length} bytes; the limit is ${MOST_BYTES}`);
  writeFileSync(file, bytes);
  process.stdout.write(`${file}: ${Math.round(bytes.length / 1000)} kB\n`);
}
