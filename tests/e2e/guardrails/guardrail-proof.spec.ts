import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures.ts";

const MODEL = "openai/gpt-4o-mini";
const ADDRESS = "ana.silva@example.com";
const CARD = "4111 1111 1111 1111";

test("the tester shows what happens to a call: redacted the same way, and rejected with the same body", async ({
  page,
  gateway,
  upstream,
}) => {
  const { id, name, secret } = await guardedKey(gateway);
  const ask = (content: string) =>
    gateway.call("POST", "/chat/completions", { model: MODEL, messages: [{ role: "user", content }] }, { key: secret });
  await page.goto(`/w/default/guardrails/${id}`);
  const text = page.getByRole("textbox", { name: "Text to test" });
  const tester = page.getByRole("region", { name: "Try it" });
  const shown = tester.getByRole("tabpanel", { name: "As the model sees it" }).locator("pre");

  await page.getByRole("switch", { name: "Email address" }).click();
  await text.fill(`Write to ${ADDRESS}, and then to ${ADDRESS} again.`);
  await expect(shown).toHaveText("Write to [EMAIL_1], and then to [EMAIL_1] again.");
  await save(page, name);
  upstream.requests.length = 0;
  expect((await ask(`Write to ${ADDRESS}, and then to ${ADDRESS} again.`)).status).toBe(200);
  const sent = JSON.parse(upstream.requests.at(-1)?.raw.toString() ?? "");
  expect(sent.messages[0].content).toBe((await shown.textContent()) as string);
  expect(JSON.stringify(upstream.requests.map(({ raw }) => raw.toString()))).not.toContain(ADDRESS);

  await page.getByRole("switch", { name: "Credit card number" }).click();
  await page
    .getByRole("radiogroup", { name: "Action of Credit card number" })
    .getByRole("radio", { name: "Block" })
    .click();
  await text.fill(`Charge ${CARD}.`);
  await expect(tester.getByText("Blocked", { exact: true })).toBeVisible();
  await expect(tester.getByText("HTTP 403")).toBeVisible();
  await save(page, name);
  upstream.requests.length = 0;
  const refused = await ask(`Charge ${CARD}.`);
  expect(refused.status).toBe(403);
  expect(refused.body).toEqual(JSON.parse((await shown.textContent()) as string));
  expect(JSON.stringify(refused.body)).not.toContain(CARD);
  expect(upstream.requests).toEqual([]);
});

async function save(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Review and save" }).click();
  const review = page.getByRole("dialog", { name: `Save ${name}` });
  await review.getByRole("button", { name: "Save changes" }).click();
  await expect(review).toHaveCount(0);
}

type Gateway = {
  call(method: string, path: string, body?: unknown): Promise<{ body: ReturnType<typeof JSON.parse> }>;
};

/** A guardrail without rules, and a key that it is assigned to. */
async function guardedKey({ call }: Gateway) {
  const name = `guardrail-${crypto.randomUUID().slice(0, 8)}`;
  const key = (await call("POST", "/keys", { name })).body;
  const { id } = (await call("POST", "/guardrails", { name })).body.data;
  await call("POST", `/guardrails/${id}/assignments/keys`, { key_hashes: [key.data.hash] });
  return { id, name, secret: key.key as string };
}
