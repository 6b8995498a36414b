import { violations } from "./support/axe.ts";
import { expect, test } from "./support/fixtures.ts";
import { chooseAction } from "./support/row-menu.ts";
import { secretIn } from "./support/secret.ts";

test("a key is limited to server tools, and the list is changed", async ({ page, gateway }) => {
  const name = `agent-${crypto.randomUUID().slice(0, 8)}`;
  const allowed = async () => {
    const { data } = (await gateway.call("GET", "/keys?limit=100")).body;
    return data.find((key: { name: string }) => key.name === name)?.allowed_tools;
  };
  await page.goto("/w/default/keys?create=true");
  const form = page.getByRole("dialog", { name: "Create key" });
  await form.getByRole("textbox", { name: /^Name/ }).fill(name);
  await form.getByRole("button", { name: "Allowed server tools" }).click();
  await page.getByRole("option", { name: "web_fetch" }).click();
  await page.getByRole("option", { name: /^tickets/ }).click();
  await page.keyboard.press("Escape");
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await violations(page), String(width)).toEqual([]);
  }
  await form.getByRole("button", { name: "Create key" }).click();
  await expect.poll(allowed).toEqual(["web_fetch", "tickets/*"]);
  const shown = page.getByRole("dialog", { name: "Key created" });
  await shown.getByLabel("I have saved it").click();
  await shown.getByRole("button", { name: "Done" }).click();

  await page.getByRole("button", { name: "Remove tickets/*" }).click();
  await page.getByRole("button", { name: "Add by name" }).click();
  await page.getByLabel("Add to allowed server tools by name").fill("tickets/read");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+s");
  await expect.poll(allowed).toEqual(["web_fetch", "tickets/read"]);
  await expect(page.getByText(/unsaved change/)).toHaveCount(0);
  await page.getByRole("button", { name: "Remove tickets/read" }).click();
  await page.getByRole("button", { name: "Remove web_fetch" }).click();
  await page.keyboard.press("Control+s");
  await expect.poll(allowed).toBeNull();
});

test("a key's secret is shown once, in a dialog that cannot be closed before it is saved", async ({
  page,
  gateway,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/w/default/keys");
  await page.getByRole("button", { name: "Create key" }).first().click();
  const form = page.getByRole("dialog", { name: "Create key" });
  await form.getByRole("button", { name: "Create key" }).click();
  await expect(form.getByText("Enter a name")).toBeVisible();
  await form.getByLabel("Name").fill("with a limit");
  await form.getByLabel("Spending limit").fill("12.5");
  await form.getByRole("button", { name: "Create key" }).click();

  const shown = page.getByRole("dialog", { name: "Key created" });
  const done = shown.getByRole("button", { name: "Done" });
  await expect(done).toBeDisabled();
  await page.keyboard.press("Escape");
  await page.mouse.click(5, 5);
  await expect(shown).toBeVisible();
  const secret = await secretIn(shown);
  await shown.getByRole("button", { name: "Copy", exact: true }).click();
  await expect(done).toBeEnabled();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  await done.click();

  await expect(page.getByRole("heading", { name: "with a limit", level: 1 })).toBeVisible();
  await expect(page.getByText("$12.50").first()).toBeVisible();
  await expect(page.getByText(secret)).toHaveCount(0);
  expect((await gateway.call("GET", "/key", undefined, { key: secret })).body.data).toMatchObject({ limit: 12.5 });
});

test("a disabled key is rejected at once, and Undo re-enables it", async ({ page, gateway }) => {
  const { key, name } = await newKey(gateway);
  await page.goto("/w/default/keys");
  await chooseAction(page, name, "Disable");
  const toast = page.getByRole("listitem").filter({ hasText: `${name} disabled` });
  await expect(toast).toBeVisible();
  expect((await gateway.call("GET", "/key", undefined, { key })).status).toBe(401);
  await toast.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText(`${name} enabled`)).toBeVisible();
  expect((await gateway.call("GET", "/key", undefined, { key })).status).toBe(200);
});

