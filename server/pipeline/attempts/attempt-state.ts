import type { Encoder, Observation } from "#server/dialects/dialect.ts";
import type { UpstreamError } from "#server/errors.ts";
import type { Guard } from "#server/guardrails/guard.ts";
import type { NativeText } from "#server/providers/provider.ts";
import { addUsage } from "#server/providers/usage/add-usage.ts";
import type { Usage } from "#server/providers/usage/usage.ts";
import { responseRefusal } from "../guard/guard-refusal.ts";
import type { StreamGuard } from "../guard/guard-stream.ts";
import type { SentRequest } from "../request-record/request-record.ts";
import type { Transcript } from "../streaming/transcript.ts";

/** What an attempt's upstream has sent so far; updated while the response streams through. */
export type AttemptState = {
  upstreamId?: string;
  /** The model name that the upstream reports. */
  upstreamModel?: string;
  /** Usage in our units, if the upstream reported it. */
  usage?: Usage;
  /** The upstream's own usage block; blocks of several events are merged. */
  rawUsage?: Record<string, unknown>;
  /** Billed units that no usage block contains, e.g. searches. */
  used?: Usage;
  /** What the response was billed for once, such as a container. */
  billedOnce?: Set<unknown>;
  /** The service tier that the upstream reports. The messages dialect reports it in the usage block instead. */
  serviceTier?: string;
  /** A provider's batch has made the response, so the prices of batches apply. */
  isBatched?: true;
  nativeFinish?: string;
  /** The variant that was generated, where a unit has several prices, e.g. `1080p`. */
  variant?: string;
  /** Text, reasoning and tool arguments so far, to estimate usage if the upstream never reports it. */
  text: string;
  /** The tools that the model has called. */
  toolCalls?: number;
  /** What was sent to the upstream, for the ledger. */
  sent?: SentRequest;
  /** The upstream has started a response other than a rejection, so it may charge for it. */
  hasStarted?: boolean;
  /** `performance.now()` at the first content. */
  firstContentMs?: number;
  /** The upstream ended its response properly. */
  ended: boolean;
  /** The upstream reported usage at that end or after it. */
  isCounted?: boolean;
  /** The `[DONE]` line was received. */
  hasSeenDone: boolean;
  /** The failure that ended the response instead. */
  failure?: UpstreamError;
  /** Applies the guardrail's output rules to this response's events, if there are any. */
  guard?: StreamGuard;
  /** The text that the caller receives, if the workspace stores content. */
  transcript?: Transcript;
  /** The upstream's own error event was passed on, so the caller knows about the failure. */
  isErrorSent: boolean;
  /** The encoder of a converted response. Only the encoder knows what was sent to the caller, and so how to end it. */
  encoder?: Encoder;
  /** The last sequence number of a native upstream's events. */
  sequence?: number;
  /** What the conversion between dialects dropped or changed. */
  notes: string[];
  /** Kinds of response content that the caller's dialect cannot represent. */
  dropped?: Set<string>;
};

// Estimates need no more text than this; the usage of a longer response is extrapolated from it.
const LONGEST_TEXT = 4_000_000;

export function newAttemptState(): AttemptState {
  return { text: "", ended: false, hasSeenDone: false, isErrorSent: false, notes: [] };
}

/** Adds what one native event or response reports. */
export function note(state: AttemptState, observation: Observation, nowMs: number): void {
  if (observation.id) state.upstreamId ??= observation.id;
  if (observation.model) state.upstreamModel ??= observation.model;
  if (observation.serviceTier) state.serviceTier = observation.serviceTier;
  if (observation.finish) state.nativeFinish = observation.finish;
  if (observation.text) noteText(state, observation.text);
  if (observation.toolCalls) state.toolCalls = (state.toolCalls ?? 0) + observation.toolCalls;
  if (observation.content) state.firstContentMs ??= nowMs;
  if (observation.end) state.ended = true;
  if (!observation.usage) return;
  state.rawUsage = mergeUsage(state.rawUsage, observation.usage);
  if (state.ended) state.isCounted = true;
}

/** Adds the billed units of finished output items. The last event lists all items again. */
export function noteItems(state: AttemptState, { items, end }: Observation, native: NativeText | undefined): void {
  if (!items || items.length === 0 || !native?.billedItem) return;
  let used: Usage = (!end && state.used) || {};
  if (end || !state.billedOnce) state.billedOnce = new Set();
  for (const item of items) used = addUsage(used, native.billedItem(item, state.billedOnce));
  state.used = used;
}

/** Adds text after the first content. */
export function noteText(state: AttemptState, text: string): void {
  if (state.text.length < LONGEST_TEXT) state.text += text;
}

/** Records the error of a response that a guardrail has blocked. */
export function noteBlock({ guard }: { guard: Guard | undefined }, state: AttemptState): void {
  if (guard && state.guard?.isBlocked()) state.failure ??= responseRefusal(guard);
}

/** Returns whether a guardrail ended the response. */
export function isWithheld({ failure }: AttemptState): boolean {
  return failure?.fault === "guardrail";
}

// Merges usage blocks. Later values win, except null: it does not override an earlier count.
export function mergeUsage(earlier: Record<string, unknown> | undefined, later: Record<string, unknown>) {
  if (!earlier) return later;
  const merged = { ...earlier };
  for (const [name, value] of Object.entries(later)) if (value !== null && value !== undefined) merged[name] = value;
  return merged;
}
