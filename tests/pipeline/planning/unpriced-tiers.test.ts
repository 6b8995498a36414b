import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { post, recordOf, saying } from "../calling.ts";

const upstream = sharedUpstream();
const providers = ["openai", "anthropic", "groq"];
const gateway = sharedGateway({ upstream, providers });
let serving: TestGateway;

beforeAll(async () => {
  serving = await openPooledGateway({ upstream, providers, env: { UNPRICED_MODELS: "serve" } });
});
afterAll(() => serving?.stop());

const DIALECTS = ["responses", "chat", "messages"] as const;
const asking = (dialect: (typeof DIALECTS)[number], model: string, tier: string) =>
  saying(dialect, model, "Hello", { service_tier: tier, max_tokens: 16 });

/** The upstream reports that it used a tier. */
function telling(tier: string): void {
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  const choices = [{ index: 0, message: { role: "assistant", content: "Hi" }, finish_reason: "stop" }];
  const body = { id: "c", object: "chat.completion", created: 1, model: "m", choices, usage, service_tier: tier };
  upstream.script({ reply: { headers: { "content-type": "application/json" }, body: JSON.stringify(body) } });
}

test.each(DIALECTS)("a request for an unpriced service tier is rejected, and nothing is sent: %s", async (dialect) => {
  for (const tier of ["flex", "priority"]) {
    const { status, text } = await post(gateway, dialect, asking(dialect, "openai/gpt-6-sol", tier));
    expect(status).toBe(404);
    expect(text).toContain(`in the service tier \\"${tier}\\"`);
  }
  expect(upstream.requests).toEqual([]);
  expect((await post(gateway, dialect, asking(dialect, "openai/gpt-6-sol", "default"))).status).toBe(200);
});

test("an unpriced tier costs nothing and is named if unpriced requests are served", async () => {
  telling("flex");
  const { status, headers } = await post(serving, "chat", asking("chat", "openai/gpt-6-sol", "flex"));
  expect(status).toBe(200);
  expect(await recordOf(serving, headers)).toMatchObject({
    cost_nano_usd: 0,
    service_tier: "flex",
    unpriced_units: ["input_tokens", "output_tokens"],
  });
});

test("an unpriced tier chosen by the upstream is marked, not charged at the standard price", async () => {
  telling("priority");
  const { headers } = await post(gateway, "chat", saying("chat", "openai/gpt-6-sol", "Hello"));
  expect(await recordOf(gateway, headers)).toMatchObject({
    cost_nano_usd: 0,
    service_tier: "priority",
    unpriced_units: ["input_tokens", "output_tokens"],
  });
});

test("a priced tier is charged at its own prices", async () => {
  telling("flex");
  const { headers } = await post(gateway, "chat", asking("chat", "openai/gpt-5-mini", "flex"));
  const { usage_units: usage, cost_nano_usd: cost, unpriced_units: unpriced } = await recordOf(gateway, headers);
  // 0.125 and 1.00 USD for a million tokens, half of the standard price.
  expect(cost).toBe(usage.input_tokens * 125 + usage.output_tokens * 1_000);
  expect(unpriced).toEqual([]);
});

test("a tier without its own price at the provider is charged at the standard price", async () => {
  for (const [model, provider] of [
    ["anthropic/claude-sonnet-4.5", "anthropic"],
    ["openai/gpt-oss-120b", "groq"],
  ]) {
    const body = { ...asking("chat", model as string, "flex"), provider: { only: [provider] } };
    const { status, headers } = await post(gateway, "chat", body);
    expect([model, status]).toEqual([model, 200]);
    const record = await recordOf(gateway, headers);
    expect(record.unpriced_units).toEqual([]);
    expect(record.cost_nano_usd).toBeGreaterThan(0);
  }
});
