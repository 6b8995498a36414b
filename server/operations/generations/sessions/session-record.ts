import type { z } from "zod";
import type { GenerationSession } from "#lib/contract/generation-sessions.ts";
import { usdOf } from "#lib/nano-usd.ts";
import type { SessionRow } from "#server/data/generation-sessions.ts";
import type { KeyNames } from "../key-names.ts";

/** Converts a session to its API record. */
export function sessionRecord(row: SessionRow, keys: KeyNames): z.output<typeof GenerationSession> {
  return {
    session_id: row.sessionId,
    started_at: new Date(row.startedMs).toISOString(),
    last_request_at: new Date(row.lastMs).toISOString(),
    duration: Math.round(row.endedMs - row.startedMs),
    generation_time: row.workedMs,
    agent: row.agent,
    agent_version: row.agentVersion,
    repository: row.repository,
    api_key_hash: row.keyHash,
    api_key_name: (row.keyHash && keys.find(row.keyHash)?.name) ?? null,
    api_keys: row.keys,
    user_id: row.userId,
    models: row.models,
    requests: row.requests,
    errors: row.errors,
    rejected: row.rejected,
    tool_calls: row.toolCalls,
    tokens_prompt: row.tokensPrompt,
    tokens_completion: row.tokensCompletion,
    tokens_cached: row.tokensCached,
    cost: usdOf(row.costNanoUsd),
    cost_nano_usd: row.costNanoUsd,
  };
}
