import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.ts";

const KEYS = "/w/default/keys";

test.describe("a dialog returns the focus", () => {
  test("to the button of the menu that opened it", async ({ page }) => {
    await page.goto(KEYS);
    const button = page.getByRole("button", { name: /^Actions for/ }).first();
    for (const item of ["Rotate key", "Delete key"]) {
      const dialog = await chooseByKeyboard(page, button, item);
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);
      await expect(button).toBeFocused();
    }
  });

  test("after a dialog that opened another", async ({ page, gateway }) => {
    const name = `turned-${crypto.randomUUID().slice(0, 8)}`;
    await gateway.call("POST", "/keys", { name });
    await page.goto(KEYS);
    // The first dialog is still fading out when the second is closed, as on a slow machine.
    await page.addStyleTag({ content: "[data-state=closed] { animation-duration: 2s !important }" });
    const button = page.getByRole("button", { name: `Actions for ${name}` }).last();
    await chooseByKeyboard(page, button, "Rotate key");
    const rotate = page.getByRole("dialog").getByRole("button", { name: "Rotate key" });
    await rotate.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: "Key rotated" })).toBeVisible();
    await closeSecret(page);
    await expect(button).toBeFocused();
    // The list has been read again by then.
    await expect(page.getByRole("row", { name: new RegExp(name) })).toHaveCount(2);
    await expect(button).toBeFocused();
  });

  test("to the element focused before the command or shortcut", async ({ page }) => {
    await page.goto(KEYS);
    const link = page.getByRole("row").nth(2).getByRole("link").first();
    await link.focus();
    await page.keyboard.press("?");
    const shortcuts = page.getByRole("dialog", { name: /shortcuts/i });
    await expect(shortcuts).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(link).toBeFocused();

    await page.keyboard.press("Control+k");
    await expect(page.getByRole("combobox", { name: "Search or run" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(link).toBeFocused();

    await page.keyboard.press("c");
    const form = page.getByRole("dialog", { name: "Create key" });
    await expect(form.getByLabel("Name")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(form).toHaveCount(0);
    await expect(link).toBeFocused();
  });

  test("to the element focused before the command menu or a command's dialog", async ({ page }) => {
    await page.goto("/w/default/guardrails");
    const link = page.getByRole("row").nth(1).getByRole("link").first();
    await link.focus();
    for (const command of ["nothing", "Create guardrail"]) {
      await page.keyboard.press("Control+k");
      const search = page.getByRole("combobox", { name: "Search or run" });
      await expect(search).toBeFocused();
      await page.keyboard.type(command);
      await page.keyboard.press("Enter");
      if (command !== "nothing") await expect(page.getByRole("dialog", { name: command })).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expect(link).toBeFocused();
    }
  });

  test("to the page that the dialog leads to", async ({ page }) => {
    await page.goto(KEYS);
    const create = page.getByRole("button", { name: "Create key" });
    await create.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByLabel("Name").fill("focus-a");
    await page.keyboard.press("Enter");
    await closeSecret(page);
    await expect(page).toHaveURL(/\/keys\/[0-9a-f]{64}$/);
    await expect(page.locator("#main")).toBeFocused();
  });

  test("to the pane's menu in the playground", async ({ page }) => {
    await page.goto("/w/default/playground");
    const button = page.locator("[id^=pane-] [aria-haspopup=menu]").first();
    const dialog = await chooseByKeyboard(page, button, "View code");
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(button).toBeFocused();
  });
});

test.describe("after a deletion the focus goes", () => {
  test.beforeEach(async ({ gateway }) => {
    for (const name of ["gone-1", "gone-2", "gone-3"]) await gateway.call("POST", "/keys", { name });
  });
  test.afterEach(async ({ gateway }) => {
    const { body } = await gateway.call("GET", "/keys?limit=100");
    const left = body.data.filter(({ name }: { name: string }) => name.startsWith("gone-"));
    for (const { hash } of left) await gateway.call("DELETE", `/keys/${hash}`);
  });

  test("to the same menu of the next row, of the last row if the last was deleted, and to the page at the end", async ({
    page,
  }) => {
    await page.goto(`${KEYS}?q=gone-`);
    const buttons = page.getByRole("button", { name: /^Actions for gone-/ });
    await expect(buttons).toHaveCount(3);
    const label = (place: number) => buttons.nth(place).getAttribute("aria-label");
    const nextOne = await label(1);
    await deleteKey(page, buttons.first());
    await expect(buttons).toHaveCount(2);
    await expect(buttons.first()).toBeFocused();
    expect(await label(0)).toBe(nextOne);

    await deleteKey(page, buttons.nth(1));
    await expect(buttons).toHaveCount(1);
    await expect(buttons.first()).toBeFocused();

    await deleteKey(page, buttons.first());
    await expect(buttons).toHaveCount(0);
    await expect(page.getByRole("main")).toBeFocused();
  });

  test.describe("from the record's own page", () => {
    // The page refetches a record that is deleted by then.
    test.use({ expectedStatuses: [404] });

    test("to the page of the list", async ({ page, gateway }) => {
      const { body } = await gateway.call("GET", "/keys?limit=100");
      const { hash } = body.data.find(({ name }: { name: string }) => name === "gone-1");
      await page.goto(`${KEYS}/${hash}`);
      await chooseByKeyboard(page, page.getByRole("main").locator("[aria-haspopup=menu]").first(), "Delete key");
      await confirm(page, "gone-1");
      await expect(page).toHaveURL(new RegExp(`${KEYS}$`));
      await expect(page.getByRole("main")).toBeFocused();
    });
  });
});

async function chooseByKeyboard(page: Page, button: Locator, item: string): Promise<Locator> {
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  await page.keyboard.type(item.slice(0, 3));
  await expect(page.getByRole("menuitem", { name: item })).toBeFocused();
  await page.keyboard.press("Enter");
  const dialog = page.locator("[role=dialog], [role=alertdialog]");
  await expect(dialog).toBeVisible();
  return dialog;
}

async function closeSecret(page: Page): Promise<void> {
  await page.getByRole("checkbox", { name: "I have saved it" }).focus();
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Done" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

async function deleteKey(page: Page, button: Locator): Promise<void> {
  const name = await button.getAttribute("aria-label");
  await chooseByKeyboard(page, button, "Delete key");
  await confirm(page, name?.replace("Actions for ", "") ?? "");
}

async function confirm(page: Page, name: string): Promise<void> {
  await page.getByRole("alertdialog").getByRole("textbox").fill(name);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
}
