"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import { useDebounced } from "#components/ui/hooks/use-debounced.ts";
import type { ApiError } from "#lib/api/api-error.ts";
import { call } from "#lib/api/client.ts";
import { type GuardrailTest, testGuardrail } from "#lib/contract/guardrail-tests.ts";
import { useEditor } from "../editor/editor-context.ts";
import type { Trial } from "./trial.ts";
import { type TestBody, testBody } from "./trial-body.ts";

export type TestResult = z.output<typeof GuardrailTest>;

const REST_MS = 200;

/** Returns the gateway's result for a trial, refreshed when typing pauses. */
export function useTest(trial: Trial) {
  const { base, draft } = useEditor();
  const body = testBody(base.id, draft, trial);
  const current = typeof body === "object" ? JSON.stringify(body) : undefined;
  const debounced = useDebounced(current, REST_MS);
  const { data, error, isFetching } = useQuery<TestResult, ApiError>({
    queryKey: ["guardrails", "test", debounced],
    queryFn: ({ signal }) =>
      call(testGuardrail, { body: JSON.parse(debounced ?? "") as TestBody, signal }).then((answer) => answer.data),
    enabled: debounced !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
  return {
    result: current === undefined ? undefined : data,
    error: current === undefined ? null : error,
    isUnreadable: body === "not JSON",
    /** The result belongs to earlier input. */
    isOld: isFetching || debounced !== current,
  };
}
