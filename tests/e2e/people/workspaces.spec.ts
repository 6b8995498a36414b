import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures.ts";
import { join } from "../support/join.ts";
import { tabTo } from "../support/keyboard.ts";

test("by keyboard alone: a workspace is created and people are added by email", async ({ page, gateway }) => {
  const tag = crypto.randomUUID().slice(0, 8);
  await join(gateway, { role: "member", name: `Member ${tag}`, email: `${tag}@example.com` });
  await page.goto("/org/workspaces");
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await page.keyboard.press("c");
  const form = page.getByRole("dialog", { name: "Create workspace" });
  await expect(form.getByLabel("Name")).toBeFocused();
  await page.keyboard.type(`Équipe ${tag}`);
  await expect(form.getByLabel("Slug")).toHaveValue(`equipe-${tag}`);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: `Équipe ${tag}`, level: 1 })).toBeVisible();
  await tabTo(page, page.getByRole("button", { name: "Add members" }));
  await page.keyboard.press("Enter");
  const adding = page.getByRole("dialog", { name: /^Add members/ });
  await tabTo(page, adding.getByLabel("Or paste email addresses"));
  await page.keyboard.type(`Somebody <${tag}@example.com>, nobody@example.com`);
  await expect(adding.getByText("1 to add, 1 unknown")).toBeVisible();
  await tabTo(page, adding.getByRole("button", { name: "Add members" }));
  await page.keyboard.press("Enter");
  const row = page.getByRole("row").filter({ hasText: `Member ${tag}` });
  await expect(row).toBeVisible();

  await row.getByRole("button", { name: /^Remove/ }).click();
  await page.getByRole("button", { name: "Remove member", exact: true }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(row).toHaveCount(0);
});

test("a workspace with an active key cannot be deleted; one without is deleted after its name is typed", async ({
  page,
  gateway,
}) => {
  const { name, slug } = await newWorkspace(gateway);
  const { body } = await gateway.call("POST", "/keys", { name: "in use", workspace_id: slug });
  await page.goto("/org/workspaces");
  await askToDelete(page, name);
  const refused = page.getByRole("dialog", { name: `${name} cannot be deleted yet` });
  await expect(refused.getByText("It has 1 active key")).toBeVisible();
  await refused.getByRole("button", { name: "Close" }).first().click();

  await gateway.call("PATCH", `/keys/${body.data.hash}`, { disabled: true });
  await page.reload();
  await askToDelete(page, name);
  const dialog = page.getByRole("alertdialog", { name: `Delete workspace ${name}` });
  const remove = dialog.getByRole("button", { name: "Delete workspace" });
  await expect(remove).toBeDisabled();
  await dialog.getByRole("textbox").fill(name);
  await remove.click();
  // The rows behind an open dialog are hidden.
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("row").filter({ hasText: name })).toHaveCount(0);
  expect((await gateway.call("GET", `/workspaces/${slug}`)).status).toBe(404);
});

test("the default workspace cannot be deleted, and the page says so", async ({ page }) => {
  await page.goto("/w/default/settings");
  await expect(page.getByText(/The default workspace cannot be deleted/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Delete workspace" })).toBeDisabled();
});

async function askToDelete(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Delete workspace" }).click();
}

type Gateway = { call: (method: string, path: string, body: object) => Promise<{ status: number }> };

async function newWorkspace({ call }: Gateway): Promise<{ name: string; slug: string }> {
  const slug = `team-${crypto.randomUUID().slice(0, 8)}`;
  const { status } = await call("POST", "/workspaces", { name: slug, slug });
  expect(status).toBe(201);
  return { name: slug, slug };
}
