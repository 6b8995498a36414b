import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures.ts";
import { responseOf } from "../support/playground.ts";

// The usage of a stopped or broken response is read from the ledger, which may not have written it yet.
test.use({ expectedStatuses: [404] });

const GPT = "openai/gpt-4o-mini";
const CLAUDE = "anthropic/claude-sonnet-4.5";

for (const [dialect, path, model] of [
  ["Responses", "/api/v1/responses", GPT],
  ["Messages", "/api/v1/messages", CLAUDE],
] as const) {
  test(`a response streams in the ${dialect} dialect, with its usage`, async ({ page }) => {
    await open(page, model);
    await page.getByRole("radio", { name: dialect }).click();
    const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith(path));
    await ask(page, "Good morning");
    expect((await sent).postDataJSON()).toMatchObject({ model, stream: true });
    const answer = responseOf(page, model);
    await expect(answer).toContainText("You said: Good morning");
    for (const measure of ["First token", "Input", "Output", "Cost", "Time"]) {
      await expect(answer.getByText(measure, { exact: true })).toBeVisible();
    }
  });

  test(`a server tool runs in the ${dialect} dialect, with its result and the cost of each step`, async ({ page }) => {
    await open(page, model);
    await page.getByRole("radio", { name: dialect }).click();
    await page.getByRole("switch", { name: "Date and time" }).click();
    await ask(page, "use the tool");
    const answer = responseOf(page, model);
    await expect(answer).toContainText("The tool said:");
    const tools = answer.getByRole("group", { name: "Server tools" });
    await tools.getByText("datetime").click();
    // The fake provider invents the arguments.
    await expect(tools.getByText("failed")).toBeVisible();
    await expect(tools).toContainText("Unknown time zone");
    await expect(tools.getByRole("list", { name: "Steps" }).getByRole("listitem")).toHaveCount(2);
  });

  test(`a stream that breaks in the ${dialect} dialect keeps the received text and shows the error`, async ({
    page,
  }) => {
    await open(page, model);
    await page.getByRole("radio", { name: dialect }).click();
    await ask(page, "fault-words-40 fault-cut-20");
    const answer = responseOf(page, model);
    await expect(answer).toContainText("The response was cut off");
    await expect(answer).toContainText("word3");
    await expect(answer.getByRole("button", { name: "Retry" })).toBeVisible();
  });
}

test.describe("a rejected provider key", () => {
  test.use({ expectedStatuses: [404, 502] });
  test("links to the provider keys page", async ({ page }) => {
    await open(page, GPT);
    await ask(page, "fault-401");
    const answer = responseOf(page, GPT);
    await expect(answer).toContainText("The provider key did not work");
    await answer.getByRole("link", { name: "Provider keys" }).click();
    await expect(page).toHaveURL(/\/w\/default\/byok$/);
  });
});

test("Stop ends a response and keeps the received text", async ({ page }) => {
  await open(page, GPT);
  await ask(page, "fault-words-2000 fault-slow-chunks-50");
  const answer = responseOf(page, GPT);
  await expect(answer).toContainText("word2");
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(answer.getByText("Stopped")).toBeVisible();
  await expect(answer).toContainText("word2");
  await expect(page.getByRole("button", { name: /^Send/ })).toBeVisible();
});

test("one prompt goes to two models side by side, and the URL names both", async ({ page }) => {
  await open(page, GPT);
  await page.getByRole("button", { name: "Add pane" }).click();
  await page.getByRole("button", { name: /^Model of pane 2/ }).click();
  await page.getByPlaceholder("Search by name, author or provider").fill(CLAUDE);
  await page.getByRole("option").first().click();
  await ask(page, "Good evening");
  for (const model of [GPT, CLAUDE]) await expect(responseOf(page, model)).toContainText("You said: Good evening");
  await expect.poll(() => decodeURIComponent(page.url())).toContain(`${GPT},${CLAUDE}`);
});

