import { violations } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { tabTo } from "../support/keyboard.ts";
import { secretIn } from "../support/secret.ts";

test("by mouse: a change is found in the audit log with filters in the URL, and its diff is shown", async ({
  page,
  gateway,
}) => {
  const name = `audited-${crypto.randomUUID().slice(0, 8)}`;
  const { body } = await gateway.call("POST", "/keys", { name });
  await gateway.call("PATCH", `/keys/${body.data.hash}`, { limit: 7 });
  await page.goto("/org/audit");
  await page.getByRole("combobox", { name: "Action" }).selectOption("Keys");
  await expect(page).toHaveURL(/action=key/);
  const row = page.getByRole("row").filter({ hasText: name }).filter({ hasText: "key.update" });
  await row.getByRole("link").click();
  const panel = page.getByRole("dialog", { name: "key.update" });
  await expect(panel.getByText("limit", { exact: true })).toBeVisible();
  await panel.getByRole("button", { name: "Filter by this target" }).click();
  await expect(page.getByRole("row")).toHaveCount(3);
  await page.reload();
  await expect(page.getByRole("row")).toHaveCount(3);
  await page.getByRole("button", { name: "Clear all" }).click();
  await expect(page).toHaveURL(/\/org\/audit$/);
});

test("by keyboard alone: an entry of the audit log is found, opened and closed", async ({ page, gateway }) => {
  const { keyboard } = page;
  const name = `audited-${crypto.randomUUID().slice(0, 8)}`;
  await gateway.call("POST", "/keys", { name });
  await page.goto("/org/audit");
  await tabTo(page, page.getByRole("combobox", { name: "Action" }));
  await keyboard.type("Keys");
  await expect(page).toHaveURL(/action=key/);
  const record = page.getByRole("row").filter({ hasText: name }).getByRole("link");
  await tabTo(page, record);
  await keyboard.press("Enter");
  const panel = page.getByRole("dialog", { name: "key.create" });
  await expect(panel.getByText(name).first()).toBeVisible();
  await keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
  await expect(record).toBeFocused();
});

test("by keyboard: a management key is created and its secret shown once", async ({ page, gateway }) => {
  const { keyboard } = page;
  await page.goto("/org/management-keys");
  await expect(page.getByRole("heading", { name: "Management keys", level: 1 })).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await keyboard.press("c");
  await expect(page.getByRole("dialog").getByLabel("Name")).toBeFocused();
  await keyboard.type("deploys");
  await keyboard.press("Enter");
  const shown = page.getByRole("dialog", { name: "Key created" });
  const secret = await secretIn(shown);
  await tabTo(page, shown.getByLabel("I have saved it"));
  await keyboard.press("Space");
  await tabTo(page, shown.getByRole("button", { name: "Done" }));
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "deploys", level: 1 })).toBeVisible();
  expect((await gateway.call("GET", "/organization/members", undefined, { key: secret })).status).toBe(200);
  await page.goto("/org/management-keys");
  await expect(page.getByRole("link", { name: /deploys/ })).toBeVisible();
});

test("a management key is limited to a workspace and resources, and the limits are changed", async ({
  page,
  gateway,
}) => {
  await page.goto("/org/management-keys?create=true");
  const dialog = page.getByRole("dialog", { name: "Create management key" });
  await dialog.getByLabel("Name").fill("dashboard");
  const choose = async (list: string, option: string) => {
    await page.getByRole("button", { name: new RegExp(`^${list}`) }).click();
    await page.getByRole("option", { name: option, exact: true }).click();
    await page.keyboard.press("Escape");
  };
  await choose("Workspaces", "Default");
  await choose("Can only read", "analytics");
  await dialog.getByRole("button", { name: "Create management key" }).click();
  const shown = page.getByRole("dialog", { name: "Key created" });
  const key = await secretIn(shown);
  await shown.getByLabel("I have saved it").check();
  await shown.getByRole("button", { name: "Done" }).click();
  expect((await gateway.call("GET", "/analytics/meta", undefined, { key })).status).toBe(200);
  expect((await gateway.call("GET", "/keys", undefined, { key })).status).toBe(403);
  await expect(page.getByText("nothing", { exact: true })).toBeVisible();
  await choose("Can read and change", "keys");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("dashboard saved")).toBeVisible();
  expect((await gateway.call("GET", "/keys", undefined, { key })).status).toBe(200);
  expect(await violations(page)).toEqual([]);
  await page.goto("/org/management-keys");
  await expect(page.getByRole("row", { name: /dashboard/ }).getByText("limited")).toBeVisible();
});

test("the system page shows the gateway's health", async ({ page }) => {
  await page.goto("/org/system");
  await expect(page.getByRole("region", { name: "Database", exact: true })).toContainText("embedded");
  await expect(
    page.getByRole("table", { name: "Attempts by provider" }).getByRole("row", { name: /OpenAI/ }),
  ).toBeVisible();
  await expect(
    page.getByRole("table", { name: "Last job runs" }).getByRole("row", { name: /Roll up the ledger/ }),
  ).toBeVisible();
});

test("renaming the organization updates the shell", async ({ page }) => {
  await page.goto("/org/settings");
  await page.getByLabel("Organization name").fill("Analytical Engines");
  await page.getByRole("button", { name: "Save name" }).click();
  await page.getByRole("button", { name: /account of/ }).click();
  await expect(page.getByText("owner of Analytical Engines")).toBeVisible();
});
