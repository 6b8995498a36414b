import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures.ts";
import { holdArrow, tabTo } from "../support/keyboard.ts";

test("a guardrail is created, tested, saved after a review of its changes, and assigned", async ({ page, gateway }) => {
  const { name, key } = uniqueName();
  await gateway.call("POST", "/keys", { name: key });
  await page.goto("/w/default/guardrails");
  await page.getByRole("button", { name: "Create guardrail" }).first().click();
  const form = page.getByRole("dialog", { name: "Create guardrail" });
  await form.getByRole("button", { name: "Create guardrail" }).click();
  await expect(form.getByText("Enter a name")).toBeVisible();
  await form.getByLabel("Name").fill(name);
  await form.getByRole("button", { name: "Create guardrail" }).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();

  await page.getByRole("textbox", { name: "Text to test" }).fill("Write to ana.silva@example.com");
  const tester = page.getByRole("region", { name: "Try it" });
  await expect(tester.getByText("Allowed", { exact: true })).toBeVisible();
  await page.getByRole("switch", { name: "Email address" }).click();
  await expect(tester.getByText("Redacted 1")).toBeVisible();
  await expect(page.getByText("Write to [EMAIL_1]")).toBeVisible();

  await page.getByRole("button", { name: "Review and save" }).click();
  const review = page.getByRole("dialog", { name: `Save ${name}` });
  await expect(review.getByText("It has no effect until you assign it")).toBeVisible();
  await expect(review.getByRole("list", { name: "Changes to save" })).toContainText("Email address");
  await review.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText(`${name} saved`)).toBeVisible();

  await page.getByRole("tab", { name: "Assignments" }).click();
  await page.getByRole("button", { name: "Assign to a key" }).click();
  await page.getByRole("option", { name: key }).click();
  await expect(page.getByText(`Assigned to ${key}`)).toBeVisible();
  await expect(page.getByText("Applies to 1 key")).toBeVisible();

  const { body } = await gateway.call("GET", "/guardrails?limit=100");
  const stored = body.data.find((one: { name: string }) => one.name === name);
  expect(stored.content_filter_builtins).toMatchObject([{ slug: "email", action: "redact" }]);
});

test("by keyboard: a rule is enabled, given an action, reviewed and saved", async ({ page, gateway }) => {
  const { id, name } = await newGuardrail(gateway);
  await page.goto(`/w/default/guardrails/${id}`);
  await tabTo(page, page.getByRole("switch", { name: "Social security number" }));
  await page.keyboard.press("Space");
  await tabTo(page, page.getByRole("radio", { name: "Redact" }).first());
  await holdArrow(page, "ArrowLeft");
  await expect(page.getByRole("radio", { name: "Block" }).first()).toBeChecked();
  await page.keyboard.press("Control+s");
  const review = page.getByRole("dialog", { name: `Save ${name}` });
  await expect(review.getByText("Block, in requests and responses")).toBeVisible();
  await page.keyboard.press("Control+s");
  await expect(page.getByText(`${name} saved`)).toBeVisible();
  const { body } = await gateway.call("GET", `/guardrails/${id}`);
  expect(body.data.content_filter_builtins).toMatchObject([{ slug: "ssn", action: "block" }]);
});

test("each tab and the backtest open on the first click, and keep what was edited", async ({ page, gateway }) => {
  const { id } = await newGuardrail(gateway);
  await page.goto(`/w/default/guardrails/${id}`);
  await page.getByRole("tab", { name: "Name and limit" }).click();
  await page.getByLabel("Description").fill("Edited");
  await page.getByRole("tab", { name: "Models and providers" }).click();
  await expect(page.getByRole("heading", { name: "Models" }).first()).toBeVisible();
  await page.getByRole("tab", { name: "History" }).click();
  await expect(page.getByRole("tabpanel", { name: "History" }).getByText("Created").first()).toBeVisible();
  await page.getByRole("tab", { name: "Content rules" }).click();
  const tester = page.getByRole("region", { name: "Try it" });
  await tester.getByRole("radio", { name: "Backtest" }).check();
  await expect(tester.getByRole("button", { name: "Count" })).toBeVisible();
  await page.getByRole("tab", { name: "Name and limit" }).click();
  await expect(page.getByLabel("Description")).toHaveValue("Edited");
});

test("a pattern is validated by the gateway, with its saved examples", async ({ page, gateway }) => {
  const { id } = await newGuardrail(gateway);
  await page.goto(`/w/default/guardrails/${id}`);
  await page.getByRole("button", { name: "Add pattern" }).click();
  const pattern = page.getByRole("textbox", { name: "Pattern" });
  await pattern.fill("TICKET-\\d{4}");
  await expect(page.getByText("Runs in linear time")).toBeVisible();
  await page.getByRole("button", { name: "Add examples" }).click();
  await page.getByRole("textbox", { name: "Must match", exact: true }).fill("TICKET-1234\nTICKET-99");
  await expect(page.getByText("Not found: TICKET-99")).toBeVisible();
});

