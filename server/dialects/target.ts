import type { SharedV4ProviderOptions } from "@ai-sdk/provider";
import type { Body, TargetProvider } from "./dialect.ts";

/** `compatible`: a provider that speaks chat completions. */
export type Family = NonNullable<TargetProvider["family"]> | "compatible";

/** The target that a request is decoded for, and notes on dropped fields. */
export type Target = {
  provider: string;
  family: Family;
  /** Whether its neutral model takes the arguments of tool calls as values instead of text. */
  takesCallValues: boolean;
  /** Whether it runs web searches itself. */
  hasSearch: boolean;
  /** The least output limit that it takes; 0 for any. */
  leastOutputTokens: number;
  notes: Set<string>;
};

export function targetOf(target: TargetProvider): Target {
  const { id, family = "compatible", leastOutputTokens = 0 } = target;
  const takesCallValues = target.takesCallValues === true || family === "anthropic" || family === "google";
  const hasSearch = hasNativeSearch(target);
  return { provider: id, family, takesCallValues, hasSearch, leastOutputTokens, notes: new Set() };
}

/** Returns whether a provider runs the web search of its models itself. Clouds that serve the same models may not. */
export function hasNativeSearch({ id, family, textSearch }: TargetProvider): boolean {
  return family === id || textSearch === true;
}

/** Returns options under the key that the target's neutral model reads; undefined if there are none. */
export function optionsFor(target: Target, options: Body): SharedV4ProviderOptions | undefined {
  if (Object.keys(options).length === 0) return undefined;
  return { [optionsKey(target.provider, target.family)]: options as SharedV4ProviderOptions[string] };
}

/** Returns the key of a target's options: the compatible model reads its options under its name in camel case. */
export function optionsKey(provider: string, family: Family): string {
  if (family !== "compatible") return family;
  return provider.replace(/[_-]([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
