import type { z } from "zod";
import type { Generation } from "#lib/contract/generations.ts";
import { usdOf } from "#lib/nano-usd.ts";
import { searchEngineOf } from "#server/catalogue/search-prices.ts";
import { byokOf, type GenerationRow } from "#server/data/generations.ts";
import { OWN_SERVER } from "#server/dialects/server-call.ts";
import type { Guarding } from "#server/guardrails/report.ts";
import { promptTokensOf } from "#server/ledger/prices/cost.ts";
import { otherModelsOf } from "#server/ledger/prices/other-models.ts";
import type { StoredPrice } from "#server/ledger/prices/stored-prices.ts";
import type { AttemptLine } from "#server/pipeline/attempts/attempt-line.ts";
import type { Step } from "#server/pipeline/budget/step-charges.ts";
import type { Usage } from "#server/providers/usage/usage.ts";
import { proofRecord } from "./proof-record.ts";
import { rejectionRecord } from "./rejection-record.ts";
import { requestDetail } from "./request-detail.ts";
import { explainRouting } from "./routing/explain-routing.ts";

type GenerationRecord = z.output<typeof Generation>;

/** Converts a ledger row to its API record; `storedPrices` contains the price rows that were charged. */
export function generationRecord(
  row: GenerationRow,
  storedPrices: ReadonlyMap<string, StoredPrice>,
): Omit<GenerationRecord, "content" | "api_key_name"> {
  return {
    ...callFields(row),
    ...costFields(row),
    ...tokenFields(row.usage as Usage),
    ...timeFields(row),
    ...callerFields(row),
    ...guardingFields(row.guarding as Guarding | null),
    ...NEVER_KNOWN,
    data_region: regionOf(row.attempts as AttemptLine[]),
    ...toolFields(row),
    service_tier: row.serviceTier,
    cost_proof: proofRecord(row, storedPrices),
    routing: explainRouting(row),
    request: requestDetail(row),
    provider_responses: (row.attempts as AttemptLine[]).map(attemptRecord),
    steps: ((row.steps ?? []) as Step[]).map(stepRecord),
  };
}

function callFields(row: GenerationRow) {
  return {
    id: row.id,
    request_id: row.requestId,
    created_at: row.createdAt.toISOString(),
    operation: row.operation,
    api_type: API_TYPES[row.operation] ?? null,
    dialect: row.dialect,
    model: row.model ?? row.requestedModel,
    requested_model: row.requestedModel,
    provider_name: row.provider,
    upstream_id: row.upstreamId,
    streamed: row.streamed,
    cancelled: row.cancelled,
    status: row.status,
    error: row.error,
    rejection: rejectionRecord(row),
    finish_reason: row.finish,
    native_finish_reason: row.nativeFinish,
    notes: row.notes,
  };
}

/** Returns what the gateway's own tools did. Providers do not report which engine their search uses. */
function toolFields(row: GenerationRow) {
  const calls = ((row.steps ?? []) as Step[]).flatMap(({ tools }) => tools);
  const fetches = calls.filter(({ name, server }) => name === "web_fetch" && server === OWN_SERVER).length;
  const searches = otherModelsOf(row).flatMap(({ modelEndpoint }) => searchEngineOf(modelEndpoint ?? "") ?? []);
  return { num_fetches: fetches > 0 ? fetches : null, web_search_engine: searches[0] ?? null };
}

const API_TYPES: { [operation: string]: string } = {
  createResponse: "completions",
  createMessage: "completions",
  createChatCompletion: "completions",
  generateContent: "completions",
  streamGenerateContent: "completions",
  createCompletion: "completions",
  compactResponse: "completions",
  createEmbeddings: "embeddings",
  rerank: "rerank",
  createModeration: "moderation",
  createImage: "image",
  createSpeech: "tts",
  createTranscription: "stt",
  createTranslation: "stt",
  createVideo: "video",
  callMcp: "mcp",
};

// The provider charges what the caller's own provider key pays, not the gateway.
function costFields(row: GenerationRow) {
  const { costNanoUsd, isByok, priceIds, unpriced, usage, rawUsage, usageEstimated } = row;
  const byokNanoUsd = byokOf(row);
  const charged = usdOf(costNanoUsd - byokNanoUsd);
  return {
    usage: charged,
    total_cost: charged,
    cost_nano_usd: costNanoUsd,
    upstream_inference_cost: isByok || byokNanoUsd > 0 ? usdOf(byokNanoUsd) : null,
    is_byok: isByok,
    price_ids: priceIds,
    unpriced_units: unpriced,
    usage_units: usage as Record<string, number>,
    raw_usage: rawUsage,
    usage_estimated: usageEstimated,
  };
}

