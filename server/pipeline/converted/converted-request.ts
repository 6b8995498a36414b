import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { takenKind } from "#server/dialects/request/file-kind.ts";
import { targetOf } from "#server/dialects/target.ts";
import { withRawNumbers } from "#server/json/exact-numbers.ts";
import { fetchMedia } from "../media/fetch-media.ts";
import { withOwnCallIds } from "../native/sanitize-tool-ids.ts";
import { type SentNames, sendOwnToolNames } from "../native/sanitize-tool-names.ts";
import type { Candidate } from "../planning/candidate.ts";
import { listIgnoredFields } from "../planning/ignored-fields.ts";
import { cacheKeyOf, sessionOf } from "../planning/sessions.ts";
import type { TextAttempt, TextCall } from "../text-call.ts";
import { hasMediaUrls, withMedia } from "./media-parts.ts";
import { markForCaching } from "./prompt-caching.ts";

/** What of a call and of its attempt a conversion reads. */
export type ConvertedCall = Pick<TextCall, "dialect" | "body" | "headers" | "gateway">;
export type ConvertedAttempt = Pick<TextAttempt, "candidate"> & {
  state: Pick<TextAttempt["state"], "notes">;
  timeouts: Pick<TextAttempt["timeouts"], "stopper">;
};

type Converted = { request: LanguageModelV4CallOptions; sentNames: SentNames | undefined };

/** The neutral request of a call for one candidate. What it cannot carry is noted in the attempt's reading. */
export async function convertedRequest(
  call: ConvertedCall,
  { candidate, state, timeouts }: ConvertedAttempt,
  model: LanguageModelV4,
): Promise<Converted> {
  const { options, notes } = call.dialect.decode(call.body, candidate.provider.id);
  state.notes = [...listIgnoredFields(call.body), ...notes];
  const { supportedParameters } = candidate.endpoint;
  if (!supportedParameters.includes("reasoning")) dropReasoning(options, state.notes);
  if (options.stopSequences && !canStop(candidate)) {
    delete options.stopSequences;
    state.notes.push("stop_sequences: dropped");
  }
  keepSchemaNumbers(options);
  prepareCache(call, candidate, options);
  const { textToolIds, textToolNames } = candidate.provider;
  if (textToolIds) options.prompt = withOwnCallIds(options.prompt, textToolIds, state.notes);
  const sentNames = textToolNames && sendOwnToolNames(options, textToolNames, state.notes);
  const withSignal = { ...options, abortSignal: timeouts.stopper.signal };
  if (!hasMediaUrls(options.prompt)) return { request: withSignal, sentNames };
  const { family } = targetOf(candidate.provider.id);
  const prompt = await withMedia(
    options.prompt,
    await model.supportedUrls,
    (url) => fetchMedia(url, call.gateway.publicEgress, timeouts.stopper.signal),
    // Names the host only: a URL's path or query may be somebody's secret link.
    (mediaType, { host }) => takenKind(mediaType, family, `The file at ${host}`),
  );
  return { request: { ...withSignal, prompt }, sentNames };
}

/** Anthropic caches what is marked, OpenAI what it finds again by a key of the session. */
function prepareCache(
  { body, headers, gateway }: ConvertedCall,
  candidate: Candidate,
  options: LanguageModelV4CallOptions,
) {
  const { prompt_caching: wanted } = (body.provider ?? {}) as { prompt_caching?: unknown };
  if (wanted === false || (gateway.environment.PROMPT_CACHING === "off" && wanted !== true)) return;
  if (candidate.provider.id === "anthropic") markForCaching(options);
  if (candidate.provider.id !== "openai" || options.providerOptions?.openai?.promptCacheKey !== undefined) return;
  const session = sessionOf(body, headers);
  if (session === undefined) return;
  const openai = { ...options.providerOptions?.openai, promptCacheKey: cacheKeyOf(session) };
  options.providerOptions = { ...options.providerOptions, openai };
}

/** Vendors' packages write schemas anew, field by field. */
function keepSchemaNumbers({ tools, responseFormat }: LanguageModelV4CallOptions): void {
  for (const tool of tools ?? []) if (tool.type === "function") tool.inputSchema = withRawNumbers(tool.inputSchema);
  if (responseFormat?.type === "json") responseFormat.schema = withRawNumbers(responseFormat.schema);
}

/** Of OpenAI's two ways only chat completions stop at a text, and refuse to for models that reason. */
function canStop({ provider, endpoint: { supportedParameters } }: Candidate): boolean {
  if (provider.textDialect !== "responses") return true;
  return supportedParameters.includes("stop") && !supportedParameters.includes("reasoning");
}

// What the vendors' neutral models take about reasoning beside the neutral option.
const REASONING_OPTIONS = [
  "thinking",
  "effort",
  "thinkingConfig",
  "reasoningSummary",
  "reasoningContext",
  "reasoningMode",
];

/** A model that cannot reason refuses the whole request when it is asked how much it should. */
function dropReasoning(options: LanguageModelV4CallOptions, notes: string[]): void {
  const isAsked = options.reasoning !== undefined && options.reasoning !== "none";
  let isDropped = isAsked;
  delete options.reasoning;
  for (const vendor of Object.values(options.providerOptions ?? {})) {
    for (const name of REASONING_OPTIONS) {
      if (vendor[name] === undefined || vendor[name] === null) continue;
      delete vendor[name];
      isDropped = true;
    }
  }
  if (isDropped) notes.push("reasoning: dropped (the model does not reason)");
}
