import { estimateTokenCount } from "tokenx";
import { promptTokensOf } from "#server/ledger/cost.ts";
import type { Usage } from "#server/providers/usage.ts";
import { estimateInput } from "./estimate.ts";
import type { Counted, Measure } from "./meter.ts";
import { isWithheld, type Reading } from "./reading.ts";
import type { TextAttempt, TextCall } from "./text-call.ts";

/** How a text call is counted. Bytes over four is about the tokens of a body. */
export function textMeasure(call: TextCall): Measure {
  return {
    counted: (attempt) => usageOf(call, attempt),
    begun: () => ({ input_tokens: Math.ceil(Number(call.headers.get("content-length") ?? 0) / 4) }),
  };
}

/** What the upstream counted; else what went by, estimated; nothing for an attempt that never began to answer. */
function usageOf(call: TextCall, attempt: TextAttempt): Counted {
  const { candidate, reading } = attempt;
  const native = candidate.provider.native?.[call.dialect.id];
  // A stream cut before its last usage block knows its input, but not what it wrote.
  const known = reading.usage ?? (reading.rawUsage && native ? native.usage(reading.rawUsage) : undefined);
  const isWhole = known !== undefined && reading.ended && countsOutput(known, reading);
  if (isWhole && countsInput(known)) return { usage: known, estimated: false };
  if (isLost(call, attempt)) return { usage: (reading.nativeFinish && known) || {}, estimated: false };
  if (reading.firstContentMs === undefined) return { usage: known ?? {}, estimated: false };
  const input =
    known && countsInput(known) ? known : { ...known, input_tokens: estimateInput(call.dialect, call.body) };
  if (isWhole) return { usage: input, estimated: true };
  const written = reading.text === "" ? 0 : estimateTokenCount(reading.text);
  return { usage: { ...input, output_tokens: Math.max(known?.output_tokens ?? 0, written) }, estimated: true };
}

/** The provider failed, and the caller has had nothing: only what it counted at the end of its answer is charged for. */
function isLost(call: TextCall, { reading, watch }: TextAttempt): boolean {
  if (!reading.failure || isWithheld(reading) || watch.stopped() === "caller") return false;
  return reading.firstContentMs === undefined || !call.streamed;
}

/** A prompt of nothing is no prompt: who counts none has left it out. */
function countsInput(usage: Usage): boolean {
  return promptTokensOf(usage) > 0;
}

/** Some upstreams leave the usage out, and it is then read as zeros: an answer that says something is not for nothing. */
function countsOutput(usage: Usage, { text }: Reading): boolean {
  return text === "" || (usage.output_tokens ?? 0) > 0;
}
