import type { Attributes } from "@opentelemetry/api";
import { providerName } from "./names.ts";
import type { CallRow } from "./telemetry.ts";

type TokenUnits = Record<string, number | undefined>;

/** Our units are disjoint, and the conventions count cached tokens and other kinds of input as input. */
const INPUT_UNITS = [
  "input_tokens",
  "cache_read_tokens",
  "cache_read_audio_tokens",
  "cache_write_tokens",
  "cache_write_1h_tokens",
  "input_audio_tokens",
  "input_image_tokens",
];
const OUTPUT_UNITS = ["output_tokens", "output_audio_tokens", "output_image_tokens"];

/** Returns the input and output tokens of a request. */
export function tokensOf({ usage }: Pick<CallRow, "usage">): { input: number; output: number } {
  const units = usage as TokenUnits;
  const sum = (names: readonly string[]) => names.reduce((total, name) => total + (units[name] ?? 0), 0);
  return { input: sum(INPUT_UNITS), output: sum(OUTPUT_UNITS) };
}

/**
 * Returns the attributes of a request's span, as its ledger row has them: no text of the request or the response, no
 * message of an error, which may quote them, and no parameter.
 */
export function callAttributes(row: CallRow): Attributes {
  const tokens = tokensOf(row);
  return {
    ...(row.provider && { "gen_ai.provider.name": providerName(row.provider) }),
    ...(row.model && { "gen_ai.response.model": row.model }),
    ...(row.upstreamId && { "gen_ai.response.id": row.upstreamId }),
    ...(row.finish && { "gen_ai.response.finish_reasons": [row.finish] }),
    "gen_ai.usage.input_tokens": tokens.input,
    "gen_ai.usage.output_tokens": tokens.output,
    ...(row.firstTokenMs !== null && { "gen_ai.response.time_to_first_chunk": row.firstTokenMs / 1000 }),
    ...statusAttributes(row.status),
    ...(row.dialect && { "switchboard.dialect": row.dialect }),
    ...(row.tags && { "switchboard.tags": row.tags }),
    "switchboard.workspace.id": row.workspaceId,
    "switchboard.generation.id": row.id,
    "switchboard.cost.nano_usd": row.costNanoUsd,
    "switchboard.usage.estimated": row.usageEstimated,
    "switchboard.attempts": (row.attempts as unknown[]).length,
  };
}

/** Returns the attributes of an HTTP status. `error.type` is the status of a failed request. */
export function statusAttributes(status: number): Attributes {
  return { "http.response.status_code": status, ...(status >= 400 && { "error.type": String(status) }) };
}
