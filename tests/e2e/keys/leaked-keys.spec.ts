import { violations } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { secretIn } from "../support/secret.ts";

const WHERE = "https://code.example/app/config.js";

test("a leaked key is named on the Keys page, and its page says where it was found and what it did", async ({
  page,
  gateway,
}) => {
  const name = `leaked-${crypto.randomUUID().slice(0, 8)}`;
  const made = (await gateway.call("POST", "/keys", { name })).body;
  const { key } = made;
  const { hash } = made.data;
  const before = new Date().toISOString();
  await gateway.call("POST", "/responses", { model: "local/echo", input: "hello" }, { key });
  await gateway.call("POST", "/keys/report", { key, url: WHERE, source: "commit", leaked_at: before }, { key: null });

  await page.goto("/w/default/keys");
  const banner = page.getByRole("status").filter({ hasText: "reported as leaked" });
  await banner.getByRole("link", { name }).click();
  await expect(page.getByText("Leaked", { exact: true })).toBeVisible();
  const panel = page.getByRole("region", { name: "Reported as leaked" });
  await expect(panel).toContainText("The key was disabled");
  const places = panel.getByRole("region", { name: "Where it was found" });
  await expect(places).toContainText(WHERE);
  await expect(places).toContainText("unverified");
  // A stranger chose the address.
  await expect(places.getByRole("link")).toHaveCount(0);
  await expect(panel.getByRole("region", { name: "Activity since then" })).toContainText("1 request for");
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await violations(page), String(width)).toEqual([]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });

  await panel.getByRole("button", { name: "Rotate key" }).click();
  const dialog = page.getByRole("dialog", { name: `Rotate key ${name}` });
  await expect(dialog).toContainText("The old key is disabled and ends now");
  await dialog.getByRole("button", { name: "Rotate and revoke old key" }).click();
  const shown = page.getByRole("dialog", { name: "Key rotated" });
  const successor = await secretIn(shown);
  await shown.getByLabel("I have saved it").click();
  await shown.getByRole("button", { name: "Done" }).click();
  expect((await gateway.call("GET", "/key", undefined, { key: successor })).status).toBe(200);
  await expect(page.getByText("Leaked", { exact: true })).toHaveCount(0);

  await page.goto(`/w/default/keys/${hash}`);
  await panel.getByRole("link", { name: "Show them in Logs" }).click();
  await expect(page).toHaveURL(/range=custom/);
  await expect(page.getByRole("row").filter({ hasText: "echo" })).toHaveCount(1);
  await page.goto("/w/default/keys");
  await expect(page.getByRole("row").filter({ hasText: name }).first()).toBeVisible();
  await expect(banner.getByRole("link", { name })).toHaveCount(0);
});

test("a key that was only noted is kept with one click, and the policy is changed in the settings", async ({
  page,
  gateway,
}) => {
  await page.goto("/w/default/settings");
  const choose = async (policy: string) => {
    await page.getByRole("combobox", { name: "When a key is reported as leaked" }).click();
    await page.getByRole("option", { name: policy }).click();
    await page.keyboard.press("Control+s");
    await expect(page.getByText(/unsaved change/)).toHaveCount(0);
  };
  await choose("Only notify");
  const { key, data } = (await gateway.call("POST", "/keys", { name: "noted" })).body;
  await gateway.call("POST", "/keys/report", { key, url: WHERE });
  await choose("Disable it until an administrator enables it");
  await page.goto(`/w/default/keys/${data.hash}`);
  const panel = page.getByRole("region", { name: "Reported as leaked" });
  await expect(panel.getByRole("link", { name: WHERE })).toHaveAttribute("rel", /noopener/);
  await panel.getByRole("button", { name: "Keep the key" }).click();
  await expect(panel).toContainText("An administrator decided to keep the key enabled");
  await expect(page.getByText("Leaked", { exact: true })).toHaveCount(0);
  expect((await gateway.call("GET", "/key", undefined, { key })).status).toBe(200);
});
