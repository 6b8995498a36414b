import { expect, test } from "./support/fixtures.ts";

test("a key with rejected requests says why and links to them; a row opens its panel, and J moves to the next", async ({
  page,
  gateway,
}) => {
  const { body: made } = await gateway.call("POST", "/keys", { name: "Nearly empty", limit: 0.000001 });
  const { key } = made;
  for (let index = 0; index < 3; index++) {
    const body = { model: "openai/gpt-4o-mini", input: "hi", max_output_tokens: 16_000 };
    expect((await gateway.call("POST", "/responses", body, { key })).status).toBe(402);
  }
  await page.goto("/w/default/keys?q=Nearly");
  await page.getByRole("link", { name: /Rejecting requests/ }).click();
  const rows = page.getByRole("table", { name: "Requests" }).locator("tbody tr");
  await expect(rows).toHaveCount(3);
  await expect(rows.first().getByText("Spending limit")).toBeVisible();
  // Anywhere in the row, not only on its link.
  await rows.first().getByText("402 rejected").click();
  const panel = page.getByRole("dialog", { name: "Request details" });
  await expect(panel.getByText(/Rejected before reaching a provider: Spending limit/)).toBeVisible();
  await expect(panel.getByText("Nearly empty")).toBeVisible();
  const opened = () => new URL(page.url()).searchParams.get("peek");
  const first = opened();
  await page.keyboard.press("j");
  await expect.poll(opened).not.toBe(first);
  await expect(rows.nth(1)).toHaveAttribute("aria-selected", "true");
  // Other tests share the gateway and its keys.
  await gateway.call("DELETE", `/keys/${made.data.hash}`);
});

test("a key that rejects one session says that it rejects some requests, and links to them", async ({
  page,
  gateway,
}) => {
  const { body: made } = await gateway.call("POST", "/keys", { name: "Agents in a loop" });
  const path = "/workspaces/default/shared-budgets";
  const fields = { name: "Agents", limit_usd: 0.000001, per_session: true, key_hashes: [made.data.hash] };
  const { body: budget } = await gateway.call("POST", path, fields);
  const body = { model: "openai/gpt-4o-mini", input: "hi", session_id: "in a loop", max_output_tokens: 16_000 };
  expect((await gateway.call("POST", "/responses", body, { key: made.key })).status).toBe(402);
  await page.goto("/w/default/keys?q=Agents");
  await page.getByRole("link", { name: /Rejecting some requests/ }).click();
  const rows = page.getByRole("table", { name: "Requests" }).locator("tbody tr");
  await expect(rows).toHaveCount(1);
  await expect(rows.getByText("Session limit")).toBeVisible();
  await gateway.call("DELETE", `${path}/${budget.data.id}`);
  await gateway.call("DELETE", `/keys/${made.data.hash}`);
});

test("a request's panel explains each candidate", async ({ page, gateway }) => {
  const { headers } = await gateway.call("POST", "/responses", { model: "openai/gpt-4o-mini", input: "hi" });
  await page.goto(`/w/default/logs?peek=${headers.get("x-generation-id")}`);
  const routing = page.getByRole("region", { name: "Routing" });
  await expect(routing.getByRole("listitem").first()).toContainText(/openai\/gpt-4o-mini@\w+.*It served the request\./);
});
