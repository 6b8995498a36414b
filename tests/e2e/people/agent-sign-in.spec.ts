import { redeem, startSignIn } from "#tests/support/agents/sign-in.ts";
import { violations } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";

test.use({ expectedStatuses: [404] });

test("a member approves an agent on a phone: the agent, its address, a workspace and a time; the key is listed", async ({
  page,
  gateway,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { body } = await startSignIn(gateway, "Claude Code", "laptop");
  await page.goto(body.verification_uri_complete as string);
  await expect(page.getByRole("heading", { name: "Sign in Claude Code?" })).toBeVisible();
  await expect(page.getByText(body.user_code as string)).toBeVisible();
  await expect(page.getByRole("main")).toContainText("laptop");
  expect(await violations(page)).toEqual([]);
  await page.getByLabel("Signed in for").selectOption("7 days");
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByRole("heading", { name: "Claude Code is signed in" })).toBeFocused();
  const issued = await redeem(gateway, body.device_code as string);
  expect(Number(issued.body.refresh_token_expires_in)).toBe(7 * 86_400);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/w/default/keys");
  const row = page.getByRole("row", { name: /Claude Code on laptop/ });
  await expect(row.getByText("agent", { exact: true })).toBeVisible();
  await row.getByRole("link", { name: /Claude Code on laptop/ }).click();
  await expect(page.getByText("Claude Code on laptop, signed in by the creator")).toBeVisible();
});

test("a code is typed by keyboard; an unknown one leads back to the form; denying gives no key", async ({
  page,
  gateway,
}) => {
  const { body } = await startSignIn(gateway, "Codex", "tower");
  await page.goto("/device");
  await expect(page.getByLabel("Code")).toBeFocused();
  await page.keyboard.type("short");
  await page.keyboard.press("Enter");
  await expect(page.getByText("A code has 8 letters")).toBeVisible();
  await page.getByLabel("Code").fill("bbbb bbbb");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "This code cannot be used" })).toBeVisible();
  await page.getByRole("button", { name: "Enter another code" }).click();
  await expect(page.getByLabel("Code")).toBeFocused();
  await page.keyboard.type((body.user_code as string).toLowerCase());
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Sign in Codex?" })).toBeVisible();
  await page.getByRole("button", { name: "Deny" }).click();
  await expect(page.getByRole("heading", { name: "Codex was denied" })).toBeVisible();
  expect((await redeem(gateway, body.device_code as string)).body.error).toBe("access_denied");
});

test.describe("before sign-in", () => {
  test.use({ signedIn: false });

  test("the code survives the sign-in", async ({ page, gateway }) => {
    const { body } = await startSignIn(gateway, "opencode", "desk");
    await page.goto(body.verification_uri_complete as string);
    await expect(page.getByLabel("Email")).toBeVisible();
    expect(new URL(page.url()).searchParams.get("next")).toBe(`/device?user_code=${body.user_code}`);
  });
});
