import { expect, test } from "../support/fixtures.ts";
import { join } from "../support/join.ts";

const PAGE = "/w/default/budgets";
const CAPS = "/workspaces/default/member-caps";

test("an admin caps a member and raises the cap; the member sees both", async ({ page, gateway, browser }) => {
  const email = `${crypto.randomUUID().slice(0, 8)}@example.com`;
  const name = `Capped ${email.slice(0, 8)}`;
  const { signedIn } = await join(gateway, { role: "member", name, email });
  await page.goto(PAGE);
  await page.getByRole("button", { name: `Set caps for ${name}` }).click();
  const form = page.getByRole("dialog", { name: `Caps for ${name}` });
  await form.getByLabel("Per day").fill("20");
  await form.getByLabel("Per month").fill("");
  await form.getByRole("button", { name: "Save caps" }).click();
  await expect(form).toHaveCount(0);
  const row = page.getByRole("row", { name: new RegExp(name) });
  await expect(row).toContainText("of $20.00");
  await expect(row).toContainText("No monthly cap");
  await row.getByRole("button", { name: `Raise cap for ${name}` }).click();
  const raise = page.getByRole("dialog", { name: `Raise a cap for ${name}` });
  await raise.getByRole("button", { name: "Raise cap" }).click();
  await expect(raise.getByText("Enter a reason")).toBeVisible();
  await raise.getByLabel(/^Raise to/).fill("50");
  await raise.getByLabel(/^Reason/).fill("Release week");
  await raise.getByRole("button", { name: "Raise cap" }).click();
  await expect(row).toContainText(/Raised to \$50\.00 until \w{3} \d+, \d{4}/);
  await expect(row).toContainText("Release week");

  const context = await browser.newContext({ baseURL: gateway.url, storageState: signedIn });
  const own = await context.newPage();
  await own.goto(PAGE);
  await expect(own.getByText("You see your own caps")).toBeVisible();
  await expect(own.getByRole("table", { name: "Members and their caps" }).getByRole("row")).toHaveCount(2);
  await expect(own.getByText("Release week")).toBeVisible();
  await expect(own.getByRole("button", { name: /Set caps|Raise/ })).toHaveCount(0);
  await context.close();
});

