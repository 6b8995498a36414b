import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type DialectName, post, recordOf, saying } from "../calling.ts";
import { cloudsBefore } from "./cloud-prices.ts";
import { PRICE_CASES, TEXT_UNITS } from "./provider-prices.ts";

// The ledger charges what the provider bills: each unit at each provider that bills by it, in its own dialect and
// converted, streamed and not.

const DIALECTS: DialectName[] = ["responses", "messages", "chat"];
const upstream = sharedUpstream();
const cloudVariables = cloudsBefore(upstream);
const gateway = sharedGateway(() => ({
  upstream,
  providers: ["openai", "anthropic", "google", "openrouter", "xai", "deepseek", "perplexity", "perplexity-agent"],
  env: cloudVariables(),
}));

const seen = new Set<string>();
const cells = PRICE_CASES.flatMap((billed) =>
  (billed.only ?? DIALECTS).flatMap((dialect) =>
    [false, true].map((stream) => ({ ...billed, dialect, stream, how: stream ? "streamed" : "whole" })),
  ),
);

describe.each(cells)("$provider, $dialect, $how", ({ what, provider, model, reply, dialect, stream, ...cell }) => {
  test(what, async () => {
    upstream.script({ match: ({ body }) => isStreamed(body), reply: { events: reply.events } });
    const headers = { "content-type": "application/json" };
    upstream.script({ reply: { headers, body: JSON.stringify(reply.whole) } });
    const body = saying(dialect, model, "Hi", { max_tokens: 100, stream, provider: { only: [provider] } });
    const { max_tokens, ...rest } = body;
    const bounded = dialect === "responses" ? rest : { ...rest, max_tokens };
    const answer = await post(gateway, dialect, { ...bounded, ...cell.request });
    expect(answer.status, answer.text).toBe(200);
    const record = await recordOf(gateway, answer.headers);
    expect(record).toMatchObject({
      provider_name: provider,
      cost_nano_usd: cell.nanoUsd,
      usage_estimated: false,
      unpriced_units: cell.unpriced ?? [],
    });
    for (const { unit } of record.cost_proof.lines) seen.add(`${unit}, ${cell.how}`);
    expect(record.cost_proof).toMatchObject({ holds: true, nano_usd: cell.nanoUsd, missing_price_ids: [] });
  });
});

test("every billable unit of text is covered, whole and streamed", () => {
  const both = TEXT_UNITS.flatMap((unit) => [`${unit}, streamed`, `${unit}, whole`]);
  expect([...seen].sort()).toEqual(both.sort());
});

/** Gemini has a separate URL for streams, and only that one is used. */
function isStreamed(body: unknown): boolean {
  const fields = (body ?? {}) as Record<string, unknown>;
  return fields.stream === true || "contents" in fields;
}