function tokenFields(usage: Usage) {
  const prompt = promptTokensOf(usage);
  const completion = (usage.output_tokens ?? 0) + (usage.output_audio_tokens ?? 0) + (usage.output_image_tokens ?? 0);
  return {
    tokens_prompt: prompt,
    tokens_completion: completion,
    native_tokens_prompt: prompt,
    native_tokens_completion: completion,
    native_tokens_cached: (usage.cache_read_tokens ?? 0) + (usage.cache_read_audio_tokens ?? 0),
    native_tokens_reasoning: usage.reasoning_tokens ?? 0,
    native_tokens_completion_images: usage.output_image_tokens ?? null,
    num_input_audio_prompt: usage.input_audio_tokens ?? null,
    num_media_completion: usage.images ?? null,
    num_search_results: usage.web_searches ?? null,
  };
}

function guardingFields(guarding: Guarding | null) {
  return {
    guardrail_findings: (guarding?.findings ?? []).map((finding) => ({
      guardrail_id: finding.guardrailId,
      guardrail_name: finding.guardrailName,
      guardrail_scope: finding.scope,
      rule: finding.rule,
      rule_name: finding.ruleName,
      action: finding.action,
      direction: finding.direction,
      shadow: finding.shadow,
      count: finding.count,
    })),
    not_inspected: [...(guarding?.notInspected ?? [])],
  };
}

function timeFields({ queueMs, firstTokenMs, totalMs }: GenerationRow) {
  return { queue_time: queueMs, latency: firstTokenMs, generation_time: totalMs };
}

function callerFields(row: GenerationRow) {
  return {
    origin: row.referer ?? "",
    http_referer: row.referer,
    user_agent: row.userAgent,
    session_id: row.sessionId,
    agent: row.agent,
    agent_version: row.agentVersion,
    repository: row.repository,
    tool_calls: row.toolCalls ?? 0,
    batch_id: row.batchId,
    external_user: row.externalUser,
    tags: row.tags ?? [],
    user_id: row.userId,
    key_hash: row.keyHash,
    workspace_id: row.workspaceId,
  };
}

// Fields for which the gateway never has a value.
const NEVER_KNOWN = {
  app_id: null,
  cache_discount: null,
  moderation_latency: null,
  num_media_prompt: null,
  router: null,
  preset_id: null,
};

/**
 * Returns where a request was processed: by the attempt that served it, else by the last one. Without an attempt,
 * nothing left the gateway.
 */
function regionOf(attempts: readonly AttemptLine[]): string {
  const served = attempts.findLast(({ status }) => status === 200) ?? attempts.at(-1);
  return served ? (served.region ?? "unknown") : "gateway";
}

function attemptRecord(line: AttemptLine): GenerationRecord["provider_responses"][number] {
  return {
    provider_name: line.provider,
    model_permaslug: line.model,
    endpoint_id: line.endpoint,
    status: line.status,
    latency: line.durationMs,
    started: line.startedMs ?? null,
    canceled: line.isCanceled === true,
    is_byok: line.isByok,
    data_region: line.region ?? null,
    credential_id: line.credentialId ?? null,
    credential_name: line.credentialName ?? null,
    credential_choice: choiceRecord(line),
    error: line.error ?? null,
    raw_error: line.rawError ?? null,
  };
}

function choiceRecord({ chosenBy, tier = 1, skipped = [] }: AttemptLine) {
  if (chosenBy === undefined) return null;
  const records = skipped.map(({ id, name, untilMs, isRejected }) => ({
    id,
    name,
    until: new Date(untilMs).toISOString(),
    reason: isRejected ? ("rejected" as const) : ("limit" as const),
  }));
  return { by: chosenBy, tier, skipped: records };
}

function stepRecord({ usage, costNanoUsd, startedMs, durationMs, finish, tools, ...step }: Step) {
  return {
    model: step.model,
    provider_name: step.provider,
    endpoint_id: step.endpoint,
    usage_units: usage as Record<string, number>,
    cost_nano_usd: costNanoUsd,
    started: startedMs,
    latency: durationMs,
    native_finish_reason: finish,
    tools: tools.map(({ name, server, isError, durationMs: latency }) => ({
      name,
      server_label: server,
      is_error: isError,
      latency,
    })),
  };
}
