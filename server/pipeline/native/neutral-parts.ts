import {
  AISDKError,
  type JSONObject,
  type LanguageModelV4,
  type LanguageModelV4CallOptions,
  type LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import type { FinishPart } from "#server/dialects/dialect.ts";
import { isPaused } from "#server/dialects/pause.ts";
import { textOf } from "#server/dialects/read-field.ts";
import { UpstreamError } from "#server/errors.ts";
import { fromThrown } from "#server/providers/errors/error.ts";
import { upstreamFetch } from "#server/providers/exchange/http.ts";
import type { BillingFacts, Note } from "#server/providers/upstream.ts";
import { addUsage } from "#server/providers/usage/add-usage.ts";
import type { PartReader } from "#server/providers/wire/part-reader.ts";
import { asUpstreamError, isWithoutOutput } from "../attempts/attempt-failure.ts";
import { type AttemptState, mergeUsage } from "../attempts/attempt-state.ts";
import { tracedFetch } from "../attempts/attempt-trace.ts";
import { cutOffError, errorEndingError, unreadableError, unsupportedRequest } from "../attempts/failure.ts";
import { fetchStream } from "../attempts/fetch-stream.ts";
import { adapterBaseUrl, adapterCredential, egressOf, transportFetch } from "../attempts/transport.ts";
import { batchedFetch } from "../batching/batched-response.ts";
import type { MoreContent } from "../converted/added-content.ts";
import { convertRequest } from "../converted/convert-request.ts";
import { describeWarning } from "../converted/describe-warning.ts";
import { noteDropped } from "../converted/dropped-content.ts";
import type { Candidate } from "../planning/candidate.ts";
import type { TextAttempt, TextCall } from "../text-call.ts";
import { objectInputs } from "./object-inputs.ts";
import { retryWithoutReasoning } from "./rejected-reasoning.ts";
import { withCallersName } from "./sanitize-tool-names.ts";

/**
 * A stream as returned by a provider SDK package. `expand` returns the parts that one piece contains. `read` meters a
 * part and returns it with the caller's tool names; it throws for a failure that the stream reports.
 */
export type OpenedParts<Piece> = {
  stream: AsyncIterable<Piece>;
  expand(made: Piece): Piece[];
  read(part: Piece): Piece;
};

type Part = LanguageModelV4StreamPart;

/** What continues a conversation beyond the caller's request. `prefill`: the response text so far. */
export type Continuation = { prefill?: string; more?: MoreContent };

/** Opens a stream from a converted request. What could not be converted is noted. */
export async function openParts(
  call: TextCall,
  attempt: TextAttempt,
  { prefill, more }: Continuation = {},
): Promise<OpenedParts<Part>> {
  const { candidate, state } = attempt;
  const { batched, gateway } = call;
  const wire = noting(
    batched ? batchedFetch(batched) : tracedFetch(call, attempt, upstreamFetch(egressOf(gateway, candidate.provider))),
  );
  // The response of a batch is there, so no address or credential is needed.
  const send = batched ? wire.fetch : transportFetch(gateway, candidate, wire.fetch);
  const note: Note = (kind) => noteDropped(state, kind);
  const model = await candidate.provider.text?.({
    model: candidate.endpoint.upstreamModel,
    credential: adapterCredential(candidate),
    baseUrl: adapterBaseUrl(candidate),
    fetch: fetchStream(call, attempt, retryWithoutReasoning(send, candidate.provider.textDialect, state)),
    note,
    billing: billingFacts(state),
    onProgress: () => attempt.timeouts.progress(),
  });
  if (!model) throw unreadableError();
  const { request, sentNames } = await convertRequest(call, attempt, model, more);
  const reader = candidate.provider.textReader?.(note);
  if (reader?.chunk) request.includeRawChunks = true;
  if (prefill !== undefined) addPrefill(request, prefill);
  const stream = await openModelStream(model, call, attempt, request, wire.isUsed);
  const toObjects = objectInputs();
  return {
    stream,
    expand(made) {
      attempt.timeouts.progress();
      return (reader ? partsOf(reader, made) : [made]).flatMap(toObjects);
    },
    read(part) {
      readPart(call, attempt, part);
      return withCallersName(part, sentNames);
    },
  };
}

/** Yields the same parts one by one. */
export async function* neutralParts(
  call: TextCall,
  attempt: TextAttempt,
  continuation?: Continuation,
): AsyncGenerator<Part, void, void> {
  const { stream, expand, read } = await openParts(call, attempt, continuation);
  let isTheirs = true;
  try {
    for await (const made of stream) {
      isTheirs = false;
      for (const part of expand(made)) yield read(part);
      isTheirs = true;
    }
  } catch (thrown) {
    throw isTheirs ? packageFailure(call, attempt, thrown) : thrown;
  }
}

/** Returns an error that a provider SDK package threw while reading a response as the upstream's failure. */
export function packageFailure(call: TextCall, attempt: TextAttempt, thrown: unknown): UpstreamError {
  const error = asUpstreamError(call, attempt, thrown);
  if (error instanceof UpstreamError) return error;
  call.gateway.log.error({ error, generation: call.id }, "a provider's package failed");
  return unreadableError();
}

/** Adds an assistant turn that the model continues. Anthropic rejects one that ends in whitespace. */
function addPrefill({ prompt }: LanguageModelV4CallOptions, text: string): void {
  if (prompt.at(-1)?.role === "assistant")
    throw unsupportedRequest(new Error("it already ends with an assistant turn"));
  prompt.push({ role: "assistant", content: [{ type: "text", text: text.trimEnd() }] });
}

function partsOf(reader: PartReader, part: LanguageModelV4StreamPart): LanguageModelV4StreamPart[] {
  return part.type === "raw" ? (reader.chunk?.(part.rawValue) ?? []) : reader.part(part);
}

/**
 * Collects billing facts that an SDK package does not pass on. The wire's usage block takes precedence over the
 * package's usage.
 */
function billingFacts(state: AttemptState): BillingFacts {
  return {
    used: (usage) => {
      state.used = addUsage(state.used ?? {}, usage);
    },
    block: (raw) => {
      state.rawUsage = mergeUsage(state.rawUsage, raw);
    },
  };
}

/** Returns a fetch that knows whether it was used. */
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
 * Opens the stream. Provider SDK packages throw errors of any kind for an unknown first event. An error before anything
 * was sent concerns the request.
 */
async function openModelStream(
  model: LanguageModelV4,
  call: TextCall,
  attempt: TextAttempt,
  request: LanguageModelV4CallOptions,
  isSent: () => boolean,
): Promise<AsyncIterable<LanguageModelV4StreamPart>> {
  try {
    return (await model.doStream(request)).stream;
  } catch (thrown) {
    if (!isSent() && !attempt.timeouts.stopped() && AISDKError.isInstance(thrown)) throw unsupportedRequest(thrown);
    throw packageFailure(call, attempt, thrown);
  }
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

/** Meters one part. Throws for a failure that the stream reports and for a response that was cut off. */
function readPart(call: TextCall, attempt: TextAttempt, part: LanguageModelV4StreamPart): void {
  const { candidate, state } = attempt;
  if (part.type === "error") {
    const error = streamError(call, candidate, part.error);
    if (error instanceof UpstreamError && isWithoutOutput(attempt, error.status)) state.hasStarted = false;
    throw error;
  }
  if (part.type === "finish") finish(candidate, state, part);
  if (CONTENT.has(part.type)) state.firstContentMs ??= performance.now();
  if (part.type === "text-delta" || part.type === "reasoning-delta" || part.type === "tool-input-delta")
    state.text += part.delta;
  // The text of further candidates.
  if (part.type === "custom") state.text += textOf(part.providerMetadata?.google?.text) ?? "";
  if (part.type === "tool-call") state.toolCalls = (state.toolCalls ?? 0) + 1;
  if (part.type === "response-metadata") noteOrigin(state, part);
  if (part.type === "stream-start") {
    const notes = part.warnings.map((warning) => describeWarning(warning, call.dialect.id));
    state.notes.push(...new Set(notes));
  }
}

function noteOrigin(state: AttemptState, { id, modelId }: { id?: string; modelId?: string }): void {
  state.upstreamId ??= id;
  state.upstreamModel ??= modelId;
}

function finish(candidate: Candidate, state: AttemptState, part: FinishPart): void {
  readEnd(candidate, state, part);
  const { unified, raw } = part.finishReason;
  if (unified === "interrupted") throw cutOffError();
  // Gemini ends like this when it cannot encode a tool call, OpenRouter when its own upstream has failed.
  if (unified === "error" || raw === "error") throw errorEndingError(raw);
  // The caller's dialect has no such finish reason, so it reports a normal end.
  if (unified === "other" && raw && !isPaused(raw)) noteDropped(state, `finish reason ${raw}`);
  state.ended = true;
  // Nothing follows a finish.
  state.isCounted = true;
}

/** Reads the last part of a response. A failed one is billed too. */
function readEnd(candidate: Candidate, state: AttemptState, part: FinishPart): void {
  const metadata = Object.values(part.providerMetadata ?? {}).find(
    (responseText) => typeof responseText.serviceTier === "string",
  );
  if (metadata) state.serviceTier = metadata.serviceTier as string;
  state.nativeFinish = part.finishReason.raw ?? part.finishReason.unified;
  if (part.usage.outputTokens.total === undefined && part.usage.inputTokens.total === undefined) return;
  const raw = state.rawUsage ?? part.usage.raw;
  state.usage = candidate.provider.textUsage?.(raw ? { ...part.usage, raw: raw as JSONObject } : part.usage);
  state.rawUsage = raw;
}

function streamError(call: TextCall, candidate: Candidate, error: unknown): unknown {
  return fromThrown(error, { credential: candidate.credential, now: call.gateway.now() }) ?? unreadableError();
}
