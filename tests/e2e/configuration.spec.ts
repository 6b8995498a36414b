import { expect, test } from "./support/fixtures.ts";
import { join } from "./support/join.ts";

test("the organization's settings show who applied the last document, and what has changed since", async ({
  page,
  gateway,
}) => {
  const email = `drift-${crypto.randomUUID().slice(0, 8)}@example.com`;
  const { id } = await join(gateway, { role: "member", name: "Drifting", email });
  const document = JSON.stringify({ version: 1, members: [{ email, role: "member" }] });
  const { plan_hash } = (await gateway.call("POST", "/config/plan", { document })).body.data;
  expect((await gateway.call("POST", "/config", { document, plan_hash })).status).toBe(200);

  await page.goto("/org/settings");
  const panel = page.getByRole("region", { name: "Configuration document" });
  await expect(panel.getByText("Nothing has changed since.")).toBeVisible();

  await gateway.call("PATCH", `/organization/members/${id}`, { role: "admin" });
  await panel.getByRole("button", { name: "Check again" }).click();
  const drift = panel.getByRole("list", { name: "Drift" });
  await expect(drift.getByText(`member ${email}`)).toBeVisible();
  await expect(drift.getByText('"admin" instead of "member"')).toBeVisible();
});
