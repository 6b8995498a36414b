import { type Block, block, list } from "../exchange/json.ts";
import { count, split, withoutZeros } from "../usage/tokens.ts";
import type { Usage } from "../usage/usage.ts";

/**
 * Reads Gemini's `usageMetadata`. `promptTokenCount` includes cached tokens and excludes what tools added to the
 * prompt; `candidatesTokenCount` excludes reasoning. Video and documents cost the same as text.
 */
export function geminiUsage(raw: Block): Usage {
  const input = inputTokens(raw);
  const thoughts = count(raw.thoughtsTokenCount);
  const candidates = candidateTokens(raw, thoughts);
  const output = split(candidates + thoughts, {
    audio: ofModality(raw.candidatesTokensDetails, "AUDIO"),
    image: ofModality(raw.candidatesTokensDetails, "IMAGE"),
  });
  return withoutZeros({
    input_tokens: input.rest,
    cache_read_tokens: input.cacheRead,
    cache_read_audio_tokens: input.cachedAudio,
    input_audio_tokens: input.audio,
    input_image_tokens: input.image,
    output_tokens: output.rest,
    reasoning_tokens: Math.min(thoughts, output.rest),
    output_audio_tokens: output.audio,
    output_image_tokens: output.image,
  });
}

function inputTokens(raw: Block) {
  const cacheRead = count(raw.cachedContentTokenCount);
  const sum = count(raw.promptTokenCount) + count(raw.toolUsePromptTokenCount);
  const cachedAudio = Math.min(ofModality(raw.cacheTokensDetails, "AUDIO"), cacheRead);
  return split(Math.max(sum, cacheRead), {
    cachedAudio,
    cacheRead: cacheRead - cachedAudio,
    audio: uncachedTokens(raw, "AUDIO"),
    image: uncachedTokens(raw, "IMAGE"),
  });
}

/** Returns the tokens of a modality that were not read from the cache. */
function uncachedTokens(raw: Block, modality: string): number {
  const inputTokens =
    ofModality(raw.promptTokensDetails, modality) + ofModality(raw.toolUsePromptTokensDetails, modality);
  return count(inputTokens - ofModality(raw.cacheTokensDetails, modality));
}

/** Returns the output tokens. Some responses omit this count, but their total includes it. */
function candidateTokens(raw: Block, thoughts: number): number {
  if (typeof raw.candidatesTokenCount === "number") return count(raw.candidatesTokenCount);
  const others = count(raw.promptTokenCount) + count(raw.toolUsePromptTokenCount) + thoughts;
  return count(count(raw.totalTokenCount) - others);
}

function ofModality(details: unknown, modality: string): number {
  const entries = list(details).map(block);
  return entries
    .filter((entry) => entry.modality === modality)
    .reduce((sum, entry) => sum + count(entry.tokenCount), 0);
}
