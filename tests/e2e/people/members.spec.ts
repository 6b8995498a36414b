import { expect, test } from "../support/fixtures.ts";
import { join } from "../support/join.ts";
import { OWNER } from "../support/owner.ts";
import { secretIn } from "../support/secret.ts";

test("an invitation's link is shown once and stops working when it is revoked", async ({ page, request, gateway }) => {
  const email = `${crypto.randomUUID().slice(0, 8)}@example.com`;
  await page.goto("/org/members");
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await page.keyboard.press("c");
  const form = page.getByRole("dialog", { name: "Invite a member" });
  await expect(form.getByLabel("Email")).toBeFocused();
  await page.keyboard.type(email);
  await page.keyboard.press("Enter");
  const shown = page.getByRole("dialog", { name: `Link for ${email}` });
  const link = await secretIn(shown);
  await expect(shown.getByRole("button", { name: "Done" })).toBeDisabled();
  await shown.getByLabel("I have saved it").click();
  await shown.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText(link)).toHaveCount(0);

  await page.getByRole("tab", { name: "Invitations" }).click();
  await page.getByRole("button", { name: `Revoke the invitation for ${email}` }).click();
  await page.getByRole("button", { name: "Revoke invitation" }).click();
  await expect(page.getByRole("row").filter({ hasText: email }).getByText("Revoked")).toBeVisible();
  const account = { token: new URL(link).pathname.split("/").at(-1), name: "Late", password: "correct horse battery" };
  const late = await request.post("/api/session/accept-invitation", {
    data: account,
    headers: { origin: gateway.url },
  });
  expect(late.status()).toBe(404);
});

test("roles can be changed and members removed, but never the last owner", async ({ page, gateway }) => {
  const name = `Member ${crypto.randomUUID().slice(0, 8)}`;
  const email = `${name.slice(7)}@example.com`;
  const { id } = await join(gateway, { role: "member", name, email });
  await page.goto("/org/members");
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Change role" }).click();
  const dialog = page.getByRole("dialog", { name: `Change role of ${name}` });
  await dialog.getByRole("radio", { name: "Admin" }).click();
  await dialog.getByRole("button", { name: "Change role" }).click();
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row.getByText("admin", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Remove from organization" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove member" }).click();
  // The rows behind an open dialog are hidden.
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await expect(row).toHaveCount(0);
  const { body } = await gateway.call("GET", "/organization/members?limit=100");
  expect(body.data.map((member: { id: string }) => member.id)).not.toContain(id);

  await page.getByRole("button", { name: `Actions for ${OWNER.name}` }).click();
  await expect(page.getByText("The last owner cannot be removed")).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Remove from organization" })).toBeDisabled();
});

test("a member sees what each role may do, but no other members", async ({ browser, gateway }) => {
  const email = `${crypto.randomUUID().slice(0, 8)}@example.com`;
  const { signedIn } = await join(gateway, { role: "member", name: "A member", email });
  const context = await browser.newContext({ baseURL: gateway.url, storageState: signedIn });
  const page = await context.newPage();
  await page.goto("/org/members");
  await expect(page.getByText("Your role is member")).toBeVisible();
  await expect(page.getByRole("row", { name: /Set budgets/ }).getByText("no", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Invite" })).toHaveCount(0);
  await expect(page.getByText(OWNER.email)).toHaveCount(0);
  await context.close();
});
