import type { BodyOf } from "#lib/contract/endpoint.ts";
import { backtestGuardrail as endpoint } from "#lib/contract/guardrail-tests.ts";
import { isRecord } from "#lib/is-record.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { type Verdict, verdictOf } from "#server/guardrails/apply.ts";
import { applySlowly } from "#server/guardrails/apply-slowly.ts";
import type { EffectiveRule } from "#server/guardrails/effective.ts";
import { lateMatch, readPatterns } from "#server/guardrails/patterns/read-patterns.ts";
import { createPlaceholders } from "#server/guardrails/placeholders.ts";
import { createPacer } from "#server/guardrails/stream/pacer.ts";
import { operation } from "#server/http/operation.ts";
import type { StopSignal } from "#server/stop-signal.ts";
import { judgeCalls } from "./backtest-calls.ts";
import { createTally } from "./backtest-tally.ts";
import { findTestedGuardrail, type TestedGuardrail } from "./find-tested-guardrail.ts";

const MAX_TEXTS = 10_000;
const SHOWN = 100;

export const backtestGuardrail = operation(endpoint)(async (gateway, { principal, body, departure }) => {
  const tested = await findTestedGuardrail(gateway, principal, body);
  const startMs = performance.now();
  const counts =
    body.logged === undefined
      ? await overTexts(tested.effective[body.direction], textsOf(body.jsonl ?? ""), departure)
      : await overCalls(gateway, tested, body.direction, body.logged, departure);
  return { data: { ...counts, took_ms: Math.round(performance.now() - startMs) } };
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
  const value = parseLine(source);
  const text = isRecord(value) ? value.text : value;
  if (typeof text === "string") return text;
  throw new HttpError(400, `Invalid request: jsonl: line ${line} is neither a JSON string nor an object with a text`);
}

function parseLine(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return undefined;
  }
}

async function overTexts(rules: readonly EffectiveRule[], texts: readonly Line[], departure: StopSignal) {
  const pacer = createPacer();
  const tally = createTally(rules);
  const lines: { line: number; verdict: Verdict }[] = [];
  for (const { line, text } of texts) {
    // The client has disconnected.
    if (departure.aborted) break;
    const patterns = await readPatterns(rules, [text], departure);
    if (departure.aborted) break;
    const late = patterns === "late" ? lateMatch(rules) : undefined;
    const { verdict, matches, shadow } = late
      ? { verdict: verdictOf([late]), matches: [late], shadow: [] }
      : await applySlowly(rules, text, createPlaceholders(), pacer, patterns === "late" ? undefined : patterns?.[0]);
    tally.add({ verdict, matches: [...matches, ...shadow] });
    if (verdict !== "allowed" && lines.length < SHOWN) lines.push({ line, verdict });
  }
  return { ...tally.counts(), unread: 0, lines, calls: [] };
}

type Logged = NonNullable<BodyOf<typeof endpoint>["logged"]>;

async function overCalls(
  gateway: Gateway,
  { effective, workspaceId }: TestedGuardrail,
  direction: "input" | "output",
  { last, start, end }: Logged,
  departure: StopSignal,
) {
  const range = { workspaceId, last, from: start ? new Date(start) : undefined, to: end ? new Date(end) : undefined };
  const tally = createTally(effective[direction]);
  const calls: { id: string; created_at: string; verdict: Verdict }[] = [];
  let unread = 0;
  for await (const { row, judged } of judgeCalls(gateway, effective, direction, range, departure)) {
    if (departure.aborted) break;
    if (!judged) unread += 1;
    else {
      const { verdict } = judged;
      tally.add(judged);
      const call = { id: row.id, created_at: row.createdAt.toISOString(), verdict };
      if (verdict !== "allowed" && calls.length < SHOWN) calls.push(call);
    }
  }
  return { ...tally.counts(), unread, lines: [], calls };
}
