import type { z } from "zod";
import type { QueryOf } from "#lib/contract/endpoint.ts";
import { listGenerations as endpoint, type GenerationSummary } from "#lib/contract/generation-list.ts";
import { usdOf } from "#lib/nano-usd.ts";
import { ownerOnly } from "#server/auth/access.ts";
import {
  type ListedGeneration,
  type ListFilter,
  type ListPosition,
  listGenerations as listRows,
} from "#server/data/generation-list.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { operation } from "#server/http/operation.ts";
import { promptTokensOf } from "#server/ledger/prices/cost.ts";
import type { Usage } from "#server/providers/usage/usage.ts";
import { rejectionRecord } from "./rejection-record.ts";

export const listGenerations = operation(endpoint)(async ({ database, ledger, keys }, { principal, query }) => {
  const after = query.cursor === undefined ? undefined : positionOf(query.cursor);
  await ledger.flush();
  const filter = {
    workspaceId: principal.workspaceId,
    filter: filterOf({ ...query, user_id: ownerOnly(principal) ?? query.user_id }),
    ...(query.start && { from: new Date(query.start) }),
    ...(query.end && { to: new Date(query.end) }),
    ...(after && { after }),
    limit: query.limit + 1,
  };
  const { rows, asOf } = await database.read((pool) => listRows(pool, filter));
  const page = rows.slice(0, query.limit);
  const last = rows.length > page.length ? page.at(-1) : undefined;
  return {
    data: page.map((row) => summaryOf(row, keys)),
    cursor: last ? cursorOf(last) : null,
    ...(asOf && { as_of: asOf }),
  };
});

function filterOf(query: QueryOf<typeof endpoint>): ListFilter {
  const { provider, operation: name, user_id, external_user, session_id, request_id, model } = query;
  const { status_class, rejection } = query;
  const callers = { user_id, external_user, session_id, request_id };
  const texts = { provider, operation: name, ...callers, model, status_class, rejection };
  const filters = Object.entries({ ...texts, key_hash: query.api_key_hash, is_byok: query.is_byok });
  return Object.fromEntries(filters.filter(([, value]) => value !== undefined));
}

function cursorOf({ at, id }: ListPosition): string {
  return Buffer.from(`${at} ${id}`).toString("base64url");
}

function positionOf(cursor: string): ListPosition {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z) (.{1,200})$/.exec(
    Buffer.from(cursor, "base64url").toString(),
  );
  const [, at, id] = match ?? [];
  if (!at || !id || Number.isNaN(Date.parse(at)))
    throw new HttpError(400, "Invalid query: cursor: does not belong to this list");
  return { at, id };
}

function summaryOf(row: ListedGeneration, keys: Gateway["keys"]): z.output<typeof GenerationSummary> {
  const usage = row.usage as Usage;
  return {
    id: row.id,
    created_at: new Date(row.at).toISOString(),
    operation: row.operation,
    status: row.status,
    status_class: row.statusClass as z.output<typeof GenerationSummary>["status_class"],
    error: row.error,
    finish_reason: row.finish,
    requested_model: row.requestedModel,
    model: row.model,
    provider_name: row.provider,
    attempts: row.attempts,
    steps: row.steps,
    api_key_hash: row.keyHash,
    api_key_name: (row.keyHash && keys.find(row.keyHash)?.name) ?? null,
    user_id: row.userId,
    external_user: row.externalUser,
    session_id: row.sessionId,
    tokens_prompt: promptTokensOf(usage),
    tokens_completion: (usage.output_tokens ?? 0) + (usage.output_audio_tokens ?? 0) + (usage.output_image_tokens ?? 0),
    tokens_cached: (usage.cache_read_tokens ?? 0) + (usage.cache_read_audio_tokens ?? 0),
    cost: usdOf(row.costNanoUsd),
    is_byok: row.isByok,
    streamed: row.streamed,
    latency: row.firstTokenMs,
    generation_time: row.totalMs,
    rejection: rejectionRecord(row),
  };
}
