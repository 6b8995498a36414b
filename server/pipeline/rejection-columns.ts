import type { GenerationRow } from "#server/data/generations.ts";

type RejectionColumns =
  | ("model" | "modelEndpoint" | "provider" | "upstreamId" | "isByok" | "attempts" | "usage" | "otherModels" | "steps")
  | ("rawUsage" | "usageEstimated" | "costNanoUsd" | "byokNanoUsd" | "reportedCostNanoUsd" | "priceIds" | "unpriced")
  | ("serviceTier" | "nativeFinish" | "cancelled" | "firstTokenMs" | "notes" | "toolCalls");

/** The columns of a ledger row for a request that reached no provider and cost nothing. */
export const REJECTION_COLUMNS: Pick<GenerationRow, RejectionColumns> = {
  model: null,
  modelEndpoint: null,
  provider: null,
  upstreamId: null,
  isByok: false,
  attempts: [],
  usage: {},
  otherModels: null,
  steps: null,
  rawUsage: null,
  usageEstimated: false,
  costNanoUsd: 0,
  byokNanoUsd: null,
  reportedCostNanoUsd: null,
  priceIds: [],
  unpriced: [],
  serviceTier: null,
  nativeFinish: null,
  cancelled: false,
  firstTokenMs: null,
  notes: [],
  toolCalls: null,
};
