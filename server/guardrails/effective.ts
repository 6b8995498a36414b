import type { Rule } from "./rule.ts";

/** How a guardrail applies to a request: as the workspace's default, or through the calling member or the key. */
export type GuardrailScope = "workspace" | "member" | "key";

/** The guardrail that a part of the effective one comes from. */
export type GuardrailSource = { id: string; name: string; scope: GuardrailScope };

/** A rule for one direction, with its source. `user_only`: it reads only the user's own messages. */
export type EffectiveRule = Rule & {
  shadow: boolean;
  scanScope: "all_messages" | "user_only";
  source: GuardrailSource;
};

/** Names of models, providers or tools, lower case. */
export type NameList = { names: ReadonlySet<string>; source: GuardrailSource };

/** The groups of providers for which zero data retention can be required. */
export type ProviderGroup = "anthropic" | "openai" | "google" | "other";

/** Limits on where calls may be routed. The model or provider must be in every allowed list and in no ignored list. */
export type RoutingLimits = {
  allowedModels: readonly NameList[];
  ignoredModels: readonly NameList[];
  allowedProviders: readonly NameList[];
  ignoredProviders: readonly NameList[];
  /** Without the lists that contain `global`, which allow every region. */
  allowedDataRegions: readonly NameList[];
  /** Groups that must not store data, with the guardrail that requires it. */
  zeroDataRetention: ReadonlyMap<ProviderGroup, GuardrailSource>;
};

/** Limits on server tools. A tool must be in every allowed list and in no ignored list. */
export type ToolLimits = { allowed: readonly NameList[]; ignored: readonly NameList[] };

/** The spending limit of the key, member or workspace, in nano-USD; null: it never resets. */
export type GuardrailBudget = {
  source: GuardrailSource;
  nanoUsd: number;
  interval: "daily" | "weekly" | "monthly" | null;
  includeByok: boolean;
};

/** The combined requirements of all guardrails of one request. */
export type EffectiveGuardrail = {
  /** The guardrails it combines, the workspace's first, then the member's and the key's. */
  sources: readonly GuardrailSource[];
  /** Rules for the texts of the request, and for those of the response, including shadow rules. */
  input: readonly EffectiveRule[];
  output: readonly EffectiveRule[];
  /** The same list as `output` without the rules that read only the arguments of tool calls. */
  outputTexts: readonly EffectiveRule[];
  /** True if placeholders in the response are replaced with the redacted values. */
  restorePlaceholders: boolean;
  routing: RoutingLimits;
  tools: ToolLimits;
  budgets: readonly GuardrailBudget[];
};
