import type { Page } from "@playwright/test";
import { violationsIn } from "./support/axe.ts";
import { expect, test } from "./support/fixtures.ts";

type Calling = { call(method: string, path: string, body?: unknown): Promise<{ body: ReturnType<typeof JSON.parse> }> };

/** A workspace of its own that stores content, with a key. */
async function keepingWorkspace({ call }: Calling, settings: object = { is_observability_io_logging_enabled: true }) {
  const slug = `keeping-${crypto.randomUUID().slice(0, 8)}`;
  const { id } = (await call("POST", "/workspaces", { name: slug, slug, ...settings })).body.data;
  const { key } = (await call("POST", "/keys", { name: "web", workspace_id: id })).body;
  return { slug, id, key };
}

async function expectAccessible(page: Page): Promise<void> {
  expect(await violationsIn(page, "light")).toEqual([]);
}

test("by keyboard: a request's panel shows its conversation and response, and opens them in the playground", async ({
  page,
  gateway,
}) => {
  const { slug, id: workspace_id, key } = await keepingWorkspace(gateway);
  const rules = { name: "Mail", workspace_id, content_filter_builtins: [{ slug: "email", action: "redact" }] };
  const { body: made } = await gateway.call("POST", "/guardrails", rules);
  const { hash } = (await gateway.call("GET", `/keys?workspace_id=${workspace_id}`)).body.data[0];
  await gateway.call("POST", `/guardrails/${made.data.id}/assignments/keys`, { key_hashes: [hash] });
  const messages = [
    { role: "system", content: "Be brief." },
    { role: "user", content: "Hello" },
    { role: "assistant", content: "Good day." },
    { role: "user", content: "Write to ana.silva@example.com" },
  ];
  const asked = { model: "openai/gpt-4o-mini", messages, temperature: 0.5 };
  const { headers } = await gateway.call("POST", "/chat/completions", asked, { key });
  await page.goto(`/w/${slug}/logs?peek=${headers.get("x-generation-id")}`);
  await page.getByRole("tab", { name: "Summary" }).focus();
  await page.keyboard.press("ArrowRight");
  const input = page.getByRole("region", { name: "Input" });
  await expect(input.getByRole("listitem")).toHaveText([
    "SystemBe brief.",
    "UserHello",
    "AssistantGood day.",
    "UserWrite to [EMAIL_1]",
  ]);
  await expect(input.getByTitle("Redacted")).toHaveText("[EMAIL_1]");
  await expect(page.getByRole("region", { name: "Output" })).toContainText("You said: Write to [EMAIL_1]");
  await expect(page).toHaveURL(/part=content/);
  await expectAccessible(page);
  await page.getByText("Raw", { exact: true }).click();
  await expect(page.getByRole("region", { name: "Request", exact: true })).toContainText('"temperature": 0.5');
  await expectAccessible(page);

  await page.getByRole("link", { name: "Open in playground" }).click();
  const prompt = page.getByRole("textbox", { name: /^Prompt/ });
  await expect(prompt).toHaveValue("Write to [EMAIL_1]");
  await expect(page.getByText("Good day.")).toBeVisible();
  await expect(page).not.toHaveURL(/call=/);
  await expect(page.getByRole("textbox", { name: /^System/ })).toHaveValue("Be brief.");
  await page.getByRole("button", { name: /^Send/ }).click();
  await expect(page.getByText("You said: Write to [EMAIL_1]")).toBeVisible();
});

test("a request without stored content says why, and where to change that", async ({ page, gateway }) => {
  const { slug, key } = await keepingWorkspace(gateway, {});
  const { headers } = await gateway.call("POST", "/responses", { model: "local/echo", input: "Hello" }, { key });
  await page.goto(`/w/${slug}/logs?peek=${headers.get("x-generation-id")}&part=content`);
  await expect(page.getByText("This workspace does not store prompts and responses.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Change logging settings" }).click();
  const keeps = page.getByRole("checkbox", { name: "Store prompts and responses" });
  await expect(keeps).not.toBeChecked();
  await expect(page.getByText(/Text requests and video prompts.*for 30 days/)).toBeVisible();
});

test("a failed request shows its error", async ({ page, gateway }) => {
  const { slug, key } = await keepingWorkspace(gateway);
  const asked = { model: "openai/gpt-4o-mini", input: "fault-400" };
  const { headers } = await gateway.call("POST", "/responses", asked, { key });
  await page.goto(`/w/${slug}/logs?peek=${headers.get("x-generation-id")}&part=content`);
  await expect(page.getByRole("region", { name: "Input" })).toContainText("fault-400");
  const output = page.getByRole("region", { name: "Output" });
  await expect(output).toContainText("No output.");
  await output.getByText("Provider response").click();
  await expect(output).toContainText('"error"');
  await expectAccessible(page);
});

test("unsaved rules are counted over logged requests, which open in the log", async ({ page, gateway }) => {
  const { slug, id: workspace_id, key } = await keepingWorkspace(gateway);
  for (const input of ["Write to ana.silva@example.com", "Hello", "And to eve@example.org"]) {
    await gateway.call("POST", "/responses", { model: "local/echo", input }, { key });
  }
  const rules = { name: "Mail", workspace_id, content_filter_builtins: [{ slug: "email", action: "redact" }] };
  const { body: made } = await gateway.call("POST", "/guardrails", rules);
  await page.goto(`/w/${slug}/guardrails/${made.data.id}`);
  await page.getByText("Backtest", { exact: true }).click();
  await page.getByRole("button", { name: "Count", exact: true }).click();
  await expect(page.getByText(/Of 3 requests, the rules would block 0, redact 2, flag 0 and allow 1/)).toBeVisible();
  await expect(page.getByRole("row", { name: /^Email/ })).toContainText("2");
  await page.getByText("View 2 requests").click();
  await expectAccessible(page);
  const [log] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("listitem").filter({ hasText: "redacted" }).first().getByRole("link").click(),
  ]);
  await expect(log.getByRole("region", { name: "Input" })).toContainText("And to eve@example.org");
});

test("a workspace that stores nothing says so in the backtest, which accepts pasted texts", async ({
  page,
  gateway,
}) => {
  const { slug, id: workspace_id } = await keepingWorkspace(gateway, {});
  const rules = { name: "Mail", workspace_id, content_filter_builtins: [{ slug: "email", action: "redact" }] };
  const { body: made } = await gateway.call("POST", "/guardrails", rules);
  await page.goto(`/w/${slug}/guardrails/${made.data.id}`);
  await page.getByText("Backtest", { exact: true }).click();
  await expect(page.getByText("This workspace does not store prompts and responses")).toBeVisible();
  await page.getByRole("button", { name: "Count", exact: true }).click();
  await expect(page.getByText("No stored requests from that time.")).toBeVisible();
  await page.getByText("Your texts", { exact: true }).click();
  await page.getByRole("textbox", { name: "Texts" }).fill("to ana.silva@example.com\nnothing");
  await page.getByRole("button", { name: "Count", exact: true }).click();
  await expect(page.getByText(/Of 2 texts, the rules would block 0, redact 1/)).toBeVisible();
  await expectAccessible(page);
});
