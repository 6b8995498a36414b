import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures.ts";

const CARD = "Charge 4111 1111 1111 1111";
const WHY = "blocked the request: Credit card number.";

test.use({ expectedStatuses: [403, 404] });

test("a request that a guardrail blocks names the rule and links to the guardrail, in text and other modes", async ({
  page,
  gateway,
}) => {
  const { body } = await gateway.call("POST", "/workspaces", { name: "Guarded calls", slug: "guarded-calls" });
  const { id, slug } = body.data;
  const rules = { content_filter_builtins: [{ slug: "credit-card", action: "block" }] };
  const headers = { "x-switchboard-workspace": slug };
  expect((await gateway.call("PATCH", `/guardrails/${id}`, rules, { headers })).status).toBe(200);

  await page.goto(`/w/${slug}/playground/embeddings`);
  await page.getByLabel("Texts").fill(CARD);
  await page.keyboard.press("Control+Enter");
  await expectBlocked(page);

  await page.goto(`/w/${slug}/playground`);
  await page.getByRole("textbox", { name: "Prompt", exact: true }).fill(CARD);
  await page.keyboard.press("Control+Enter");
  await expectBlocked(page);
  await page.getByRole("link", { name: "View guardrail rules" }).click();
  await expect(page).toHaveURL(new RegExp(`/w/${slug}/guardrails/${id}`));
  await expect(page.getByRole("switch", { name: "Credit card number" })).toBeChecked();
});

async function expectBlocked(page: Page): Promise<void> {
  const answer = page.getByRole("article", { name: /^Response from/ });
  await expect(answer).toContainText("A guardrail blocked it");
  await expect(answer).toContainText(WHY);
  await expect(answer).toContainText("HTTP 403");
}
