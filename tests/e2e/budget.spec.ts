import type { Page, Response } from "@playwright/test";
import { hrefOf, navigation } from "#components/shell/navigation.ts";
import { PLAYGROUND_MODES, playgroundPath } from "#lib/playground-modes.ts";
import { expect, test } from "./support/fixtures.ts";

const PLAYGROUND = "/w/default/playground";
const PAGES = [
  ...navigation.map((entry) => hrefOf(entry, "default")).filter((path) => path !== PLAYGROUND && path !== "/docs"),
  "/w/default/models/openai/gpt-4o-mini",
  "/docs/createResponse",
  "/account",
];

/** What is loaded until a page can be used, in brotli bytes: Next and React are 117 kB of it, the rest is ours. */
const SHELL_BYTES = 186_000;
const MOST_BYTES = SHELL_BYTES + 26_000;
/** The editor with its tester: a route may weigh 45 kB beside the shell. */
const MOST_EDITOR_BYTES = SHELL_BYTES + 45_000;
const MOST_PLAYGROUND_BYTES = SHELL_BYTES + 63_000;
const MOST_MODE_BYTES = SHELL_BYTES + 45_000;

test("the shell loads no more script than its budget", async ({ page }) => {
  expect(await scriptBytes(page, "/docs")).toBeLessThanOrEqual(SHELL_BYTES);
});

for (const path of PAGES) {
  test(`${path} loads no more script than its budget`, async ({ page }) => {
    expect(await scriptBytes(page, path)).toBeLessThanOrEqual(MOST_BYTES);
  });
}

test("a guardrail's page loads no more script than its budget", async ({ page, gateway }) => {
  const { body } = await gateway.call("GET", "/guardrails");
  expect(await scriptBytes(page, `/w/default/guardrails/${body.data[0].id}`)).toBeLessThanOrEqual(MOST_EDITOR_BYTES);
});

test("the playground loads no more script than its budget", async ({ page }) => {
  expect(await scriptBytes(page, PLAYGROUND)).toBeLessThanOrEqual(MOST_PLAYGROUND_BYTES);
});

for (const { id } of PLAYGROUND_MODES.filter(({ id }) => id !== "text")) {
  test(`the playground's ${id} mode loads no more script than its budget`, async ({ page }) => {
    expect(await scriptBytes(page, playgroundPath("default", id))).toBeLessThanOrEqual(MOST_MODE_BYTES);
  });
}

/** Of a first visit, until the page can be used: a context is new in each test, so that nothing comes from a cache. */
async function scriptBytes(page: Page, path: string): Promise<number> {
  const scripts: Response[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") scripts.push(response);
  });
  await page.goto(path);
  await expect(page.locator("h1").first()).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  const sizes = await Promise.all(scripts.map((script) => sizeOf(script)));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function sizeOf(script: Response): Promise<number> {
  const bytes = Number(script.headers()["content-length"]);
  // What is this small is not worth a compressed copy.
  if (bytes > 1024) expect(script.headers()["content-encoding"]).toBe("br");
  return bytes;
}
