import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Locator, Page } from "@playwright/test";
import type { Production } from "#tests/support/production.ts";
import { violationsIn } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";

const PROMPT = "nobody's prompt";

/** A workspace of its own, with one request that failed and two that did not. */
async function traffic({ call }: Production, settings: object = {}) {
  const slug = `panel-${crypto.randomUUID().slice(0, 8)}`;
  const { id } = (await call("POST", "/workspaces", { name: slug, slug, ...settings })).body.data;
  const { key } = (await call("POST", "/keys", { name: "Panel", workspace_id: id })).body;
  const body = { model: "openai/gpt-4o-mini", messages: [{ role: "user", content: PROMPT }], temperature: 0.25 };
  const fallback = { ...body, messages: [{ role: "user", content: "fault-400" }] };
  await call("POST", "/chat/completions", fallback, { key });
  await call("POST", "/chat/completions", body, { key });
  const { headers } = await call(
    "POST",
    "/messages",
    { ...body, model: "openai/gpt-4o-mini", max_tokens: 20 },
    { key },
  );
  return { slug, key, id: headers.get("x-generation-id") as string };
}

const panelOf = (page: Page): Locator => page.getByRole("dialog", { name: "Request details" });

test("a request's panel shows its parameters as received and as forwarded, its user, and the provider's error", async ({
  page,
  gateway,
}) => {
  const { slug, id } = await traffic(gateway);
  await page.goto(`/w/${slug}/logs?peek=${id}`);
  const request = panelOf(page).getByRole("region", { name: "Request", exact: true });
  await expect(request.getByRole("row", { name: /^temperature 0\.25 0\.25/ })).toBeVisible();
  await expect(request.getByRole("row", { name: /^max_tokens 20 –/ })).toBeVisible();
  await expect(request.getByRole("row", { name: /^max_output_tokens – 20/ })).toBeVisible();
  await request.getByText(/^Headers/).click();
  await expect(request.getByText("application/json")).toBeVisible();
  expect(await violationsIn(page, "light")).toEqual([]);
  expect(await violationsIn(page, "dark")).toEqual([]);

  // The oldest request, without leaving the panel.
  const rows = page.getByRole("table", { name: "Requests" }).locator("tbody tr");
  await page.keyboard.press("j");
  await expect(rows.nth(1)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("j");
  await expect(rows.nth(2)).toHaveAttribute("aria-selected", "true");
  const error = panelOf(page).getByText("Error of openai, attempt 1");
  await error.click();
  await expect(panelOf(page).getByRole("region", { name: "Error of openai" })).toContainText('"type"');
  await page.keyboard.press("k");
  await expect(rows.nth(1)).toHaveAttribute("aria-selected", "true");
});

test("on a slow machine, each press of J opens the next request, and the list never jumps back", async ({
  page,
  gateway,
}) => {
  const { slug, key } = await traffic(gateway);
  const body = { model: "openai/gpt-4o-mini", messages: [{ role: "user", content: PROMPT }] };
  for (let count = 0; count < 5; count++) await gateway.call("POST", "/chat/completions", body, { key });
  await page.goto(`/w/${slug}/logs`);
  const rows = page.getByRole("table", { name: "Requests" }).locator("tbody tr");
  await expect(rows).toHaveCount(8);
  await rows.first().getByRole("link").first().click();
  const cost = panelOf(page).getByRole("region", { name: "Cost", exact: true });
  await expect(cost).toBeVisible();

  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: 6 });
  await page.evaluate(recordSelectedRows);
  for (let press = 1; press <= 7; press++) {
    await page.keyboard.press("j");
    await expect(rows.nth(press)).toHaveAttribute("aria-selected", "true");
    // Its details arrive while the router still applies the address.
    await expect(cost).toBeVisible();
  }
  expect(await page.evaluate(() => Reflect.get(window, "selectedRows"))).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

/** Runs in the page: lists the position of each row that was selected after now. */
function recordSelectedRows(): void {
  const selectedRows: number[] = [];
  Reflect.set(window, "selectedRows", selectedRows);
  new MutationObserver(() => {
    const rows = [...document.querySelectorAll("main tbody tr")];
    const at = rows.findIndex((row) => row.getAttribute("aria-selected") === "true");
    if (at > 0 && at !== selectedRows.at(-1)) selectedRows.push(at);
  }).observe(document, { subtree: true, attributeFilter: ["aria-selected"] });
}

test("the command copied from a panel sends the stored request again, and without stored content its settings", async ({
  page,
  gateway,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const copied = async (slug: string, id: string) => {
    await page.goto(`/w/${slug}/logs?peek=${id}`);
    await panelOf(page).getByRole("button", { name: "Copy as curl" }).click();
    await expect(panelOf(page).getByText("Copied")).toBeAttached();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const kept = await traffic(gateway, { is_observability_io_logging_enabled: true });
  const command = await copied(kept.slug, kept.id);
  expect(command).not.toContain(kept.key);
  const script = command.replace("curl", "curl --silent");
  const environment = { ...process.env, SWITCHBOARD_KEY: kept.key };
  const { stdout } = await promisify(execFile)("sh", ["-c", script], { env: environment });
  expect(JSON.parse(stdout).content[0].text).toContain(PROMPT);

  const other = await traffic(gateway);
  const bare = await copied(other.slug, other.id);
  expect(bare).toContain('"temperature": 0.25');
  expect(bare).not.toContain(PROMPT);
});

test("the panel's width changes by keyboard and by mouse, and is remembered", async ({ page, gateway }) => {
  const { slug, id } = await traffic(gateway);
  await page.goto(`/w/${slug}/logs?peek=${id}`);
  const panel = panelOf(page);
  const widthOf = async () => (await panel.boundingBox())?.width;
  const handle = panel.getByRole("slider", { name: "Panel width" });
  await expect(handle).toHaveValue("640");
  await handle.focus();
  await page.keyboard.press("ArrowLeft");
  await expect(handle).toHaveValue("660");
  await expect.poll(widthOf).toBe(660);
  const edge = await handle.boundingBox();
  if (!edge) throw new Error("the handle has no box");
  await page.mouse.move(edge.x + edge.width / 2, 300);
  await page.mouse.down();
  await page.mouse.move(500, 300, { steps: 4 });
  await page.mouse.up();
  const viewport = page.viewportSize()?.width ?? 0;
  await expect.poll(widthOf).toBe(viewport - 500);
  await page.reload();
  await expect(panel.getByRole("region", { name: "Cost", exact: true })).toBeVisible();
  await expect.poll(widthOf).toBe(viewport - 500);
  expect(await violationsIn(page, "light")).toEqual([]);
});
