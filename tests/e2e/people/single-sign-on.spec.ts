import { expect } from "../support/fixtures.ts";
import { join } from "../support/join.ts";
import { OWNER, setUp } from "../support/owner.ts";
import { setUpProvider, signInThere, test } from "../support/sign-on.ts";

test.use({ about: "new", expectedStatuses: [400, 502] });
test("single sign-on can be set up; it admits members and invited people and rejects strangers", async ({
  page,
  gateway,
  provider,
  browser,
}) => {
  const { cookies } = await setUp(gateway, OWNER);
  await page.context().addCookies(cookies);
  const redirectUrl = await setUpProvider(page, provider);
  await page.getByRole("button", { name: "Test" }).click();
  await expect(page.getByText(/identity provider does not respond/)).toBeVisible();
  provider.allow(redirectUrl);
  await page.getByRole("button", { name: "Test" }).click();
  await expect(page.getByText("The provider is responding.")).toBeVisible();

  await join(gateway, { role: "member", name: "Alan", email: "alan@example.com" });
  const member = await signInThere(browser, gateway, "alan@example.com");
  await expect(member.getByRole("button", { name: /account of Alan/ })).toBeVisible();

  await gateway.call("POST", "/organization/invitations", { email: "grace@example.com", role: "admin" });
  const invited = await signInThere(browser, gateway, "grace@example.com");
  await expect(invited.getByRole("button", { name: /account of grace of the provider/ })).toBeVisible();

  const stranger = await signInThere(browser, gateway, "stranger@example.com");
  await expect(stranger.getByRole("alert").filter({ hasText: "Single sign-on failed" })).toBeVisible();
  await stranger.goto("/w/default/keys");
  await expect(stranger).toHaveURL(/\/sign-in/);
  const { body } = await gateway.call("GET", "/organization/members");
  expect(body.data.map(({ email }: { email: string }) => email)).toEqual([
    OWNER.email,
    "alan@example.com",
    "grace@example.com",
  ]);
});

test("a wrong client secret is reported on the sign-in page, and passwords keep working", async ({
  page,
  gateway,
  provider,
  browser,
}) => {
  const { cookies } = await setUp(gateway, OWNER);
  await page.context().addCookies(cookies);
  provider.allow(await setUpProvider(page, { ...provider, clientSecret: "not the secret" }));
  const owner = await signInThere(browser, gateway, OWNER.email);
  await expect(owner.getByRole("alert").filter({ hasText: "Single sign-on failed" })).toBeVisible();
  await owner.getByLabel("Email").fill(OWNER.email);
  await owner.getByRole("textbox", { name: "Password" }).fill(OWNER.password);
  await owner.keyboard.press("Enter");
  await expect(owner.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
});
