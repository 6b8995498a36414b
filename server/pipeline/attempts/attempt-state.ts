import type { Encoder, Observation } from "#server/dialects/dialect.ts";
import type { UpstreamError } from "#server/errors.ts";
import type { NativeText } from "#server/providers/provider.ts";
import { addUsage } from "#server/providers/usage/add-usage.ts";
import type { Usage } from "#server/providers/usage/usage.ts";
import { answerRefusal } from "../guard/guard-refusal.ts";
import type { StreamGuard } from "../guard/guard-stream.ts";
import type { ModelCall } from "../model-call.ts";
import type { Transcript } from "../streaming/transcript.ts";

/** What an attempt's upstream has said so far; filled while its answer passes. */
export type AttemptState = {
  upstreamId?: string;
  /** The model's name as the upstream says it. */
  upstreamModel?: string;
  /** Usage in our units, when the upstream gave it. */
  usage?: Usage;
  /** The upstream's own usage block; blocks of several events merged. */
  rawUsage?: Record<string, unknown>;
  /** What is billed and in no usage block, e.g. searches. */
  used?: Usage;
  /** The service tier the upstream says it used; in the messages dialect it is in the usage block instead. */
  serviceTier?: string;
  nativeFinish?: string;
  /** What was made, where a unit has several prices, e.g. `1080p`. */
  variant?: string;
  /** Text, reasoning and tool arguments that went by, for an estimate when usage never comes. */
  text: string;
  /** The upstream has begun a reply that is no refusal: it may bill for it. */
  begun?: boolean;
  /** `performance.now()` of the first content. */
  firstContentMs?: number;
  /** The upstream ended its answer properly. */
  ended: boolean;
  /** It has counted its usage at that end or after it. */
  isCounted?: boolean;
  /** The `[DONE]` line has gone by. */
  doneSeen: boolean;
  /** The failure that ended the answer instead. */
  failure?: UpstreamError;
  /** The rules for answers, when there are any, on the events of this one. */
  guard?: StreamGuard;
  /** What the caller gets to read of this answer, where that is kept. */
  transcript?: Transcript;
  /** The upstream's own error event has been passed on, so the caller knows of the failure. */
  told: boolean;
  /** The encoder of a converted answer: it alone knows what the caller has, and so how to end it. */
  encoder?: Encoder;
  /** The number of the last event that a native upstream numbered. */
  sequence?: number;
  /** What the conversion between dialects dropped or changed. */
  notes: string[];
  /** Kinds of what the answer held and the caller's dialect has no place for. */
  dropped?: Set<string>;
};

// An estimate needs no more than this; a longer answer without any usage is extrapolated from it.
const LONGEST_TEXT = 4_000_000;

export function newAttemptState(): AttemptState {
  return { text: "", ended: false, doneSeen: false, told: false, notes: [] };
}

/** Adds what one native event or reply says. */
export function note(state: AttemptState, seen: Observation, nowMs: number): void {
  if (seen.id) state.upstreamId ??= seen.id;
  if (seen.model) state.upstreamModel ??= seen.model;
  if (seen.serviceTier) state.serviceTier = seen.serviceTier;
  if (seen.finish) state.nativeFinish = seen.finish;
  if (seen.text) noteText(state, seen.text);
  if (seen.content) state.firstContentMs ??= nowMs;
  if (seen.end) state.ended = true;
  if (!seen.usage) return;
  state.rawUsage = mergeUsage(state.rawUsage, seen.usage);
  if (state.ended) state.isCounted = true;
}

/** Adds what finished output items are billed by; an answer's end names all of them again. */
export function noteItems(state: AttemptState, { items, end }: Observation, native: NativeText | undefined): void {
  if (!items || items.length === 0 || !native?.billedItem) return;
  let used: Usage = (!end && state.used) || {};
  for (const item of items) used = addUsage(used, native.billedItem(item));
  state.used = used;
}

/** Adds text that is content beyond the first. */
export function noteText(state: AttemptState, text: string): void {
  if (state.text.length < LONGEST_TEXT) state.text += text;
}

/** Keeps the refusal of an answer that its guard has blocked. */
export function noteBlock({ guard }: ModelCall, state: AttemptState): void {
  if (guard && state.guard?.isBlocked()) state.failure ??= answerRefusal(guard);
}

/** A guardrail has ended the answer. */
export function isWithheld({ failure }: AttemptState): boolean {
  return failure?.fault === "guardrail";
}

// Later blocks win, but a null says nothing about what an earlier block counted.
export function mergeUsage(earlier: Record<string, unknown> | undefined, later: Record<string, unknown>) {
  if (!earlier) return later;
  const merged = { ...earlier };
  for (const [name, value] of Object.entries(later)) if (value !== null && value !== undefined) merged[name] = value;
  return merged;
}
