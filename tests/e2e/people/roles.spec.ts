import type { Browser, BrowserContext, Page } from "@playwright/test";
import { ROLE_ROWS } from "#components/members/role-rows.ts";
import { hrefOf, navigation, navigationFor } from "#components/shell/navigation.ts";
import { ROLES, type Role, reachOf } from "#lib/roles.ts";
import type { Production } from "#tests/support/production.ts";
import { violations } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { join } from "../support/join.ts";
import { tabTo } from "../support/keyboard.ts";
import { secretIn } from "../support/secret.ts";

/** A page for a new member with this role, to be closed with its context; for the role owner, the existing owner's. */
async function pageOf(browser: Browser, gateway: Production, role: Role, owner?: StorageState): Promise<Page> {
  if (role === "owner") {
    const context = await browser.newContext({ baseURL: gateway.url, ...(owner && { storageState: owner }) });
    return context.newPage();
  }
  const id = crypto.randomUUID().slice(0, 8);
  const { signedIn } = await join(gateway, { role, name: `${role} ${id}`, email: `${id}@example.com` });
  const context = await browser.newContext({ baseURL: gateway.url, storageState: signedIn });
  return context.newPage();
}

type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** The pages of organization and workspace records that a role cannot see. */
const closedTo = (role: Role) => navigation.filter((entry) => !navigationFor(role).includes(entry));

for (const role of ROLES) {
  test(`${role}: the navigation shows the pages this role may open, and the URL of any other explains why it is not accessible`, async ({
    browser,
    gateway,
    context,
  }) => {
    const page = await pageOf(browser, gateway, role, await context.storageState());
    await page.goto("/w/default");
    const links = page.getByRole("navigation", { name: "Main" }).getByRole("link");
    await expect(links).toHaveText(navigationFor(role).map(({ label }) => label));
    const refused: string[] = [];
    page.on("response", (response) => response.status() === 403 && refused.push(response.url()));
    for (const entry of closedTo(role)) {
      await page.goto(hrefOf(entry, "default"));
      await expect(page.getByRole("heading", { name: entry.label, level: 1 })).toBeVisible();
      await expect(page.getByText(/owner or admin|[Oo]wners and admins/).first()).toBeVisible();
      await expect(page.getByRole("button", { name: /^(New|Create|Add|Grant|Invite|Save|Refresh|Retry)/ })).toHaveCount(
        0,
      );
      expect(await violations(page), entry.label).toEqual([]);
    }
    expect(refused).toEqual([]);
    await page.context().close();
  });

  test(`${role}: the permissions table matches what the API allows`, async ({ browser, gateway, context }) => {
    const page = await pageOf(browser, gateway, role, await context.storageState());
    await page.goto("/org/members?tab=roles");
    const rows = page.getByRole("table").getByRole("row");
    await expect(rows).toHaveCount(ROLE_ROWS.length + 1);
    for (const { what, roles } of ROLE_ROWS) {
      const words = ROLES.map((one) => ({ all: "yes", own: "own", none: "no" })[reachOf(one, roles)]);
      await expect(rows.filter({ hasText: what }).first().getByRole("cell")).toContainText([what, ...words]);
    }
    await page.context().close();
  });
}

test("two members at once: a member creates a key by keyboard and sees no other, an admin sees both and disables it by mouse", async ({
  browser,
  gateway,
}) => {
  const [member, admin] = [await pageOf(browser, gateway, "member"), await pageOf(browser, gateway, "admin")];
  const name = `of a member ${crypto.randomUUID().slice(0, 8)}`;
  await member.goto("/w/default/keys");
  await expect(member.locator("[aria-busy=true]")).toHaveCount(0);
  await expect(member.getByText("production-web")).toHaveCount(0);
  await member.keyboard.press("c");
  await expect(member.getByRole("dialog").getByLabel("Name")).toBeFocused();
  await member.keyboard.type(name);
  await member.keyboard.press("Enter");
  const shown = member.getByRole("dialog", { name: "Key created" });
  const secret = await secretIn(shown);
  await tabTo(member, shown.getByLabel("I have saved it"));
  await member.keyboard.press("Space");
  await tabTo(member, shown.getByRole("button", { name: "Done" }));
  await member.keyboard.press("Enter");
  expect((await gateway.call("GET", "/key", undefined, { key: secret })).status).toBe(200);

  await admin.goto("/w/default/keys");
  await expect(admin.getByRole("link", { name: /production-web/ })).toBeVisible();
  await admin.getByRole("link", { name: new RegExp(name) }).click();
  await admin.getByRole("button", { name: "Disable", exact: true }).click();
  await expect.poll(async () => (await gateway.call("GET", "/key", undefined, { key: secret })).status).toBe(401);

  await member.goto("/w/default/keys");
  await expect(member.getByRole("link", { name: new RegExp(name) })).toBeVisible();
  await expect(member.getByText("production-web")).toHaveCount(0);
  const { body } = await gateway.call("GET", "/keys?limit=100");
  const { hash } = body.data.find((key: { name: string }) => key.name === "production-web");
  await member.goto(`/w/default/keys/${hash}`);
  await expect(member.getByText("Key not found in this workspace").first()).toBeVisible();
  for (const page of [member, admin]) await page.context().close();
});

test("an admin can change members but not owners, neither in the menu nor through single sign-on", async ({
  browser,
  gateway,
}) => {
  const page = await pageOf(browser, gateway, "admin");
  await page.goto("/org/members");
  await page.getByRole("button", { name: "Actions for Ada Lovelace" }).click();
  for (const item of ["Change role", "Create reset link", "Remove from organization"]) {
    await expect(page.getByRole("menuitem", { name: item })).toBeDisabled();
  }
  await page.keyboard.press("Escape");
  await page.goto("/org/settings");
  await expect(page.getByText("Only owners can change this.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Set up single sign-on" })).toHaveCount(0);
  await page.context().close();
});

test("a member sees no management keys or restricted pages", async ({ browser, gateway }) => {
  const page = await pageOf(browser, gateway, "member");
  await page.goto("/w/default/keys?kind=management&create=true");
  await expect(page.getByRole("dialog", { name: "Create key", exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("tab")).toHaveCount(0);
  await expect(page.getByText(/management/i)).toHaveCount(0);
  await page.goto("/org/workspaces");
  await page.getByRole("button", { name: /^Actions for/ }).click();
  await expect(page.getByRole("menuitem")).toHaveText(["Settings"]);
  await page.goto("/w/default/settings");
  await expect(page.getByText("Only owners and admins can change these settings")).toBeVisible();
  await expect(page.getByRole("link", { name: /^Members of/ })).toHaveCount(0);
  // As high as its line, although it is empty and read-only.
  expect((await page.getByRole("textbox", { name: "Description" }).boundingBox())?.height).toBeGreaterThan(30);
  await page.context().close();
});

test("a member can read a workspace's settings but not change them", async ({ browser, gateway }) => {
  const page = await pageOf(browser, gateway, "member");
  await page.goto("/w/default/settings");
  await expect(page.getByText("Only owners and admins can change these settings")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Name" }).first()).toBeDisabled();
  await expect(page.getByRole("button", { name: "Save" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Delete workspace" })).toBeDisabled();
  await page.context().close();
});
