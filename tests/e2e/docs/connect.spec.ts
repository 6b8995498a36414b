import { expect, test } from "../support/fixtures.ts";
import { secretIn } from "../support/secret.ts";

test("samples name this deployment and, once asked to, the key that was just created", async ({ page, gateway }) => {
  await page.goto("/w/default/keys");
  await page.getByRole("button", { name: "Create key" }).first().click();
  const form = page.getByRole("dialog", { name: "Create key" });
  await form.getByLabel("Name").fill("for the samples");
  await form.getByRole("button", { name: "Create key" }).click();
  const shown = page.getByRole("dialog", { name: "Key created" });
  const secret = await secretIn(shown);
  await shown.getByLabel("I have saved it").click();
  await shown.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("heading", { name: "for the samples", level: 1 })).toBeVisible();

  await page.getByRole("link", { name: "API reference", exact: true }).click();
  await expect(page.getByRole("heading", { name: "API reference", level: 1 })).toBeVisible();
  const reference = page.getByRole("navigation", { name: "Reference" });
  await reference.getByRole("link", { name: "Connect a client", exact: true }).click();
  const main = page.getByRole("main");
  await expect(page.getByRole("heading", { name: "Connect a client", level: 1 })).toBeVisible();
  await expect(main).toContainText(`curl ${gateway.url}/api/v1/responses`);
  await expect(main).not.toContainText(secret);
  await page.getByLabel("Fill in the key you just created").click();
  await expect(main).toContainText(`Authorization: Bearer ${secret}`);
  await page
    .getByRole("region", { name: "SDKs and frameworks" })
    .getByRole("link", { name: "OpenAI SDK", exact: true })
    .click();
  await expect(main).toContainText(`apiKey: "${secret}"`);
  await page.getByLabel("Fill in the key you just created").click();
  await expect(main).not.toContainText(secret);
  await reference.getByRole("link", { name: "Connect a client", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Connect a client", level: 1 })).toBeVisible();

  await page.reload();
  await expect(main).toContainText(`curl ${gateway.url}/api/v1/responses`);
  await expect(page.getByLabel("Fill in the key you just created")).toHaveCount(0);
});
