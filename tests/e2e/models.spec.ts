import { expect, test } from "./support/fixtures.ts";
import { tabTo } from "./support/keyboard.ts";

test("search and filters are kept in the URL and survive a reload", async ({ page }) => {
  await page.goto("/w/default/models");
  await page.getByRole("searchbox", { name: "Search models" }).fill("gpt-4o-mini");
  await page.getByRole("switch", { name: /Available/ }).click();
  await expect(page).toHaveURL(/q=gpt-4o-mini/);
  await expect(page).toHaveURL(/available=true/);
  await expect(page.getByRole("link", { name: /openai\/gpt-4o-mini$/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("searchbox", { name: "Search models" })).toHaveValue("gpt-4o-mini");
  await expect(page.getByRole("switch", { name: /Available/ })).toBeChecked();
  await expect(page.getByRole("link", { name: /openai\/gpt-4o-mini$/ })).toBeVisible();
  await expect(page.getByRole("link", { name: /claude/ })).toHaveCount(0);
});

test("a search without matches offers to clear the filters", async ({ page }) => {
  await page.goto("/w/default/models?q=no-such-model-anywhere");
  await expect(page.getByText("No models match.")).toBeVisible();
  await page.getByRole("button", { name: "Clear all" }).click();
  await expect(page.getByRole("row").nth(1)).toBeVisible();
});

test("a model's page shows its providers and opens the model in the playground", async ({ page }) => {
  await page.goto("/w/default/models?q=gpt-4o-mini");
  await page.getByRole("link", { name: /openai\/gpt-4o-mini$/ }).click();
  await expect(page).toHaveURL(/\/models\/openai\/gpt-4o-mini$/);
  await expect(
    page
      .getByRole("table", { name: /providers/i })
      .getByText("OpenAI")
      .first(),
  ).toBeVisible();
  await page.getByRole("link", { name: "Try in playground" }).click();
  await expect(page.getByRole("button", { name: "Model: openai/gpt-4o-mini" })).toBeVisible();
});

test.describe("an unknown model", () => {
  test.use({ expectedStatuses: [404] });

  test("suggests similar models", async ({ page }) => {
    await page.goto("/w/default/models/openai/gpt-4o-minii");
    await expect(page.getByRole("heading", { name: "Model openai/gpt-4o-minii not found" })).toBeVisible();
    await page.getByRole("link", { name: "openai/gpt-4o-mini", exact: true }).click();
    await expect(page).toHaveURL(/\/models\/openai\/gpt-4o-mini$/);
  });
});

test("models are compared side by side at a URL that can be shared", async ({ page }) => {
  await page.goto("/w/default/models?q=gpt-4o");
  const boxes = page.getByRole("checkbox", { name: /^Compare / });
  await boxes.nth(0).click();
  await boxes.nth(1).click();
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Compare 2 models" });
  await expect(dialog.getByRole("row", { name: /Input \$\/M/ })).toContainText("$");
  await page.reload();
  await expect(dialog.getByRole("columnheader")).toHaveCount(3);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
});

test("models without text output show their own units and nothing that applies only to text", async ({ page }) => {
  await page.goto("/w/default/models?outputs=rerank,embeddings");
  const row = (id: string) => page.getByRole("row").filter({ hasText: id });
  await expect(row("cohere/rerank-v3.5")).toContainText("$0.002 / search");
  await expect(row("openai/text-embedding-3-small")).toContainText("$0.02");
  await row("cohere/rerank-v3.5").getByRole("link").click();
  const providers = page.getByRole("table", { name: "Providers of the model" });
  await expect(providers.getByRole("columnheader", { name: "Price" })).toBeVisible();
  await expect(providers.getByRole("columnheader", { name: /Output|Max output|Throughput/ })).toHaveCount(0);
  await expect(providers).toContainText("$0.002 / search");
  await expect(page.getByText("top_n").first()).toBeVisible();
  await expect(page.getByText("Knowledge cutoff")).toHaveCount(0);
});

test("an image model's page shows each provider's parameters and prices", async ({ page }) => {
  await page.goto("/w/default/models/black-forest-labs/flux-2-pro");
  const panel = page.getByRole("region", { name: "Image generation" });
  await expect(panel.getByRole("heading", { name: "Black Forest Labs" })).toBeVisible();
  await expect(panel).toContainText("$0.015 / image");
  await expect(panel.getByRole("listitem").filter({ hasText: "16:9" })).toBeVisible();
  await page.goto("/w/default/models/openai/gpt-4o-mini");
  await expect(page.getByText("Knowledge cutoff")).toBeVisible();
  await expect(panel).toHaveCount(0);
});

test("an image model opens in the image playground if possible", async ({ page }) => {
  for (const [model, mode] of [
    ["google/imagen-4.0-generate-001", "Image"],
    // These also write text; the last one generates images only in a chat.
    ["google/gemini-2.5-flash-image", "Image"],
    ["openai/gpt-5-image", "Text"],
  ]) {
    await page.goto(`/w/default/models/${model}`);
    await expect(page.getByRole("region", { name: "Image generation" })).toHaveCount(mode === "Image" ? 1 : 0);
    await page.getByRole("link", { name: "Try in playground" }).click();
    await expect(page.getByRole("button", { name: `Model: ${model}`, exact: true })).toBeVisible();
    await expect(page.getByRole("link", { name: mode, exact: true })).toHaveAttribute("aria-current", "page");
  }
});

test("a model without a price says so, accepts one, and can be reset", async ({ page, gateway }) => {
  await page.goto("/w/default/models/elevenlabs/eleven-v3");
  const providers = page.getByRole("table", { name: "Providers of the model" });
  await expect(providers.getByText("Unpriced")).toBeVisible();
  const prices = page.getByRole("region", { name: "Unpriced units" });
  await expect(prices).toContainText("Text, ElevenLabs");
  await expect(prices).toContainText("Requests that use it are rejected");
  await prices.getByRole("button", { name: "Set a price" }).click();
  const form = page.getByRole("dialog", { name: "Set a price: Text, ElevenLabs" });
  await form.getByRole("button", { name: "Set price" }).click();
  await expect(form.getByText("Enter an amount")).toBeVisible();
  await expect(form.getByText("Enter the source of the price")).toBeVisible();
  await form.getByLabel(/^Price/).fill("-1");
  await expect(form.getByText("Use fewer decimals: this price cannot be stored exactly")).toBeVisible();
  await form.getByLabel(/^Price/).fill("62.5");
  await form.getByLabel(/^Source/).fill("contract 7");
  await form.getByRole("button", { name: "Set price" }).click();
  await expect(form).toHaveCount(0);
  await expect(page.getByText("Unpriced")).toHaveCount(0);
  const own = page.getByRole("region", { name: "Custom prices" });
  await expect(own.getByRole("listitem")).toContainText("ElevenLabs, from contract 7");
  await expect(own.getByRole("listitem")).toContainText("$62.50 / M characters");
  const query = "/prices?model=elevenlabs/eleven-v3&origin=override&active=true";
  const { data } = (await gateway.call("GET", query)).body;
  expect(data).toMatchObject([{ unit: "characters", nano_usd_per_million: 62_500_000_000, source: "contract 7" }]);
  await own.getByRole("button", { name: "Remove the custom price of Text" }).click();
  await page.getByRole("button", { name: "Remove price" }).click();
  await expect(own).toHaveCount(0);
  await expect(providers.getByText("Unpriced")).toBeVisible();
});

test("by keyboard alone: sets a price for the one video resolution that has none", async ({ page, gateway }) => {
  const { keyboard } = page;
  await page.goto("/w/default/models/x-ai/grok-imagine-video");
  const prices = page.getByRole("region", { name: "Unpriced units" });
  await tabTo(page, prices.getByRole("button", { name: "Set a price" }));
  await keyboard.press("Enter");
  const form = page.getByRole("dialog", { name: "Set a price: Duration at 720p, xAI" });
  await tabTo(page, form.getByLabel(/^Price/));
  await keyboard.type("0.07");
  await tabTo(page, form.getByLabel(/^Source/));
  await keyboard.type("price list");
  await keyboard.press("Enter");
  await expect(form).toHaveCount(0);
  await expect(prices).toHaveCount(0);
  const models = (await gateway.call("GET", "/videos/models")).body.data;
  const { pricing_skus } = models.find(({ id }: { id: string }) => id === "x-ai/grok-imagine-video");
  expect(pricing_skus).toEqual({ "480p": "0.05", "720p": "0.07" });
  await tabTo(page, page.getByRole("button", { name: "Remove the custom price of Duration at 720p" }));
  await keyboard.press("Enter");
  await tabTo(page, page.getByRole("button", { name: "Remove price" }));
  await keyboard.press("Enter");
  await expect(prices).toBeVisible();
});

for (const [width, column] of [
  [768, "Output $/M"],
  [1280, "Compare"],
  [1440, "Compare"],
] as const) {
  test(`the list shows ${column} without scrolling sideways at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/w/default/models");
    const header = page.getByRole("columnheader", { name: column });
    await expect(header).toBeVisible();
    const { x = 0, width: wide = 0 } = (await header.boundingBox()) ?? {};
    expect(x + wide).toBeLessThanOrEqual(width);
  });
}
