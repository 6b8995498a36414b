import type { Browser, Page } from "@playwright/test";
import { freePort } from "#tests/support/network/free-port.ts";
import { type Production, startProduction } from "#tests/support/production.ts";
import { type OpenIdProvider, startOpenIdProvider } from "#tests/support/servers/openid-provider.ts";
import { test as base, expect } from "./fixtures.ts";
import { tabTo } from "./keyboard.ts";

type WithProvider = { provider: OpenIdProvider; gateway: Production };

/** A gateway with a public URL, and an identity provider at which it is not registered yet. */
export const test = base.extend<WithProvider>({
  provider: async ({ browserName: _ }, provide) => {
    const provider = await startOpenIdProvider();
    await provide(provider);
    await provider.close();
  },
  gateway: async ({ upstream }, provide) => {
    const port = await freePort();
    const env = { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` };
    const gateway = await startProduction("main", { upstream, env });
    await provide({ ...gateway, url: env.PUBLIC_URL });
    await gateway.stop();
  },
});

/** Fills in the provider; returns the redirect URL that the page then shows. */
export async function setUpProvider(page: Page, { issuer, clientId, clientSecret }: OpenIdProvider): Promise<string> {
  await page.goto("/org/settings");
  await page.getByRole("button", { name: "Set up single sign-on" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Enter the provider's HTTPS URL")).toBeVisible();
  await page.getByLabel("Issuer").fill(issuer);
  await page.getByLabel("Client ID").fill(clientId);
  await page.getByRole("textbox", { name: "Client secret" }).fill(clientSecret);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const redirect = page.locator("code").filter({ hasText: "/api/session/callback/" });
  await expect(redirect).toBeVisible();
  expect(await page.content()).not.toContain(clientSecret);
  return (await redirect.textContent()) ?? "";
}

/** A user with their own browser, who signs in at the provider with this email; `path`: the page they open first. */
export async function signInThere(
  browser: Browser,
  { url }: Production,
  email: string,
  path = "/sign-in",
): Promise<Page> {
  const context = await browser.newContext({ baseURL: url });
  // The provider's own pages load a font.
  await context.route(/googleapis/, (route) => route.abort());
  const page = await context.newPage();
  await page.goto(path);
  const button = page.getByRole("button", { name: /^Sign in with 127\.0\.0\.1/ });
  await tabTo(page, button);
  await page.keyboard.press("Enter");
  await page.locator("input[name=login]").fill(email);
  await page.locator("input[name=password]").fill("any password is right here");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Continue" }).click();
  return page;
}
