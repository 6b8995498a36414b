import type { Page } from "@playwright/test";
import type { Production } from "#tests/support/production.ts";
import { expect, test } from "../support/fixtures.ts";
import { OWNER, setUp } from "../support/owner.ts";
import { secretIn } from "../support/secret.ts";

// Another mapping has the place of an edited one.
test.use({ about: "new", expectedStatuses: [409] });
test("a directory gets a token, and its groups and domains give roles", async ({ page, gateway }) => {
  const { cookies } = await setUp(gateway, OWNER);
  await page.context().addCookies(cookies);
  await page.goto("/org/provisioning");
  await expect(page.getByText(/\/api\/scim\/v2$/)).toBeVisible();

  await page.getByRole("button", { name: "Create token" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Okta");
  await page.getByRole("dialog").getByRole("button", { name: "Create token" }).click();
  const shown = page.getByRole("dialog", { name: "SCIM token" });
  await expect(shown).toBeVisible();
  const token = await secretIn(shown);
  await shown.getByLabel("I have saved it").click();
  await shown.getByRole("button", { name: "Done" }).click();
  const created = await fetch(`${gateway.url}/api/scim/v2/Users`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ userName: "alan@example.com", displayName: "Alan", active: false }),
  });
  expect(created.status).toBe(201);

  await page.getByRole("button", { name: "Add mapping" }).click();
  await page.getByRole("textbox", { name: "Group" }).fill("Platform");
  await page.getByRole("dialog").getByRole("button", { name: "Add mapping" }).click();
  await expect(page.getByText("Choose a role, a workspace or both")).toBeVisible();
  await page.getByRole("combobox", { name: "Role" }).selectOption("admin");
  await page.getByRole("dialog").getByRole("button", { name: "Add mapping" }).click();
  const mappings = page.getByRole("list", { name: "Group mappings" });
  await expect(mappings.getByRole("listitem")).toContainText(/Platform\s*role admin/);

  await editByKeyboard(page, gateway);

  await page.getByRole("button", { name: "Change" }).click();
  await page.getByRole("textbox", { name: "Email domains" }).fill("example.com, example.org");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(
    page.getByText("Users with an email address at example.com, example.org join with the role member."),
  ).toBeVisible();

  await page.getByRole("button", { name: "Revoke Okta" }).click();
  await page.getByRole("button", { name: "Revoke token" }).click();
  await expect(page.getByText("Create a token and enter it")).toBeVisible();
  await page.getByRole("button", { name: "Delete the mapping of Platform to Default" }).click();
  await page.getByRole("button", { name: "Delete mapping" }).click();
  await expect(page.getByText("No mappings yet.")).toBeVisible();

  await page.goto("/org/members");
  await expect(page.getByRole("row").filter({ hasText: "alan@example.com" })).toContainText("deactivated");
});

/** Changes the mapping of Platform by keyboard: rejected while another has its place, then saved, and audited. */
async function editByKeyboard(page: Page, gateway: Production): Promise<void> {
  const edit = page.getByRole("button", { name: "Edit the mapping of Platform" });
  await gateway.call("POST", "/scim/group-mappings", { group: "Sales", role: "member" });
  await edit.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Edit the group mapping" });
  const group = dialog.getByRole("textbox", { name: "Group" });
  await expect(group).toHaveValue("Platform");
  await expect(dialog.getByRole("combobox", { name: "Role" })).toHaveValue("admin");
  await group.fill("sales");
  await group.press("Enter");
  await expect(dialog.getByText("There is already a mapping of this group to this workspace")).toBeVisible();
  await group.fill("Platform");
  await dialog.getByRole("combobox", { name: "Role" }).selectOption("");
  await group.press("Enter");
  await expect(dialog.getByText("Could not save the mapping: Choose a role, a workspace or both")).toBeVisible();
  await dialog.getByRole("combobox", { name: "Workspace" }).selectOption({ label: "Default" });
  await group.press("Enter");
  await expect(dialog).toBeHidden();
  const changed = page.getByRole("button", { name: "Edit the mapping of Platform to Default" });
  await expect(changed).toBeFocused();
  await expect(page.getByRole("list", { name: "Group mappings" })).toContainText(/Platform\s*workspace Default/);
  const { data } = (await gateway.call("GET", "/audit?action=group_mapping.update")).body;
  expect(data).toMatchObject([{ before: { role: "admin", workspace_id: null }, after: { role: null } }]);
  await page.getByRole("button", { name: "Delete the mapping of Sales" }).press("Enter");
  await page.getByRole("button", { name: "Delete mapping" }).press("Enter");
  await expect(page.getByText("Mapping of Sales deleted")).toBeVisible();
  await expect(changed).toBeFocused();
}
