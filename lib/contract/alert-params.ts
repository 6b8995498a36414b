import { z } from "zod";
import type { AlertKindName } from "#lib/alerts/alert-kinds.ts";
import { WATCHED_LIMIT_NAMES } from "#lib/alerts/watched-limits.ts";
import { nanoUsdOf } from "#lib/nano-usd.ts";
import { ResetInterval } from "./common.ts";
import { Tag } from "./tags.ts";

const usd = z
  .number()
  .positive()
  .refine((amount) => nanoUsdOf(amount) !== undefined, "must be an amount in USD with at most nine decimals");

const interval = ResetInterval.describe("Days, weeks from Monday, or months in the workspace's time zone");
const limits = z
  .array(z.enum(WATCHED_LIMIT_NAMES))
  .min(1, "Choose what to watch")
  .max(WATCHED_LIMIT_NAMES.length)
  .describe(
    "Budgets of the workspace (`workspace`), limits of its keys (`key`), caps of its members (`member`), shared budgets " +
      "(`shared`). Each of them has its own alerts, one in each of its periods.",
  );
const includeByok = z.boolean().default(false).describe("Whether BYOK spending counts");
const factor = z
  .number()
  .min(1.1)
  .max(1000)
  .default(3)
  .describe("Multiple of the average of the same hours in the last four weeks");
const hours = z.int().min(1).max(24).default(1).describe("Number of hours to compare");

/** Limits a rule to a part of the workspace's requests. */
const scope = {
  tag: Tag.nullish().describe("Only requests with this tag count"),
  external_user: z.string().min(1).max(256).nullish().describe("Only requests from this end user (`user`) count"),
};

/** The parameters of each kind of alert rule. */
export const ALERT_PARAMS = {
  spend_threshold: z.strictObject({
    interval,
    limit_usd: usd.describe("The alert opens when spending in the period exceeds this amount"),
    include_byok: includeByok,
    ...scope,
  }),
  session_spend: z.strictObject({
    limit_usd: usd.describe(
      "A session's alert opens when its requests in the last 24 hours cost more than this amount",
    ),
    include_byok: includeByok,
    ...scope,
  }),
  limit_usage: z.strictObject({
    limits: limits.default([...WATCHED_LIMIT_NAMES]),
    percent: z
      .number()
      .min(1)
      .max(100)
      .default(80)
      .describe("Share of a limit that opens its alert once spent. A limit that rejects requests opens it sooner."),
  }),
  budget_forecast: z.strictObject({
    interval: ResetInterval.describe("The limits to compare with: those that reset daily, weekly or monthly"),
    limits: limits.nullish().describe("Defaults to the workspace's budget. Each limit has its own alerts."),
  }),
  spend_anomaly: z.strictObject({
    factor,
    hours,
    minimum_usd: usd.default(1).describe("Lower spending never opens an alert"),
    include_byok: includeByok,
    ...scope,
  }),
  error_anomaly: z.strictObject({
    factor,
    hours,
    minimum_percent: z.number().min(0.1).max(100).default(5).describe("A lower failure rate never opens an alert"),
    minimum_failures: z.int().min(1).max(1_000_000).default(20).describe("Fewer failures never open an alert"),
    ...scope,
  }),
  provider_degraded: z.strictObject({
    failed_percent: z.number().min(1).max(100).default(20).describe("Share of failed attempts that opens the alert"),
    minimum_attempts: z.int().min(1).max(1_000_000).default(20).describe("With fewer attempts, no alert opens"),
  }),
  guardrail_spike: z.strictObject({
    action: z.enum(["block", "any"]).default("block").describe("Which findings count"),
    factor,
    hours,
    minimum_findings: z.int().min(1).max(1_000_000).default(20).describe("Fewer findings never open an alert"),
  }),
  key_expiring: z.strictObject({
    days: z.int().min(1).max(90).default(7).describe("Days before the key expires"),
  }),
  key_leaked: z.strictObject({}),
  credential_rejected: z.strictObject({}),
  canary_rolled_back: z.strictObject({}),
  model_retiring: z.strictObject({
    days: z.int().min(1).max(365).default(60).describe("Days before the model retires"),
  }),
} as const satisfies Record<AlertKindName, z.ZodType>;

export type AlertParams = { [Kind in AlertKindName]: z.output<(typeof ALERT_PARAMS)[Kind]> };
