import { readFileSync } from "node:fs";
import { type Page, request } from "@playwright/test";
import type { Production } from "#tests/support/production.ts";
import { violationsIn } from "./support/axe.ts";
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

test("any metric by end user and session is compared with the previous period, in the table and the file", async ({
  page,
  gateway,
}) => {
  const { key } = (await gateway.call("POST", "/keys", { name: "Of end users" })).body;
  const user = `user-${crypto.randomUUID().slice(0, 8)}`;
  const body = { model: "local/echo", input: "Hello", user, session_id: `of-${user}` };
  for (const _ of [1, 2]) expect((await gateway.call("POST", "/responses", body, { key })).status).toBe(200);
  await page.goto(`${PAGE}?tab=explore&by=external_user`);
  await expect(rows(page).filter({ hasText: user })).toContainText("2");
  await page.getByRole("switch", { name: "Compare with the previous period" }).click();
  await expect(page.getByRole("columnheader", { name: "Before" })).toBeVisible();
  await expect(rows(page).filter({ hasText: user }).getByRole("cell")).toHaveText([user, "2", "0 before", "new"]);
  await page.getByRole("combobox", { name: "By" }).selectOption("session_id");
  const session = rows(page).filter({ hasText: `of-${user}` });
  await expect(session.getByRole("cell")).toHaveText([`of-${user}`, "2", "0 before", "new"]);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  const text = readFileSync(await (await saved).path(), "utf8");
  expect(text).toMatch(/^Session,session_id,requests,requests_before\r\n/);
  expect(text).toContain(`of-${user},of-${user},2,0\r\n`);
});

test("the charts of the trends show the previous period, also as a table", async ({ page }) => {
  await page.goto(PAGE);
  await expect(page.getByRole("figure", { name: "Latency" })).toBeVisible();
  await page.getByRole("switch", { name: "Compare with the previous period" }).click();
  await expect(page.getByText("Dotted: the previous period.")).toHaveCount(7);
  await page.getByRole("button", { name: "View Tokens as table" }).click();
  await expect(page.getByRole("columnheader", { name: "Input tokens, previous period" })).toBeVisible();
});

test("the guardrail tab shows what guardrails found, links to it, and says so if they found nothing", async ({
  page,
  gateway,
}) => {
  const name = `Mail ${crypto.randomUUID().slice(0, 8)}`;
  const filters = { content_filter_builtins: [{ slug: "email", action: "block" }] };
  const { id } = (await gateway.call("POST", "/guardrails", { name, ...filters })).body.data;
  const { key, data } = (await gateway.call("POST", "/keys", { name: "Guarded" })).body;
  await gateway.call("POST", `/guardrails/${id}/assignments/keys`, { key_hashes: [data.hash] });
  const said = await gateway.call("POST", "/responses", { model: "local/echo", input: "to ada@example.com" }, { key });
  expect(said.status).toBe(403);
  await page.goto(`${PAGE}?range=1h`);
  await page.getByRole("tab", { name: "Guardrails" }).click();
  const row = page.getByRole("region", { name: "Findings for the whole range" }).getByRole("row", { name });
  await expect(row.getByRole("cell")).toHaveText([name, "Blocked", "1"]);
  await expect(row.getByRole("link")).toHaveAttribute("href", `/w/default/guardrails/${id}?tab=findings`);
  await expect(page.getByRole("figure", { name: "Findings" })).toBeVisible();
  await page.getByRole("switch", { name: "Compare with the previous period" }).click();
  await expect(row.getByRole("cell")).toHaveText([name, "Blocked", "1", "0 before", "new"]);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      expect(await violationsIn(page, colorScheme), `${colorScheme}, ${width}`).toEqual([]);
    }
  }
  await page.goto(`${PAGE}?tab=guardrails&range=custom&from=2020-01-01T00:00:00.000Z&to=2020-01-02T00:00:00.000Z`);
  await expect(page.getByText("Guardrails found nothing in this time range.")).toBeVisible();
});
