import { startTraceReceiver, type TraceReceiver } from "#tests/support/servers/trace-receiver.ts";
import { violationsIn } from "./support/axe.ts";
import { expect, test } from "./support/fixtures.ts";

const PAGE = "/w/default/alerts";
const HOUR_MS = 3_600_000;

test.use({ about: "empty", expectedStatuses: [400, 404] });
// The alert's message waits for the delivery job.
let receiver: TraceReceiver;
test.beforeEach(async () => {
  receiver = await startTraceReceiver();
});
test.afterEach(async ({ gateway }) => {
  await receiver.close();
  for (const list of ["alert-rules", "alert-channels"]) {
    const { body } = await gateway.call("GET", `/${list}`);
    for (const { id } of body.data) await gateway.call("DELETE", `/${list}/${id}`);
  }
});

test("a channel is added and tested, a rule previewed and added, and its alert acknowledged and snoozed", async ({
  page,
  gateway,
}) => {
  await page.goto(PAGE);
  await expect(page.getByText("No rules watch this workspace yet.")).toBeVisible();
  await page.getByRole("tab", { name: "Channels" }).click();
  await page.getByRole("button", { name: "Add channel" }).first().click();
  const channel = page.getByRole("dialog", { name: "Add channel" });
  await channel.getByRole("button", { name: "Add channel" }).click();
  await expect(channel.getByText("Enter a name")).toBeVisible();
  await channel.getByLabel("Name").fill("On call");
  await channel.getByLabel("URL").fill("http://10.1.2.3/hook");
  await channel.getByRole("button", { name: "Add channel" }).click();
  await expect(channel.getByText("Must point to a public address")).toBeVisible();
  await channel.getByLabel("URL").fill(`${receiver.url}/a-secret-token-wxyz`);
  await channel.getByRole("button", { name: "Add channel" }).click();

  await page.getByRole("link", { name: "On call" }).click();
  const stored = page.getByRole("dialog", { name: "On call" });
  await expect(stored.getByLabel("URL")).toHaveValue(`${receiver.url}/••••wxyz`);
  await stored.getByRole("button", { name: "Send test" }).click();
  await expect(stored.getByText("The receiver responded with 200")).toBeVisible();
  expect(receiver.accepted[0]?.path).toBe("/a-secret-token-wxyz");
  await stored.getByRole("button", { name: "Cancel" }).click();

  const expires_at = new Date(Date.now() + HOUR_MS).toISOString();
  const { hash } = (await gateway.call("POST", "/keys", { name: "Nightly build", expires_at })).body.data;
  await page.getByRole("tab", { name: "Rules" }).click();
  await page.getByRole("button", { name: "Add rule" }).first().click();
  const rule = page.getByRole("dialog", { name: "Add rule" });
  await expect(rule.getByText("In the last 30 days, this rule would have opened no alert.")).toBeVisible();
  await rule.getByLabel("Watch for").selectOption("Model retiring");
  await expect(rule.getByLabel("Days ahead")).toHaveValue("60");
  await rule.getByLabel("Watch for").selectOption("Provider key rejected");
  await expect(rule.getByText("so the past cannot be known")).toBeVisible();
  await rule.getByLabel("Watch for").selectOption("API key about to expire");
  await expect(rule.getByText("Earlier dates and deleted keys cannot be known.")).toBeVisible();
  await rule.getByLabel("Days ahead").fill("");
  await expect(rule.getByText("Fill in every field")).toBeVisible();
  await rule.getByLabel("Days ahead").fill("3");
  await rule.getByLabel("Name").fill("Keys");
  await rule.getByRole("checkbox", { name: "On call (Webhook)" }).check();
  await rule.getByRole("button", { name: "Add rule" }).click();
  await expect(page.getByRole("row", { name: /Keys/ })).toContainText("1 open alert");

  await page.getByRole("tab", { name: /Open/ }).click();
  await page.getByRole("link", { name: /The API key Nightly build expires/ }).click();
  const alert = page.getByRole("dialog", { name: "Alert", exact: true });
  await expect(alert.getByRole("row", { name: /On call/ })).toContainText("delivered");
  await alert.getByRole("button", { name: "Acknowledge" }).click();
  await expect(alert.getByText("acknowledged", { exact: true })).toBeVisible();
  await alert.getByRole("button", { name: "Snooze" }).click();
  await page.getByRole("menuitem", { name: "For 1 day" }).click();
  await expect(alert.getByText("Snoozed until")).toBeVisible();
  await alert.getByRole("button", { name: "End snooze" }).click();
  await expect(alert.getByRole("button", { name: "Snooze" })).toBeVisible();

  await page.goto("/w/default");
  await page.getByRole("link", { name: "1 open alert" }).click();
  await expect(page).toHaveURL(/\/alerts$/);
  await gateway.call("DELETE", `/keys/${hash}`);
  await page.getByRole("tab", { name: "Rules" }).click();
  await page.getByRole("switch", { name: "Enable Keys" }).click();
  await expect(page.getByRole("row", { name: /Keys/ })).toContainText("disabled");
  await page.getByRole("tab", { name: "History" }).click();
  await expect(page.getByRole("row", { name: /The API key Nightly build expires/ })).toContainText("resolved");
});

