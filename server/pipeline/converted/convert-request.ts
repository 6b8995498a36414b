import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { USER_NOT_SENT } from "#server/dialects/gateway-fields.ts";
import { acceptedKind } from "#server/dialects/request/file-kind.ts";
import { cachedTurnsIn } from "#server/dialects/request/google-request.ts";
import { withRawNumbers } from "#server/json/exact-numbers.ts";
import type { DialectId, Provider } from "#server/providers/provider.ts";
import { withPlaceholders } from "../batching/placeholder-media.ts";
import { fetchMedia } from "../media/fetch-media.ts";
import { lowerNeutralLimit } from "../native/output-limit.ts";
import { withOwnCallIds } from "../native/sanitize-tool-ids.ts";
import { type SentNames, sendOwnToolNames } from "../native/sanitize-tool-names.ts";
import { fitNeutralSchemas } from "../native/tool-schemas.ts";
import type { Candidate } from "../planning/candidate.ts";
import { listIgnoredFields } from "../planning/ignored-fields.ts";
import { cacheKeyOf, sessionOf } from "../planning/sessions.ts";
import { sentOptions } from "../request-record/sent-options.ts";
import type { TextAttempt, TextCall } from "../text-call.ts";
import { addContent, type MoreContent } from "./added-content.ts";
import { writeCallsAsText } from "./calls-as-text.ts";
import { writeFormatInPrompt } from "./format-in-prompt.ts";
import { hasMediaUrls, withMedia } from "./media-parts.ts";
import { markForCaching } from "./prompt-caching.ts";

/** The fields of a request and its attempt that a conversion reads. */
export type ConvertedCall = Pick<TextCall, "dialect" | "body" | "headers" | "gateway" | "batched">;
export type ConvertedAttempt = Pick<TextAttempt, "candidate"> & {
  state: Pick<TextAttempt["state"], "notes" | "sent">;
  timeouts: Pick<TextAttempt["timeouts"], "stopper">;
};

type Converted = { request: LanguageModelV4CallOptions; sentNames: SentNames | undefined };

/**
 * Returns the neutral form of a request for one candidate, with `more` in it. What it cannot carry is added to the
 * attempt's notes.
 */
export async function convertRequest(
  call: ConvertedCall,
  { candidate, state, timeouts }: ConvertedAttempt,
  model: LanguageModelV4,
  more?: MoreContent,
): Promise<Converted> {
  const { options, notes } = call.dialect.decode(more?.body ?? call.body, candidate.provider);
  const dropped = more ? addContent(options, notes, more) : notes;
  state.notes = [...listIgnoredFields(call.body, more !== undefined), ...dropped, ...(more?.notes ?? [])];
  const { supportedParameters } = candidate.endpoint;
  if (!supportedParameters.includes("reasoning")) dropReasoning(options, state.notes);
  if (options.stopSequences && !canStop(candidate)) {
    delete options.stopSequences;
    state.notes.push("stop_sequences: dropped");
  }
  lowerNeutralLimit(options, candidate, state.notes);
  if (candidate.provider.callsNeedTools) writeCallsAsText(options, call.dialect.id, state.notes);
  if (candidate.provider.omitsReasoning) omitReasoning(options, call.dialect.id, state.notes);
  candidate.provider.fitText?.(options, candidate.endpoint.upstreamModel, state.notes);
  if (candidate.provider.textObjectSchemas) fitNeutralSchemas(options, state.notes);
  keepSchemaNumbers(options);
  writeFormatInPrompt(options, candidate, call.dialect.id, state.notes);
  keepKnownOptions(options, candidate.provider, state.notes);
  prepareCache(call, candidate, options);
  const { textToolIds, textToolNames } = candidate.provider;
  if (textToolIds) options.prompt = withOwnCallIds(options.prompt, textToolIds, state.notes);
  const sentNames = textToolNames && sendOwnToolNames(options, textToolNames, state.notes);
  state.sent = sentOptions(options);
  const withSignal = { ...options, abortSignal: timeouts.stopper.signal };
  if (!hasMediaUrls(options.prompt)) return { request: withSignal, sentNames };
  const { family = "compatible", needsContent } = candidate.provider;
  const readThere = needsContent ? {} : await model.supportedUrls;
  if (call.batched)
    return { request: { ...withSignal, prompt: await withPlaceholders(options.prompt, readThere) }, sentNames };
  const prompt = await withMedia(
    options.prompt,
    readThere,
    (url) => fetchMedia(url, call.gateway.publicEgress, timeouts.stopper.signal),
    // Names only the host: the path or query of a URL may be a secret link.
    (mediaType, { host }) => acceptedKind(mediaType, family, `The file at ${host}`),
  );
  return { request: { ...withSignal, prompt }, sentNames };
}

