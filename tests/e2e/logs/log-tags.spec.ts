import { violations } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { quietWorkspace, rowsOf } from "./quiet-workspace.ts";

test("requests are filtered by tag in the facets, the panel and the address, and have a column of tags", async ({
  page,
  gateway,
}) => {
  const { slug, ask } = await quietWorkspace(gateway);
  for (const tags of [["team:search", "env:prod"], ["team:search"], []]) await ask({ tags });
  await page.goto(`/w/${slug}/logs?range=1h`);
  await expect(rowsOf(page)).toHaveCount(3);
  await page.getByRole("button", { name: "Facets", exact: true }).click();
  const facet = page.getByRole("region", { name: "Facets" }).getByRole("region", { name: "Tag" });
  await expect(facet.getByRole("listitem")).toHaveCount(3);
  await expect(facet.getByRole("button", { name: /^No tag.*1/ })).toBeVisible();
  await facet.getByRole("button", { name: /^team:search.*2/ }).click();
  await expect(rowsOf(page)).toHaveCount(2);
  await expect.poll(() => new URL(page.url()).searchParams.get("tag")).toBe("team:search");
  await facet.getByRole("button", { name: "Exclude env:prod" }).click();
  await expect(rowsOf(page)).toHaveCount(1);
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Clear all" }).click();
  await expect(rowsOf(page)).toHaveCount(3);

  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("dialog", { name: "Columns" }).getByRole("checkbox", { name: "Tags" }).check();
  await page.keyboard.press("Escape");
  const cell = page.getByRole("cell", { name: "team:search, env:prod" });
  await expect(cell).toBeVisible();
  await cell.click();
  const panel = page.getByRole("dialog").or(page.getByRole("complementary")).filter({ hasText: "env:prod" }).first();
  await panel.getByRole("button", { name: "Filter by this tag" }).last().click();
  await expect.poll(() => new URL(page.url()).searchParams.get("tag")).toBe("env:prod");
  await expect(rowsOf(page)).toHaveCount(1);
});

test("costs by tag say that a request counts for each of its tags", async ({ page, gateway }) => {
  const { slug, ask } = await quietWorkspace(gateway);
  await ask({ tags: ["team:search", "env:prod"] });
  await page.goto(`/w/${slug}/activity?tab=explore&by=tag`);
  await expect(page.getByText("A request with several tags counts once for each tag")).toBeVisible();
  await expect(page.getByRole("cell", { name: "team:search" })).toBeVisible();
  await page.goto(`/org/chargeback?workspace=${slug}`);
  await page.getByRole("radio", { name: "Tag" }).click();
  const lines = page.getByRole("table", { name: "Cost by workspace and tag" }).locator("tbody tr");
  await expect(lines).toHaveCount(2);
  await expect(page.getByText("the lines add up to more than the totals above")).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test("a key is created with tags, and a malformed one is explained", async ({ page, gateway }) => {
  const { slug } = await quietWorkspace(gateway);
  await page.goto(`/w/${slug}/keys?create=true`);
  const form = page.getByRole("dialog", { name: "Create key" });
  await form.getByRole("textbox", { name: /^Name/ }).fill("tagged");
  const tags = form.getByRole("textbox", { name: "Tags" });
  await tags.fill("team:search, équipe");
  await form.getByRole("button", { name: "Create key" }).click();
  await expect(form.getByText(/^équipe: must be 1 to 128 letters/)).toBeVisible();
  await tags.fill("team:search, env:prod");
  await form.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByRole("dialog", { name: "Key created" })).toBeVisible();
  const [key] = (await gateway.call("GET", `/keys?q=tagged&workspace_id=${slug}`)).body.data;
  expect(key.tags).toEqual(["team:search", "env:prod"]);
});
