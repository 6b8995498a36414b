import type { Page, Response } from "@playwright/test";
import { PRELOAD_MS } from "#components/shell/commands/preload-delay.ts";
import { hrefOf, navigation } from "#components/shell/navigation.ts";
import { PLAYGROUND_MODES, playgroundPath } from "#lib/playground-modes.ts";
import { expect, test } from "./support/fixtures.ts";

const PLAYGROUND = "/w/default/playground";
const PAGES = [
  ...navigation.map((entry) => hrefOf(entry, "default")).filter((path) => path !== PLAYGROUND && path !== "/docs"),
  "/w/default/models/openai/gpt-4o-mini",
  "/docs/createResponse",
  "/docs/connect/claude-code",
  "/account",
];

/** The goal for what is loaded until a page can be used, in bytes of brotli: 94 kB of it are React and Next. */
const GOAL_BYTES = 150_000;
/** A key's page with little above its form, which is then in view at once: react-hook-form is 11 kB of it. */
const KEY_BYTES = 160_500;
const SHELL_BYTES = 130_000;
/** The goal for the playground is 200 kB. */
const PLAYGROUND_BYTES = 161_000;
const MODE_BYTES = 153_400;
const STYLE_BYTES = 14_000;

test("the shell loads no more script than its budget", async ({ page }) => {
  expect(await scriptBytes(page, "/docs")).toBeLessThanOrEqual(SHELL_BYTES);
});

test("all styles stay within their budget", async ({ page }) => {
  expect(await bytesOf(page, "stylesheet", "/w/default/keys")).toBeLessThanOrEqual(STYLE_BYTES);
});

for (const path of PAGES) {
  test(`${path} loads no more script than its budget`, async ({ page }) => {
    expect(await scriptBytes(page, path)).toBeLessThanOrEqual(GOAL_BYTES);
  });
}

test("a guardrail's page loads no more script than its budget", async ({ page, gateway }) => {
  const { body } = await gateway.call("GET", "/guardrails");
  expect(await scriptBytes(page, `/w/default/guardrails/${body.data[0].id}`)).toBeLessThanOrEqual(GOAL_BYTES);
});

test("a key's page loads no more script than its budget", async ({ page, gateway }) => {
  const { body } = await gateway.call("GET", "/keys");
  expect(await scriptBytes(page, `/w/default/keys/${body.data[0].hash}`)).toBeLessThanOrEqual(KEY_BYTES);
});

test("the playground loads no more script than its budget", async ({ page }) => {
  expect(await scriptBytes(page, PLAYGROUND)).toBeLessThanOrEqual(PLAYGROUND_BYTES);
});

for (const { id } of PLAYGROUND_MODES.filter(({ id }) => id !== "text")) {
  test(`the playground's ${id} mode loads no more script than its budget`, async ({ page }) => {
    expect(await scriptBytes(page, playgroundPath("default", id))).toBeLessThanOrEqual(MODE_BYTES);
  });
}

test("no page is fetched before the pointer is on its link", async ({ page }) => {
  const fetched: string[] = [];
  page.on("request", (request) => {
    if (request.headers().rsc) fetched.push(new URL(request.url()).pathname);
  });
  await page.goto("/w/default/keys");
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  expect(fetched).toEqual([]);
  await page.getByRole("link", { name: "Models", exact: true }).hover();
  await expect.poll(() => fetched).toContain("/w/default/models");
});

function scriptBytes(page: Page, path: string): Promise<number> {
  return bytesOf(page, "script", path);
}

/**
 * Of a first visit, until the page can be used: a context is new in each test, so that nothing comes from a cache. The
 * timer that then fetches layers not yet open never fires: on a busy machine it would before we have looked.
 */
async function bytesOf(page: Page, type: "script" | "stylesheet", path: string): Promise<number> {
  await page.addInitScript((preloadMs) => {
    const { setTimeout: start } = window;
    const startOther = (run: () => void, ms?: number, ...rest: []) => (ms === preloadMs ? 0 : start(run, ms, ...rest));
    window.setTimeout = startOther as typeof setTimeout;
  }, PRELOAD_MS);
  const files: Response[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === type) files.push(response);
  });
  await page.goto(path);
  await expect(page.locator("h1").first()).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  const sizes = await Promise.all(files.map((file) => sizeOf(file)));
  const sum = sizes.reduce((total, size) => total + size, 0);
  expect(sum).toBeGreaterThan(0);
  return sum;
}

async function sizeOf(file: Response): Promise<number> {
  const bytes = Number(file.headers()["content-length"]);
  // Files this small are not worth compressing.
  if (bytes > 200) expect(file.headers()["content-encoding"]).toBe("br");
  return bytes;
}
