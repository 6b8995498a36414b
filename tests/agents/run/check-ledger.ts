import { setTimeout as sleep } from "node:timers/promises";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import type { RecordedRequest } from "#tests/support/upstream/recorded-request.ts";
import type { Rejected } from "../client.ts";

export type LedgerLook = { problems: string[]; sessions: number; agent: string; costNanoUsd: bigint };

/** The agent that the ledger must name; a version of undefined: the agent does not send it. */
export type ExpectedAgent = { id: string | null; version: string | undefined };

type Row = {
  id: string;
  session_id: string | null;
  agent: string | null;
  agent_version: string | null;
  error: unknown;
  status: number;
  tokens_prompt: number;
  tokens_completion: number;
  native_tokens_cached: number;
  native_tokens_reasoning: number;
  usage_estimated: boolean;
  cost_nano_usd: number;
  unpriced_units: string[];
  cost_proof: { holds: boolean };
};

/**
 * Compares the ledger's rows of a key, without those that the gateway was to reject, with the requests that the upstream received: their number, usage and cost, the
 * agent and its session. `isConversation` tells the requests of the conversation from others.
 */
export async function checkLedger(
  gateway: TestGateway,
  keyHash: string,
  received: readonly RecordedRequest[],
  { agent: expected, rejected }: { agent: ExpectedAgent; rejected?: Rejected },
): Promise<LedgerLook> {
  const all = await rowsOf(gateway, keyHash, received.length);
  const rows = all.filter(({ error }) => !(rejected && JSON.stringify(error ?? "").includes(rejected.message)));
  const problems: string[] = [];
  if (rows.length !== received.length) problems.push(`${rows.length} ledger rows of ${received.length} requests`);
  for (const { id, error, usage_estimated, cost_proof, unpriced_units, status } of rows) {
    if (error !== null || status !== 200) problems.push(`the row ${id} has status ${status}: ${JSON.stringify(error)}`);
    if (usage_estimated) problems.push(`the usage of ${id} is estimated`);
    if (!cost_proof.holds || unpriced_units.length > 0) problems.push(`the cost of ${id} cannot be recomputed`);
  }
  const counted = rows.map(countsInRow).sort();
  const reported = received.map(countsReported).sort();
  if (counted.join() !== reported.join()) problems.push(`usage ${counted.join(", ")}; reported ${reported.join(", ")}`);
  const costNanoUsd = rows.reduce((sum, { cost_nano_usd }) => sum + BigInt(cost_nano_usd), 0n);
  const { body } = await gateway.call("GET", `/keys/${keyHash}`);
  const charged = BigInt(Math.round(body.data.usage * 1e9));
  if (charged !== costNanoUsd) problems.push(`the key was charged ${charged}, its rows cost ${costNanoUsd} nano-USD`);
  const sessions = new Set(rows.map(({ session_id }) => session_id));
  if (sessions.has(null)) problems.push("a request without a session");
  const agents = new Set(rows.map(({ agent, agent_version }) => `${agent} ${agent_version}`));
  const wanted = `${expected.id} ${expected.version ?? null}`;
  if ([...agents].some((one) => one !== wanted)) problems.push(`the agent is ${[...agents].join(", ")}, not ${wanted}`);
  return { problems, sessions: sessions.size - Number(sessions.has(null)), agent: [...agents].join(", "), costNanoUsd };
}

/** A canceled request is settled after its client has gone, so rows may come later. */
async function rowsOf({ call }: TestGateway, keyHash: string, count: number): Promise<Row[]> {
  for (let attempt = 0; ; attempt++) {
    const { body } = await call("GET", `/generations?limit=100&api_key_hash=${keyHash}`);
    if (body.data.length < count && attempt < 20) await sleep(100);
    else {
      const records = body.data.map(({ id }: { id: string }) => call("GET", `/generation?id=${id}`));
      return (await Promise.all(records)).map((record) => record.body.data);
    }
  }
}

function countsInRow(row: Row): string {
  const { tokens_prompt, tokens_completion, native_tokens_cached, native_tokens_reasoning } = row;
  return `${tokens_prompt}/${native_tokens_cached}/${tokens_completion}/${native_tokens_reasoning}`;
}

function countsReported({ reportedUsage }: RecordedRequest): string {
  if (!reportedUsage) return "none";
  const { inputTokens, cacheReadTokens, outputTokens, reasoningTokens } = reportedUsage;
  return `${inputTokens}/${cacheReadTokens}/${outputTokens}/${reasoningTokens}`;
}
