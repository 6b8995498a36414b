import type { Page } from "@playwright/test";
import { codeOf } from "#tests/support/authenticator-app.ts";
import { addAuthenticator } from "../support/authenticator.ts";
import { expect, test } from "../support/fixtures.ts";
import { tabTo } from "../support/keyboard.ts";
import { OWNER, setUp } from "../support/owner.ts";

// Tests that end sessions or change sign-in methods have their own gateway.
test.use({ about: "new", expectedStatuses: [401] });
test("by mouse: an authenticator app is set up, its codes are shown once, and sign-in requires it", async ({
  page,
  gateway,
}) => {
  await signedIn(page, gateway);
  await page.goto("/account");
  await page.getByRole("button", { name: "Set up authenticator app" }).click();
  const dialog = page.getByRole("dialog", { name: "Set up authenticator app" });
  await dialog.getByRole("textbox", { name: "Your password" }).fill(OWNER.password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByRole("img", { name: /QR code/ })).toBeVisible();
  const secret = (await dialog.locator("code").textContent())?.replaceAll(" ", "") ?? "";
  const totpUri = `otpauth://totp/Switchboard?secret=${secret}`;
  await dialog.getByRole("textbox", { name: "Code" }).fill(codeOf(totpUri));
  await dialog.getByRole("button", { name: "Turn on" }).click();

  const codes = page.getByRole("dialog", { name: "Recovery codes" });
  const recovery = (await codes.getByRole("listitem").first().textContent()) ?? "";
  await page.keyboard.press("Escape");
  await expect(codes).toBeVisible();
  await codes.getByLabel("I have saved them").click();
  await codes.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText(recovery)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Turn off" })).toBeVisible();

  await page.context().clearCookies();
  await page.goto("/sign-in");
  await page.getByLabel("Email").fill(OWNER.email);
  await page.getByRole("textbox", { name: "Password" }).fill(OWNER.password);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery code").fill(recovery);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
});

test("by keyboard: a passkey is added and signs in without a password", async ({ page, gateway }) => {
  await addAuthenticator(page);
  await signedIn(page, gateway);
  await page.goto("/account");
  await tabTo(page, page.getByRole("button", { name: "Add passkey" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Add passkey" }).getByLabel("Name")).toBeFocused();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("Laptop");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Laptop added")).toBeVisible();
  await expect(page.getByRole("button", { name: "Remove Laptop" })).toBeVisible();

  await page.context().clearCookies();
  await page.goto("/sign-in");
  await tabTo(page, page.getByRole("button", { name: "Sign in with a passkey" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
});

test("another session is listed and revoked, and the name is changed", async ({ page, gateway, browser }) => {
  await signedIn(page, gateway);
  const other = await browser.newContext({ baseURL: gateway.url });
  const elsewhere = await other.newPage();
  await elsewhere.goto("/sign-in");
  await elsewhere.getByLabel("Email").fill(OWNER.email);
  await elsewhere.getByRole("textbox", { name: "Password" }).fill(OWNER.password);
  await elsewhere.keyboard.press("Enter");
  await expect(elsewhere.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();

  await page.goto("/account");
  await page.getByRole("button", { name: /^End session on Chrome/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "End session" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^End session of/ })).toHaveCount(0);
  await elsewhere.goto("/w/default/keys");
  await expect(elsewhere).toHaveURL(/\/sign-in/);
  await other.close();

  await page.getByLabel("Name", { exact: true }).fill("Ada King");
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByRole("button", { name: /account of Ada King/ })).toBeVisible();
});

type Gateway = Parameters<typeof setUp>[0];

async function signedIn(page: Page, gateway: Gateway): Promise<void> {
  const { cookies } = await setUp(gateway, OWNER);
  await page.context().addCookies(cookies);
}
