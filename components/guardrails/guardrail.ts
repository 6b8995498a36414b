import type { z } from "zod";
import type { Guardrail as GuardrailRecord, GuardrailVersion as VersionRecord } from "#lib/contract/guardrails.ts";

export type Guardrail = z.output<typeof GuardrailRecord>;
export type GuardrailVersion = z.output<typeof VersionRecord>;
export type BuiltinFilter = NonNullable<Guardrail["content_filter_builtins"]>[number];
export type CustomFilter = NonNullable<Guardrail["content_filters"]>[number];
export type BuiltinTexts = NonNullable<BuiltinFilter["applies_to"]>;
export type AppliesTo = NonNullable<CustomFilter["applies_to"]>;

/** Returns the texts a rule reads by default. */
export function usualTexts(slug: string): BuiltinTexts {
  return slug === "regex-prompt-injection" ? "input" : "both";
}
