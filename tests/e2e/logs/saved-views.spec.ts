import { violations } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { quietWorkspace, rowsOf } from "./quiet-workspace.ts";

test("a view is saved, opened by its link, renamed and deleted", async ({ page, gateway }) => {
  const { slug, ask } = await quietWorkspace(gateway);
  await ask({ user: "reader-1" });
  await ask({ user: "reader-2" });
  await page.goto(`/w/${slug}/logs?user=reader-1&columns=user,cost`);
  await expect(rowsOf(page)).toHaveCount(1);
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Save as new view" }).click();
  const dialog = page.getByRole("dialog", { name: "Save view" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("Reader one");
  await dialog.getByRole("checkbox", { name: "Share with the workspace" }).check();
  await dialog.getByRole("button", { name: "Save view" }).click();
  const menu = page.getByRole("button", { name: "Reader one" });
  await expect(menu).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/view=/);
  expect(await violations(page)).toEqual([]);

  const id = new URL(page.url()).searchParams.get("view");
  await page.goto(`/w/${slug}/logs?view=${id}`);
  await expect(rowsOf(page)).toHaveCount(1);
  const headers = page.getByRole("table", { name: "Requests" }).getByRole("columnheader");
  await expect(headers).toHaveText(["Time", "End user", "Cost"]);

  await menu.click();
  await page.getByRole("menuitem", { name: "Rename or share" }).click();
  const rename = page.getByRole("dialog", { name: "Rename or share Reader one" });
  await rename.getByRole("textbox", { name: "Name" }).fill("First reader");
  await rename.getByRole("button", { name: "Save" }).click();
  const renamed = page.getByRole("button", { name: "First reader" });
  await expect(renamed).toBeVisible();
  await expect(rename).toBeHidden();
  await renamed.click();
  await page.getByRole("menuitem", { name: "Delete view" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete view" }).click();
  await expect(page.getByRole("button", { name: "Views" })).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(2);
});
