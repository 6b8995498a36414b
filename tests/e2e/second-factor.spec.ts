import type { Page } from "@playwright/test";
import { codeOf } from "#tests/support/authenticator-app.ts";
import { addAuthenticator } from "./support/authenticator.ts";
import { violations } from "./support/axe.ts";
import { expect, test as withoutProvider } from "./support/fixtures.ts";
import { join } from "./support/join.ts";
import { tabTo } from "./support/keyboard.ts";
import { OWNER, setUp } from "./support/owner.ts";
import { setUpProvider, signInThere, test } from "./support/sign-on.ts";

const OPTIONS = { about: "new", expectedStatuses: [400, 401, 403, 502] } as const;
const ALAN = { role: "member", name: "Alan", email: "alan@example.com" } as const;

test.use({ ...OPTIONS, expectedStatuses: [...OPTIONS.expectedStatuses] });
const require = { requires_second_factor: true };
const keysPage = (page: Page) => page.getByRole("heading", { name: "Keys", level: 1 });

/** Checks the page in both themes and at both widths. */
async function expectAccessible(page: Page): Promise<void> {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await violations(page)).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  }
}

test("by keyboard: single sign-on leads to a second factor, set up on first use, and then to the requested page", async ({
  page,
  gateway,
  provider,
  browser,
}) => {
  const { cookies } = await setUp(gateway, OWNER);
  await page.context().addCookies(cookies);
  provider.allow(await setUpProvider(page, provider));
  await join(gateway, ALAN);
  await gateway.call("PATCH", "/organization", require);

  const alan = await signInThere(browser, gateway, ALAN.email, "/w/default/keys");
  await expect(alan.getByRole("heading", { name: "Set up a second factor" })).toBeVisible();
  await expectAccessible(alan);
  await expect(alan.getByRole("textbox", { name: "Your password" })).toBeFocused();
  await alan.keyboard.type("correct horse battery");
  await alan.keyboard.press("Enter");
  const code = alan.getByRole("textbox", { name: "Code" });
  await expect(code).toBeFocused();
  await expectAccessible(alan);
  const secret = (await alan.locator("main code").first().textContent())?.replaceAll(" ", "") ?? "";
  const totpUri = `otpauth://totp/Switchboard?secret=${secret}`;
  await alan.keyboard.type(codeOf(totpUri));
  await alan.keyboard.press("Enter");
  await tabTo(alan, alan.getByLabel("I have saved them"));
  await expectAccessible(alan);
  await alan.keyboard.press("Space");
  await tabTo(alan, alan.getByRole("button", { name: "Done" }));
  await alan.keyboard.press("Enter");
  await expect(alan).toHaveURL(/\/w\/default\/keys$/);
  await expect(keysPage(alan)).toBeVisible();
  await alan.context().close();

  const again = await signInThere(browser, gateway, ALAN.email, "/w/default/keys");
  await expect(again.getByRole("heading", { name: "Second factor" })).toBeVisible();
  await expect(again.getByRole("textbox", { name: "Code" })).toBeFocused();
  await expectAccessible(again);
  await again.keyboard.type("000000");
  await again.keyboard.press("Enter");
  await expect(again.getByRole("alert").filter({ hasText: /\S/ })).toBeVisible();
  await again.getByRole("textbox", { name: "Code" }).fill(codeOf(totpUri));
  await again.keyboard.press("Enter");
  await expect(again).toHaveURL(/\/w\/default\/keys$/);
  await expect(keysPage(again)).toBeVisible();
});

withoutProvider.describe("without single sign-on", () => {
  withoutProvider.use({ ...OPTIONS, expectedStatuses: [...OPTIONS.expectedStatuses] });

  withoutProvider(
    "an owner requires a second factor once they have one, and a running session is led to it by its next request",
    async ({ page, gateway, browser }) => {
      const { cookies } = await setUp(gateway, OWNER);
      await page.context().addCookies(cookies);
      const { signedIn } = await join(gateway, ALAN);
      const context = await browser.newContext({ baseURL: gateway.url, storageState: signedIn });
      const alan = await context.newPage();
      await alan.goto("/w/default");
      await expect(alan.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();

      await addAuthenticator(page);
      await page.goto("/org/settings");
      const required = page.getByRole("switch", { name: "Require a second factor" });
      await required.click();
      await expect(page.getByRole("alert").filter({ hasText: "Verify a second factor" })).toBeVisible();
      await expect(required).not.toBeChecked();
      await page.getByRole("link", { name: "Set it up now" }).click();
      await expect(page.getByRole("heading", { name: "Set up a second factor" })).toBeVisible();
      await page.getByRole("button", { name: "Add a passkey" }).click();
      await expect(page).toHaveURL(/\/org\/settings$/);
      await required.click();
      await expect(page.getByText("A second factor is now required")).toBeVisible();
      await expect(required).toBeChecked();
      await expectAccessible(page);

      // Not Models, which everyone may read. Overview may have been redirected before the click.
      const link = alan.getByRole("link", { name: "Keys", exact: true }).first();
      await link.click({ timeout: 3_000 }).catch(() => undefined);
      await expect(alan).toHaveURL(/\/sign-in\?next=/);
      await expect(alan.getByRole("heading", { name: "Set up a second factor" })).toBeVisible();
      await alan.goto("/docs");
      await expect(alan.getByRole("link", { name: "Sign in" })).toBeVisible();
      await alan.goto("/w/default/keys");
      await alan.getByRole("button", { name: "Sign out" }).click();
      await expect(alan.getByRole("heading", { name: "Sign in" })).toBeVisible();
      await context.close();
    },
  );
});
