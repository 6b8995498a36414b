import type { z } from "zod";
import type { Guardrail, GuardrailVersion } from "#lib/contract/guardrails.ts";
import { guardrailRules } from "#lib/guardrail-rules.ts";
import { usdOf } from "#lib/nano-usd.ts";
import type { GuardrailRow, GuardrailVersionRow } from "#server/data/guardrails.ts";

type WireGuardrail = z.output<typeof Guardrail>;

/** Converts a stored guardrail to its API record. */
export function guardrailRecord(row: GuardrailRow): WireGuardrail {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    workspace_id: row.workspaceId,
    is_default: row.id === row.workspaceId,
    version: row.version,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt?.toISOString() ?? null,
    limit_usd: row.limitNanoUsd === null ? null : usdOf(row.limitNanoUsd),
    reset_interval: row.resetInterval as WireGuardrail["reset_interval"],
    include_byok_in_budgets: row.includeByokInBudgets,
    allowed_models: row.allowedModels,
    ignored_models: row.ignoredModels,
    allowed_providers: row.allowedProviders,
    ignored_providers: row.ignoredProviders,
    // Versions that predate these lists have none.
    allowed_tools: row.allowedTools ?? null,
    ignored_tools: row.ignoredTools ?? null,
    allowed_data_regions: (row.allowedDataRegions as WireGuardrail["allowed_data_regions"]) ?? null,
    enforce_zdr: row.enforceZdr,
    enforce_zdr_anthropic: row.enforceZdrAnthropic,
    enforce_zdr_openai: row.enforceZdrOpenai,
    enforce_zdr_google: row.enforceZdrGoogle,
    enforce_zdr_other: row.enforceZdrOther,
    content_filter_builtins: withLabels(row.contentFilterBuiltins as WireGuardrail["content_filter_builtins"]),
    content_filters: row.contentFilters as WireGuardrail["content_filters"],
    shadow: row.shadow,
    restore_placeholders: row.restorePlaceholders,
  };
}

/** A built-in filter's label is its slug; it is omitted if nothing is replaced. */
function withLabels(filters: WireGuardrail["content_filter_builtins"]): WireGuardrail["content_filter_builtins"] {
  if (!filters) return null;
  return filters.map(({ label: _, ...filter }) => {
    const label = guardrailRules.find(({ slug }) => slug === filter.slug)?.label;
    return filter.action === "redact" && label ? { ...filter, label: `[${label}]` } : filter;
  });
}

/** Converts an entry of a guardrail's history to its API record. */
export function versionRecord(row: GuardrailVersionRow): z.output<typeof GuardrailVersion> {
  const stored = row.record as GuardrailRow;
  const createdAt = new Date(stored.createdAt);
  const updatedAt = stored.updatedAt && new Date(stored.updatedAt);
  return {
    version: row.version,
    changed: row.changed,
    author_user_id: row.authorUserId,
    author_key_hash: row.authorKeyHash,
    created_at: row.createdAt.toISOString(),
    guardrail: guardrailRecord({ ...stored, createdAt, updatedAt }),
  };
}
