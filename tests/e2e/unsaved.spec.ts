import { expect, test } from "./support/fixtures.ts";

const QUESTION = "Leave without saving your changes?";

for (const [what, path, field] of [
  ["a workspace's settings", async () => "/w/default/settings", /^Description/],
  [
    "a key's page",
    async (gateway: Gateway) => {
      const { body } = await gateway.call("POST", "/keys", { name: "Unsaved" });
      return `/w/default/keys/${body.data.hash}`;
    },
    /^Name/,
  ],
] as const) {
  test(`unsaved changes of ${what} survive a link, a command and a shortcut`, async ({ page, gateway }) => {
    await page.goto(await path(gateway));
    const box = page.getByRole("textbox", { name: field });
    await box.fill("Not saved yet");
    const address = page.url();
    const asked: string[] = [];
    page.on("dialog", (dialog) => {
      asked.push(dialog.message());
      void dialog.dismiss();
    });
    await page.getByRole("navigation").getByRole("link", { name: "Files", exact: true }).click();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search or run" }).fill("Files");
    await page.keyboard.press("Enter");
    await expect.poll(() => asked).toEqual([QUESTION, QUESTION]);
    expect(page.url()).toBe(address);
    await expect(box).toHaveValue("Not saved yet");
    await page.getByRole("button", { name: "Discard" }).click();
    await page.getByRole("navigation").getByRole("link", { name: "Files", exact: true }).click();
    await expect(page).toHaveURL(/\/files$/);
    expect(asked).toHaveLength(2);
  });
}

test.describe("the content security policy", () => {
  test.use({ expectedErrors: /Executing inline script violates/, expectedStatuses: [] });

  test("a page's scripts run with a nonce that is new for each response", async ({ page, gateway }) => {
    const policies = [];
    for (const path of ["/w/default/keys", "/docs", "/docs/createResponse", "/account", "/sign-in", "/nowhere"]) {
      const response = await fetch(`${gateway.url}${path}`, { headers: { "x-nonce": "forged" } });
      const policy = response.headers.get("content-security-policy") ?? "";
      const html = await response.text();
      const nonce = /script-src 'self' 'nonce-([^']+)'(;|$)/.exec(policy)?.[1];
      const scripts = html.match(/<script[^>]*>/g) ?? [];
      expect([path, scripts.filter((tag) => !tag.includes(`nonce="${nonce}"`))]).toEqual([path, []]);
      expect(scripts.length).toBeGreaterThan(2);
      policies.push(policy);
    }
    expect(new Set(policies).size).toBe(policies.length);
    await page.goto("/w/default/keys");
    await page
      .evaluate(() => {
        const script = document.createElement("script");
        script.textContent = "window.injected = true";
        document.body.append(script);
      })
      .catch(() => undefined);
    expect(await page.evaluate(() => "injected" in window)).toBe(false);
  });
});

type Gateway = { call: (method: string, path: string, body?: object) => Promise<{ body: { data: { hash: string } } }> };
