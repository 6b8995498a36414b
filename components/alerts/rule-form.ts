import type { AlertKindName } from "#lib/alerts/alert-kinds.ts";
import { WATCHED_LIMIT_NAMES, type WatchedLimitName } from "#lib/alerts/watched-limits.ts";
import type { AlertRule } from "./alert-view.ts";

/** The values of the form, for every kind. */
export type RuleValues = {
  name: string;
  kind: AlertKindName;
  channelIds: string[];
  interval: "daily" | "weekly" | "monthly";
  limitUsd: number | null;
  includeByok: boolean;
  factor: number | null;
  hours: number | null;
  minimumUsd: number | null;
  minimumPercent: number | null;
  minimumFailures: number | null;
  failedPercent: number | null;
  minimumAttempts: number | null;
  action: "block" | "any";
  minimumFindings: number | null;
  days: number | null;
  limits: WatchedLimitName[];
  percent: number | null;
  /** Empty: all requests. */
  tag: string;
  externalUser: string;
};

export type ParamName = Exclude<keyof RuleValues, "name" | "kind" | "channelIds">;

const SCOPE = { tag: "tag", externalUser: "external_user" } as const;

/** Returns whether a parameter of the API may be null. */
export function isOptional(name: string): boolean {
  return Object.values<string>(SCOPE).includes(name);
}

/** The parameters of each kind: the form's name and the API's. */
export const PARAMS: Record<AlertKindName, Partial<Record<ParamName, string>>> = {
  spend_threshold: { interval: "interval", limitUsd: "limit_usd", includeByok: "include_byok", ...SCOPE },
  session_spend: { limitUsd: "limit_usd", includeByok: "include_byok", ...SCOPE },
  limit_usage: { limits: "limits", percent: "percent" },
  budget_forecast: { interval: "interval", limits: "limits" },
  spend_anomaly: { factor: "factor", hours: "hours", minimumUsd: "minimum_usd", includeByok: "include_byok", ...SCOPE },
  error_anomaly: {
    factor: "factor",
    hours: "hours",
    minimumPercent: "minimum_percent",
    minimumFailures: "minimum_failures",
    ...SCOPE,
  },
  provider_degraded: { failedPercent: "failed_percent", minimumAttempts: "minimum_attempts" },
  guardrail_spike: { action: "action", factor: "factor", hours: "hours", minimumFindings: "minimum_findings" },
  key_expiring: { days: "days" },
  key_leaked: {},
  credential_rejected: {},
  canary_rolled_back: {},
  model_retiring: { days: "days" },
};

const NEW_DAYS = 7;

/** The contract's defaults. */
export const NEW_RULE: RuleValues = {
  name: "",
  kind: "spend_threshold",
  channelIds: [],
  interval: "daily",
  limitUsd: 50,
  includeByok: false,
  factor: 3,
  hours: 1,
  minimumUsd: 1,
  minimumPercent: 5,
  minimumFailures: 20,
  failedPercent: 20,
  minimumAttempts: 20,
  action: "block",
  minimumFindings: 20,
  days: NEW_DAYS,
  limits: [...WATCHED_LIMIT_NAMES],
  percent: 80,
  tag: "",
  externalUser: "",
};

/** Returns the values of a new rule of a kind that differ between kinds. */
export function defaultsOf(kind: AlertKindName): Pick<RuleValues, "days" | "limits"> {
  return {
    days: kind === "model_retiring" ? 60 : NEW_DAYS,
    limits: kind === "budget_forecast" ? ["workspace"] : [...WATCHED_LIMIT_NAMES],
  };
}

/** Returns the values of a stored rule. */
export function valuesOfRule({ name, kind, params, channel_ids: channelIds }: AlertRule): RuleValues {
  const standard = { ...NEW_RULE, ...defaultsOf(kind) };
  const own = Object.entries(PARAMS[kind]).map(([field, wire]) => [
    field,
    params[wire] ?? standard[field as ParamName],
  ]);
  return { ...standard, ...Object.fromEntries(own), name, kind, channelIds };
}

/** Returns the kind and its parameters, as the API expects them. */
export function kindAndParams(values: RuleValues): { kind: AlertKindName; params: Record<string, unknown> } {
  const params = Object.entries(PARAMS[values.kind]).map(([field, wire]) => {
    const value = values[field as ParamName];
    return [wire, value === "" ? null : value];
  });
  return { kind: values.kind, params: Object.fromEntries(params) };
}

const COUNT = "Enter a whole number from 1 to 1,000,000";

/** Returns what is wrong with invalid fields of a kind; the limits are those of the contract. */
export function messagesOf(kind: AlertKindName) {
  return {
    name: "Enter a name",
    limits: "Choose what to watch",
    limitUsd: "Enter an amount above $0, with at most nine decimals",
    minimumUsd: "Enter an amount above $0, with at most nine decimals",
    factor: "Enter a number from 1.1 to 1,000",
    hours: "Enter a whole number from 1 to 24",
    percent: "Enter a percentage from 1 to 100",
    failedPercent: "Enter a percentage from 1 to 100",
    minimumPercent: "Enter a percentage from 0.1 to 100",
    minimumFailures: COUNT,
    minimumAttempts: COUNT,
    minimumFindings: COUNT,
    days: `Enter a whole number from 1 to ${kind === "model_retiring" ? 365 : 90}`,
  };
}

/** Returns the field that a path of the request body belongs to. */
export function ruleFieldOf(name: string, path: readonly string[]): keyof RuleValues | undefined {
  if (name === "channel_ids") return "channelIds";
  if (name === "name" || name === "kind") return name;
  const all = Object.values(PARAMS).flatMap((params) => Object.entries(params));
  return all.find(([, wire]) => path.includes(wire))?.[0] as ParamName | undefined;
}
