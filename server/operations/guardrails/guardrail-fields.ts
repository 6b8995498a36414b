import type { BodyOf } from "#lib/contract/endpoint.ts";
import type { updateGuardrail } from "#lib/contract/guardrails.ts";
import { nanoUsdOf } from "#lib/nano-usd.ts";
import type { Principal } from "#server/caller/principal.ts";
import type { Authorship, GuardrailChanges } from "#server/data/guardrails.ts";

type Sent = Omit<BodyOf<typeof updateGuardrail>, "version">;

/**
 * Returns the columns that a body changes: absent fields are unchanged, null removes, and `enforce_zdr` sets the four
 * that are not given.
 */
export function changesOf(sent: Sent): GuardrailChanges {
  const { enforce_zdr: zdr } = sent;
  const changes: GuardrailChanges = {
    name: sent.name,
    description: sent.description,
    limitNanoUsd: sent.limit_usd == null ? sent.limit_usd : nanoUsdOf(sent.limit_usd),
    resetInterval: sent.reset_interval,
    includeByokInBudgets: sent.include_byok_in_budgets,
    allowedModels: sent.allowed_models,
    ignoredModels: sent.ignored_models,
    allowedProviders: sent.allowed_providers,
    ignoredProviders: sent.ignored_providers,
    allowedTools: sent.allowed_tools,
    ignoredTools: sent.ignored_tools,
    allowedDataRegions: sent.allowed_data_regions,
    enforceZdr: zdr,
    enforceZdrAnthropic: valueOr(sent.enforce_zdr_anthropic, zdr),
    enforceZdrOpenai: valueOr(sent.enforce_zdr_openai, zdr),
    enforceZdrGoogle: valueOr(sent.enforce_zdr_google, zdr),
    enforceZdrOther: valueOr(sent.enforce_zdr_other, zdr),
    contentFilterBuiltins: sent.content_filter_builtins,
    contentFilters: sent.content_filters,
    shadow: sent.shadow,
    restorePlaceholders: sent.restore_placeholders,
  } as GuardrailChanges;
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

function valueOr<T>(value: T | undefined, fallback: T | undefined): T | undefined {
  return value === undefined ? fallback : value;
}

/** Returns the author of a change, for the guardrail's history. */
export function authorshipOf({ key, userId }: Principal, sent: Sent): Authorship {
  return {
    changed: Object.keys(sent),
    authorUserId: key ? null : userId,
    authorKeyHash: key?.hash ?? null,
  };
}
