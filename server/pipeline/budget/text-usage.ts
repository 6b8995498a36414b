import { estimateTokenCount } from "tokenx";
import { promptTokensOf } from "#server/ledger/prices/cost.ts";
import type { NativeText } from "#server/providers/provider.ts";
import { largerUsage } from "#server/providers/usage/add-usage.ts";
import type { Usage } from "#server/providers/usage/usage.ts";
import { type AttemptState, isWithheld } from "../attempts/attempt-state.ts";
import type { Candidate } from "../planning/candidate.ts";
import type { TextAttempt, TextCall } from "../text-call.ts";
import { estimateInput } from "./estimate.ts";
import type { CountedUsage, Measure } from "./measure.ts";
import { promptTokens } from "./prompt-size.ts";

/** Returns how to count a text request. A body has about one token for every four bytes. */
export function textMeasure(call: TextCall): Measure {
  return {
    counted: (attempt) => usageOf(call, attempt),
    begun: () => ({ input_tokens: Math.ceil(Number(call.headers.get("content-length") ?? 0) / 4) }),
    sent: (attempt) => withInput(call, knownUsage(call, attempt)),
    soFar: (attempt) => usageSoFar(call, attempt),
  };
}

/** Returns a usage with at least an estimate of the prompt. */
function withInput({ dialect, body }: TextCall, known: Usage | undefined): Usage {
  return known && countsInput(known) ? known : { ...known, input_tokens: estimateInput(dialect, body) };
}

/**
 * Estimating the tokens of a text is slow, so a sample gives the characters per token; it is taken again each time the
 * text doubles.
 */
const SAMPLE_LENGTH = 256;
const CHARACTERS_A_TOKEN = 4;

function usageSoFar(call: TextCall, attempt: TextAttempt): () => Usage | undefined {
  const { state } = attempt;
  let inputTokens: number | undefined;
  let length = 0;
  let sampledLength = 0;
  let tokensPerCharacter = 0;
  return () => {
    const { text } = state;
    if (text.length === length) return undefined;
    length = text.length;
    if (length >= 2 * sampledLength) {
      const sample = text.slice(-SAMPLE_LENGTH);
      tokensPerCharacter = estimateTokenCount(sample) / sample.length;
      sampledLength = length;
    }
    const known = knownUsage(call, attempt);
    // The bytes of an image say nothing about its tokens.
    inputTokens ??= Math.ceil(promptTokens(call.body, (responseText) => responseText.length / CHARACTERS_A_TOKEN));
    const input = known && countsInput(known) ? known : { ...known, input_tokens: inputTokens };
    const written = Math.round(length * tokensPerCharacter);
    return largerUsage({ ...input, output_tokens: Math.max(known?.output_tokens ?? 0, written) }, state.used);
  };
}

/** Returns the usage that the upstream reported plus separately billed units, else an estimate from the text so far. */
function usageOf(call: TextCall, attempt: TextAttempt): CountedUsage {
  const { candidate, state } = attempt;
  const counted = countedOf(call, attempt);
  // A response that is not charged has no searches to charge for either.
  if (Object.keys(counted.usage).length === 0) return counted;
  const always = nativeOf(call, candidate)?.billedResponse?.(candidate.endpoint.upstreamModel);
  return { ...counted, usage: largerUsage(largerUsage(counted.usage, state.used), always) };
}

/**
 * Returns the usage that the upstream reported, else an estimate from the text so far; empty for an attempt that never
 * started a response.
 */
function countedOf(call: TextCall, attempt: TextAttempt): CountedUsage {
  const { state } = attempt;
  const known = knownUsage(call, attempt);
  const isWhole = known !== undefined && state.ended && countsOutput(known, state);
  if (isWhole && (countsInput(known) || saysNoInput(attempt))) return { usage: known, estimated: false };
  if (isLost(call, attempt)) return { usage: (state.nativeFinish && known) || {}, estimated: false };
  if (state.firstContentMs === undefined) return { usage: known ?? {}, estimated: false };
  const input = withInput(call, known);
  if (isWhole) return { usage: input, estimated: true };
  const written = state.text === "" ? 0 : estimateTokenCount(state.text);
  return { usage: { ...input, output_tokens: Math.max(known?.output_tokens ?? 0, written) }, estimated: true };
}

/** Returns the reported usage. A stream cut before its last usage block has reported its input but not its output. */
function knownUsage(call: TextCall, { candidate, state }: TextAttempt): Usage | undefined {
  const native = nativeOf(call, candidate);
  return state.usage ?? (state.rawUsage && native ? native.usage(state.rawUsage) : undefined);
}

/** Returns the endpoint that the request reached, in the caller's dialect or converted. */
function nativeOf({ dialect }: TextCall, { provider }: Candidate): NativeText | undefined {
  return provider.native?.[dialect.id] ?? (provider.textDialect && provider.native?.[provider.textDialect]);
}

/**
 * Returns whether the provider failed before the caller received anything. Then only usage reported at the end of a
 * response is charged.
 */
function isLost(call: TextCall, { state, timeouts }: TextAttempt): boolean {
  if (!state.failure || isWithheld(state) || timeouts.stopped() === "caller") return false;
  return state.firstContentMs === undefined || !call.streamed;
}

/** Every request has a prompt: a count of zero means that the upstream did not report it. */
function countsInput(usage: Usage): boolean {
  return promptTokensOf(usage) > 0;
}

/**
 * Returns whether the provider reports zero prompt tokens on purpose because it bills the prompt in another unit
 * (OpenRouter: a video by URL). Such a provider reports the cost, or a total equal to the output.
 */
function saysNoInput({ candidate, state: { rawUsage = {} } }: TextAttempt): boolean {
  const { total_tokens: total } = rawUsage;
  const prompt = rawUsage.prompt_tokens ?? rawUsage.input_tokens;
  const completion = rawUsage.completion_tokens ?? rawUsage.output_tokens;
  if (prompt !== 0) return false;
  return (
    candidate.provider.reportedCost?.(rawUsage) !== undefined ||
    (typeof total === "number" && total > 0 && total === completion)
  );
}

/**
 * Returns whether the output was counted. Some upstreams omit usage, which then reads as zeros although there is text.
 */
function countsOutput(usage: Usage, { text }: AttemptState): boolean {
  return text === "" || (usage.output_tokens ?? 0) > 0;
}
