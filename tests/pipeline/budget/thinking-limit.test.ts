import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type DialectName, post, saying } from "../calling.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["anthropic"] });

const MODEL = "anthropic/claude-sonnet-4.5";

/** What Anthropic was sent, and what the caller was told of the conversion. */
async function sent(dialect: DialectName, fields: Record<string, unknown>) {
  const headers = { "x-service-metadata": "enabled" };
  const answer = await post(gateway, dialect, saying(dialect, MODEL, "Hello", fields), { headers });
  expect(answer.status, answer.text).toBe(200);
  const { max_tokens, thinking } = (upstream.requests[0]?.body ?? {}) as Record<string, unknown>;
  return { max_tokens, thinking, notes: JSON.parse(answer.text).service_metadata.conversion as string[] };
}

describe.each([
  ["chat", "max_completion_tokens"],
  ["chat", "max_tokens"],
  ["responses", "max_output_tokens"],
] as const)("%s: %s bounds thinking and answer together", (dialect, limit) => {
  const reasoning = (effort: string) => ({ reasoning: { effort } });

  test("half of it may be thought", async () => {
    const { max_tokens, thinking } = await sent(dialect, { [limit]: 4_000, ...reasoning("high") });
    expect({ max_tokens, thinking }).toEqual({
      max_tokens: 4_000,
      thinking: { type: "enabled", budget_tokens: 2_000 },
    });
  });

  test("at least as much as the vendor takes", async () => {
    const { max_tokens, thinking } = await sent(dialect, { [limit]: 1_100, ...reasoning("low") });
    expect({ max_tokens, thinking }).toEqual({
      max_tokens: 1_100,
      thinking: { type: "enabled", budget_tokens: 1_024 },
    });
  });

  test("what the vendor's package makes of it is not told, since it is not sent", async () => {
    const { max_tokens, thinking, notes } = await sent(dialect, { [limit]: 20_000, ...reasoning("max") });
    expect({ max_tokens, thinking }).toEqual({
      max_tokens: 20_000,
      thinking: { type: "enabled", budget_tokens: 10_000 },
    });
    expect(notes ?? []).toEqual([]);
  });

  test("where that is too much nothing is thought, and the caller can know", async () => {
    const { max_tokens, thinking, notes } = await sent(dialect, { [limit]: 600, ...reasoning("high") });
    expect({ max_tokens, thinking }).toEqual({ max_tokens: 600, thinking: undefined });
    expect(notes).toContain("reasoning: dropped (a limit of 600 tokens leaves no room for it)");
  });

  test("a large one leaves the effort its budget", async () => {
    const { max_tokens, thinking } = await sent(dialect, { [limit]: 40_000, ...reasoning("low") });
    expect(max_tokens).toBe(40_000);
    expect(thinking).toEqual({ type: "enabled", budget_tokens: 6_400 });
  });
});

test("a budget that the caller names stays as it is, beside the limit", async () => {
  const { max_tokens, thinking } = await sent("chat", { max_tokens: 600, reasoning: { max_tokens: 2_000 } });
  expect({ max_tokens, thinking }).toEqual({ max_tokens: 2_600, thinking: { type: "enabled", budget_tokens: 2_000 } });
});
