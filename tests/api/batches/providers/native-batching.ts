import { expect } from "vitest";
import type { Event } from "#tests/pipeline/calling.ts";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import type { Upstream } from "#tests/support/upstream/upstream.ts";

/** Nano-USD per token in batches: half of the prices on the providers' pages. */
const PRICES: Record<string, { input: number; output: number }> = {
  "openai/gpt-5-mini": { input: 125, output: 1_000 },
  "anthropic/claude-haiku-4.5": { input: 500, output: 2_500 },
  "mistralai/mistral-small-2603": { input: 75, output: 300 },
  "mistralai/mistral-large-2512": { input: 250, output: 750 },
  "google/gemini-2.5-flash": { input: 150, output: 1_250 },
  "google/gemini-2.5-flash-lite": { input: 50, output: 200 },
  "openai/gpt-4.1": { input: 1_000, output: 4_000 },
  "openai/gpt-oss-120b": { input: 75, output: 300 },
  "meta-llama/llama-3.1-8b-instruct": { input: 25, output: 40 },
};

/** Returns the ledger rows of a batch's requests. */
export async function ledgerOf(gateway: TestGateway, batchId: string): Promise<Event[]> {
  const listed = await gateway.call("GET", `/generations?batch_id=${batchId}&limit=100`);
  const rows = listed.body.data.map(({ id }: Event) => gateway.call("GET", `/generation?id=${id}`));
  return (await Promise.all(rows)).map(({ body }) => body.data);
}

/** Checks the cost of a request that ran in a provider's batch against the price pages. Returns it in nano-USD. */
export function expectBatchCost(row: Event): number {
  const price = PRICES[row.model] as { input: number; output: number };
  const { input_tokens: input, output_tokens: output } = row.usage_units;
  const expected = input * price.input + output * price.output;
  expect(row).toMatchObject({ service_tier: "batch", cost_nano_usd: expected, unpriced_units: [] });
  expect(row.cost_proof.holds).toBe(true);
  return expected;
}

/** Returns the requests that a provider received, without its name and version: `POST /files`. */
export function requestsTo(upstream: Upstream, provider: string): string[] {
  const all = upstream.requests.filter(({ path }) => path.startsWith(`/${provider}`));
  return all.map(({ method, path }) => `${method} ${path.slice(provider.length + 1).replace(/^\/v1/, "")}`);
}
