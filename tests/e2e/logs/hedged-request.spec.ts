import { violations } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { quietWorkspace } from "./quiet-workspace.ts";

test("a hedged request shows both attempts at their times, and leads to the canceled one with its cost", async ({
  page,
  gateway,
  upstream,
}) => {
  const { slug, id, key } = await quietWorkspace(gateway);
  // Two credentials of one provider are two candidates.
  const own = { provider: "openai", key: "sk-slow-key-of-the-test", name: "Slow", workspace_id: id };
  expect((await gateway.call("POST", "/byok", own)).status).toBe(201);
  upstream.script({
    match: ({ headers }) => headers.authorization === `Bearer ${own.key}`,
    times: 1,
    fault: { headersDelayMs: 3_000 },
  });
  const body = { model: "openai/gpt-4o-mini", input: "Hello", provider: { hedge: { after_ms: 150 } } };
  const { status, headers } = await gateway.call("POST", "/responses", body, { key });
  expect(status).toBe(200);
  await page.goto(`/w/${slug}/logs?peek=${headers.get("x-generation-id")}`);
  const panel = page.getByRole("dialog", { name: "Request details" });
  const attempts = panel.getByRole("table", { name: /^Attempts/ });
  await expect(attempts.getByRole("row").filter({ hasText: "attempt 1" })).toContainText(
    "Canceled: another candidate responded first",
  );
  await expect(attempts.getByRole("row").filter({ hasText: "attempt 2" })).toContainText("succeeded");
  const routing = panel.getByRole("region", { name: "Routing" });
  await expect(routing).toContainText("A second candidate was started after 150 ms, and responded first.");
  await expect(routing.getByText("canceled", { exact: true })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await routing.getByRole("link", { name: /^gen-/ }).click();
  await expect(panel.getByText("499, canceled by the gateway")).toBeVisible();
});
