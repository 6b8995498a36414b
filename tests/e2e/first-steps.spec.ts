import type { Production } from "#tests/support/production.ts";
import { expect, test } from "./support/fixtures.ts";
import { tabTo } from "./support/keyboard.ts";
import { OWNER } from "./support/owner.ts";
import { secretIn } from "./support/secret.ts";

const MODEL = "openai/gpt-4o-mini";

test.use({ about: "new" });
test("by mouse: from the set-up link to a streamed response and a working key", async ({ page, gateway }) => {
  await page.goto(gateway.setUpUrl ?? "");
  await page.getByLabel("Your name").fill(OWNER.name);
  await page.getByLabel("Email").fill(OWNER.email);
  await page.getByRole("textbox", { name: "Password" }).fill(OWNER.password);
  await page.getByRole("button", { name: "Create owner account" }).click();
  await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();

  await page.getByRole("link", { name: "Playground", exact: true }).click();
  await expect(page.getByRole("button", { name: /^Model: (?!local)/ })).toBeVisible();
  await page.getByRole("button", { name: /^Model: / }).click();
  await page.getByPlaceholder("Search by name, author or provider").fill(MODEL);
  await page
    .getByRole("option", { name: new RegExp(`^${MODEL}\\b(?!-)`) })
    .first()
    .click();
  await page.getByRole("textbox", { name: "Prompt", exact: true }).fill("Good morning");
  await page.getByRole("button", { name: "Send" }).click();
  const answer = page.getByRole("article", { name: /^Response from/ });
  await expect(answer).toContainText("You said: Good morning");
  await expect(answer.getByText("First token", { exact: true })).toBeVisible();

  // The playground's request is the first one; without the checklist, the figures are there at once.
  await page.getByRole("link", { name: "Overview", exact: true }).click();
  const figures = page.getByRole("heading", { name: "Figures", exact: true });
  await expect(page.getByText("The gateway works.").or(figures).first()).toBeVisible();

  await page.getByRole("link", { name: "Keys", exact: true }).click();
  await page.getByRole("button", { name: "Create key" }).first().click();
  const form = page.getByRole("dialog", { name: "Create key" });
  await form.getByLabel("Name").fill("my-app");
  await form.getByRole("button", { name: "Create key" }).click();
  const shown = page.getByRole("dialog", { name: "Key created" });
  const secret = await secretIn(shown);
  await shown.getByLabel("I have saved it").click();
  await shown.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("heading", { name: "my-app", level: 1 })).toBeVisible();
  await expectStream(gateway, secret);
});

test("by keyboard alone: from the set-up link to a streamed response and a working key", async ({ page, gateway }) => {
  const { keyboard } = page;
  await page.goto(gateway.setUpUrl ?? "");
  await expect(page.getByLabel("Your name")).toBeFocused();
  await keyboard.type(OWNER.name);
  await tabTo(page, page.getByLabel("Email"));
  await keyboard.type(OWNER.email);
  await tabTo(page, page.getByRole("textbox", { name: "Password" }));
  await keyboard.type(OWNER.password);
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();

  await tabTo(page, page.getByRole("link", { name: "Playground", exact: true }));
  await keyboard.press("Enter");
  const picker = page.getByRole("button", { name: /^Model: / });
  await tabTo(page, picker);
  await keyboard.press("Enter");
  await expect(page.getByPlaceholder("Search by name, author or provider")).toBeFocused();
  await keyboard.type(MODEL);
  await expect(page.getByRole("listbox").getByRole("option").first()).toContainText(MODEL);
  await keyboard.press("Enter");
  await expect(picker).toHaveText(MODEL);
  await tabTo(page, page.getByRole("textbox", { name: "Prompt", exact: true }));
  await keyboard.type("Good morning");
  await keyboard.press("Control+Enter");
  await expect(page.getByRole("article", { name: /^Response from/ })).toContainText("You said: Good morning");

  await keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: "Search or run" })).toBeFocused();
  await keyboard.type("keys");
  await expect(page.getByRole("option", { name: /^Keys/ })).toHaveAttribute("aria-selected", "true");
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Keys", level: 1 })).toBeVisible();
  // While the menu closes, it still has the focus.
  await expect(page.getByRole("combobox", { name: "Search or run" })).toHaveCount(0);
  await keyboard.press("c");
  const form = page.getByRole("dialog", { name: "Create key" });
  await expect(form.getByLabel("Name")).toBeFocused();
  await keyboard.type("my-app");
  await keyboard.press("Enter");
  const shown = page.getByRole("dialog", { name: "Key created" });
  const secret = await secretIn(shown);
  await tabTo(page, shown.getByLabel("I have saved it"));
  await keyboard.press("Space");
  await tabTo(page, shown.getByRole("button", { name: "Done" }));
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "my-app", level: 1 })).toBeVisible();
  await expectStream(gateway, secret);
});

/** Calls with the key as a program would, without the console's cookies. */
async function expectStream({ call }: Production, key: string): Promise<void> {
  const { status, headers, body } = await call(
    "POST",
    "/responses",
    { model: MODEL, input: "Hi", stream: true },
    { key },
  );
  expect(status).toBe(200);
  expect(headers.get("content-type")).toContain("text/event-stream");
  expect(body).toContain("You said: Hi");
  expect(body).toContain("response.completed");
}
