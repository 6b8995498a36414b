import type { z } from "zod";
import type { GuardrailTest } from "#lib/contract/guardrail-tests.ts";
import type { EffectiveGuardrail, EffectiveRule } from "#server/guardrails/effective.ts";
import { pipelineEntries } from "#server/guardrails/report.ts";
import type { Match } from "#server/guardrails/resolve.ts";
import { errorEnvelope } from "#server/http/envelope.ts";
import { sourceRecord } from "../effective-record.ts";
import type { TestRun } from "./test-run.ts";

type Wire = z.output<typeof GuardrailTest>;

/** Converts a test to its API record. */
export function testRecord(effective: EffectiveGuardrail, run: TestRun, addedMs: number): Wire {
  const { verdict, text, body, found, refusal, guard } = run;
  return {
    verdict,
    text,
    body,
    matches: found.flatMap(({ path, applied }) =>
      [...applied.matches, ...applied.shadow].map((match) => ({ path, ...matchRecord(match) })),
    ),
    not_inspected: [...(guard?.notInspected ?? [])],
    error: refusal
      ? { status: refusal.status, body: errorEnvelope(refusal.status, refusal.message, refusal.metadata) }
      : null,
    pipeline: guard ? pipelineEntries(guard) : [],
    sources: effective.sources.map(sourceRecord),
    added_ms: addedMs,
  };
}

function matchRecord({ rule, start, end }: Match) {
  // Tests run the rules of effective guardrails, and each match carries its rule.
  return { ...ruleRecord(rule as EffectiveRule), start, end };
}

/** Converts a rule to its form in test records. */
export function ruleRecord({ id, name, action, shadow, source }: EffectiveRule) {
  return { rule: id, rule_name: name, action, shadow, source: sourceRecord(source) };
}
