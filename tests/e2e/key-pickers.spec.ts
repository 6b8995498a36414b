import type { Page } from "@playwright/test";
import type { Production } from "#tests/support/production.ts";
import { expect, test } from "./support/fixtures.ts";
import { tabTo } from "./support/keyboard.ts";

/** More than a picker offers at once, so that only a search finds the oldest key. */
const KEYS = 52;
const OLDEST = "the oldest of all";

test.describe("with more keys than options, the search finds any key", () => {
  test("for stored content, and shows the keys' names after a reload", async ({ page, gateway }) => {
    const { slug } = await workspaceWithKeys(gateway);
    const asked = listsOf(page);
    await page.goto(`/w/${slug}/settings#logging`);
    await page.getByRole("checkbox", { name: "Store prompts and responses" }).check();
    await page.getByRole("radio", { name: "Some keys" }).check();
    const picker = page.getByRole("button", { name: /^Keys/ });
    await tabTo(page, picker);
    await page.keyboard.press("Enter");
    await expect(page.getByText("2 more: search")).toBeVisible();
    await page.keyboard.type("oldest OF");
    await expect(page.getByRole("dialog").getByRole("option")).toHaveText([new RegExp(OLDEST)]);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await expect(picker).toBeFocused();
    await expect(page.getByRole("button", { name: `Remove ${OLDEST}` })).toBeVisible();
    await page.keyboard.press("Control+s");
    await expect(page.getByText(/unsaved changes?/)).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole("button", { name: `Remove ${OLDEST}` })).toBeVisible();
    expect(asked.filter((url) => url.searchParams.has("offset"))).toEqual([]);
  });

  test("for assigned keys, and for the key of a test", async ({ page, gateway }) => {
    const { slug, oldest } = await workspaceWithKeys(gateway);
    const { body } = await gateway.call("POST", "/guardrails", { name: `many-${slug}`, workspace_id: slug });
    const { id } = body.data;
    const asked = listsOf(page);
    await page.goto(`/w/${slug}/guardrails/${id}`);
    await page.getByRole("button", { name: /^Rules to apply/ }).click();
    await page.getByPlaceholder("Search").fill(OLDEST);
    await page.getByRole("option", { name: OLDEST }).click();
    await expect(page.getByRole("button", { name: `Rules to apply: ${OLDEST}` })).toBeVisible();

    await page.getByRole("tab", { name: "Assignments" }).click();
    await page.getByRole("button", { name: /^Assign to a key/ }).click();
    await expect(page.getByText("2 more: search")).toBeVisible();
    // The masked key ends in its last characters.
    await page.getByPlaceholder("Search").fill(oldest.label.slice(-4));
    await page.getByRole("option", { name: OLDEST }).click();
    await expect(page.getByText(`Assigned to ${OLDEST}`)).toBeVisible();
    await expect(page.getByText("Applies to 1 key")).toBeVisible();
    expect(asked.filter((url) => url.searchParams.has("offset"))).toEqual([]);
  });
});

/** Its own workspace, so that no other test sees its keys. */
async function workspaceWithKeys({ call }: Production) {
  const slug = `many-${crypto.randomUUID().slice(0, 8)}`;
  await call("POST", "/workspaces", { name: slug, slug });
  const make = (name: string) => call("POST", "/keys", { name, workspace_id: slug });
  const { status, body } = await make(OLDEST);
  expect(status).toBe(201);
  for (let number = 1; number < KEYS; number += 1) await make(`app ${number}`);
  return { slug, oldest: body.data as { label: string } };
}

/** The lists of keys that the page has requested so far. */
function listsOf(page: Page): URL[] {
  const asked: URL[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.pathname === "/api/v1/keys") asked.push(url);
  });
  return asked;
}
