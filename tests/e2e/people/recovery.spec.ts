import pg from "pg";
import { type PostgresServer, startPostgres } from "#tests/support/databases.ts";
import { type Production, startProduction } from "#tests/support/production.ts";
import { test as base, expect } from "../support/fixtures.ts";
import { join } from "../support/join.ts";
import { tabTo } from "../support/keyboard.ts";
import { OWNER, setUp } from "../support/owner.ts";
import { secretIn } from "../support/secret.ts";

/** A gateway whose database the test can query. */
const test = base.extend<{ gateway: Production }, { postgres: PostgresServer }>({
  postgres: [
    async ({ browserName: _ }, provide) => {
      const postgres = await startPostgres();
      await provide(postgres);
      await postgres.close();
    },
    { scope: "worker" },
  ],
  gateway: async ({ upstream, postgres }, provide) => {
    const gateway = await startProduction("main", { upstream, env: { DATABASE_URL: postgres.url } });
    await provide(gateway);
    await gateway.stop();
  },
});

test.use({ about: "new", expectedStatuses: [401, 403, 404] });
test("forgotten password: an owner creates a reset link by keyboard, the member sets a new password, and a stale session must sign in again", async ({
  page,
  gateway,
  postgres,
  browser,
}) => {
  const { cookies } = await setUp(gateway, OWNER);
  await page.context().addCookies(cookies);
  await join(gateway, { role: "member", name: "Alan", email: "alan@example.com" });
  await page.goto("/org/members");
  await tabTo(page, page.getByRole("button", { name: "Actions for Alan" }));
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Create reset link" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Reset link for Alan" });
  await tabTo(page, dialog.getByRole("button", { name: "Create link" }));
  await page.keyboard.press("Enter");
  const link = await secretIn(dialog);
  expect(link).toMatch(/\/reset\/[\w-]{20,}$/);
  await dialog.getByLabel("I have saved it").click();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText(link)).toHaveCount(0);

  const context = await browser.newContext({ baseURL: gateway.url });
  const visitor = await context.newPage();
  await visitor.goto(link);
  await expect(visitor.getByRole("heading", { name: "Set a new password" })).toBeVisible();
  await visitor.keyboard.type("short");
  await visitor.keyboard.press("Enter");
  await expect(visitor.getByText("Use at least 10 characters")).toBeVisible();
  await visitor.getByRole("textbox", { name: "New password" }).fill("a quite different password");
  await visitor.keyboard.press("Enter");
  await expect(visitor.getByRole("heading", { name: "Password set" })).toBeVisible();
  await visitor.getByRole("link", { name: "Sign in" }).click();
  await visitor.getByLabel("Email").fill("alan@example.com");
  await visitor.getByRole("textbox", { name: "Password" }).fill("a quite different password");
  await visitor.keyboard.press("Enter");
  await expect(visitor.getByRole("button", { name: /account of Alan/ })).toBeVisible();
  await visitor.goto(link);
  await expect(visitor.getByRole("heading", { name: "This link cannot be used" })).toBeVisible();
  await context.close();

  await ageSessions(postgres);
  await gateway.call("POST", "/workspaces", { name: "Doomed", slug: "doomed" });
  // The gateway's cache drops a session within half a minute, or when any session ends.
  const { body } = await gateway.call("GET", "/organization/members");
  const alan = body.data.find(({ name }: { name: string }) => name === "Alan");
  await gateway.call("DELETE", `/organization/members/${alan.id}`);
  await page.goto("/w/doomed/settings?section=danger");
  await page.getByRole("button", { name: "Delete workspace" }).click();
  await page.getByRole("textbox", { name: /Doomed/ }).fill("Doomed");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete workspace" }).click();
  const again = page.getByRole("dialog", { name: "Confirm your identity" });
  await again.getByLabel("Password").fill(OWNER.password);
  await page.keyboard.press("Enter");
  await expect(again).toHaveCount(0);
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete workspace" }).click();
  await expect(page.getByText("Doomed deleted")).toBeVisible();
});

async function ageSessions({ url }: PostgresServer): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("update session set created_at = now() - interval '1 hour'");
  await client.end();
}
