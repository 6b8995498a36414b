import { type Browser, chromium, type Page } from "@playwright/test";
import { OWNER, setUp } from "#tests/e2e/support/owner.ts";
import { startProduction } from "#tests/support/production.ts";
import { startUpstream } from "#tests/support/upstream/upstream.ts";
import { percentile, round } from "./numbers.ts";

// Measures how smooth the console is in a real browser: four panes of the playground at 300 tokens/s each, and opening
// the command menu. Needs a build; CHROMIUM_PATH names a browser other than Playwright's own.

const PANES = 4;
const TOKEN_MS = 1000 / 300;
const LONG_TASK_MS = 50;
const OPENINGS = 15;
const MODEL = "openai/gpt-4o-mini";

const upstream = await startUpstream({ record: false });
upstream.script({ match: ({ body }) => JSON.stringify(body).includes("at length"), answer: { text: longAnswer() } });
const gateway = await startProduction("main", { upstream });
const storageState = await setUp(gateway, OWNER);
const browser = await launchBrowser();
try {
  const context = await browser.newContext({
    baseURL: gateway.url,
    storageState,
    viewport: { width: 1440, height: 900 },
  });
  await reportStream(await context.newPage());
} finally {
  await browser.close();
  await gateway.stop();
  await upstream.close();
}

async function reportStream(page: Page): Promise<void> {
  for (const count of [1, PANES]) {
    const { seconds, words, tasks, frames } = await stream(page, count);
    const longest = Math.max(0, ...tasks);
    console.log(
      `${count} x ${round(words / seconds / count, 0)} tokens/s for ${round(seconds, 1)} s: ` +
        `${tasks.length} tasks over ${LONG_TASK_MS} ms (longest ${round(longest, 0)} ms), ` +
        `frames p50 ${round(percentile(frames, 50), 1)} ms, p99 ${round(percentile(frames, 99), 1)} ms`,
    );
  }
  const openings = await openMenu(page);
  console.log(
    `command menu, key to focused and painted: p50 ${round(percentile(openings, 50), 1)} ms, ` +
      `p90 ${round(percentile(openings, 90), 1)} ms, first ${round(openings[0] ?? Number.NaN, 1)} ms`,
  );
}

type StreamFigures = { seconds: number; words: number; tasks: number[]; frames: number[] };

/**
 * Streams one long response into each pane at the same time, and measures how long the page's main thread is blocked.
 */
async function stream(page: Page, count: number): Promise<StreamFigures> {
  const models = Array.from({ length: count }, () => MODEL).join(",");
  await page.goto(`/w/default/playground?model=${encodeURIComponent(models)}`);
  await page.getByRole("button", { name: "New conversation" }).click();
  // The code that renders Markdown is loaded with the first response.
  await ask(page, "Hello");
  await page.getByRole("button", { name: "New conversation" }).click();
  await page.evaluate(watchFrames);
  const startedMs = performance.now();
  await ask(page, `Tell me at length fault-slow-chunks-${Math.round(TOKEN_MS)}`);
  const seconds = (performance.now() - startedMs) / 1000;
  const seen = await page.evaluate(() => (globalThis as unknown as Watched).watched());
  const words = (await page.getByRole("article").allInnerTexts()).join(" ").split(/\s+/).length;
  return { seconds, words, ...seen };
}

async function ask(page: Page, prompt: string): Promise<void> {
  await page.getByRole("textbox", { name: /^Prompt/ }).fill(prompt);
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("article").first().waitFor();
  await page.waitForFunction(() => document.querySelectorAll("article[aria-busy=true]").length === 0, undefined, {
    timeout: 120_000,
  });
}

type Watched = { watched: () => { tasks: number[]; frames: number[] } };

/** Runs in the page: collects the long tasks that the browser reports, and the times between frames. */
function watchFrames(): void {
  const tasks: number[] = [];
  const frames: number[] = [];
  const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)));
  observer.observe({ type: "longtask" });
  let lastMs = performance.now();
  let running = true;
  const frame = (nowMs: number) => {
    frames.push(nowMs - lastMs);
    lastMs = nowMs;
    if (running) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  (globalThis as unknown as Watched).watched = () => {
    running = false;
    tasks.push(...observer.takeRecords().map(({ duration }) => duration));
    return { tasks, frames };
  };
}

/** Returns the milliseconds from the key press to the first frame after the search has the focus. */
async function openMenu(page: Page): Promise<number[]> {
  await page.goto("/w/default/keys");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForLoadState("networkidle");
  const times: number[] = [];
  for (let opening = 0; opening < OPENINGS; opening += 1) {
    await page.evaluate(timeMenu);
    await page.keyboard.press("Control+k");
    times.push(await page.evaluate(() => (globalThis as unknown as { opened: Promise<number> }).opened));
    await page.keyboard.press("Escape");
    await page.getByRole("combobox", { name: "Search or run" }).waitFor({ state: "detached" });
  }
  return times;
}

function timeMenu(): void {
  (globalThis as unknown as { opened: Promise<number> }).opened = new Promise((done) => {
    const pressed = (press: KeyboardEvent) => {
      if (press.key !== "k") return;
      window.removeEventListener("keydown", pressed, true);
      const onFocus = () => {
        window.removeEventListener("focusin", onFocus, true);
        // The frame after the next is painted when its own callback runs.
        requestAnimationFrame(() => setTimeout(() => done(performance.now() - press.timeStamp)));
      };
      window.addEventListener("focusin", onFocus, true);
    };
    window.addEventListener("keydown", pressed, true);
  });
}

/** Returns about 1,500 words of Markdown, as models write it: headings, paragraphs, lists, code and a table. */
function longAnswer(): string {
  const sentence = "The gateway keeps what it was told and says so in **plain** words with `code` alongside them.";
  const section = (number: number) =>
    [
      `## Part ${number}`,
      `${sentence} ${sentence} ${sentence}`,
      `- ${sentence}\n- ${sentence}\n  - ${sentence}`,
      `\`\`\`ts\nconst part = ${number};\nawait send(part);\n\`\`\``,
      `| name | value |\n| --- | --- |\n| part | ${number} |\n| next | ${number + 1} |`,
    ].join("\n\n");
  return Array.from({ length: 12 }, (_, index) => section(index + 1)).join("\n\n");
}

function launchBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH;
  return chromium.launch(
    executablePath
      ? { executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"] }
      : {},
  );
}
