import type { Body } from "#server/dialects/dialect.ts";
import type { Guard } from "#server/guardrails/guard.ts";
import { pipelineEntries } from "#server/guardrails/report.ts";
import { credentialFields } from "./attempts/attempt.ts";
import type { AttemptLine } from "./attempts/attempt-line.ts";
import type { Attempt, ModelCall } from "./model-call.ts";
import type { Candidate } from "./planning/candidate.ts";
import { dataRegionOf } from "./planning/data-region.ts";
import { excludedEndpoints } from "./planning/record/explain-exclusion.ts";
import type { HedgeRecord, RoutingRecord } from "./planning/record/routing-record.ts";
import type { PluginNote } from "./plugins/plugin-note.ts";

/**
 * Returns how a request was routed, for callers who ask for it. `requested`: the model name in the request. `earlier`:
 * the attempts that did not serve it.
 */
export function routingMetadata(
  requested: string,
  candidates: readonly Candidate[],
  earlier: readonly AttemptLine[],
  { candidate, state }: Attempt,
  {
    gateway,
    guard,
    pluginNotes,
    routing: { arms, hedge, passed },
  }: Pick<ModelCall, "gateway" | "guard" | "pluginNotes"> & {
    routing: Pick<RoutingRecord, "arms" | "hedge" | "passed">;
  },
): Body {
  const { endpoint, provider } = candidate;
  const failed = earlier.filter(({ isCanceled }) => !isCanceled);
  const excluded = excludedEndpoints(passed);
  const usual = pluginNotes.some(({ name }) => name === "auto-router") ? "auto" : "direct";
  const metadata = {
    attempt: earlier.length + 1,
    requested,
    strategy: failed.length > 0 ? "fallback" : usual,
    summary: `${endpoint.model} by ${provider.name}${failed.length > 0 ? ` after ${failed.length} failed` : ""}`,
    region: dataRegionOf(gateway.environment.DATA_REGIONS, candidate) ?? null,
    is_byok: candidate.isByok,
    upstream_model: state.upstreamModel ?? endpoint.upstreamModel,
    ...(candidate.unpriced && { unpriced: true }),
    endpoints: {
      total: candidates.length,
      available: candidates.map((one) => ({
        model: one.endpoint.model,
        provider: one.provider.name,
        selected: one === candidate,
      })),
    },
    attempts: [
      ...earlier.map((line) => ({
        provider: line.provider,
        model: line.model,
        status: line.status,
        ...(line.isByok && { is_byok: true }),
        ...(line.mayBeBilled && { may_be_billed: true }),
        ...(line.isCanceled && { canceled: true }),
        ...credentialFacts(line),
      })),
      {
        provider: provider.id,
        model: endpoint.upstreamModel,
        status: 200,
        ...(candidate.isByok && { is_byok: true }),
        ...credentialFacts(credentialFields(candidate)),
      },
    ],
    ...(excluded.length > 0 && { excluded }),
    conversion: state.notes,
    ...(arms && { canary: arms[0] }),
    ...(hedge && { hedge: hedgeFacts(hedge) }),
  };
  return withPipeline(metadata, guard, pluginNotes);
}

/** Returns what a requested hedge did, and what the canceled request cost. */
function hedgeFacts({ outcome, afterMs, canceled }: HedgeRecord): Body {
  return {
    outcome,
    ...(afterMs !== undefined && { after_ms: afterMs }),
    ...(canceled?.generation !== undefined && {
      canceled: { generation_id: canceled.generation, cost_usd: (canceled.costNanoUsd ?? 0) / 1e9 },
    }),
  };
}

/** Returns the name of an attempt's credential and why a pool chose it, never the key. */
function credentialFacts(line: Partial<AttemptLine> | undefined): Body | undefined {
  if (line?.credentialName === undefined) return undefined;
  const { credentialName: credential, chosenBy, skipped } = line;
  const rejected = skipped?.filter(({ isRejected }) => isRejected);
  return {
    credential,
    ...(chosenBy && { chosen_by: chosenBy }),
    ...(skipped && { skipped_credentials: skipped.map(({ name }) => name) }),
    ...(rejected && rejected.length > 0 && { rejected_credentials: rejected.map(({ name }) => name) }),
  };
}

/** Returns the same for a request that a guardrail blocked before any attempt. */
export function deniedMetadata(requested: string, candidates: readonly Candidate[], guard: Guard): Body {
  const available = candidates.map(({ endpoint, provider }) => ({
    model: endpoint.model,
    provider: provider.name,
    selected: false,
  }));
  const metadata = {
    attempt: 0,
    requested,
    strategy: "direct",
    summary: "Blocked by a guardrail",
    region: null,
    is_byok: false,
    endpoints: { total: candidates.length, available },
  };
  return withPipeline(metadata, guard, []);
}

/**
 * Text still held back may contain findings, and a response may be repaired, so both are read when the metadata is
 * serialized.
 */
function withPipeline(metadata: Body, guard: Guard | undefined, notes: readonly PluginNote[]): Body {
  const get = () => {
    const entries = [...notes, ...(guard ? pipelineEntries(guard) : [])];
    return guard || entries.length > 0 ? entries : undefined;
  };
  return Object.defineProperty(metadata, "pipeline", { enumerable: true, get });
}
