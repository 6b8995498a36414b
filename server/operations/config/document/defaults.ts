import type { z } from "zod";
import type { CustomProvider } from "#lib/contract/custom-providers.ts";
import { RATE_LIMIT_FIELDS } from "#lib/contract/rate-limits.ts";
import { TOOL_PREFIX } from "#lib/tool-prefix.ts";
import { settingsOf } from "#server/dialects/request/settings.ts";
import { baseUrlOf } from "#server/operations/custom-providers/check-custom-provider.ts";
import { modelRecord, storedModel } from "#server/operations/custom-providers/model-fields.ts";

export type Kind =
  | "member"
  | "workspace"
  | "budget"
  | "member_cap"
  | "shared_budget"
  | "rate_limit"
  | "key"
  | "guardrail"
  | "credential"
  | "credential_pool"
  | "custom_provider"
  | "preset"
  | "model_alias"
  | "destination"
  | "alert_channel"
  | "alert_rule"
  | "price"
  | "group_mapping"
  | "just_in_time";

export type Fields = Record<string, unknown>;

const NO_LIMITS = Object.fromEntries(RATE_LIMIT_FIELDS.map((field) => [field, null]));

/** The compared fields of each kind, with their defaults: the values of a new record. */
export const DEFAULTS: Record<Kind, Fields> = {
  member: { role: "member" },
  workspace: {
    name: "",
    description: null,
    default_text_model: null,
    default_image_model: null,
    default_provider_sort: null,
    io_logging_api_keys: null,
    io_logging_sampling_rate: 1,
    io_logging_keeps_failed_requests: false,
    is_data_discount_logging_enabled: false,
    is_observability_broadcast_enabled: false,
    is_observability_io_logging_enabled: false,
    uploads_need_management_key: false,
    images_need_management_key: false,
    disabled_server_tools: null,
    leaked_key_policy: "pause",
    default_plugins: null,
    time_zone: "UTC",
    include_byok_in_budgets: false,
  },
  budget: { limit_usd: 0 },
  member_cap: { daily_usd: null, monthly_usd: null },
  shared_budget: {
    limit_usd: 0,
    reset_interval: null,
    keys: [],
    members: [],
    tags: [],
    external_users: [],
    per_external_user: false,
    per_session: false,
  },
  rate_limit: {
    subject: null,
    key: null,
    member: null,
    model: null,
    ...NO_LIMITS,
    max_wait_seconds: 0,
    priority: null,
  },
  key: {
    disabled: false,
    limit: null,
    limit_reset: null,
    include_byok_in_limit: false,
    expires_at: null,
    allowed_tools: null,
    tags: [],
    cache_ttl: null,
    guardrail_name: null,
  },
  guardrail: {
    name: "",
    description: null,
    limit_usd: null,
    reset_interval: null,
    include_byok_in_budgets: false,
    allowed_models: null,
    ignored_models: null,
    allowed_providers: null,
    ignored_providers: null,
    allowed_tools: null,
    ignored_tools: null,
    allowed_data_regions: null,
    enforce_zdr_anthropic: null,
    enforce_zdr_openai: null,
    enforce_zdr_google: null,
    enforce_zdr_other: null,
    content_filter_builtins: null,
    content_filters: null,
    shadow: false,
    restore_placeholders: false,
    members: [],
  },
  credential: {
    disabled: false,
    is_fallback: false,
    is_required: false,
    is_byok_only: false,
    declared_zdr: null,
    weight: 1,
    tier: 1,
    allowed_models: null,
    allowed_users: null,
    allowed_api_keys: null,
    position: 0,
  },
  credential_pool: { strategy: "ordered" },
  custom_provider: {
    name: "",
    api: "openai",
    base_url: "",
    enabled: true,
    zero_data_retention: false,
    reads_model_list: false,
    models: [],
  },
  preset: { config: {}, system_prompt: null },
  model_alias: { description: null, targets: [] },
  destination: {
    config: {},
    enabled: true,
    privacy_mode: false,
    sampling_rate: 1,
    api_keys: null,
    filter_rules: null,
    regions: ["global"],
    broadcast_generation_cost: false,
    broadcast_generation_identity: false,
    broadcast_generation_request_context: false,
  },
  alert_channel: { config: {} },
  alert_rule: { kind: "", params: null, enabled: true, channels: [] },
  price: {
    nano_usd_per_million: null,
    discount_basis_points: null,
    valid_to: null,
    source: "negotiated",
    note: null,
  },
  group_mapping: { group: "", role: null },
  just_in_time: { domains: [], role: "member", workspace: null },
};