test("a key is created with a limit, an expiry and its models in one dialog", async ({ page, gateway }) => {
  const name = `only-${crypto.randomUUID().slice(0, 8)}`;
  await page.goto("/w/default/keys?create=true");
  const form = page.getByRole("dialog", { name: "Create key" });
  await form.getByRole("textbox", { name: /^Name/ }).fill(name);
  await form.getByLabel("Spending limit").fill("5");
  await form.getByRole("radio", { name: "30 days" }).check();
  await form.getByRole("combobox", { name: "Guardrail" }).click();
  await page.getByRole("option", { name: "New guardrail: only some models" }).click();
  await form.getByRole("button", { name: "Allowed models" }).click();
  await page.getByRole("option", { name: "local/echo" }).click();
  await page.keyboard.press("Escape");
  await form.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByRole("dialog", { name: "Key created" })).toBeVisible();
  const [key] = (await gateway.call("GET", `/keys?q=${name}`)).body.data;
  expect(key.limit).toBe(5);
  expect(Date.parse(key.expires_at)).toBeGreaterThan(Date.now());
  const { body } = await gateway.call("GET", `/guardrails/effective?key_hash=${key.hash}`);
  expect(body.data.allowed_models).toEqual([{ names: ["local/echo"], source: expect.anything() }]);
  // Other tests use this gateway too.
  await page.goto("about:blank");
  const { guardrail_id: id } = body.data.allowed_models[0].source;
  expect((await gateway.call("DELETE", `/guardrails/${id}`)).status).toBe(200);
});

test("after a rotation the old and the new row are told apart, and the new one is in view", async ({
  page,
  gateway,
}) => {
  const { name } = await newKey(gateway);
  await page.goto("/w/default/keys");
  await chooseAction(page, name, "Rotate key");
  const dialog = page.getByRole("dialog", { name: `Rotate key ${name}` });
  await dialog.getByRole("radio", { name: /another hour/ }).click();
  await dialog.getByRole("button", { name: "Rotate key" }).click();
  const shown = page.getByRole("dialog", { name: "Key rotated" });
  await shown.getByLabel("I have saved it").click();
  await shown.getByRole("button", { name: "Done" }).click();
  const rows = page.getByRole("row").filter({ hasText: name });
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: "Rotated" })).toHaveCount(1);
  await expect(rows.filter({ hasNotText: "Rotated" })).toBeInViewport();
});

test("a rotated key and its replacement both work during the grace period", async ({ page, gateway }) => {
  const { key, name } = await newKey(gateway);
  await page.goto("/w/default/keys");
  await chooseAction(page, name, "Rotate key");
  const dialog = page.getByRole("dialog", { name: `Rotate key ${name}` });
  await dialog.getByRole("radio", { name: /another hour/ }).click();
  await dialog.getByRole("button", { name: "Rotate key" }).click();
  const shown = page.getByRole("dialog", { name: "Key rotated" });
  const successor = await secretIn(shown);
  await shown.getByLabel("I have saved it").click();
  await shown.getByRole("button", { name: "Done" }).click();
  for (const one of [key, successor])
    expect((await gateway.call("GET", "/key", undefined, { key: one })).status).toBe(200);
  const { body } = await gateway.call("GET", "/key", undefined, { key });
  const left = Date.parse(body.data.expires_at) - Date.now();
  expect(left).toBeGreaterThan(50 * 60_000);
  expect(left).toBeLessThanOrEqual(60 * 60_000);
});

