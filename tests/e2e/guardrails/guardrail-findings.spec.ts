import { expect, test } from "../support/fixtures.ts";

const EMAIL = "ana.silva@example.com";

test("findings are counted in the list and at each rule, and shown over time", async ({ page, gateway }) => {
  const name = `found-${crypto.randomUUID().slice(0, 8)}`;
  const made = await gateway.call("POST", "/guardrails", {
    name,
    content_filter_builtins: [{ slug: "email", action: "redact", applies_to: "input" }],
    content_filters: [{ pattern: "TICKET-\\d+", action: "block", label: "Ticket" }],
  });
  const { id } = made.body.data;
  const key = await gateway.call("POST", "/keys", { name });
  await gateway.call("POST", `/guardrails/${id}/assignments/keys`, { key_hashes: [key.body.data.hash] });
  await page.goto(`/w/default/guardrails/${id}?tab=findings`);
  await expect(page.getByText("No findings in this time range")).toBeVisible();
  for (const input of [`to ${EMAIL} and bob@example.com`, `to ${EMAIL}`, "TICKET-1"]) {
    await gateway.call("POST", "/responses", { model: "local/echo", input }, { key: key.body.key });
  }

  await page.goto("/w/default/guardrails");
  await page.getByRole("button", { name: "Found, 7 d" }).click();
  await page.getByRole("button", { name: "Found, 7 d" }).click();
  await expect(page).toHaveURL(/sort=found&order=desc/);
  const row = page.getByRole("row", { name: new RegExp(name) });
  await row.getByRole("link", { name: "4", exact: true }).click();
  await expect(page.getByRole("figure", { name: "Findings by rule" })).toBeVisible();
  const table = page.getByRole("region", { name: "Findings in this range" });
  await expect(table.getByRole("row")).toHaveText([
    /Rule/,
    /Email address.*Redact.*requests.*2.*3/,
    /Ticket.*Block.*1/,
  ]);
  await page.getByRole("button", { name: "View Findings by rule as table" }).click();
  await expect(page.getByRole("region", { name: "Findings by rule", exact: true })).toContainText("Email address");

  await page.getByRole("tab", { name: "Content rules" }).click();
  await expect(page.getByText("3 in 7 d")).toBeVisible();
  await expect(page.getByText("1 in 7 d")).toBeVisible();
  await expect(page.getByText("none in 7 d").first()).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 800 } });

  test("the tester has its own pane, and its verdict stays visible next to the rules", async ({ page, gateway }) => {
    const { body } = await gateway.call("POST", "/guardrails", { name: `phone-${crypto.randomUUID().slice(0, 8)}` });
    await page.goto(`/w/default/guardrails/${body.data.id}`);
    await expect(page.getByRole("textbox", { name: "Text to test" })).toBeHidden();
    await page.getByRole("switch", { name: "Email address" }).click();
    await page.getByRole("button", { name: "Tested text Redacted 1" }).click();
    await expect(page.getByRole("textbox", { name: "Text to test" })).toBeVisible();
    await expect(page.getByRole("switch", { name: "Email address" })).toBeHidden();
    await page.getByRole("radio", { name: "Rules" }).click();
    await expect(page.getByRole("switch", { name: "Email address" })).toBeVisible();
  });
});
