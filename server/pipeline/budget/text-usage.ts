import { estimateTokenCount } from "tokenx";
import { promptTokensOf } from "#server/ledger/prices/cost.ts";
import { largerUsage } from "#server/providers/usage/add-usage.ts";
import type { Usage } from "#server/providers/usage/usage.ts";
import { type AttemptState, isWithheld } from "../attempts/attempt-state.ts";
import type { TextAttempt, TextCall } from "../text-call.ts";
import { estimateInput } from "./estimate.ts";
import { promptTokens } from "./prompt-size.ts";
import type { CountedUsage, Measure } from "./settle-call.ts";

/** How a text call is counted. Bytes over four is about the tokens of a body. */
export function textMeasure(call: TextCall): Measure {
  return {
    counted: (attempt) => usageOf(call, attempt),
    begun: () => ({ input_tokens: Math.ceil(Number(call.headers.get("content-length") ?? 0) / 4) }),
    soFar: (attempt) => usageSoFar(call, attempt),
  };
}

/** Estimating the tokens of a text takes long: a sample says how many characters make one, taken again as it doubles. */
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
    // Bytes say nothing of the tokens of an image.
    inputTokens ??= Math.ceil(promptTokens(call.body, (responseText) => responseText.length / CHARACTERS_A_TOKEN));
    const input = known && countsInput(known) ? known : { ...known, input_tokens: inputTokens };
    const written = Math.round(length * tokensPerCharacter);
    return largerUsage({ ...input, output_tokens: Math.max(known?.output_tokens ?? 0, written) }, state.used);
  };
}

/** What the upstream counted and what it bills beside; else what went by, estimated. */
function usageOf(call: TextCall, attempt: TextAttempt): CountedUsage {
  const { candidate, state } = attempt;
  const counted = countedOf(call, attempt);
  // What is not charged for has no searches to charge for either.
  if (Object.keys(counted.usage).length === 0) return counted;
  const native = candidate.provider.native?.[call.dialect.id];
  const always = native?.billedAnswer?.(candidate.endpoint.upstreamModel);
  return { ...counted, usage: largerUsage(largerUsage(counted.usage, state.used), always) };
}

/** What the upstream counted; else what went by, estimated; nothing for an attempt that never began to answer. */
function countedOf(call: TextCall, attempt: TextAttempt): CountedUsage {
  const { state } = attempt;
  const known = knownUsage(call, attempt);
  const isWhole = known !== undefined && state.ended && countsOutput(known, state);
  if (isWhole && (countsInput(known) || saysNoInput(attempt))) return { usage: known, estimated: false };
  if (isLost(call, attempt)) return { usage: (state.nativeFinish && known) || {}, estimated: false };
  if (state.firstContentMs === undefined) return { usage: known ?? {}, estimated: false };
  const input =
    known && countsInput(known) ? known : { ...known, input_tokens: estimateInput(call.dialect, call.body) };
  if (isWhole) return { usage: input, estimated: true };
  const written = state.text === "" ? 0 : estimateTokenCount(state.text);
  return { usage: { ...input, output_tokens: Math.max(known?.output_tokens ?? 0, written) }, estimated: true };
}

/** A stream cut before its last usage block knows its input, but not what it wrote. */
function knownUsage({ dialect }: TextCall, { candidate: { provider }, state }: TextAttempt): Usage | undefined {
  const native = provider.native?.[dialect.id] ?? (provider.textDialect && provider.native?.[provider.textDialect]);
  return state.usage ?? (state.rawUsage && native ? native.usage(state.rawUsage) : undefined);
}

/** The provider failed, and the caller has had nothing: only what it counted at the end of its answer is charged for. */
function isLost(call: TextCall, { state, timeouts }: TextAttempt): boolean {
  if (!state.failure || isWithheld(state) || timeouts.stopped() === "caller") return false;
  return state.firstContentMs === undefined || !call.streamed;
}

/** A prompt of nothing is no prompt: who counts none has left it out. */
function countsInput(usage: Usage): boolean {
  return promptTokensOf(usage) > 0;
}

/**
 * A provider that bills a prompt otherwise than by its tokens (OpenRouter a video by its address) says that it has none:
 * it tells what the call costs, or a total that is the answer's alone.
 */
function saysNoInput({ candidate, state: { rawUsage = {} } }: TextAttempt): boolean {
  const { prompt_tokens: prompt, completion_tokens: completion, total_tokens: total } = rawUsage;
  if (prompt !== 0) return false;
  return (
    candidate.provider.reportedCost?.(rawUsage) !== undefined ||
    (typeof total === "number" && total > 0 && total === completion)
  );
}

/** Some upstreams leave the usage out, and it is then read as zeros: an answer that says something is not for nothing. */
function countsOutput(usage: Usage, { text }: AttemptState): boolean {
  return text === "" || (usage.output_tokens ?? 0) > 0;
}