test.describe("rejected changes", () => {
  test.use({ expectedStatuses: [400, 409] });

  test("an unsupported pattern shows the reason at its field", async ({ page, gateway }) => {
    const { id } = await newGuardrail(gateway);
    await page.goto(`/w/default/guardrails/${id}`);
    await page.getByRole("button", { name: "Add pattern" }).click();
    await page.getByRole("textbox", { name: "Pattern" }).fill("(?=x)");
    await expect(page.getByText(/The pattern cannot be used/).first()).toBeVisible();
  });

  test("concurrent changes are merged, with a choice for conflicts", async ({ page, gateway }) => {
    const { id, name } = await newGuardrail(gateway, { limit_usd: 10 });
    await page.goto(`/w/default/guardrails/${id}?tab=general`);
    await page.getByLabel("Spending limit").fill("20");
    await page.getByLabel("Description").fill("mine");
    await gateway.call("PATCH", `/guardrails/${id}`, { limit_usd: 30, shadow: true });
    await page.getByRole("button", { name: "Review and save" }).click();
    const review = page.getByRole("dialog", { name: `Save ${name}` });
    await review.getByRole("button", { name: "Save changes" }).click();
    await expect(review.getByRole("heading", { name: "Conflicting change" })).toBeVisible();
    await review.getByRole("radio", { name: /Theirs: \$30/ }).click();
    await review.getByRole("button", { name: "Save merged" }).click();
    await expect(page.getByText(`${name} saved`)).toBeVisible();
    const { body } = await gateway.call("GET", `/guardrails/${id}`);
    expect(body.data).toMatchObject({ limit_usd: 30, shadow: true, description: "mine" });
  });
});

test("a version is restored, after a review of the changes", async ({ page, gateway }) => {
  const { id, name } = await newGuardrail(gateway, { limit_usd: 10 });
  await gateway.call("PATCH", `/guardrails/${id}`, { limit_usd: 30 });
  await page.goto(`/w/default/guardrails/${id}?tab=history`);
  await page.getByRole("button", { name: "Restore version 1" }).click();
  const review = page.getByRole("dialog", { name: `Save ${name}` });
  await expect(review.getByText("$10.00 in total, never resets")).toBeVisible();
  await review.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Version 3", { exact: true })).toBeVisible();
  expect((await gateway.call("GET", `/guardrails/${id}`)).body.data.limit_usd).toBe(10);
});

test("a guardrail is deleted only after its name was typed", async ({ page, gateway }) => {
  const { id, name } = await newGuardrail(gateway);
  await page.goto(`/w/default/guardrails/${id}`);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete guardrail" }).click();
  const dialog = page.getByRole("alertdialog", { name: `Delete guardrail ${name}` });
  await expect(dialog.getByRole("button", { name: "Delete guardrail" })).toBeDisabled();
  await dialog.getByRole("textbox").fill(name);
  await dialog.getByRole("button", { name: "Delete guardrail" }).click();
  await expect(page).toHaveURL(/\/guardrails$/);
  await expect(page.getByRole("link", { name })).toHaveCount(0);
});

test("leaving with unsaved changes asks first", async ({ page, gateway }) => {
  const { id } = await newGuardrail(gateway);
  await page.goto(`/w/default/guardrails/${id}`);
  await page.getByRole("switch", { name: "Email address" }).click();
  await expectToStay(page);
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("navigation").getByRole("link", { name: "Keys", exact: true }).click();
  await expect(page).toHaveURL(/\/keys$/);
});

async function expectToStay(page: Page): Promise<void> {
  const asked = page.waitForEvent("dialog").then(async (dialog) => {
    await dialog.dismiss();
    return dialog.message();
  });
  await page.getByRole("navigation").getByRole("link", { name: "Keys", exact: true }).click();
  expect(await asked).toContain("Leave without saving");
  await expect(page).toHaveURL(/\/guardrails\//);
}

type Gateway = { call: (method: string, path: string, body?: object) => Promise<{ body: { data: { id: string } } }> };

function uniqueName() {
  const id = crypto.randomUUID().slice(0, 8);
  return { name: `guardrail-${id}`, key: `key-${id}` };
}

async function newGuardrail({ call }: Gateway, fields: object = {}): Promise<{ id: string; name: string }> {
  const { name } = uniqueName();
  const { body } = await call("POST", "/guardrails", { name, ...fields });
  return { id: body.data.id, name };
}
