import type { Dimension, Metric } from "#server/data/analytics-fields.ts";
import type { GenerationRow } from "#server/data/generations.ts";
import { REJECTION_COLUMNS } from "#server/pipeline/rejection-columns.ts";
import { randomRow } from "#tests/support/ledger/ledger-rows.ts";
import { seededRandom } from "#tests/support/random/seeded-random.ts";

export const ORGANIZATION = "11111111-1111-4111-8111-111111111111";
export const WORKSPACES = ["22222222-2222-4222-8222-222222222222", "33333333-3333-4333-8333-333333333333"] as const;
export const NOW = Date.parse("2026-04-15T12:34:56Z");
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

export const options = {
  random: seededRandom(7),
  organizationId: ORGANIZATION,
  workspaceIds: WORKSPACES,
  keys: 12,
  models: 7,
  from: NOW - 45 * DAY,
  to: NOW,
};

type Usage = Record<string, number | undefined>;
const usageOf = (row: GenerationRow) => row.usage as Usage;
const statusClass = (row: GenerationRow) => {
  if (row.cancelled) return "cancelled";
  if (row.status === 429) return "429";
  if (row.status >= 400) return row.status >= 500 ? "5xx" : "4xx";
  return row.error ? "cut" : "ok";
};
export const isError = (row: GenerationRow) => ["cut", "4xx", "429", "5xx"].includes(statusClass(row));
export const sum = (rows: GenerationRow[], of: (row: GenerationRow) => number) =>
  rows.reduce((total, row) => total + of(row), 0);

/** What the sums must be, from the rows themselves. */
export const SUMS: { [name in Metric]?: (rows: GenerationRow[]) => number } = {
  requests: (rows) => rows.length,
  errors: (rows) => rows.filter(isError).length,
  cancelled: (rows) => rows.filter((row) => row.cancelled).length,
  cost: (rows) =>
    sum(
      rows.filter((row) => !row.isByok),
      (row) => row.costNanoUsd,
    ) / 1e9,
  byok_cost: (rows) =>
    sum(
      rows.filter((row) => row.isByok),
      (row) => row.costNanoUsd,
    ) / 1e9,
  byok_requests: (rows) => rows.filter((row) => row.isByok).length,
  tokens_prompt: (rows) => sum(rows, (row) => (usageOf(row).input_tokens ?? 0) + (usageOf(row).cache_read_tokens ?? 0)),
  tokens_completion: (rows) => sum(rows, (row) => usageOf(row).output_tokens ?? 0),
  tokens_cached: (rows) => sum(rows, (row) => usageOf(row).cache_read_tokens ?? 0),
  tokens_reasoning: (rows) => sum(rows, (row) => usageOf(row).reasoning_tokens ?? 0),
};
export const SUM_NAMES = Object.keys(SUMS) as Metric[];

export const DIMENSION_OF: { [name in Dimension]: (row: GenerationRow) => string | number | boolean | null } = {
  workspace_id: (row) => row.workspaceId,
  api_key_hash: (row) => row.keyHash,
  user_id: (row) => row.userId,
  model: (row) => row.model,
  provider: (row) => row.provider,
  endpoint_id: (row) => row.modelEndpoint,
  operation: (row) => row.operation,
  status: (row) => row.status,
  status_class: statusClass,
  finish_reason: (row) => row.finish,
  is_byok: (row) => row.isByok,
  streamed: (row) => row.streamed,
  rejection: (row) => row.rejection,
  external_user: (row) => row.externalUser,
  session_id: (row) => row.sessionId,
  agent: (row) => row.agent,
  repository: (row) => row.repository,
  tag: (row) => row.tags?.[0] ?? null,
};

export function rejectedRow(id: string, index: number): GenerationRow {
  const rejection = ["spending_limit", "rate_limit", "unknown_model"][index % 3] as string;
  const row = randomRow(id, options);
  const status = rejection === "unknown_model" ? 404 : rejection === "rate_limit" ? 429 : 402;
  return {
    ...row,
    ...REJECTION_COLUMNS,
    requestedModel: id,
    status,
    finish: null,
    rejection,
    rejectedRequests: 1 + index,
  };
}

/** Returns a random row of one of five sessions and three end users, or of none. */
export function callRow(id: string, index: number, from: number): GenerationRow {
  return {
    ...randomRow(id, { ...options, from }),
    sessionId: index % 6 === 0 ? null : `session-${index % 6}`,
    externalUser: index % 4 === 0 ? null : `user-${index % 4}`,
    agent: [null, "codex", "claude-code"][index % 3] as string | null,
    repository: index % 5 === 0 ? null : `github.com/acme/shop-${index % 5}`,
    tags: index % 3 === 0 ? null : [`team:team-${index % 3}`],
  };
}