/** Returns an item's compared fields in the form in which they are stored, with defaults for those it omits. */
export function fieldsOf(kind: Kind, item: Fields): Fields {
  const names = Object.entries(DEFAULTS[kind]);
  const fields = Object.fromEntries(names.map(([name, value]) => [name, item[name] ?? value]));
  return STORED[kind]?.(fields) ?? fields;
}

const STORED: Partial<Record<Kind, (fields: Fields) => Fields>> = {
  workspace: (fields) => ({
    ...fields,
    disabled_server_tools: valuesOrNull(
      unique(texts(fields.disabled_server_tools).map((name) => name.replace(TOOL_PREFIX, ""))),
    ),
    default_plugins: valuesOrNull((fields.default_plugins ?? []) as unknown[]),
  }),
  shared_budget: (fields) => ({
    ...fields,
    keys: unique(texts(fields.keys)).sort(),
    members: emails(fields.members),
    tags: unique(texts(fields.tags)).sort(),
    external_users: unique(texts(fields.external_users)).sort(),
  }),
  rate_limit: (fields) => ({ ...fields, member: emails(fields.member && [fields.member])[0] ?? null }),
  key: (fields) => ({ ...fields, expires_at: instant(fields.expires_at), tags: unique(texts(fields.tags)) }),
  guardrail: (fields) => ({
    ...fields,
    content_filter_builtins:
      fields.content_filter_builtins && withoutLabels(fields.content_filter_builtins as Fields[]),
    members: emails(fields.members),
  }),
  credential: (fields) => ({ ...fields, allowed_users: fields.allowed_users && emails(fields.allowed_users) }),
  custom_provider: ({ base_url: url, models, ...fields }) => ({
    ...fields,
    base_url: baseUrlOf(String(url)),
    models: (models as CustomModel[]).map(plainModel),
  }),
  preset: ({ config, ...fields }) => ({ ...fields, config: settingsOf("chat", config as Fields).config }),
  destination: (fields) => ({ ...fields, regions: unique(texts(fields.regions)) }),
  alert_rule: ({ params, ...fields }) => ({
    ...fields,
    params: params && withoutNulls(params as Fields),
    channels: unique(texts(fields.channels)).sort(),
  }),
  price: (fields) => ({ ...fields, valid_to: instant(fields.valid_to) }),
  just_in_time: (fields) => ({ ...fields, domains: unique(texts(fields.domains)).sort() }),
};

type CustomModel = z.output<typeof CustomProvider>["models"][number];

/** Returns a model as it is stored, with its prices in their shortest form. */
function plainModel(model: CustomModel): Fields {
  const { model_id: _, ...plain } = modelRecord("", storedModel(model));
  return plain;
}

/** A null parameter is the same as an absent one. */
function withoutNulls(params: Fields): Fields {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== null));
}

/** A built-in filter's label is set by its slug. */
function withoutLabels(filters: readonly Fields[]): Fields[] {
  return filters.map(({ label: _, ...filter }) => filter);
}

export function emails(value: unknown): string[] {
  return unique(texts(value).map((email) => email.toLowerCase())).sort();
}

export function instant(value: unknown): string | null {
  return typeof value === "string" ? new Date(value).toISOString() : null;
}

function texts(value: unknown): string[] {
  return (value ?? []) as string[];
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}

function valuesOrNull<T>(values: readonly T[]): readonly T[] | null {
  return values.length > 0 ? values : null;
}
