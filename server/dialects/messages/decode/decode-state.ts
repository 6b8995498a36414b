import type { JSONObject, JSONValue, SharedV4ProviderOptions } from "@ai-sdk/provider";

/** What one decoding gathers beside the neutral request. */
export type DecodeState = {
  vendor: Vendor;
  notes: string[];
  /** Options of the target for the whole request, under its own names. */
  settings: Record<string, JSONValue>;
  /** Tool names by tool call id, because a result names only the id. */
  toolNames: Map<string, string>;
};

/** The package family that will carry the request, and its key in `providerOptions`. */
export type Vendor = { id: string; family: "anthropic" | "openai" | "google" | "compatible"; optionsKey: string };

export function reading(provider: string): DecodeState {
  return { vendor: vendorOf(provider), notes: [], settings: {}, toolNames: new Map() };
}

/** `note(reading, "top_k", "dropped")` is listed as `top_k: dropped`. */
export function note(reading: DecodeState, path: string, what: string): void {
  reading.notes.push(`${path}: ${what}`);
}

/** Options of one part for an Anthropic target; undefined when there is nothing to say. */
export function anthropicOptions(options: Record<string, JSONValue | undefined>): SharedV4ProviderOptions | undefined {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined && value !== null);
  return entries.length === 0 ? undefined : { anthropic: Object.fromEntries(entries) };
}

/** The cache mark of a block: carried to an Anthropic target, noted elsewhere. */
export function cacheControl(block: JSONObject, path: string, reading: DecodeState): JSONValue | undefined {
  const mark = block.cache_control;
  if (mark === undefined || mark === null) return undefined;
  if (reading.vendor.family === "anthropic") return mark;
  note(reading, `${path}.cache_control`, "dropped");
  return undefined;
}

function vendorOf(provider: string): Vendor {
  if (provider === "anthropic" || provider === "openai" || provider === "google") {
    return { id: provider, family: provider, optionsKey: provider };
  }
  return { id: provider, family: "compatible", optionsKey: camelCase(provider) };
}

/** The compatible package reads its options under the provider's name in camel case. */
function camelCase(name: string): string {
  return name.replace(/[-_]([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
