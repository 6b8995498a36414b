import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readSnapshot } from "#server/catalogue/load.ts";
import { type Production, startProduction } from "#tests/support/production.ts";
import { violations } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { OWNER, setUp } from "../support/owner.ts";

const ENDPOINT = "openai/gpt-4o-mini@openai";

let folder: string;
let gateway: Production;

test.use({ about: "new" });
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "switchboard-prices-"));
  const PRICES_FROM = join(folder, "prices.json");
  writeFileSync(PRICES_FROM, JSON.stringify(doublePrices()));
  gateway = await startProduction("main", { env: { PRICES_FROM } });
});
test.afterAll(async () => {
  await gateway?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The snapshot's document for one endpoint, at twice the price of its input. */
function doublePrices() {
  const { models, endpoints, prices } = readSnapshot();
  return {
    revision: "test-1",
    models: models.filter(({ id }) => id === "openai/gpt-4o-mini"),
    endpoints: endpoints.filter(({ id }) => id === ENDPOINT),
    prices: prices
      .filter(({ modelEndpoint }) => modelEndpoint === ENDPOINT)
      .map((price) => {
        const factor = price.unit === "input_tokens" && !price.serviceTier ? 2 : 1;
        return { ...price, nanoUsdPerMillion: price.nanoUsdPerMillion * factor };
      }),
  };
}

test("new prices are noticed on Overview, reviewed, applied and rolled back", async ({ browser }) => {
  const context = await browser.newContext({ storageState: await setUp(gateway, OWNER), baseURL: gateway.url });
  const page = await context.newPage();
  await page.goto("/w/default");
  await page.getByRole("link", { name: "1 new price to review" }).click();
  await expect(page.getByRole("heading", { name: "Prices", level: 1 })).toBeVisible();
  await expect(page.getByText("1 price differs, and 0 models are new.")).toBeVisible();
  const row = page.getByRole("row", { name: ENDPOINT });
  await expect(row).toContainText(/Input.*\$0\.15.*\$0\.30.*\+100%/);
  expect(await violations(page)).toEqual([]);

  await page.getByRole("button", { name: "Apply changes" }).click();
  await expect(page.getByText("1 price applied")).toBeVisible();
  await page.getByRole("button", { name: /^Roll back the refresh/ }).click();
  await page.getByRole("button", { name: "Roll back", exact: true }).click();
  await expect(page.getByText("Rolled back", { exact: true })).toBeVisible();

  const source = page.getByRole("textbox", { name: "Another source" });
  await source.fill("ftp://prices.example");
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await expect(page.getByText("Enter an address that starts with https://")).toBeVisible();
  await page.getByRole("button", { name: "Compare now" }).click();
  await expect(row).toBeVisible();
  await context.close();
});