test("a rule about caps and budgets says what is wrong, is added, and links to what it reports", async ({
  page,
  gateway,
}) => {
  await page.goto(`${PAGE}?tab=rules`);
  await page.getByRole("button", { name: "Add rule" }).first().click();
  const rule = page.getByRole("dialog", { name: "Add rule" });
  await rule.getByLabel("Watch for").selectOption("Spending limit nearly used up");
  for (const text of ["0", "-5", "101", "1e30", "many", ""]) {
    await rule.getByLabel("Opens at").fill(text);
    await rule.getByRole("button", { name: "Add rule" }).click();
    const message = text === "many" ? "Enter a number" : "Enter a percentage from 1 to 100";
    await expect(rule.getByText(message, { exact: true })).toBeVisible();
  }
  await rule.getByLabel("Opens at").fill("80");
  for (const name of ["Workspace budgets", "API key limits", "Member caps", "Shared budgets"])
    await rule.getByRole("checkbox", { name }).uncheck();
  await rule.getByLabel("Name").fill("Limits");
  await rule.getByRole("button", { name: "Add rule" }).click();
  await expect(rule.getByText("Choose what to watch")).toBeVisible();
  await rule.getByRole("checkbox", { name: "API key limits" }).check();
  await expect(rule.getByText("In the last 30 days, this rule would have opened no alert.")).toBeVisible();
  await rule.getByRole("button", { name: "Add rule" }).click();
  await expect(page.getByRole("row", { name: /Limits/ })).toContainText("nothing found");

  const { key, data } = (await gateway.call("POST", "/keys", { name: "Rejected", limit: 0.000001 })).body;
  const request = { model: "openai/gpt-4o-mini", input: "Hello" };
  expect((await gateway.call("POST", "/responses", request, { key })).status).toBe(402);
  await page.getByRole("tab", { name: /Open/ }).click();
  await page
    .getByRole("link", { name: /The API key Rejected has spent .* It rejected 1 request/ })
    .click({ timeout: 90_000 });
  await page
    .getByRole("dialog", { name: "Alert", exact: true })
    .getByRole("link", { name: "Show the API key" })
    .click();
  await expect(page).toHaveURL(/\/keys\/[0-9a-f]+$/);
  await gateway.call("DELETE", `/keys/${data.hash}`);
});

test("a rule about sessions links to the session that costs too much", async ({ page, gateway }) => {
  const request = { model: "openai/gpt-4o-mini", input: "Hello", session_id: "run & walk" };
  expect((await gateway.call("POST", "/responses", request)).status).toBe(200);
  await page.goto(`${PAGE}?tab=rules`);
  await page.getByRole("button", { name: "Add rule" }).first().click();
  const rule = page.getByRole("dialog", { name: "Add rule" });
  await rule.getByLabel("Watch for").selectOption("Session cost above a threshold");
  await rule.getByLabel("Threshold").fill("0.000000001");
  await rule.getByLabel("Name").fill("Runaway agents");
  await rule.getByRole("button", { name: "Add rule" }).click();
  await expect(page.getByRole("row", { name: /Runaway agents/ })).toBeVisible();
  await page.getByRole("tab", { name: /Open/ }).click();
  await page.getByRole("link", { name: /Session run & walk has cost/ }).click({ timeout: 90_000 });
  await page
    .getByRole("dialog", { name: "Alert", exact: true })
    .getByRole("link", { name: "Show the session" })
    .click();
  await expect(page.getByRole("heading", { name: /Session/ }).first()).toBeVisible();
  await expect(page).toHaveURL(/timeline=run(\+|%20)%26(\+|%20)walk/);
});

test("every tab and form is accessible in both themes and widths", async ({ page, gateway }) => {
  const channel = { name: "On call", type: "slack", config: { url: `${receiver.url}/token` } };
  const { id } = (await gateway.call("POST", "/alert-channels", channel)).body.data;
  const rule = {
    name: "Spending",
    kind: "spend_threshold",
    params: { interval: "daily", limit_usd: 5 },
    channel_ids: [id],
  };
  const made = await gateway.call("POST", "/alert-rules", rule);
  for (const query of ["", "?tab=rules", "?tab=channels", "?tab=history", `?tab=rules&rule=${made.body.data.id}`]) {
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${PAGE}${query}`);
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      if (query.includes("rule=")) await expect(page.getByText("In the last 30 days")).toBeVisible();
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        expect(await violationsIn(page, colorScheme), `${query}, ${colorScheme}, ${width}`).toEqual([]);
      }
    }
  }
});
