import type { Page } from "@playwright/test";
import type { Production } from "#tests/support/production.ts";
import { violations } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";

const PHRASE = "the quick brown heron";

/** Creates a workspace with stored content and a few requests, and opens its logs. */
async function openLogs(page: Page, gateway: Production, slug: string): Promise<void> {
  const made = await gateway.call("POST", "/workspaces", {
    name: slug,
    slug,
    is_observability_io_logging_enabled: true,
  });
  expect(made.status).toBe(201);
  const { body } = await gateway.call("POST", "/keys", { name: "Birds", workspace_id: slug });
  const say = (model: string, input: string, user: string) =>
    gateway.call("POST", "/responses", { model, input, user }, { key: body.key });
  await say("local/echo", PHRASE, "anna");
  await say("local/echo", "hello", "ben");
  await say("openai/gpt-4o-mini", "hello", "ben");
  await say("openai/gpt-nothing", "hello", "ben");
  await page.goto(`/w/${slug}/logs?range=1h`);
  await expect(requests(page)).toHaveCount(4);
}

const requests = (page: Page) => page.getByRole("table", { name: "Requests", exact: true }).locator("tbody tr");
const params = (page: Page) => new URL(page.url()).searchParams;

test("filters with operators are in the address and can be removed", async ({ page, gateway }) => {
  await openLogs(page, gateway, "log-operators");
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  const form = page.getByRole("dialog", { name: "Add a filter" });
  await expect(form).toBeVisible();
  await form.getByLabel("Value").fill("GPT-4O");
  await form.getByRole("button", { name: "Add filter" }).click();
  await expect(requests(page)).toHaveCount(1);
  await expect.poll(() => params(page).get("filters")).toBe("model:contains:GPT-4O");

  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await form.getByLabel("Field").selectOption("cost");
  await form.getByLabel("Operator").selectOption("lt");
  await form.getByLabel("Value").fill("cheap");
  await form.getByRole("button", { name: "Add filter" }).click();
  await expect(form.getByText("Enter a number, such as 0.5.")).toBeVisible();
  await form.getByLabel("Value").fill("0");
  await form.getByRole("button", { name: "Add filter" }).click();
  const costChip = page.getByRole("button", { name: /Cost is less than 0 USD/ });
  await expect(costChip).toBeVisible();
  await expect(page.getByText("No requests match in this time range.")).toBeVisible();
  await page.reload();
  await expect(page.getByText("No requests match in this time range.")).toBeVisible();
  await costChip.click();
  await expect(requests(page)).toHaveCount(1);
  await page.getByRole("button", { name: "Clear all" }).click();
  await expect(requests(page)).toHaveCount(4);
});

test("a range is selected in the histogram by mouse and by keyboard", async ({ page, gateway }) => {
  await openLogs(page, gateway, "log-histogram");
  const chart = page.getByRole("figure", { name: "Requests over time" });
  await expect(chart.getByText("4 requests", { exact: true })).toBeVisible();
  const points = chart.getByRole("slider");
  const box = await points.boundingBox();
  if (!box) throw new Error("the chart has no size");
  // All requests are recent: the first half of the hour has none.
  await page.mouse.move(box.x + box.width * 0.1, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => params(page).get("range")).toBe("custom");
  await expect(page.getByText("No requests in this time range.")).toBeVisible();
  await page.goBack();
  await expect(requests(page)).toHaveCount(4);

  await points.focus();
  await page.keyboard.press("End");
  for (let step = 0; step < 9; step++) await page.keyboard.press("Shift+ArrowLeft");
  await expect(points).toHaveAttribute("aria-valuetext", /selected/);
  await page.keyboard.press("Enter");
  await expect.poll(() => params(page).get("range")).toBe("custom");
  await expect(requests(page)).toHaveCount(4);
  const [from, to] = ["from", "to"].map((name) => Date.parse(params(page).get(name) ?? ""));
  expect((to as number) - (from as number)).toBeLessThan(3_600_000);
});

test("a facet's value is included by a click and excluded by the button behind it", async ({ page, gateway }) => {
  await openLogs(page, gateway, "log-facets");
  await page.getByRole("button", { name: "Facets", exact: true }).click();
  const facets = page.getByRole("region", { name: "Facets" });
  const model = facets.getByRole("region", { name: "Model" });
  await expect(model.getByRole("listitem")).toHaveCount(3);
  await expect(facets.getByRole("region", { name: "Key" }).getByRole("button", { name: /Birds.*4/ })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  const echo = model.getByRole("button", { name: /^local\/echo/ });
  await echo.click();
  await expect(requests(page)).toHaveCount(2);
  await expect(echo).toHaveAttribute("aria-pressed", "true");
  await echo.click();
  await expect(requests(page)).toHaveCount(4);
  await expect(model.getByRole("listitem")).toHaveCount(3);
  await model.getByRole("button", { name: "Exclude local/echo" }).click();
  await expect(requests(page)).toHaveCount(2);
  await expect.poll(() => params(page).get("filters")).toBe("model:neq:local/echo");
  await expect(
    page.getByRole("figure", { name: "Requests over time" }).getByText("2 requests", { exact: true }),
  ).toBeVisible();
});

test("a search finds stored content, says how far it searched, and is not in the address", async ({
  page,
  gateway,
}) => {
  await openLogs(page, gateway, "log-search");
  const field = page.getByRole("textbox", { name: "Search by ID, tag, user, session or content" });
  await field.fill("BROWN heron");
  await field.press("Enter");
  const found = page.getByRole("table", { name: "Search results" }).locator("tbody tr");
  await expect(found).toHaveCount(1);
  await expect(found.getByText(PHRASE)).toBeVisible();
  await expect(page.getByText("Searched all 4 requests in this time range.")).toBeVisible();
  expect(page.url()).not.toContain("heron");
  expect(await violations(page)).toEqual([]);
  await found.getByText(PHRASE).click();
  const panel = page.getByRole("dialog", { name: "Request details" });
  await expect(panel).toBeVisible();
  await panel.getByRole("button", { name: "Close" }).click();
  await expect(panel).toBeHidden();
  await page.getByRole("button", { name: "Show all requests" }).click();
  await expect(requests(page)).toHaveCount(4);
});
