import { setImmediate } from "node:timers/promises";
import type { Body, Dialect } from "#server/dialects/dialect.ts";
import { HttpError } from "#server/errors.ts";
import { type Applied, type Verdict, verdictOf } from "#server/guardrails/apply.ts";
import type { EffectiveGuardrail } from "#server/guardrails/effective.ts";
import { createGuard, type Guard } from "#server/guardrails/guard.ts";
import { filterSlowly } from "#server/guardrails/output-filter.ts";
import { createPacer } from "#server/guardrails/stream/pacer.ts";
import { count } from "#server/pipeline/guard/guard-output.ts";
import { responseRefusal } from "#server/pipeline/guard/guard-refusal.ts";
import { guardRequest } from "#server/pipeline/guard/guard-request.ts";

/** The effect of a guardrail on a text or request. */
export type TestRun = {
  verdict: Verdict;
  text: string | null;
  body: Body | null;
  found: readonly { path: string | null; applied: Pick<Applied, "matches" | "shadow"> }[];
  refusal: HttpError | undefined;
  guard: Guard | undefined;
};

/** Runs the same rules as a request before it is sent to a model. */
export async function testRequest(effective: EffectiveGuardrail, dialect: Dialect, given: Body): Promise<TestRun> {
  const { body, guard, refusal, found } = await guardRequest(dialect, given, effective);
  const verdict = verdictOf(found.flatMap(({ applied }) => applied.matches));
  return { verdict, text: null, body: refusal ? null : body, found, refusal, guard };
}

const KIND = { form: "plain", isReasoning: false } as const;

/** Runs the same rules as a request on a text of its response. */
export async function testResponse(effective: EffectiveGuardrail, given: string): Promise<TestRun> {
  const guard = createGuard(effective);
  if (!guard) return { verdict: "allowed", text: given, body: null, found: [], refusal: undefined, guard };
  const { text, all } = await filterSlowly(guard, KIND, given, createPacer());
  count(guard, {}, all);
  const matches = all.flatMap((one) => one.matches);
  const applied = { matches, shadow: all.flatMap((one) => one.shadow) };
  const { cause } = text === undefined ? responseRefusal(guard) : { cause: undefined };
  const refusal = cause instanceof HttpError ? cause : undefined;
  return {
    verdict: verdictOf(matches),
    text: text ?? null,
    body: null,
    found: [{ path: null, applied }],
    refusal,
    guard,
  };
}

const RUNS = 9;
const LONGEST_MS = 300;

/** Returns the median time of several runs in milliseconds, or of as many runs as fit a time limit. */
export async function medianMs(run: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  const beganMs = performance.now();
  while (times.length < RUNS && (times.length === 0 || performance.now() - beganMs < LONGEST_MS)) {
    const startMs = performance.now();
    await run();
    times.push(performance.now() - startMs);
    await setImmediate();
  }
  return Number((times.sort((one, other) => one - other)[times.length >> 1] ?? 0).toFixed(3));
}
