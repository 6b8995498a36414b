import { isRecord } from "#lib/is-record.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { omitUndefined } from "#server/dialects/read-field.ts";

/**
 * Returns a completion's usage as `usageMetadata`, whose candidates exclude thoughts: Google's own, with its details, if
 * it says the same (a response may also be the work of several steps). Like xAI, a provider may count thoughts apart
 * from the completion. `own`: Google's `usageMetadata`.
 */
export function usageMetadataOf(usage: unknown, own: Body | undefined): Body | undefined {
  if (!isRecord(usage)) return undefined;
  const [prompt, completion] = [countOf(usage.prompt_tokens), countOf(usage.completion_tokens)];
  if (own && saysTheSame(own, prompt, completion)) return own;
  // DeepSeek, Moonshot and Mistral have their own names for it.
  const cached =
    detailOf(usage.prompt_tokens_details, "cached_tokens") ||
    countOf(usage.prompt_cache_hit_tokens) ||
    countOf(usage.cached_tokens) ||
    countOf(usage.num_cached_tokens);
  const thoughts = detailOf(usage.completion_tokens_details, "reasoning_tokens");
  const isApart =
    thoughts > completion || (thoughts > 0 && countOf(usage.total_tokens) === prompt + completion + thoughts);
  const candidates = isApart ? completion : completion - thoughts;
  return omitUndefined({
    promptTokenCount: prompt,
    candidatesTokenCount: candidates,
    totalTokenCount: prompt + candidates + thoughts,
    cachedContentTokenCount: cached || undefined,
    thoughtsTokenCount: thoughts || undefined,
  });
}

function saysTheSame(own: Body, prompt: number, completion: number): boolean {
  const input = countOf(own.promptTokenCount) + countOf(own.toolUsePromptTokenCount);
  const output = countOf(own.candidatesTokenCount) + countOf(own.thoughtsTokenCount);
  return input === prompt && output === completion;
}

function detailOf(details: unknown, name: string): number {
  return isRecord(details) ? countOf(details[name]) : 0;
}

function countOf(value: unknown): number {
  return typeof value === "number" ? value : 0;
}
