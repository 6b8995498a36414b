import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type DialectName, post, saying } from "../calling.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["anthropic"] });

const MODEL = "anthropic/claude-sonnet-4.5";

/** The request sent to Anthropic, and the conversion notes for the caller. */
async function sentToAnthropic(dialect: DialectName, fields: Record<string, unknown>) {
  const headers = { "x-service-metadata": "enabled" };
  const response = await post(gateway, dialect, saying(dialect, MODEL, "Hello", fields), { headers });
  expect(response.status, response.text).toBe(200);
  const { max_tokens, thinking } = (upstream.requests[0]?.body ?? {}) as Record<string, unknown>;
  return { max_tokens, thinking, notes: JSON.parse(response.text).service_metadata.conversion as string[] };
}

describe.each([
  ["chat", "max_completion_tokens"],
  ["chat", "max_tokens"],
  ["responses", "max_output_tokens"],
] as const)("%s: %s limits reasoning and output together", (dialect, limit) => {
  const reasoning = (effort: string) => ({ reasoning: { effort } });

  test("half of the limit may be reasoning", async () => {
    const { max_tokens, thinking } = await sentToAnthropic(dialect, { [limit]: 4_000, ...reasoning("high") });
    expect({ max_tokens, thinking }).toEqual({
      max_tokens: 4_000,
      thinking: { type: "enabled", budget_tokens: 2_000 },
    });
  });

  test("reasoning gets at least the provider's minimum", async () => {
    const { max_tokens, thinking } = await sentToAnthropic(dialect, { [limit]: 1_100, ...reasoning("low") });
    expect({ max_tokens, thinking }).toEqual({
      max_tokens: 1_100,
      thinking: { type: "enabled", budget_tokens: 1_024 },
    });
  });

  test("the SDK's own warning is omitted, because the field is not sent", async () => {
    const { max_tokens, thinking, notes } = await sentToAnthropic(dialect, { [limit]: 20_000, ...reasoning("max") });
    expect({ max_tokens, thinking }).toEqual({
      max_tokens: 20_000,
      thinking: { type: "enabled", budget_tokens: 10_000 },
    });
    expect(notes ?? []).toEqual([]);
  });

  test("reasoning is turned off, with a note, if the minimum does not fit", async () => {
    const { max_tokens, thinking, notes } = await sentToAnthropic(dialect, { [limit]: 600, ...reasoning("high") });
    expect({ max_tokens, thinking }).toEqual({ max_tokens: 600, thinking: undefined });
    expect(notes).toContain("reasoning: dropped (a limit of 600 tokens leaves no room for it)");
  });

  test("a high limit does not reduce the effort's budget", async () => {
    const { max_tokens, thinking } = await sentToAnthropic(dialect, { [limit]: 40_000, ...reasoning("low") });
    expect(max_tokens).toBe(40_000);
    expect(thinking).toEqual({ type: "enabled", budget_tokens: 6_400 });
  });
});

test("a budget set by the caller is kept in addition to the limit", async () => {
  const { max_tokens, thinking } = await sentToAnthropic("chat", { max_tokens: 600, reasoning: { max_tokens: 2_000 } });
  expect({ max_tokens, thinking }).toEqual({ max_tokens: 2_600, thinking: { type: "enabled", budget_tokens: 2_000 } });
});
