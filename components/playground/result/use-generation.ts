"use client";

import { useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import { query } from "#lib/api/query.ts";
import { type Generation, getGeneration } from "#lib/contract/generations.ts";
import { type Answer, type AnswerUsage, isRunning } from "./answer.ts";

export type GenerationRecord = z.output<typeof Generation>;

const WRITTEN_WITHIN_MS = 1500;
const MOST_TRIES = 3;

/**
 * Reads the ledger's record of a finished request. Records are written in groups, so a recent one may take a moment to
 * appear.
 */
export function useGeneration(id = "", isEnabled = true): GenerationRecord | undefined {
  const { data } = useQuery({
    ...query(getGeneration, { query: { id } }),
    enabled: isEnabled && id !== "",
    staleTime: Number.POSITIVE_INFINITY,
    retry: (tries, error) => tries < MOST_TRIES && (error.status === 404 || error.transient),
    retryDelay: WRITTEN_WITHIN_MS,
  });
  return data?.data;
}

/**
 * Returns a response's usage as the response reports it; missing values, such as those of a stopped one, come from the
 * ledger.
 */
export function useAnswerUsage(answer: Answer): { usage?: AnswerUsage; costUsd?: number } {
  const reportedUsage = answer.usage;
  const record = useGeneration(answer.generationId, !isRunning(answer) && reportedUsage?.costUsd === undefined);
  const usage = reportedUsage ?? (record && recordedUsage(record));
  const costUsd = reportedUsage?.costUsd ?? record?.total_cost;
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
