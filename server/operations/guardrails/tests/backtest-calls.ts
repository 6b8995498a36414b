import { type ContentRange, type ContentRow, lastContents } from "#server/data/generation-contents.ts";
import { chat } from "#server/dialects/chat/chat.ts";
import type { Dialect } from "#server/dialects/dialect.ts";
import { messages } from "#server/dialects/messages/messages.ts";
import { responses } from "#server/dialects/responses/responses.ts";
import type { Gateway } from "#server/gateway.ts";
import { verdictOf } from "#server/guardrails/apply.ts";
import type { EffectiveGuardrail } from "#server/guardrails/effective.ts";
import { createGuard } from "#server/guardrails/guard.ts";
import { filterSlowly } from "#server/guardrails/output-filter.ts";
import { createPacer } from "#server/guardrails/stream/pacer.ts";
import { parseContent } from "#server/pipeline/guard/content-record.ts";
import { guardRequest } from "#server/pipeline/guard/guard-request.ts";
import type { TranscriptEntry } from "#server/pipeline/streaming/transcript.ts";
import type { StopSignal } from "#server/stop-signal.ts";
import type { Judged } from "./backtest-tally.ts";

/** A stored request and what the rules did to it; undefined if it contains nothing to read. */
export type JudgedCall = { row: ContentRow; judged: Judged | undefined };

/** Runs the rules of one direction on stored requests, newest first, with the code that runs on live requests. */
export async function* judgeCalls(
  { database, contents }: Gateway,
  effective: EffectiveGuardrail,
  direction: "input" | "output",
  range: ContentRange,
  departure: StopSignal,
): AsyncGenerator<JudgedCall, void, void> {
  await contents.flush();
  for await (const page of lastContents(database.queries, range)) {
    for (const row of page.flatMap((stored) => contents.open(stored) ?? [])) {
      yield { row, judged: await (direction === "input" ? judgeInput : judgedOutput)(effective, row, departure) };
    }
  }
}

const DIALECTS: Record<string, Dialect> = { responses, messages, chat };

/** Runs the rules for requests on a stored request; undefined if its request is not stored. */
export async function judgeInput(
  effective: EffectiveGuardrail,
  row: ContentRow,
  departure: StopSignal,
): Promise<Judged | undefined> {
  const body = parseContent(row).input?.body;
  const dialect = DIALECTS[row.dialect];
  if (!body || !dialect) return undefined;
  const { found } = await guardRequest(dialect, body, effective, departure);
  const matches = found.flatMap(({ applied }) => applied.matches);
  return {
    verdict: verdictOf(matches),
    matches: [...matches, ...found.flatMap(({ applied }) => applied.shadow)],
  };
}

async function judgedOutput(
  effective: EffectiveGuardrail,
  row: ContentRow,
  departure: StopSignal,
): Promise<Judged | undefined> {
  const texts = parseContent(row).output?.texts ?? [];
  if (texts.length === 0) return undefined;
  const guard = createGuard(effective);
  if (!guard) return { verdict: "allowed", matches: [] };
  const pacer = createPacer();
  const all = [];
  for (const entry of texts) all.push(...(await filterSlowly(guard, kindOf(entry), entry.text, pacer, departure)).all);
  const matches = all.flatMap((one) => one.matches);
  return { verdict: verdictOf(matches), matches: [...matches, ...all.flatMap((one) => one.shadow)] };
}

function kindOf({ kind }: TranscriptEntry) {
  return { form: kind === "tool_call" ? "json" : "plain", isReasoning: kind === "reasoning" } as const;
}