/** Anthropic's models cache marked content; OpenAI's are found in the cache by a session key. */
function prepareCache(
  { body, headers, gateway }: ConvertedCall,
  candidate: Candidate,
  options: LanguageModelV4CallOptions,
) {
  const { prompt_caching: cachingSetting } = (body.provider ?? {}) as { prompt_caching?: unknown };
  if (cachingSetting === false || (gateway.environment.PROMPT_CACHING === "off" && cachingSetting !== true)) return;
  const { family } = candidate.provider;
  // A cloud may serve older models without a cache.
  if (family === "anthropic" && candidate.prices.some(({ unit }) => unit === "cache_write_tokens"))
    markForCaching(options, cachedTurnsIn(body));
  if (family !== "openai" || options.providerOptions?.openai?.promptCacheKey !== undefined) return;
  const session = sessionOf(body, headers);
  if (session === undefined) return;
  const openai = { ...options.providerOptions?.openai, promptCacheKey: cacheKeyOf(session) };
  options.providerOptions = { ...options.providerOptions, openai };
}

/** Replaces the options by those that the provider's neutral model can send, if it cannot send all. */
function keepKnownOptions(
  { providerOptions = {} }: LanguageModelV4CallOptions,
  { textOptions }: Provider,
  notes: string[],
): void {
  if (!textOptions) return;
  for (const [key, given] of Object.entries(providerOptions)) {
    const kept = Object.entries(given).flatMap(([name, value]) => {
      const option = textOptions[name]?.(value);
      if (!option) notes.push(name === "user" ? USER_NOT_SENT : `${name}: dropped`);
      return Object.entries(option ?? {});
    });
    providerOptions[key] = Object.fromEntries(kept) as typeof given;
  }
}

/** Removes the reasoning of earlier turns, which the provider's SDK package would drop without a word. */
function omitReasoning(options: LanguageModelV4CallOptions, dialect: DialectId, notes: string[]): void {
  let isDropped = false;
  options.prompt = options.prompt.filter((message) => {
    if (message.role !== "assistant") return true;
    const kept = message.content.filter(({ type }) => type !== "reasoning");
    if (kept.length === message.content.length) return true;
    isDropped = true;
    message.content = kept;
    return kept.length > 0;
  });
  if (isDropped) notes.push(`${dialect === "responses" ? "input" : "messages"}[] (reasoning): dropped`);
}

/** Provider SDK packages rebuild schemas field by field. */
function keepSchemaNumbers({ tools, responseFormat }: LanguageModelV4CallOptions): void {
  for (const tool of tools ?? []) if (tool.type === "function") tool.inputSchema = withRawNumbers(tool.inputSchema);
  if (responseFormat?.type === "json") responseFormat.schema = withRawNumbers(responseFormat.schema);
}

/**
 * Returns whether the candidate accepts stop sequences. OpenAI supports them only in chat completions, and not for
 * reasoning models.
 */
function canStop({ provider, endpoint: { supportedParameters } }: Candidate): boolean {
  if (provider.textDialect !== "responses") return true;
  return supportedParameters.includes("stop") && !supportedParameters.includes("reasoning");
}

// Reasoning options of the providers' neutral models besides the neutral one.
const REASONING_OPTIONS = [
  "thinking",
  "effort",
  "thinkingConfig",
  "reasoningSummary",
  "reasoningContext",
  "reasoningMode",
];

/** Removes reasoning options for models without reasoning, which would reject the whole request. */
function dropReasoning(options: LanguageModelV4CallOptions, notes: string[]): void {
  const isReasoningRequested = options.reasoning !== undefined && options.reasoning !== "none";
  let isDropped = isReasoningRequested;
  delete options.reasoning;
  for (const given of Object.values(options.providerOptions ?? {})) {
    for (const name of REASONING_OPTIONS) {
      if (given[name] === undefined || given[name] === null) continue;
      delete given[name];
      isDropped = true;
    }
  }
  if (isDropped) notes.push("reasoning: dropped (the model does not reason)");
}
