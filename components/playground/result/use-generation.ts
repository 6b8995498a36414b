"use client";

import { useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import { query } from "#lib/api/query.ts";
import { type Generation, getGeneration } from "#lib/contract/generations.ts";
import { type Answer, type AnswerUsage, isRunning } from "./answer.ts";

export type GenerationRecord = z.output<typeof Generation>;

const WRITTEN_WITHIN_MS = 1500;
const MOST_TRIES = 3;

/** The ledger's record of a call that is over. It is written in groups, so that a fresh one may take a moment to be found. */
export function useGeneration(id = "", wanted = true): GenerationRecord | undefined {
  const { data } = useQuery({
    ...query(getGeneration, { query: { id } }),
    enabled: wanted && id !== "",
    staleTime: Number.POSITIVE_INFINITY,
    retry: (tries, error) => tries < MOST_TRIES && (error.status === 404 || error.transient),
    retryDelay: WRITTEN_WITHIN_MS,
  });
  return data?.data;
}

/** What an answer took, as the reply told it; what it did not tell, such as that of a stopped one, is in the ledger. */
export function useTaken(answer: Answer): { usage?: AnswerUsage; costUsd?: number } {
  const told = answer.usage;
  const record = useGeneration(answer.generationId, !isRunning(answer) && told?.costUsd === undefined);
  const usage = told ?? (record && recordedUsage(record));
  const costUsd = told?.costUsd ?? record?.total_cost;
  return { ...(usage && { usage }), ...(costUsd !== undefined && { costUsd }) };
}

function recordedUsage(record: GenerationRecord): AnswerUsage | undefined {
  const { native_tokens_prompt: inputTokens, native_tokens_completion: outputTokens } = record;
  if (inputTokens === null || outputTokens === null) return undefined;
  return {
    inputTokens,
    outputTokens,
    cachedTokens: record.native_tokens_cached ?? 0,
    reasoningTokens: record.native_tokens_reasoning ?? 0,
  };
}
