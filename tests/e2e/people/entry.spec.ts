import { expect, test } from "../support/fixtures.ts";
import { OWNER } from "../support/owner.ts";

test.use({ signedIn: false });

test.describe("wrong credentials", () => {
  test.use({ expectedStatuses: [401] });

  test("a wrong password shows an error and keeps the email; the right one opens the requested page", async ({
    page,
  }) => {
    await page.goto("/w/default/keys?status=disabled");
    await expect(page).toHaveURL(/\/sign-in\?next=/);
    await page.getByLabel("Email").fill(OWNER.email);
    await page.getByRole("textbox", { name: "Password" }).fill("wrong horse battery");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByRole("alert").filter({ hasText: "Wrong email or password" })).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveValue(OWNER.email);
    await expect(page.getByRole("textbox", { name: "Password" })).toBeFocused();

    await page.getByRole("textbox", { name: "Password" }).fill(OWNER.password);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/w\/default\/keys\?status=disabled$/);
    await expect(page.getByRole("link", { name: /staging/ })).toBeVisible();
  });
});

test("signing out leads to the sign-in page, and no page opens afterwards", async ({ page }) => {
  await page.goto("/sign-in");
  await page.getByLabel("Email").fill(OWNER.email);
  await page.getByRole("textbox", { name: "Password" }).fill(OWNER.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/w\/default$/);
  await page.getByRole("button", { name: /account of/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/sign-in$/);
  await page.goto("/w/default/models");
  await expect(page).toHaveURL(/\/sign-in\?next=%2Fw%2Fdefault%2Fmodels$/);
});

test("sign-in never redirects to another site", async ({ page }) => {
  await page.goto("/sign-in?next=https://evil.example/");
  await page.getByLabel("Email").fill(OWNER.email);
  await page.getByRole("textbox", { name: "Password" }).fill(OWNER.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/w\/default$/);
});

test("setup is closed once an owner exists", async ({ page }) => {
  await page.goto("/setup?token=any");
  await expect(page.getByRole("heading", { name: "Switchboard is already set up" })).toBeVisible();
  await page.getByRole("link", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
});

test("no form is shown before the page can handle it, so that early input is not lost", async ({
  browser,
  gateway,
}) => {
  const context = await browser.newContext({ baseURL: gateway.url, javaScriptEnabled: false });
  const page = await context.newPage();
  for (const [path, title] of [
    ["/sign-in", "Sign in"],
    ["/setup?token=any", "Set up Switchboard"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    await expect(page.getByRole("textbox")).toHaveCount(0);
  }
  await context.close();
});