test("a member near a cap is told on Overview, and administrators on Members", async ({
  page: own,
  gateway,
  browser,
}) => {
  const email = `${crypto.randomUUID().slice(0, 8)}@example.com`;
  const name = `Near ${email.slice(0, 8)}`;
  const { id, signedIn } = await join(gateway, { role: "member", name, email });
  const context = await browser.newContext({ baseURL: gateway.url, storageState: signedIn });
  const page = await context.newPage();
  await page.goto("/w/default");
  await page.evaluate(async () => {
    const request = { model: "openai/gpt-4o-mini", input: "Hello", max_output_tokens: 16 };
    const headers = { "content-type": "application/json" };
    await fetch("/api/v1/responses", { method: "POST", headers, body: JSON.stringify(request) });
  });
  const spent = (await gateway.call("GET", `${CAPS}?user_id=${id}`)).body.data[0].daily.spent_usd;
  expect(spent).toBeGreaterThan(0);
  const cap = { daily_usd: Number((spent / 0.9).toFixed(9)), monthly_usd: null };
  await gateway.call("PUT", `${CAPS}/${id}`, cap);
  await page.reload();
  await page
    .getByRole("link", { name: /^(89|90)% of your daily cap used \(<\$0\.01 of .*, resets \w+ 00:00 UTC, in/ })
    .click();
  await expect(page).toHaveURL(/\/w\/default\/budgets$/);
  await expect(page.getByText(/^(89|90)% used$/)).toBeVisible();
  const row = own.getByRole("row", { name: new RegExp(name) });
  await own.goto("/org/members");
  await expect(row).toContainText(/(89|90)% of cap used.*<\$0\.01 of the daily cap of .*, resets \w+ 00:00 UTC, in/);
  await gateway.call("PUT", `${CAPS}/${id}`, { daily_usd: spent, monthly_usd: null });
  await own.reload();
  await row.getByRole("link", { name: /Rejecting requests/ }).click();
  await expect(own).toHaveURL(/\/w\/default\/budgets$/);
  await context.close();
});

test("a budget of each session is created, and links the session that spent most", async ({ page, gateway }) => {
  const [name, session] = [`Agents ${crypto.randomUUID().slice(0, 8)}`, `runaway-${crypto.randomUUID().slice(0, 8)}`];
  await page.goto(PAGE);
  await page.getByRole("button", { name: "Create shared budget" }).click();
  const form = page.getByRole("dialog", { name: "Create shared budget" });
  await form.getByLabel(/^Name/).fill(name);
  await form.getByLabel(/^Limit/).fill("10");
  await form.getByLabel("Resets").click();
  await page.getByRole("option", { name: "Never" }).click();
  await form.getByRole("radio", { name: "Each session" }).check();
  await expect(form.getByText(/covers every request that names a session, as coding agents do/)).toBeVisible();
  await form.getByRole("button", { name: "Create budget" }).click();
  const row = page.getByRole("row", { name: new RegExp(name) });
  await expect(row).toContainText("$10.00 for each session");
  await expect(row).toContainText("No session has spent anything yet");
  await expect(row).toContainText("Every request that names a session");
  const made = (await gateway.call("POST", "/keys", { name: "Agent" })).body;
  const body = { model: "openai/gpt-4o-mini", input: "Hello", max_output_tokens: 16, session_id: session };
  expect((await gateway.call("POST", "/responses", body, { key: made.key })).status).toBe(200);
  await page.reload();
  await expect(row).toContainText(/1 session has spent <\$0\.01; none at 80% or more/);
  await row.getByRole("link", { name: session }).click();
  await expect(page).toHaveURL(new RegExp(`/w/default/logs\\?timeline=${session}`));
  await expect(page.getByRole("main")).toContainText(session);
  await page.goto(`/w/default/keys/${made.data.hash}`);
  await expect(page.getByRole("region", { name: "Shared budgets" })).toContainText(
    `${name} covers every request that names a session`,
  );
  const { data } = (await gateway.call("GET", "/workspaces/default/shared-budgets")).body;
  const { id } = data.find((budget: { name: string }) => budget.name === name);
  await gateway.call("DELETE", `/workspaces/default/shared-budgets/${id}`);
});

test("a shared budget is created, changed and deleted", async ({ page, gateway }) => {
  const name = `Team ${crypto.randomUUID().slice(0, 8)}`;
  await page.goto(PAGE);
  await page.getByRole("button", { name: "Create shared budget" }).click();
  const form = page.getByRole("dialog", { name: "Create shared budget" });
  await form.getByRole("button", { name: "Create budget" }).click();
  await expect(form.getByText("Enter a name")).toBeVisible();
  await form.getByLabel(/^Name/).fill(name);
  await form.getByLabel(/^Limit/).fill("25");
  await form.getByLabel("Members").click();
  await page.getByRole("option", { name: /Ada Lovelace/ }).click();
  await page.keyboard.press("Escape");
  await form.getByRole("button", { name: "Create budget" }).click();
  const row = page.getByRole("row", { name: new RegExp(name) });
  await expect(row).toContainText("of $25.00");
  await expect(row).toContainText("Ada Lovelace");
  await row.getByRole("button", { name: `Edit ${name}` }).click();
  const edit = page.getByRole("dialog", { name: `Edit ${name}` });
  await edit.getByLabel(/^Limit/).fill("30");
  await edit.getByRole("button", { name: "Save budget" }).click();
  await expect(row).toContainText("of $30.00");
  const tag = `team:${crypto.randomUUID().slice(0, 8)}`;
  await row.getByRole("button", { name: `Edit ${name}` }).click();
  await edit.getByLabel("Tags").fill("two words, bad tag!");
  await edit.getByRole("button", { name: "Save budget" }).click();
  await expect(edit.getByText(/letters, digits or/)).toBeVisible();
  await edit.getByLabel("Tags").fill(`${tag}, env:prod`);
  await edit.getByLabel("End users", { exact: true }).fill("anna\nben, the second");
  await edit.getByRole("radio", { name: "Each end user" }).check();
  await edit.getByRole("button", { name: "Save budget" }).click();
  await expect(row).toContainText("$30.00 for each end user");
  await expect(row).toContainText(`env:prod, ${tag}, anna, ben, the second`);
  const { hash } = (await gateway.call("POST", "/keys", { name: "Tagged", tags: [tag] })).body.data;
  await page.goto(`/w/default/keys/${hash}`);
  const budgets = page.getByRole("region", { name: "Shared budgets" });
  await expect(budgets).toContainText(`${name} includes its tag ${tag}`);
  await budgets.getByRole("link", { name: "All budgets" }).click();
  await row.getByRole("button", { name: `Delete ${name}` }).click();
  await page.getByRole("button", { name: "Delete budget" }).click();
  await expect(row).toHaveCount(0);
  const { data } = (await gateway.call("GET", "/workspaces/default/shared-budgets")).body;
  expect(data.map((budget: { name: string }) => budget.name)).not.toContain(name);
});
