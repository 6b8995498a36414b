import type { JSONObject, JSONValue, SharedV4ProviderOptions } from "@ai-sdk/provider";
import type { TargetProvider } from "../../dialect.ts";
import { type Family, hasNativeSearch, optionsKey } from "../../target.ts";

/** The result of decoding besides the neutral request. */
export type DecodeState = {
  target: DecodeTarget;
  notes: string[];
  /** The target's own options for the whole request. */
  settings: Record<string, JSONValue>;
  /** Tool names by tool call id, because a result has only the id. */
  toolNames: Map<string, string>;
};

/** The SDK package family that sends the request, and its key in `providerOptions`. */
export type DecodeTarget = {
  id: string;
  family: Family;
  optionsKey: string;
  hasSearch: boolean;
  leastOutputTokens: number;
};

export function startDecoding(provider: TargetProvider): DecodeState {
  return { target: decodeTargetOf(provider), notes: [], settings: {}, toolNames: new Map() };
}

/** Adds a note: `note(reading, "top_k", "dropped")` becomes `top_k: dropped`. */
export function note(reading: DecodeState, path: string, what: string): void {
  reading.notes.push(`${path}: ${what}`);
}

/** Returns options of one part for an Anthropic target; undefined if there are none. */
export function anthropicOptions(options: Record<string, JSONValue | undefined>): SharedV4ProviderOptions | undefined {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined && value !== null);
  return entries.length === 0 ? undefined : { anthropic: Object.fromEntries(entries) };
}

/** Returns the cache mark of a block for an Anthropic target; notes it as dropped for others. */
export function cacheControl(block: JSONObject, path: string, reading: DecodeState): JSONValue | undefined {
  const mark = block.cache_control;
  if (mark === undefined || mark === null) return undefined;
  if (reading.target.family === "anthropic") return mark;
  note(reading, `${path}.cache_control`, "dropped");
  return undefined;
}

function decodeTargetOf(provider: TargetProvider): DecodeTarget {
  const { id, family = "compatible", leastOutputTokens = 0 } = provider;
  const hasSearch = hasNativeSearch(provider);
  return { id, family, optionsKey: optionsKey(id, family), hasSearch, leastOutputTokens };
}
