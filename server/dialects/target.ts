import type { SharedV4ProviderOptions } from "@ai-sdk/provider";
import type { Body } from "./dialect.ts";

/** Vendors whose neutral models have their own options; all others speak chat completions. */
export type Family = "openai" | "anthropic" | "google" | "compatible";

/** The target that a request is decoded for, and notes on dropped fields. */
export type Target = {
  provider: string;
  family: Family;
  notes: Set<string>;
};

export function targetOf(provider: string): Target {
  const family = provider === "openai" || provider === "anthropic" || provider === "google" ? provider : "compatible";
  return { provider, family, notes: new Set() };
}

/** Returns options under the key that the target's neutral model reads; undefined if there are none. */
export function optionsFor(target: Target, options: Body): SharedV4ProviderOptions | undefined {
  if (Object.keys(options).length === 0) return undefined;
  return { [optionsKey(target)]: options as SharedV4ProviderOptions[string] };
}

/** Returns the key of a target's options: the compatible model reads its options under its name in camel case. */
function optionsKey({ family, provider }: Target): string {
  if (family !== "compatible") return family;
  return provider.replace(/[_-]([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
