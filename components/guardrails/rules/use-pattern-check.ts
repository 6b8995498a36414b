"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDebounced } from "#components/ui/hooks/use-debounced.ts";
import type { ApiError } from "#lib/api/api-error.ts";
import { call } from "#lib/api/client.ts";
import { backtestGuardrail } from "#lib/contract/guardrail-tests.ts";
import type { CustomFilter } from "../guardrail.ts";

const REST_MS = 300;

/** Returns whether the gateway's engine accepts a pattern, and its matches in the pattern's own examples. */
export function usePatternCheck({ pattern, must_match, must_not_match }: CustomFilter) {
  const must = nonEmptyLines(must_match);
  const mustNot = nonEmptyLines(must_not_match);
  const debounced = useDebounced(JSON.stringify({ pattern, must, mustNot }), REST_MS);
  const settled = JSON.parse(debounced) as PatternTest;
  const { data, error, isPlaceholderData } = useQuery<Checked, ApiError>({
    queryKey: ["guardrails", "patternCheck", debounced],
    queryFn: ({ signal }) => check(settled, signal),
    // While the first pattern is typed, the debounced value is still the empty one.
    enabled: pattern !== "" && settled.pattern !== "",
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const known = data && !isPlaceholderData && !error && settled.pattern === pattern ? data : undefined;
  return {
    isChecked: known !== undefined,
    problem: error?.status === 400 ? (error.issues[0]?.message ?? error.message) : undefined,
    missed: known?.missed,
    found: known?.found,
  };
}

type PatternTest = { pattern: string; must: string[]; mustNot: string[] };
type Checked = { missed: string[]; found: string[] };

async function check({ pattern, must, mustNot }: PatternTest, signal: AbortSignal): Promise<Checked> {
  const samples = [...must, ...mustNot];
  const jsonl = (samples.length > 0 ? samples : [""]).map((sample) => JSON.stringify(sample)).join("\n");
  const draft = { content_filters: [{ pattern, action: "block" as const }] };
  const { data } = await call(backtestGuardrail, { body: { draft, jsonl }, signal });
  const hit = new Set(data.lines.map(({ line }) => line - 1));
  return {
    missed: must.filter((_, index) => !hit.has(index)),
    found: mustNot.filter((_, index) => hit.has(must.length + index)),
  };
}

function nonEmptyLines(lines: readonly string[] | undefined): string[] {
  return (lines ?? []).filter((line) => line.trim() !== "");
}
