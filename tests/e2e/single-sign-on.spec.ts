import { createServer } from "node:net";
import type { Browser, Page } from "@playwright/test";
import { type OpenIdProvider, startOpenIdProvider } from "#tests/support/openid-provider.ts";
import { type Production, startProduction } from "#tests/support/production.ts";
import { test as base, expect } from "./support/fixtures.ts";
import { join } from "./support/join.ts";
import { tabTo } from "./support/keyboard.ts";
import { OWNER, setUp } from "./support/owner.ts";

type WithProvider = { provider: OpenIdProvider; gateway: Production };

/** A gateway that knows its address, and a provider that knows nothing of it yet. */
const test = base.extend<WithProvider>({
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

test.use({ about: "new", expectedStatuses: [400, 502] });
test.setTimeout(180_000);

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, "127.0.0.1", done));
  const { port } = probe.address() as { port: number };
  await new Promise((done) => probe.close(done));
  return port;
}

/** Fills in the provider; answers the redirect URL that the page then shows. */
async function setUpProvider(page: Page, { issuer, clientId, clientSecret }: OpenIdProvider): Promise<string> {
  await page.goto("/org/settings");
  await page.getByRole("button", { name: "Set up single sign-on" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Enter the provider's https address")).toBeVisible();
  await page.getByLabel("Issuer").fill(issuer);
  await page.getByLabel("Client id").fill(clientId);
  await page.getByRole("textbox", { name: "Client secret" }).fill(clientSecret);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const redirect = page.locator("code").filter({ hasText: "/api/session/callback/" });
  await expect(redirect).toBeVisible();
  expect(await page.content()).not.toContain(clientSecret);
  return (await redirect.textContent()) ?? "";
}

/** Somebody at a browser of their own, who signs in at the provider under an address. */
async function signInThere(browser: Browser, { url }: Production, email: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url });
  // The provider's own pages ask for a font.
  await context.route(/googleapis/, (route) => route.abort());
  const page = await context.newPage();
  await page.goto("/sign-in");
  const button = page.getByRole("button", { name: /^Sign in with 127\.0\.0\.1/ });
  await tabTo(page, button);
  await page.keyboard.press("Enter");
  await page.locator("input[name=login]").fill(email);
  await page.locator("input[name=password]").fill("any password is right here");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Continue" }).click();
  return page;
}

test("single sign-on is set up, lets members and the invited in, and strangers not", async ({
  page,
  gateway,
  provider,
  browser,
}) => {
  const { cookies } = await setUp(gateway, OWNER);
  await page.context().addCookies(cookies);
  const redirectUrl = await setUpProvider(page, provider);
  await page.getByRole("button", { name: "Test" }).click();
  await expect(page.getByText(/identity provider does not answer/)).toBeVisible();
  provider.allow(redirectUrl);
  await page.getByRole("button", { name: "Test" }).click();
  await expect(page.getByText("The provider answers.")).toBeVisible();

  await join(gateway, { role: "member", name: "Alan", email: "alan@example.com" });
  const member = await signInThere(browser, gateway, "alan@example.com");
  await expect(member.getByRole("button", { name: /account of Alan/ })).toBeVisible();

  await gateway.call("POST", "/organization/invitations", { email: "grace@example.com", role: "admin" });
  const invited = await signInThere(browser, gateway, "grace@example.com");
  await expect(invited.getByRole("button", { name: /account of grace of the provider/ })).toBeVisible();

  const stranger = await signInThere(browser, gateway, "stranger@example.com");
  await expect(stranger.getByRole("alert").filter({ hasText: "Single sign-on did not work" })).toBeVisible();
  await stranger.goto("/w/default/keys");
  await expect(stranger).toHaveURL(/\/sign-in/);
  const { body } = await gateway.call("GET", "/organization/members");
  expect(body.data.map(({ email }: { email: string }) => email)).toEqual([
    OWNER.email,
    "alan@example.com",
    "grace@example.com",
  ]);
});

test("a wrong client's secret is told where one signs in, and a password goes on working", async ({
  page,
  gateway,
  provider,
  browser,
}) => {
  const { cookies } = await setUp(gateway, OWNER);
  await page.context().addCookies(cookies);
  provider.allow(await setUpProvider(page, { ...provider, clientSecret: "not the secret" }));
  const owner = await signInThere(browser, gateway, OWNER.email);
  await expect(owner.getByRole("alert").filter({ hasText: "Single sign-on did not work" })).toBeVisible();
  await owner.getByLabel("Email").fill(OWNER.email);
  await owner.getByRole("textbox", { name: "Password" }).fill(OWNER.password);
  await owner.keyboard.press("Enter");
  await expect(owner.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
});
