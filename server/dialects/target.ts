import type { SharedV4ProviderOptions } from "@ai-sdk/provider";
import type { Body } from "./dialect.ts";

/** Vendors whose neutral models read options of their own; every other one speaks chat completions. */
export type Family = "openai" | "anthropic" | "google" | "compatible";

/** Whom a request is decoded for, and what got lost on the way. */
export type Target = {
  provider: string;
  family: Family;
  notes: Set<string>;
};

export function targetOf(provider: string): Target {
  const family = provider === "openai" || provider === "anthropic" || provider === "google" ? provider : "compatible";
  return { provider, family, notes: new Set() };
}

/** Options under the key that the target's neutral model reads; undefined when there are none. */
export function optionsFor(target: Target, options: Body): SharedV4ProviderOptions | undefined {
  if (Object.keys(options).length === 0) return undefined;
  return { [optionsKey(target)]: options as SharedV4ProviderOptions[string] };
}

/** The compatible model reads its options under the camel-case form of its name. */
function optionsKey({ family, provider }: Target): string {
  if (family !== "compatible") return family;
  return provider.replace(/[_-]([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
