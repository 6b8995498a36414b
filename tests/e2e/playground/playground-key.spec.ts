import { expect, test } from "../support/fixtures.ts";

// A response's usage is read from the ledger, which may not have written it yet.
test.use({ expectedStatuses: [404] });

test("a chosen key is remembered, its limits apply to every mode, and a key that was deleted is not used", async ({
  page,
  gateway,
}) => {
  const slug = `chosen-${crypto.randomUUID().slice(0, 8)}`;
  const { id } = (await gateway.call("POST", "/workspaces", { name: slug, slug })).body.data;
  const { hash } = (await gateway.call("POST", "/keys", { name: "Capped", workspace_id: id })).body.data;
  await page.goto(`/w/${slug}/playground/embeddings?model=local/embeddings`);
  const picker = page.getByRole("combobox", { name: "Send with" });
  await expect(picker).toHaveValue("");
  await expect(page.getByText("so no key limits apply")).toBeVisible();
  await picker.selectOption("Capped");
  await expect(page.getByText("apply. Requests count toward the key.")).toBeVisible();
  await page.reload();
  await expect(picker).toHaveValue(hash);

  await page.goto(`/w/${slug}/playground?model=openai/gpt-4o-mini`);
  await expect(picker).toHaveValue(hash);
  await page.getByRole("textbox", { name: /^Prompt/ }).fill("Hello");
  const sent = page.waitForResponse((response) => response.url().endsWith("/api/v1/responses"));
  await page.keyboard.press("Control+Enter");
  const generation = (await sent).headers()["x-generation-id"];
  await expect(page.getByText("You said: Hello")).toBeVisible();
  const { body } = await gateway.call("GET", `/generation?id=${generation}`);
  expect(body.data.key_hash).toBe(hash);

  await gateway.call("DELETE", `/keys/${hash}`);
  await page.reload();
  await expect(page.getByText("so no key limits apply")).toBeVisible();
  await expect(picker).toHaveValue("");
});
