import type pg from "pg";
import { type GenerationRow, recordGenerations } from "#server/data/generations.ts";
import { seededRandom } from "../random/seeded-random.ts";

export type RandomRows = {
  random: () => number;
  organizationId: string;
  workspaceIds: readonly string[];
  keys: number;
  models: number;
  /** Times lie in `[from, to)`, Unix ms. */
  from: number;
  to: number;
};

/** Returns options for rows of one key in the second before `to` (Unix ms). */
export function recentRows(seed: number, to: number): RandomRows {
  return {
    random: seededRandom(seed),
    organizationId: "11111111-1111-4111-8111-111111111111",
    workspaceIds: ["22222222-2222-4222-8222-222222222222"],
    keys: 1,
    models: 1,
    from: to - 1000,
    to,
  };
}

const STATUSES = [...Array<number>(46).fill(200), 400, 429, 429, 502];

/** Returns a ledger row of one of many keys, each of which calls a few of many models. */
export function randomRow(id: string, options: RandomRows): GenerationRow {
  const { random, organizationId, workspaceIds, keys, models, from, to } = options;
  const below = (count: number) => Math.floor(random() * count);
  const key = below(keys);
  const model = (key * 3 + below(3)) % models;
  const provider = `provider-${model % 5}`;
  const status = STATUSES[below(STATUSES.length)] as number;
  const ok = status === 200;
  const cancelled = ok && random() < 0.05;
  const totalMs = Math.round(20 + 400 * Math.exp(2 * random()) * random());
  const output = below(900);
  return {
    id,
    createdAt: new Date(from + below(to - from)),
    organizationId,
    workspaceId: workspaceIds[key % workspaceIds.length] as string,
    keyHash: key === 0 ? null : `key-${key}`,
    userId: `00000000-0000-4000-8000-${String(key % 9).padStart(12, "0")}`,
    requestId: `request-${id}`,
    operation: key % 2 ? "createResponse" : "createMessage",
    dialect: key % 2 ? "responses" : "messages",
    requestedModel: `author/model-${model}`,
    model: `author/model-${model}`,
    provider,
    modelEndpoint: `author/model-${model}@${provider}`,
    upstreamId: null,
    isByok: key % 5 === 0,
    attempts: [{ provider, model: `model-${model}`, endpoint: "", status, durationMs: totalMs, isByok: false }],
    usage: ok
      ? {
          input_tokens: below(4000),
          cache_read_tokens: below(2000),
          output_tokens: output,
          reasoning_tokens: output >> 1,
        }
      : {},
    rawUsage: null,
    otherModels: null,
    steps: null,
    reportedCostNanoUsd: null,
    usageEstimated: false,
    serviceTier: null,
    unpriced: [],
    costNanoUsd: ok ? below(90_000_000) : 0,
    byokNanoUsd: null,
    priceIds: ["p1", "p2"],
    status,
    finish: cancelled ? "cancelled" : ok ? "stop" : "error",
    nativeFinish: null,
    error: ok && random() < 0.97 ? null : "failed",
    streamed: key % 3 > 0,
    cancelled,
    queueMs: 1,
    firstTokenMs: ok ? Math.round(totalMs * random()) : null,
    totalMs,
    sessionId: null,
    externalUser: null,
    userAgent: "test",
    agent: null,
    agentVersion: null,
    repository: null,
    toolCalls: null,
    referer: null,
    notes: [],
    guarding: null,
    routing: null,
    request: null,
    rejection: null,
    rejectedField: null,
    rejectedRequests: null,
    batchId: null,
    tags: null,
  };
}

/** Returns a row as the ledger writes it, by column name. */
export function columnsOf(row: GenerationRow): Record<string, unknown> {
  const entries = Object.entries(row).map(([name, value]) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ]);
  return Object.fromEntries(entries);
}

/** Writes rows as the ledger does, without reservations. */
export async function writeRows(pool: pg.Pool, rows: readonly Record<string, unknown>[]): Promise<void> {
  await recordGenerations(pool, { rowsJson: JSON.stringify(rows), spendJson: "[]", leasesJson: "[]" });
}
