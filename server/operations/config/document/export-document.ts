import { isDeepStrictEqual } from "node:util";
import type { ConfigDocument } from "#lib/contract/config-document.ts";
import { DEFAULTS, type Fields, type Kind } from "./defaults.ts";

const LISTS: Record<string, Kind> = {
  members: "member",
  credentials: "credential",
  credential_pools: "credential_pool",
  custom_providers: "custom_provider",
  prices: "price",
  group_mappings: "group_mapping",
  workspaces: "workspace",
  budgets: "budget",
  member_caps: "member_cap",
  shared_budgets: "shared_budget",
  rate_limits: "rate_limit",
  keys: "key",
  guardrails: "guardrail",
  presets: "preset",
  model_aliases: "model_alias",
  destinations: "destination",
  alert_channels: "alert_channel",
  alert_rules: "alert_rule",
};

/** Fields that are omitted from a document if they have no value. */
const EMPTY: Partial<Record<Kind, Fields>> = {
  credential: { name: null },
  custom_provider: { api_key: null, headers: {} },
  guardrail: { is_default: false },
  group_mapping: { workspace: null },
  key: { creator: null },
  price: {
    provider: null,
    model_endpoint: null,
    credential: null,
    unit: null,
    min_prompt_tokens: 0,
    service_tier: null,
    variant: null,
    hours_utc: null,
    valid_from: null,
  },
};

/** Fields that identify an item, which come first in it. */
const FIRST = ["version", "slug", "email", "member", "group", "name", "provider", "type", "interval", "subject", "key"];

/** Returns a document without the fields that have default values. */
export function exportDocument(document: ConfigDocument): ConfigDocument {
  return shortenItem(document as Fields) as ConfigDocument;
}

function shortenItem(item: Fields, kind?: Kind): Fields {
  const defaults = kind ? { ...DEFAULTS[kind], ...EMPTY[kind] } : {};
  const kept = Object.entries(item).filter(
    ([name, value]) =>
      value !== undefined &&
      !(kind !== "member" && name in defaults && isDeepStrictEqual(value, (defaults as Fields)[name])),
  );
  const entries = kept.map(([name, value]): [string, unknown] => {
    const list = LISTS[name];
    const isList = Array.isArray(value) && list && value.every((one) => typeof one === "object");
    return [name, isList ? value.map((one) => shortenItem(one as Fields, list)) : value];
  });
  const place = ([name]: [string, unknown]) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  return Object.fromEntries(entries.sort((a, b) => place(a) - place(b)));
}
