import { violationsIn } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";

const PAGE = "/w/default/byok";
const KEY = "key-of-acme-0123456789ab";

test.use({ about: "empty" });
test.afterEach(async ({ gateway }) => {
  const { body } = await gateway.call("GET", "/providers/custom");
  for (const { id } of body.data) await gateway.call("DELETE", `/providers/custom/${id}`);
});

test("a custom provider is tested, added with a listed model, edited and deleted", async ({
  page,
  gateway,
  upstream,
}) => {
  await page.goto(PAGE);
  const section = page.getByRole("region", { name: "Custom providers" });
  await expect(section.getByText("No custom providers yet.")).toBeVisible();
  await section.getByRole("button", { name: "Add custom provider" }).click();
  const form = page.getByRole("dialog", { name: "Add custom provider" });
  await form.getByLabel("Name", { exact: false }).first().fill("Acme inference");
  await form.getByLabel(/^ID/).fill("Not an ID");
  await form.getByLabel(/^Base URL/).fill(`${upstream.url}/v1`);
  await form.getByRole("textbox", { name: /^API key/ }).fill(KEY);
  await form.getByRole("button", { name: "Test connection" }).click();
  await expect(form.getByText("The server responded and lists 3 models")).toBeVisible();
  await form.getByRole("button", { name: "Add gpt-upstream", exact: true }).click();
  await expect(form.getByLabel(/^Name on the server/)).toHaveValue("gpt-upstream");
  await form.getByLabel("Input price").fill("cheap");
  await form.getByRole("button", { name: "Add provider" }).click();
  await expect(form.getByText("lowercase letters, digits and hyphens")).toBeVisible();
  await expect(form.getByText("An amount in USD")).toBeVisible();
  await form.getByLabel(/^ID/).fill("acme");
  await form.getByLabel("Input price").fill("0.15");
  await form.getByLabel("Output price").fill("0.6");
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      expect(await violationsIn(page, colorScheme), `${colorScheme}, ${width}`).toEqual([]);
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await form.getByRole("button", { name: "Add provider" }).click();
  await expect(form).toHaveCount(0);

  const row = section.getByRole("row", { name: /Acme inference/ });
  await expect(row).toContainText("acme");
  expect(await violationsIn(page, "dark")).toEqual([]);
  const { body } = await gateway.call("GET", "/providers/custom");
  expect(body.data[0]).toMatchObject({
    slug: "acme",
    models: [{ prices: { input_tokens: "0.15", output_tokens: "0.6" } }],
  });
  const asked = { model: "acme/gpt-upstream", messages: [{ role: "user", content: "Hello" }] };
  expect((await gateway.call("POST", "/chat/completions", asked)).status).toBe(200);

  await row.getByRole("button", { name: "Edit Acme inference" }).click();
  const edit = page.getByRole("dialog", { name: "Edit Acme inference" });
  await expect(edit.getByText("Stored: key…89ab")).toBeVisible();
  await edit.getByRole("button", { name: "Add model" }).click();
  await edit
    .getByLabel(/^Name on the server/)
    .nth(1)
    .fill("free-of-prices");
  await edit.getByRole("button", { name: "Save provider" }).click();
  await expect(edit).toHaveCount(0);
  await expect(row).toContainText("1 without prices");

  await row.getByRole("button", { name: "Delete Acme inference" }).click();
  const confirm = page.getByRole("alertdialog", { name: "Delete custom provider Acme inference" });
  await confirm.getByRole("textbox").fill("Acme inference");
  await confirm.getByRole("button", { name: "Delete custom provider" }).click();
  await expect(section.getByText("No custom providers yet.")).toBeVisible();
});
