import type { Page } from "@playwright/test";
import type { Production } from "#tests/support/production.ts";
import { expect, test } from "../support/fixtures.ts";

/** A workspace of its own with requests of all outcomes, and a guardrail that blocked one of them. */
async function traffic({ call }: Production) {
  const slug = `overview-${crypto.randomUUID().slice(0, 8)}`;
  const { id } = (await call("POST", "/workspaces", { name: slug, slug })).body.data;
  const made = await call("POST", "/keys", { name: "Overview", workspace_id: id });
  const guardrail = `Tickets ${slug}`;
  const rules = { name: guardrail, workspace_id: id, content_filters: [{ pattern: "TICKET-\\d+", action: "block" }] };
  const { data } = (await call("POST", "/guardrails", rules)).body;
  await call("POST", `/guardrails/${data.id}/assignments/keys`, { key_hashes: [made.body.data.hash] });
  const ask = (model: string, input: string) => call("POST", "/responses", { model, input }, { key: made.body.key });
  for (const input of ["Hello", "fault-500", "TICKET-1"]) await ask("openai/gpt-4o-mini", input);
  await ask("openai/no-such-model", "Hello");
  return { slug, guardrail };
}

async function open(page: Page, slug: string): Promise<void> {
  // The totals are counted shortly after the requests.
  await expect(async () => {
    await page.goto(`/w/${slug}?range=1h`);
    await expect(page.getByRole("figure", { name: "Requests by model" })).toBeVisible();
    await expect(page.getByRole("region", { name: "Status" }).getByRole("link").first()).toBeVisible();
  }).toPass();
}

test("the strip names what failed in the last hour, and each part leads to it; rejections are counted once", async ({
  page,
  gateway,
}) => {
  const { slug } = await traffic(gateway);
  await open(page, slug);
  const strip = page.getByRole("region", { name: "Status" });
  await expect(strip.getByRole("link", { name: "1 key with rejected requests" })).toBeVisible();
  await expect(strip.getByRole("link", { name: "1 guardrail block" })).toBeVisible();
  await expect(page.getByRole("link", { name: "2 rejected requests" })).toHaveCount(1);
  await strip.getByRole("link", { name: "1 request failed" }).click();
  await expect(page).toHaveURL(/\/logs\?.*status=5xx/);
  await expect(page.getByRole("table", { name: "Requests" }).locator("tbody tr")).toHaveCount(1);
});

test("the strip names a model in use that retires within 90 days, with its date", async ({ page, gateway }) => {
  const { slug } = await traffic(gateway);
  await open(page, slug);
  const { data } = (await gateway.call("GET", "/models/retiring")).body;
  const [{ expiration_date: day }] = data.filter(
    ({ id, provider_name }: Record<string, unknown>) => id === "openai/gpt-4o-mini" && provider_name === null,
  );
  const date = new Date(day).toLocaleDateString("en-US", { month: "short", day: "numeric", timeZone: "UTC" });
  const notice = page.getByRole("region", { name: "Status" }).getByRole("link", { name: "openai/gpt-4o-mini retires" });
  await expect(notice).toContainText(date);
  await notice.click();
  await expect(page).toHaveURL(/\/models\/openai\/gpt-4o-mini/);
});

test("a chart shows what changed at that time, and dragging over it selects a range for the page", async ({
  page,
  gateway,
}) => {
  const { slug, guardrail } = await traffic(gateway);
  await open(page, slug);
  const chart = page.getByRole("figure", { name: "Requests by model" });
  await chart.scrollIntoViewIfNeeded();
  const plot = await chart.locator("svg").last().boundingBox();
  if (!plot) throw new Error("the chart has no plot");
  const middle = plot.y + plot.height / 2;
  // The last bucket, in which the guardrail was created.
  await expect(async () => {
    await page.mouse.move(plot.x + plot.width * 0.5, middle);
    await page.mouse.move(plot.x + plot.width - 4, middle);
    await expect(page.getByText(`Guardrail ${guardrail} created`).first()).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.mouse.move(plot.x + plot.width * 0.4, middle);
  await page.mouse.down();
  await page.mouse.move(plot.x + plot.width * 0.7, middle, { steps: 5 });
  await page.mouse.up();
  await expect(page).toHaveURL(/range=custom&from=[^&]+&to=/);
});

test("a custom range is entered in a form that opens on the first click, by keyboard too", async ({
  page,
  gateway,
}) => {
  const { slug } = await traffic(gateway);
  await open(page, slug);
  const button = page.getByRole("button", { name: "Custom" });
  await button.click();
  const form = page.getByRole("dialog", { name: "Custom time range" });
  await form.getByLabel("From").fill("2026-01-02T10:00");
  await form.getByLabel("To").fill("2026-01-01T10:00");
  await form.getByRole("button", { name: "Show range" }).click();
  await expect(form.getByText("The end must be after the start.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(form).toHaveCount(0);
  await expect(button).toBeFocused();
  await page.keyboard.press("Enter");
  await form.getByLabel("To").fill("2026-01-03T10:00");
  await form.getByLabel("From").fill("2026-01-02T10:00");
  await form.getByRole("button", { name: "Show range" }).click();
  await expect(page).toHaveURL(/range=custom&from=[^&]+&to=/);
  await expect(button).toHaveAttribute("aria-pressed", "true");
});