test("two responses are compared word by word", async ({ page }) => {
  await page.goto(`/w/default/playground?model=${encodeURIComponent(`${GPT},${CLAUDE}`)}`);
  await page.getByRole("switch", { name: "Shared prompt" }).click();
  for (const [pane, prompt] of [
    [1, "A calm evening"],
    [2, "A bright evening"],
  ] as const) {
    await page.getByRole("textbox", { name: `Prompt for pane ${pane}` }).fill(prompt);
    await page.keyboard.press("Control+Enter");
  }
  await expect(page.getByText("You said: A calm evening")).toBeVisible();
  await expect(page.getByText("You said: A bright evening")).toBeVisible();
  await page.getByRole("button", { name: "Compare responses" }).click();
  const dialog = page.getByRole("dialog", { name: "Compare responses" });
  await expect(dialog.getByRole("region", { name: "Left response" }).locator("mark")).toHaveText("calm");
  await expect(dialog.getByRole("region", { name: "Right response" }).locator("mark")).toHaveText("bright");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
});

test("the request can be copied as code", async ({ page, gateway }) => {
  await open(page, GPT);
  await page.getByRole("textbox", { name: "Prompt", exact: true }).fill("Good night");
  await page.keyboard.press("Control+/");
  const dialog = page.getByRole("dialog", { name: "Code for this request" });
  const code = dialog.getByRole("tabpanel");
  for (const tab of await dialog.getByRole("tab").all()) {
    await tab.click();
    await expect(code).toContainText("Good night");
    await expect(code).toContainText(GPT);
    await expect(code).toContainText(`${gateway.url}/api`);
  }
  await page.keyboard.press("Escape");
  await expect(page.getByRole("textbox", { name: "Prompt", exact: true })).toBeFocused();
});

test("a prompt and its response survive a reload", async ({ page }) => {
  await open(page, GPT);
  await ask(page, "Remember me");
  await expect(responseOf(page, GPT)).toContainText("You said: Remember me");
  await page.reload();
  await expect(responseOf(page, GPT)).toContainText("You said: Remember me");
});

test.describe("rejected requests", () => {
  test.use({ expectedStatuses: [402, 404] });

  test("an unknown model shows similar models, and one of them can be requested", async ({ page }) => {
    await open(page, `${GPT}i`);
    await ask(page, "Hello");
    const answer = page.getByRole("article", { name: /^Response from/ });
    await expect(answer).toContainText("Model not found");
    await answer.getByRole("button", { name: GPT, exact: true }).click();
    await expect(responseOf(page, GPT)).toContainText("You said: Hello");
  });

  test("an exhausted limit shows the gateway's message", async ({ page }) => {
    // A session has no key limits, so the test sends the page a key's rejection.
    const message = "The monthly limit of $5.00 of guardrail Team does not cover this request";
    const error = { type: "insufficient_quota", code: 402, message };
    await page.route("**/api/v1/responses", (route) => route.fulfill({ status: 402, json: { type: "error", error } }));
    await open(page, GPT);
    await ask(page, "Hello");
    await expect(responseOf(page, GPT)).toContainText("A spending limit is reached");
    await expect(responseOf(page, GPT)).toContainText(message);
  });
});

test("a logged request is repeated with its model and dialect", async ({ page }) => {
  await page.goto("/w/default/logs");
  await page
    .getByRole("row")
    .filter({ hasText: CLAUDE.split("/")[1] ?? "" })
    .first()
    .getByRole("link")
    .first()
    .click();
  await page.getByRole("link", { name: "Open in playground" }).click();
  await expect(page.getByRole("button", { name: `Model: ${CLAUDE}`, exact: true })).toBeVisible();
});

async function open(page: Page, model: string): Promise<void> {
  await page.goto(`/w/default/playground?model=${encodeURIComponent(model)}`);
  await expect(page.getByRole("button", { name: `Model: ${model}`, exact: true })).toBeVisible();
}

async function ask(page: Page, prompt: string): Promise<void> {
  await page.getByRole("textbox", { name: /^Prompt/ }).fill(prompt);
  await page.getByRole("button", { name: /^Send/ }).click();
}

/** A response is named after the requested model. */
