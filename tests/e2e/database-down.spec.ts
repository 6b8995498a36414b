import { type StoppableServer, startServer } from "#tests/support/databases.ts";
import { type Production, startProduction } from "#tests/support/production.ts";
import { violations } from "./support/axe.ts";
import { expect, test } from "./support/fixtures.ts";
import { OWNER, setUp } from "./support/owner.ts";

// The console while its PostgreSQL is stopped and started again.

let postgres: StoppableServer;
let gateway: Production;

test.use({ about: "new", expectedStatuses: [503] });
test.beforeAll(async () => {
  postgres = await startServer();
  gateway = await startProduction("main", { env: { DATABASE_URL: postgres.url } });
});
test.afterAll(async () => {
  await gateway?.stop();
  await postgres?.close();
});

test("every page says that the database is down, and recovers without a reload", async ({ browser }) => {
  const context = await browser.newContext({ storageState: await setUp(gateway, OWNER), baseURL: gateway.url });
  const page = await context.newPage();
  await page.goto("/w/default/keys");
  await expect(page.getByRole("heading", { name: "Keys", level: 1 })).toBeVisible();
  const banner = page.locator("[data-banner]", { hasText: "The database is not responding" });
  await expect(banner).toHaveCount(0);

  await postgres.stop();
  await page.getByRole("link", { name: "Guardrails", exact: true }).click();
  await expect(banner).toContainText(/Since \d/);
  await expect(banner).toContainText("Model requests continue");
  expect(await violations(page)).toEqual([]);
  await page.goto("/org/members");
  await expect(banner).toBeVisible();
  await expect(page.getByRole("heading", { name: "Members", level: 1 })).toBeVisible();

  await postgres.start();
  await expect(banner).toHaveCount(0);
  await expect(page.getByText(OWNER.email).first()).toBeVisible();
  await context.close();
});
