import { expect, test } from "../support/fixtures.ts";
import { OWNER, setUp } from "../support/owner.ts";
import { secretIn } from "../support/secret.ts";

test.use({ about: "new" });
test.setTimeout(180_000);

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

  await page.getByRole("button", { name: "Change" }).click();
  await page.getByRole("textbox", { name: "Email domains" }).fill("example.com, example.org");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Users of example.com, example.org join with the role member.")).toBeVisible();

  await page.getByRole("button", { name: "Revoke Okta" }).click();
  await page.getByRole("button", { name: "Revoke token" }).click();
  await expect(page.getByText("Create a token and enter it")).toBeVisible();
  await page.getByRole("button", { name: "Delete the mapping of Platform" }).click();
  await page.getByRole("button", { name: "Delete mapping" }).click();
  await expect(page.getByText("No mappings yet.")).toBeVisible();

  await page.goto("/org/members");
  await expect(page.getByRole("row").filter({ hasText: "alan@example.com" })).toContainText("deactivated");
});
