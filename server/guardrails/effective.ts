import type { Rule } from "./rule.ts";

/** How a guardrail comes to hold for a call: as the workspace's default, through the member who calls, or the key. */
export type GuardrailScope = "workspace" | "member" | "key";

/** The guardrail that a part of the effective one is from. */
export type GuardrailSource = { id: string; name: string; scope: GuardrailScope };

/** A rule of one direction, with whose it is. `user_only`: it reads nothing but the user's own messages. */
export type EffectiveRule = Rule & {
  shadow: boolean;
  scanScope: "all_messages" | "user_only";
  source: GuardrailSource;
};

/** Names of models, providers or tools, lower case. */
export type NameList = { names: ReadonlySet<string>; source: GuardrailSource };

/** The groups of providers that zero data retention is asked of. */
export type ProviderGroup = "anthropic" | "openai" | "google" | "other";

/** Where calls may go. Every allowed list must name the model or provider, and no ignored list may. */
export type RoutingLimits = {
  allowedModels: readonly NameList[];
  ignoredModels: readonly NameList[];
  allowedProviders: readonly NameList[];
  ignoredProviders: readonly NameList[];
  /** Groups that must keep nothing, with who asks. */
  zeroDataRetention: ReadonlyMap<ProviderGroup, GuardrailSource>;
};

/** Which server tools may run. Every allowed list must name the tool, and no ignored list may. */
export type ToolLimits = { allowed: readonly NameList[]; ignored: readonly NameList[] };

/** What the key, the member or the workspace may spend, nano-USD; null: it never resets. */
export type GuardrailBudget = {
  source: GuardrailSource;
  nanoUsd: number;
  interval: "daily" | "weekly" | "monthly" | null;
  includeByok: boolean;
};

/** Everything that the guardrails of one call ask together. */
export type EffectiveGuardrail = {
  /** The guardrails it is made of, the workspace's first, then the member's and the key's. */
  sources: readonly GuardrailSource[];
  /** Rules for the texts of the request, and for those of the answer; shadow rules among them. */
  input: readonly EffectiveRule[];
  output: readonly EffectiveRule[];
  /** Whether redacted values are put back where the answer names their placeholders. */
  restorePlaceholders: boolean;
  routing: RoutingLimits;
  tools: ToolLimits;
  budgets: readonly GuardrailBudget[];
};
