import { expect, test } from "../support/fixtures.ts";

test("text that is not a number is no limit at all, so it is an error, for a new key and a changed one", async ({
  page,
  gateway,
}) => {
  await page.goto("/w/default/keys");
  await page.getByRole("button", { name: "Create key" }).first().click();
  const form = page.getByRole("dialog", { name: "Create key" });
  await form.getByLabel("Name").fill("with a typo");
  await form.getByLabel("Spending limit").fill("2O");
  await form.getByRole("button", { name: "Create key" }).click();
  await expect(form.getByText("Enter a number")).toBeVisible();
  await expect(form.getByLabel("Spending limit")).toBeFocused();
  await expect(form.getByLabel("Spending limit")).toHaveValue("2O");
  const names = (await gateway.call("GET", "/keys")).body.data.map(({ name }: { name: string }) => name);
  expect(names).not.toContain("with a typo");

  const { data } = (await gateway.call("POST", "/keys", { name: "limited", limit: 5 })).body;
  await page.goto(`/w/default/keys/${data.hash}`);
  await page.getByRole("textbox", { name: "Spending limit" }).fill("5 USD");
  await page.keyboard.press("Control+s");
  await expect(page.getByText("Enter a number")).toBeVisible();
  expect((await gateway.call("GET", `/keys/${data.hash}`)).body.data.limit).toBe(5);
  await page.getByRole("textbox", { name: "Spending limit" }).fill("1,000");
  await page.keyboard.press("Control+s");
  await expect.poll(async () => (await gateway.call("GET", `/keys/${data.hash}`)).body.data.limit).toBe(1000);
});
