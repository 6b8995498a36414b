import { expect, test } from "../support/fixtures.ts";
import { OWNER, setUp } from "../support/owner.ts";

test("the command menu opens pages, keys and models, and Escape closes it", async ({ page }) => {
  await page.goto("/w/default");
  await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
  await page.keyboard.press("Control+k");
  const search = page.getByRole("combobox", { name: "Search or run" });
  await expect(search).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(search).toHaveCount(0);

  await page
    .getByRole("button", { name: /^Search or run/ })
    .first()
    .click();
  await search.fill("production-w");
  await page.getByRole("option", { name: /Key production-web/ }).click();
  await expect(page.getByRole("heading", { name: "production-web", level: 1 })).toBeVisible();

  await page.keyboard.press("Control+k");
  await search.fill("gpt-4o-mini");
  await page.getByRole("option", { name: /Model openai\/gpt-4o-mini$/ }).click();
  await expect(page).toHaveURL(/\/models\/openai\/gpt-4o-mini$/);
});

test("single-key shortcuts open pages, focus the search and move through rows, but never while typing", async ({
  page,
}) => {
  await page.goto("/w/default");
  await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("k");
  await expect(page.getByRole("heading", { name: "Keys", level: 1 })).toBeVisible();
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await page.keyboard.press("j");
  await expect(page.locator("tbody tr").nth(0).getByRole("link").first()).toBeFocused();
  await page.keyboard.press("j");
  await expect(page.locator("tbody tr").nth(1).getByRole("link").first()).toBeFocused();
  await page.keyboard.press("/");
  const search = page.getByRole("searchbox", { name: "Search keys" });
  await expect(search).toBeFocused();
  await page.keyboard.type("gm?");
  await expect(search).toHaveValue("gm?");
  await expect(page).toHaveURL(/\/keys/);
});

test("question mark opens the list of shortcuts, and turning them off is remembered", async ({ page }) => {
  await page.goto("/w/default/keys");
  await expect(page.getByRole("heading", { name: "Keys", level: 1 })).toBeVisible();
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(dialog.getByText("Create key")).toBeVisible();
  await dialog.getByRole("switch", { name: "Single-key shortcuts" }).click();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await page.keyboard.press("c");
  await page.keyboard.press("?");
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: "Search or run" })).toBeFocused();
  await expect(page.getByRole("dialog")).toHaveCount(1);
});

test("a chosen theme survives reloads and is applied before the first paint", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/w/default");
  await page.getByRole("button", { name: /account of/ }).click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.goto("/w/default/keys", { waitUntil: "commit" });
  await page.locator("body").waitFor({ state: "attached" });
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test.describe("an expired session", () => {
  // Its own gateway, because so many tests sign in at the shared one that it throttles.
  test.use({ about: "new", expectedStatuses: [401] });

  test("asks for sign-in on the open page, which then continues", async ({ page, context, gateway }) => {
    const { cookies } = await setUp(gateway, OWNER);
    await context.addCookies(cookies);
    const { body: made } = await gateway.call("POST", "/keys", { name: "Shell" });
    await gateway.call("POST", "/responses", { model: "local/echo", input: "Hello" }, { key: made.key });
    await page.goto("/w/default/keys");
    await expect(page.getByRole("row").nth(1)).toBeVisible();
    await context.clearCookies();
    await page.getByRole("link", { name: "Logs", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Your session ended" });
    await dialog.getByLabel("Password").fill(OWNER.password);
    await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(/\/logs$/);
    await expect(page.getByRole("row").nth(1)).toBeVisible();
  });
});

test("an unknown URL shows a not-found page inside the console", async ({ page }) => {
  await page.goto("/w/default/no/such/page");
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Keys", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Keys", level: 1 })).toBeVisible();
});

test("an overlay opens on the first click and by keyboard, and returns the focus", async ({ page }) => {
  await page.goto("/w/default/keys");
  const account = page.getByRole("button", { name: /account of/ });
  await account.click();
  await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(account).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menu").getByRole("menuitem").first()).toBeFocused();
  await page.keyboard.press("Escape");
  const switcher = page.getByRole("button", { name: /^Workspace:/ });
  await switcher.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog").getByRole("combobox")).toBeFocused();
  await switcher.click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test.describe("an unreachable gateway", () => {
  // The browser reports each failed request, without a status.
  test.use({ expectedErrors: /ERR_(FAILED|INTERNET_DISCONNECTED)/ });

  test("is reported on the open page until it is back", async ({ page }) => {
    await page.goto("/w/default/keys");
    await expect(page.getByRole("row").nth(1)).toBeVisible();
    await page.route("**/api/**", (route) => route.abort());
    await page.getByRole("tab", { name: "Management keys" }).click();
    const banner = page.getByRole("alert").filter({ hasText: "The gateway is not responding" });
    await expect(banner).toBeVisible();
    await page.unroute("**/api/**");
    await banner.getByRole("button", { name: "Try now" }).click();
    await expect(banner).toHaveCount(0);
    await expect(page.getByText("No passkeys yet").or(page.getByRole("row").nth(1))).toBeVisible();
  });

  test("is noticed without a click; a link keeps the page open, and is followed once it is back", async ({ page }) => {
    await page.goto("/w/default/keys");
    await expect(page.getByRole("row").nth(1)).toBeVisible();
    await page.route("**/*", (route) => route.abort());
    const banner = page.getByRole("alert").filter({ hasText: "The gateway is not responding" });
    await expect(banner).toBeVisible();
    await page.getByRole("link", { name: "Logs", exact: true }).click();
    await expect(page.getByRole("row").nth(1)).toBeVisible();
    await expect(page).toHaveURL(/\/keys$/);
    await page.unroute("**/*");
    await expect(page).toHaveURL(/\/logs$/);
    await expect(banner).toHaveCount(0);
  });
});

test.describe("a page that crashes", () => {
  // The browser's console has the technical error; the page describes it in plain words.
  test.use({ expectedErrors: /./ });

  test("keeps the shell, shows an error and recovers with Retry", async ({ page }) => {
    await page.route("**/api/v1/keys?**", (route) => route.fulfill({ json: { data: [null], total_count: 1 } }));
    await page.goto("/w/default/keys");
    await expect(page.getByText("This page could not be shown")).toBeVisible();
    await expect(page.getByRole("link", { name: "Logs", exact: true })).toBeVisible();
    await page.unroute("**/api/v1/keys?**");
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("row").nth(1)).toBeVisible();
  });
});

test("the API reference does not move once the user is known", async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/session", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/docs/createResponse");
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toBeVisible();
  const before = await heading.boundingBox();
  release();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  expect(await heading.boundingBox()).toEqual(before);
});
