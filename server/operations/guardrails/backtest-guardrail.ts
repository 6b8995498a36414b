import { backtestGuardrail as endpoint } from "#lib/contract/guardrail-tests.ts";
import { isRecord } from "#server/dialects/read-field.ts";
import { HttpError } from "#server/errors.ts";
import { gateway } from "#server/gateway.ts";
import type { Verdict } from "#server/guardrails/apply.ts";
import { applySlowly } from "#server/guardrails/apply-slowly.ts";
import type { EffectiveRule } from "#server/guardrails/effective.ts";
import { createPacer } from "#server/guardrails/pacer.ts";
import { createPlaceholders } from "#server/guardrails/placeholders.ts";
import type { Match } from "#server/guardrails/resolve.ts";
import { operation } from "#server/http/operation.ts";
import { ruleRecord } from "./test-record.ts";
import { testedGuardrail } from "./tested-guardrail.ts";

const MAX_TEXTS = 10_000;
const SHOWN_LINES = 100;

export const backtestGuardrail = operation(endpoint)(async ({ principal, body, signal }) => {
  const { effective } = await testedGuardrail(gateway(), principal, body);
  const texts = textsOf(body.jsonl);
  const startMs = performance.now();
  const tally = await tallied(effective[body.direction], texts, signal);
  return { data: { texts: texts.length, ...tally, took_ms: Math.round(performance.now() - startMs) } };
});

type Line = { line: number; text: string };

function textsOf(jsonl: string): Line[] {
  const lines = jsonl.split("\n").flatMap((source, index) => {
    return source.trim() === "" ? [] : [{ line: index + 1, text: textIn(source, index + 1) }];
  });
  if (lines.length > MAX_TEXTS) throw new HttpError(400, `Invalid request: jsonl: at most ${MAX_TEXTS} lines`);
  return lines;
}

function textIn(source: string, line: number): string {
  const value = parsed(source);
  const text = isRecord(value) ? value.text : value;
  if (typeof text === "string") return text;
  throw new HttpError(400, `Invalid request: jsonl: line ${line} is neither a JSON string nor an object with a text`);
}

function parsed(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return undefined;
  }
}

async function tallied(rules: readonly EffectiveRule[], texts: readonly Line[], signal: AbortSignal) {
  const pacer = createPacer();
  const verdicts: Record<Verdict, number> = { allowed: 0, flagged: 0, redacted: 0, blocked: 0 };
  const found = new Map(rules.map((rule) => [rule as Match["rule"], { texts: 0, matches: 0 }]));
  const lines: { line: number; verdict: Verdict }[] = [];
  for (const { line, text } of texts) {
    // Nobody waits for the rest.
    if (signal.aborted) break;
    const { verdict, matches, shadow } = await applySlowly(rules, text, createPlaceholders(), pacer);
    verdicts[verdict] += 1;
    if (verdict !== "allowed" && lines.length < SHOWN_LINES) lines.push({ line, verdict });
    countRules(found, [...matches, ...shadow]);
  }
  return { verdicts, rules: rules.map((rule) => ({ ...ruleRecord(rule), ...counted(found, rule) })), lines };
}

type Found = Map<Match["rule"], { texts: number; matches: number }>;

function countRules(found: Found, matches: readonly Match[]): void {
  for (const { rule } of matches) counted(found, rule).matches += 1;
  for (const rule of new Set(matches.map(({ rule }) => rule))) counted(found, rule).texts += 1;
}

function counted(found: Found, rule: Match["rule"]) {
  return found.get(rule) ?? { texts: 0, matches: 0 };
}