test("a key is deleted only after its name was typed", async ({ page, gateway }) => {
  const { key, name } = await newKey(gateway);
  await page.goto("/w/default/keys");
  await chooseAction(page, name, "Delete key");
  const dialog = page.getByRole("alertdialog", { name: `Delete key ${name}` });
  const remove = dialog.getByRole("button", { name: "Delete key" });
  await expect(remove).toBeDisabled();
  await dialog.getByRole("textbox").fill(name);
  await remove.click();
  await expect(page.getByText(`${name} deleted`)).toBeVisible();
  await expect(page.getByRole("link", { name: new RegExp(name) })).toHaveCount(0);
  expect((await gateway.call("GET", "/key", undefined, { key })).status).toBe(401);
});

test("the effects are shown before a key is deleted", async ({ page }) => {
  await page.goto("/w/default/keys");
  await chooseAction(page, "production-web", "Delete key");
  const dialog = page.getByRole("alertdialog", { name: "Delete key production-web" });
  await expect(dialog.getByText("Requests in 24 h")).toBeVisible();
  await expect(dialog.getByText("openai/gpt-4o-mini")).toBeVisible();
});

for (const width of [320, 768, 1024]) {
  test(`a key's actions stay visible at ${width} px despite long names, badges or limits`, async ({
    page,
    gateway,
  }) => {
    const { body: made } = await gateway.call("POST", "/keys", { name: "wide", limit: 1234.5, limit_reset: "monthly" });
    const { body: guardrail } = await gateway.call("POST", "/guardrails", { name: `wide-${width}` });
    const path = `/guardrails/${guardrail.data.id}/assignments/keys`;
    await gateway.call("POST", path, { key_hashes: [made.data.hash] });
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/w/default/keys");
    const actions = page.getByRole("button", { name: "Actions for production-web" });
    await expect(actions).toBeVisible();
    const { x = 0, width: wide = 0 } = (await actions.boundingBox()) ?? {};
    expect(x + wide).toBeLessThanOrEqual(width);
  });
}

test("filters are kept in the URL and survive a reload", async ({ page }) => {
  await page.goto("/w/default/keys");
  await page.getByRole("searchbox", { name: "Search keys" }).fill("sta");
  await page.getByRole("combobox", { name: "Status" }).click();
  await page.getByRole("option", { name: /^Disabled/ }).click();
  await expect(page).toHaveURL(/q=sta.*status=disabled|status=disabled.*q=sta/);
  await page.reload();
  await expect(page.getByRole("link", { name: /staging/ })).toBeVisible();
  await expect(page.getByRole("searchbox", { name: "Search keys" })).toHaveValue("sta");
  await expect(page.getByRole("link", { name: /production-web/ })).toHaveCount(0);
  await page.getByRole("button", { name: "Clear all" }).click();
  await expect(page.getByRole("link", { name: /production-web/ })).toBeVisible();
  await expect(page).toHaveURL(/\/keys$/);
});

test("sort order and status apply to all keys, and a page beyond the end shows the last one", async ({ page }) => {
  await page.goto("/w/default/keys?q=production-web");
  await expect(page.getByRole("row")).toHaveCount(2);
  const sorted = page.waitForRequest((request) => /\/api\/v1\/keys\?.*sort=spend&order=asc/.test(request.url()));
  await page.getByRole("button", { name: "Spend this month" }).click();
  await sorted;
  await expect(page.getByRole("columnheader", { name: "Spend this month" })).toHaveAttribute("aria-sort", "ascending");
  await expect(page.getByRole("combobox", { name: "Status" }).locator("option", { hasText: "Active (1)" })).toHaveCount(
    1,
  );
  await page.goto("/w/default/keys?q=production-web&offset=500");
  await expect(page.getByRole("link", { name: /production-web/ })).toBeVisible();
  await expect(page).not.toHaveURL(/offset/);
});

type Gateway = { call: (method: string, path: string, body: object) => Promise<{ body: { key: string } }> };

async function newKey({ call }: Gateway): Promise<{ key: string; name: string }> {
  const name = `key-${crypto.randomUUID().slice(0, 8)}`;
  const { body } = await call("POST", "/keys", { name });
  return { key: body.key, name };
}
