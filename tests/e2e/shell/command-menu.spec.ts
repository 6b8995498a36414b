import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures.ts";

test("what can be created opens its form from any page", async ({ page }) => {
  await openOverview(page);
  for (const [command, dialog] of [
    ["Create key", "Create key"],
    ["Create guardrail", "Create guardrail"],
    ["Invite a member", /^Invite/],
  ] as const) {
    await run(page, command, command);
    await expect(page.getByRole("dialog", { name: dialog })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
});

test("the ID of a generation or a request opens it in the logs", async ({ page, gateway }) => {
  const { headers, body } = await gateway.call("POST", "/responses", { model: "local/echo", input: "Hello" });
  const [generation, request] = [headers.get("x-generation-id"), headers.get("x-request-id")];
  expect(body.status).toBe("completed");
  // The ledger writes rows in groups.
  await expect.poll(async () => (await gateway.call("GET", `/generation?id=${generation}`)).status).toBe(200);
  await openOverview(page);
  await run(page, `${generation}`, /^Generation of local\/echo/);
  await expect(page).toHaveURL(new RegExp(`/logs\\?.*peek=${generation}`));
  await expect(page.getByRole("heading", { name: "Request details" })).toBeVisible();

  await openOverview(page);
  await run(page, `${request}`, /^Request to local\/echo/);
  await expect(page).toHaveURL(new RegExp(`/logs\\?.*request=${request}`));
  await expect(page.getByRole("row").filter({ hasText: "local/echo" })).toHaveCount(1);
});

test("a switch to another workspace stays on the page", async ({ page, gateway }) => {
  const slug = `team-${crypto.randomUUID().slice(0, 8)}`;
  await gateway.call("POST", "/workspaces", { name: slug, slug });
  await page.goto("/w/default/guardrails");
  await expect(page.getByRole("heading", { name: "Guardrails", level: 1 })).toBeVisible();
  await run(page, slug, `Switch to ${slug}`);
  await expect(page).toHaveURL(new RegExp(`/w/${slug}/guardrails$`));
  await expect(page.getByRole("heading", { name: "Guardrails", level: 1 })).toBeVisible();
  // Other tests use this gateway too; the open page would ask for the deleted workspace.
  await page.goto("about:blank");
  expect((await gateway.call("DELETE", `/workspaces/${slug}`)).status).toBe(200);
});

async function openOverview(page: Page): Promise<void> {
  await page.goto("/w/default");
  await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
}

/** Opens the menu, types, and chooses the option with this name. */
async function run(page: Page, text: string, option: string | RegExp): Promise<void> {
  await page.keyboard.press("Control+k");
  const search = page.getByRole("combobox", { name: "Search or run" });
  await expect(search).toBeFocused();
  await search.fill(text);
  await page.getByRole("option", { name: option }).click();
  await expect(search).toHaveCount(0);
}
