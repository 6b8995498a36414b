import type { Page } from "@playwright/test";
import { violations } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { tabTo } from "../support/keyboard.ts";

const PAGE = "/w/default/playground/rerank";
const LOCAL = "local/word-overlap";
const FISH = "Fish swim in the river";
const BREAD = "Bread is baked in the morning";
const WEATHER = "The weather is fine today";

test("documents are returned by relevance, with scores and original positions", async ({ page }) => {
  await open(page);
  await write(page, "When is bread baked?", [FISH, WEATHER, BREAD]);
  const sent = page.waitForRequest((request) => request.url().endsWith("/api/v1/rerank"));
  await page.keyboard.press("Control+Enter");
  const body = { model: LOCAL, query: "When is bread baked?", documents: [FISH, WEATHER, BREAD] };
  expect((await sent).postDataJSON()).toEqual(body);
  const answer = page.getByRole("article", { name: `Response from ${LOCAL}`, exact: true });
  const ranked = answer.getByRole("list", { name: "Documents by relevance" }).getByRole("listitem");
  await expect(ranked).toHaveCount(3);
  await expect(ranked.first()).toContainText(BREAD);
  await expect(ranked.first()).toContainText("up 2, was 3");
  await expect(ranked.first()).toContainText(/score 0\.\d{4}/);
  for (const measure of ["Tokens", "Cost", "Time"]) {
    await expect(answer.getByText(measure, { exact: true })).toBeVisible();
  }
  expect(await violations(page)).toEqual([]);

  await page.getByLabel("Top N").fill("1");
  await page.getByRole("button", { name: "Rank" }).click();
  await expect(ranked).toHaveCount(1);
  await expect(answer).toContainText("2 documents left out by top N.");
});

test("documents can be added, removed, and moved by drag, keys and menu", async ({ page }) => {
  await open(page);
  await write(page, "", [FISH, BREAD, WEATHER]);
  expect(await texts(page)).toEqual([FISH, BREAD, WEATHER]);

  await page
    .getByRole("button", { name: "Move document 1 of 3" })
    .dragTo(page.getByRole("textbox", { name: "Document 3" }), { targetPosition: { x: 80, y: 10 } });
  await expect.poll(() => texts(page)).toEqual([BREAD, WEATHER, FISH]);

  await tabTo(page, page.getByRole("button", { name: "Move document 3 of 3" }));
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("button", { name: "Move document 2 of 3" })).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(page.getByText("The document is now 1 of 3")).toBeAttached();
  expect(await texts(page)).toEqual([FISH, BREAD, WEATHER]);

  await page.getByRole("button", { name: "Actions for document 3" }).click();
  await page.getByRole("menuitem", { name: "Move up" }).click();
  await expect.poll(() => texts(page)).toEqual([FISH, WEATHER, BREAD]);
  await expect(page.getByRole("menu")).toHaveCount(0);
  await page.getByRole("button", { name: "Actions for document 1" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await expect.poll(() => texts(page)).toEqual([WEATHER, BREAD]);
});

test("a list pasted into an empty document becomes one document per line", async ({ page }) => {
  await open(page);
  await page.getByRole("textbox", { name: "Document 1" }).evaluate((field, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, `${FISH}\n${BREAD}\n${WEATHER}\n`);
  await expect.poll(() => texts(page)).toEqual([FISH, BREAD, WEATHER, ""]);
});

test("missing input shows an error instead of sending, and the form survives a reload", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Rank" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Enter a query." })).toBeVisible();
  await page.getByLabel("Query").fill("fish");
  await expect(page.getByText("Enter at least one document.")).toBeVisible();
  await page.getByRole("textbox", { name: "Document 1" }).fill(FISH);
  await expect(page.getByText("Enter at least one document.")).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel("Query")).toHaveValue("fish");
  expect(await texts(page)).toEqual([FISH, ""]);
});

test("the request can be copied as code", async ({ page, gateway }) => {
  await open(page);
  await write(page, "fish", [FISH]);
  await page.getByRole("button", { name: "View code" }).click();
  const dialog = page.getByRole("dialog", { name: "Code for this request" });
  for (const name of ["curl", "fetch"]) {
    await dialog.getByRole("tab", { name, exact: true }).click();
    for (const part of [FISH, LOCAL, `${gateway.url}/api/v1/rerank`]) {
      await expect(dialog.getByRole("tabpanel")).toContainText(part);
    }
  }
});

test("on a phone everything is accessible, and settings open in a sheet", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  await page.getByRole("button", { name: "Fill in an example" }).click();
  await page.getByRole("button", { name: "Rank" }).click();
  await expect(page.getByRole("list", { name: "Documents by relevance" })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByRole("button", { name: "Settings", exact: true }).click();
  await page.getByRole("dialog", { name: "Settings" }).getByLabel("Top N").fill("2");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Settings, 1 changed" })).toBeFocused();
});

async function open(page: Page): Promise<void> {
  await page.goto(PAGE);
  await expect(page.getByRole("button", { name: `Model: ${LOCAL}`, exact: true })).toBeVisible();
}

/** Types as a user does: Enter continues with the next document. */
async function write(page: Page, query: string, documents: readonly string[]): Promise<void> {
  await page.getByLabel("Query").fill(query);
  await page.getByRole("button", { name: "Actions for document 2" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await page.getByRole("textbox", { name: "Document 1" }).focus();
  for (const [place, text] of documents.entries()) {
    if (place > 0) await page.keyboard.press("Enter");
    await expect(page.getByRole("textbox", { name: `Document ${place + 1}` })).toBeFocused();
    await page.keyboard.type(text);
  }
}

function texts(page: Page): Promise<string[]> {
  return page
    .getByRole("textbox", { name: /^Document \d+$/ })
    .evaluateAll((fields) => fields.map((field) => (field as HTMLTextAreaElement).value));
}
