import type { Page } from "@playwright/test";
import { violations } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { openMode, responseOf } from "../support/playground.ts";

const PAGE = "/w/default/playground/embeddings";
const LOCAL = "local/word-hash";
const OPENAI = "openai/text-embedding-3-small";
const TEXTS = "The cat sleeps\nThe cat sleeps here\nQuarterly revenue";

test("texts become vectors, with their length, norm and similarity", async ({ page }) => {
  await open(page);
  await page.getByLabel("Texts").fill(TEXTS);
  const sent = page.waitForRequest((request) => request.url().endsWith("/api/v1/embeddings"));
  await page.keyboard.press("Control+Enter");
  expect((await sent).postDataJSON()).toEqual({ model: LOCAL, input: TEXTS.split("\n"), encoding_format: "float" });
  const answer = responseOf(page, LOCAL);
  await expect(answer).toContainText("3 vectors of 256 dimensions");
  // The two about the cat are more alike than either is to the third.
  const [likest, other] = await Promise.all([cosineAt(page, 1, 2), cosineAt(page, 1, 3)]);
  expect(likest).toBeGreaterThan(other);
  expect(await cosineAt(page, 2, 1)).toBe(likest);
  await page
    .getByRole("columnheader", { name: /Quarterly/ })
    .getByRole("button")
    .click();
  await expect(page.getByRole("row").nth(1)).toContainText("Quarterly revenue");
  await expect(page.getByRole("columnheader", { name: /Quarterly/ })).toHaveAttribute("aria-sort", "descending");
  for (const measure of ["Tokens", "Cost", "Time"]) {
    await expect(answer.getByText(measure, { exact: true })).toBeVisible();
  }
  await answer.getByText("Routing").click();
  await expect(answer.getByText("1 candidate")).toBeVisible();
  await expect(answer.getByRole("button", { name: /generation ID/ })).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test("settings are sent and survive a reload and a change of mode, and base64 gives the same vectors", async ({
  page,
}) => {
  await open(page, OPENAI);
  await page.getByLabel("Texts").fill(TEXTS);
  await page.getByLabel("Dimensions").fill("64");
  await page.getByRole("radio", { name: "Base64" }).click();
  await page.getByRole("link", { name: "Rerank", exact: true }).click();
  await expect(page.getByLabel("Query")).toBeVisible();
  await page.goBack();
  await page.reload();
  const sent = page.waitForRequest((request) => request.url().endsWith("/api/v1/embeddings"));
  await page.getByRole("button", { name: /^Embed/ }).click();
  const asked = { model: OPENAI, input: TEXTS.split("\n"), dimensions: 64, encoding_format: "base64" };
  expect((await sent).postDataJSON()).toEqual(asked);
  await expect(responseOf(page, OPENAI)).toContainText("3 vectors of 64 dimensions");
});

test("twenty lines are accepted, and one more shows an error", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: /^Embed/ }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Enter at least one line of text." })).toBeVisible();
  await page.getByLabel("Texts").fill("a line\n".repeat(21));
  await expect(page.getByText("Enter at most 20 lines (now 21).")).toBeVisible();
  await page.getByLabel("Texts").fill("a line\n".repeat(20));
  await page.getByRole("button", { name: /^Embed/ }).click();
  await expect(page.getByRole("row")).toHaveCount(21);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test("the request can be copied as code", async ({ page, gateway }) => {
  await open(page, OPENAI);
  await page.getByLabel("Texts").fill("Good night");
  await page.keyboard.press("Control+/");
  const dialog = page.getByRole("dialog", { name: "Code for this request" });
  for (const name of ["curl", "fetch", "OpenAI Node", "OpenAI Python"]) {
    await dialog.getByRole("tab", { name, exact: true }).click();
    for (const part of ["Good night", OPENAI, `${gateway.url}/api`]) {
      await expect(dialog.getByRole("tabpanel")).toContainText(part);
    }
  }
  await page.keyboard.press("Escape");
  await expect(page.getByLabel("Texts")).toBeFocused();
});

test("a logged request opens its mode with its model", async ({ page, gateway }) => {
  const { body } = await gateway.call("POST", "/embeddings", { model: OPENAI, input: "Hello" });
  await page.goto(`/w/default/logs?peek=${body.id}`);
  await page.getByRole("link", { name: "Open in playground" }).click();
  await expect(page).toHaveURL(new RegExp(`${PAGE}\\?model=`));
  await expect(page.getByRole("button", { name: `Model: ${OPENAI}`, exact: true })).toBeVisible();
});

test("a model's page opens the playground mode of its output", async ({ page }) => {
  await page.goto(`/w/default/models/${OPENAI}`);
  await page.getByRole("link", { name: "Try in playground" }).click();
  await expect(page.getByRole("button", { name: `Model: ${OPENAI}`, exact: true })).toBeVisible();
  await expect(page.getByLabel("Texts")).toBeVisible();
});

test("Stop ends a request that hangs", async ({ page }) => {
  await open(page, OPENAI);
  await page.getByLabel("Texts").fill("fault-slow-headers-20000");
  await page.getByRole("button", { name: /^Embed/ }).click();
  await expect(page.getByText(/^Waiting/)).toBeVisible();
  await page.keyboard.press("Control+.");
  await expect(responseOf(page, OPENAI).getByText("Stopped", { exact: true })).toBeVisible();
});

test.describe("failures", () => {
  test.use({ expectedStatuses: [402, 404, 502] });

  test("an unknown model shows similar models, and one of them can be requested", async ({ page }) => {
    await open(page, `${OPENAI}er`);
    await page.getByLabel("Texts").fill("Hello");
    await page.getByRole("button", { name: /^Embed/ }).click();
    await expect(page.getByRole("article")).toContainText("Model not found");
    await page.getByRole("article").getByRole("button", { name: OPENAI, exact: true }).click();
    await expect(responseOf(page, OPENAI)).toContainText("1 vector of 1,536 dimensions");
    await expect(page).toHaveURL(new RegExp(`model=${OPENAI}$`));
  });

  test("an exhausted limit shows the gateway's message, the request ID and a link to the limit", async ({ page }) => {
    const message = "The monthly limit of $5.00 of guardrail Team does not cover this request";
    const error = { type: "insufficient_quota", code: 402, message };
    const headers = { "x-request-id": "req_played" };
    await page.route("**/api/v1/embeddings", (route) =>
      route.fulfill({ status: 402, headers, json: { type: "error", error } }),
    );
    await open(page);
    await page.getByLabel("Texts").fill("Hello");
    await page.getByRole("button", { name: /^Embed/ }).click();
    const answer = responseOf(page, LOCAL);
    for (const part of ["A spending limit is reached", message, "Credits and budgets"]) {
      await expect(answer).toContainText(part);
    }
    await page.unroute("**/api/v1/embeddings");
    await answer.getByRole("button", { name: "Retry" }).click();
    await expect(answer).toContainText("1 vector of 256 dimensions");
  });
});

const open = (page: Page, chosen?: string) => openMode(page, PAGE, { local: LOCAL, ...(chosen && { chosen }) });

/** The cosine of two lines, counted from 1; the first cells of a row are its text and norm. */
async function cosineAt(page: Page, row: number, column: number): Promise<number> {
  const cell = page.getByRole("row").nth(row).getByRole("cell").nth(column);
  return Number(await cell.textContent());
}
