import {
  AISDKError,
  type LanguageModelV4,
  type LanguageModelV4CallOptions,
  type LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import type { DialectEvent, EncodeContext } from "#server/dialects/dialect.ts";
import { UpstreamError } from "#server/errors.ts";
import { costOf } from "#server/ledger/cost.ts";
import { serviceTierOf } from "#server/ledger/service-tier.ts";
import { fromThrown } from "#server/providers/error.ts";
import { upstreamFetch } from "#server/providers/http.ts";
import type { Note } from "#server/providers/provider.ts";
import type { PartReader } from "#server/providers/wire/part-reader.ts";
import { withPicture } from "./answered-picture.ts";
import { asUpstreamError } from "./attempt-failure.ts";
import type { Candidate } from "./candidate.ts";
import { convertedRequest } from "./converted-request.ts";
import { countedUsage } from "./counted-usage.ts";
import { cutOff, endedInError, notTaken, unreadable } from "./failure.ts";
import { withCallersName } from "./foreign-tool-names.ts";
import { noteLost, refuseNothing } from "./lost-content.ts";
import type { Reading } from "./reading.ts";
import { streamedFetch } from "./streamed-fetch.ts";
import type { TextAttempt, TextCall } from "./text-call.ts";

/**
 * The stream of an upstream that speaks another dialect: the body decoded to the neutral request, the
 * upstream's neutral parts encoded as events of the caller's dialect. What could not be carried is noted.
 */
export async function* convertedEvents(
  call: TextCall,
  attempt: TextAttempt,
): AsyncGenerator<DialectEvent[], void, void> {
  const { candidate, reading } = attempt;
  const wire = noting(upstreamFetch(call.gateway.egress));
  const note: Note = (kind) => noteLost(reading, kind);
  const model = await candidate.provider.text?.({
    model: candidate.endpoint.upstreamModel,
    credential: candidate.credential,
    baseUrl: candidate.baseUrl,
    fetch: streamedFetch(call, attempt, wire.fetch),
    note,
  });
  if (!model) throw unreadable();
  const { request, sentNames } = await convertedRequest(call, attempt, model);
  const reader = candidate.provider.textReader?.(note);
  if (reader?.chunk) request.includeRawChunks = true;
  const stream = await openedBy(model, call, attempt, request, wire.isUsed);
  const encoder = call.dialect.encoder(contextOf(call, attempt));
  reading.encoder = encoder;
  let isSaid = false;
  for await (const made of stream) {
    for (const part of reader ? partsOf(reader, made) : [made]) {
      read(call, attempt, part);
      if (part.type === "finish" && !isSaid) refuseNothing(call, reading);
      const named = withCallersName(part, sentNames);
      const told = named.type === "file" ? await withPicture(call, attempt, named) : counted(reading, named);
      const events = encoder.encode(told);
      if (events.length === 0) continue;
      isSaid ||= part.type !== "ping";
      yield events;
    }
  }
}

/** The caller is told of the usage that is charged for. */
function counted({ usage }: Reading, part: LanguageModelV4StreamPart): LanguageModelV4StreamPart {
  return part.type === "finish" && usage ? { ...part, usage: countedUsage(part.usage, usage) } : part;
}

function partsOf(reader: PartReader, part: LanguageModelV4StreamPart): LanguageModelV4StreamPart[] {
  return part.type === "raw" ? (reader.chunk?.(part.rawValue) ?? []) : reader.part(part);
}

/** A fetch that knows whether anything was sent by it. */
function noting(send: typeof fetch): { fetch: typeof fetch; isUsed(): boolean } {
  let used = false;
  return {
    fetch(input, init) {
      used = true;
      return send(input, init);
    },
    isUsed: () => used,
  };
}

/**
 * Vendors' packages throw errors of any kind at a first event that they do not know, and what they throw before
 * anything was sent is about what was asked.
 */
async function openedBy(
  model: LanguageModelV4,
  call: TextCall,
  attempt: TextAttempt,
  request: LanguageModelV4CallOptions,
  isSent: () => boolean,
): Promise<AsyncIterable<LanguageModelV4StreamPart>> {
  try {
    return (await model.doStream(request)).stream;
  } catch (thrown) {
    if (!isSent() && !attempt.watch.stopped() && AISDKError.isInstance(thrown)) throw notTaken(thrown);
    const error = asUpstreamError(call, attempt, thrown);
    if (error instanceof UpstreamError) throw error;
    call.gateway.log.error({ error, generation: call.id }, "a provider's package failed");
    throw unreadable();
  }
}

/** What an encoder must know of a call. */
export function contextOf(call: TextCall, attempt: TextAttempt): EncodeContext {
  const { candidate, reading } = attempt;
  const isNative = candidate.provider.native?.[call.dialect.id] !== undefined;
  return {
    // What ends a native answer must bear the name that its upstream began it with.
    id: (isNative && reading.upstreamId) || call.id,
    model: candidate.endpoint.model,
    createdAt: call.createdAt,
    request: call.body,
    isByok: candidate.isByok,
    cost: (usage) => {
      const counted = candidate.provider.textUsage?.(usage);
      const terms = { serviceTier: serviceTierOf(call.body, reading) };
      return counted && costOf(counted, candidate.prices, terms).nanoUsd / 1e9;
    },
    trailer: () => call.trailer(attempt),
    lost: (kind) => noteLost(reading, kind),
  };
}

const CONTENT = new Set<LanguageModelV4StreamPart["type"]>([
  "text-delta",
  "reasoning-delta",
  "tool-input-start",
  "tool-call",
  "tool-result",
  "file",
  "source",
  "finish",
]);

/** Reads one part for metering. Throws for a failure that is told inside the stream, and for an answer that was cut. */
function read(call: TextCall, { candidate, reading }: TextAttempt, part: LanguageModelV4StreamPart): void {
  if (part.type === "error") throw toldError(call, candidate, part.error);
  if (part.type === "finish") finish(candidate, reading, part);
  if (CONTENT.has(part.type)) reading.firstContentMs ??= performance.now();
  if (part.type === "text-delta" || part.type === "reasoning-delta" || part.type === "tool-input-delta")
    reading.text += part.delta;
  if (part.type === "response-metadata") reading.upstreamId ??= part.id;
  if (part.type === "stream-start") reading.notes.push(...part.warnings.map(sayWarning));
}

type Finish = Extract<LanguageModelV4StreamPart, { type: "finish" }>;

function finish(candidate: Candidate, reading: Reading, part: Finish): void {
  readEnd(candidate, reading, part);
  const { unified, raw } = part.finishReason;
  if (unified === "interrupted") throw cutOff();
  // Gemini ends so when it cannot write down a call, OpenRouter when what it passed on has failed.
  if (unified === "error" || raw === "error") throw endedInError(raw);
  reading.ended = true;
}

/** What the last part says of the answer, whole or failed: a failed one is billed too. */
function readEnd(candidate: Candidate, reading: Reading, part: Finish): void {
  const told = Object.values(part.providerMetadata ?? {}).find((said) => typeof said.serviceTier === "string");
  if (told) reading.serviceTier = told.serviceTier as string;
  reading.nativeFinish = part.finishReason.raw ?? part.finishReason.unified;
  if (part.usage.outputTokens.total === undefined && part.usage.inputTokens.total === undefined) return;
  reading.usage = candidate.provider.textUsage?.(part.usage);
  reading.rawUsage = part.usage.raw as Record<string, unknown> | undefined;
}

function toldError(call: TextCall, candidate: Candidate, error: unknown): unknown {
  return fromThrown(error, { credential: candidate.credential, now: call.gateway.now() }) ?? unreadable();
}

type Warning = Extract<LanguageModelV4StreamPart, { type: "stream-start" }>["warnings"][number];

function sayWarning(warning: Warning): string {
  const about = "feature" in warning ? warning.feature : warning.type;
  const details = "details" in warning ? warning.details : "message" in warning ? warning.message : undefined;
  return details ? `${about}: ${details}` : `${about}: dropped`;
}
