import { readFileSync } from "node:fs";
import { type Page, request } from "@playwright/test";
import type { Production } from "#tests/support/production.ts";
import { expect, test } from "./support/fixtures.ts";
import { join } from "./support/join.ts";

const PAGE = "/w/default/activity";

test("totals by user and workspace show names and ids, and deleted ones only the id", async ({ page, gateway }) => {
  const name = `Grace ${crypto.randomUUID().slice(0, 8)}`;
  const people = [];
  for (const called of [name, "Soon gone"]) {
    const email = `${crypto.randomUUID().slice(0, 8)}@example.com`;
    const person = await join(gateway, { role: "member", name: called, email });
    await callAs(gateway, person);
    people.push(person.id);
  }
  const [id = "", gone = ""] = people;
  expect((await gateway.call("DELETE", `/organization/members/${gone}`)).status).toBe(200);

  const row = (text: string) => rows(page).filter({ hasText: text });
  await expect(async () => {
    await page.goto(`${PAGE}?tab=explore&by=user_id`);
    await expect(row(name)).toHaveCount(1);
    await expect(row(gone)).toHaveCount(1);
  }).toPass();
  await expect(row(name).getByRole("cell").first()).toHaveAttribute("title", id);
  await expect(row(name).getByRole("button", { name: "Copy User" })).toBeVisible();
  await expect(row("No user (keys created through the API)")).toHaveCount(1);
  const legend = page.getByRole("list", { name: "Series" });
  await expect(legend.getByText(name)).toHaveAttribute("title", `${name}, ${id}`);

  await page.getByRole("combobox", { name: "By" }).selectOption("workspace_id");
  await expect(row("Default")).toHaveCount(1);
  await page.getByRole("combobox", { name: "By" }).selectOption("api_key_hash");
  await expect(row("production-web")).toHaveCount(1);
  await expect(row("Console sessions")).toHaveCount(1);

  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe("requests-by-api_key_hash.csv");
  const [head, ...lines] = readFileSync(await file.path(), "utf8")
    .trimEnd()
    .split("\r\n");
  expect(head).toBe("API key,api_key_hash,requests");
  expect(lines.find((line) => line.startsWith("production-web,"))).toMatch(/,[0-9a-f]{64},\d+$/);
});

for (const width of [390, 1440]) {
  test(`values of small amounts fit into their charts on a screen of ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(PAGE);
    const spend = page.getByRole("figure", { name: "Spend" });
    await expect(
      spend
        .locator("svg text")
        .filter({ hasText: /^\$0\.000/ })
        .first(),
    ).toBeVisible();
    const overhang = await page.locator("figure svg[width] text").evaluateAll((texts) =>
      texts.map((text) => {
        const chart = text.closest("svg")?.getBoundingClientRect().left ?? 0;
        return Math.max(0, chart - text.getBoundingClientRect().left);
      }),
    );
    expect(Math.max(...overhang)).toBe(0);
  });
}

function rows(page: Page) {
  return page.getByRole("region", { name: "Requests for the whole range" }).getByRole("row");
}

async function callAs({ url }: Production, { signedIn }: Pick<Awaited<ReturnType<typeof join>>, "signedIn">) {
  const person = await request.newContext({
    baseURL: url,
    storageState: signedIn,
    extraHTTPHeaders: { origin: url },
  });
  const response = await person.post("/api/v1/responses", { data: { model: "local/echo", input: "Hello" } });
  expect(response.status()).toBe(200);
  await person.dispose();
}
