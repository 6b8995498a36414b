import { z } from "zod";
import { dataOf, Instant, Timestamp, WorkspaceRef } from "./common.ts";
import { endpoint } from "./endpoint.ts";

const count = z.number().int();

/** Maximum number of time buckets. */
export const MAX_HIT_BUCKETS = 1000;

const range = {
  start: Instant.optional().describe("Start of the time range. Defaults to seven days before `end`."),
  end: Instant.optional().describe("End of the time range. Defaults to now."),
};

const covered = {
  start: Timestamp.describe("Start of the time range, widened to full buckets"),
  end: Timestamp.describe("End of the time range, exclusive, widened to full buckets"),
};

const did = {
  action: z.enum(["block", "redact", "flag"]),
  shadow: z.boolean().describe("Whether the rule ran in shadow mode, so `action` was reported but not applied"),
};

export const GuardrailHit = z
  .object({
    time: Timestamp.describe("Start of the time bucket, in UTC"),
    rule: z.string(),
    ...did,
    direction: z.enum(["input", "output"]),
    calls: count.describe("Number of requests with a match"),
    matches: count.describe("Total number of matches"),
  })
  .meta({ id: "GuardrailHit" });

export const GuardrailHitRule = z
  .object({
    rule: z.string(),
    rule_name: z.string().describe("Name of the rule at its last match"),
    pattern: z
      .string()
      .nullable()
      .describe("Pattern of a custom filter. Null for built-in filters and removed custom filters."),
  })
  .meta({ id: "GuardrailHitRule" });

export const getGuardrailHits = endpoint({
  id: "getGuardrailHits",
  resource: "guardrails",
  method: "GET",
  path: "/guardrails/{id}/hits",
  roles: "administrators",
  access: "management",
  summary: "Get guardrail findings over time",
  description:
    "Returns matches per rule by hour or UTC day. Buckets without matches are omitted. The data is " +
    "kept longer than the request log.",
  params: z.object({ id: z.string().min(1).max(64) }),
  query: z.object({
    ...range,
    granularity: z
      .enum(["hour", "day"])
      .optional()
      .describe("Bucket size. Defaults to `hour`, or to `day` for ranges over 31 days."),
  }),
  response: dataOf(
    z.object({
      ...covered,
      granularity: z.enum(["hour", "day"]),
      rules: z.array(GuardrailHitRule).describe("Rules with matches"),
      hits: z.array(GuardrailHit),
    }),
  ),
  errors: [400, 401, 403, 404, 405, 429, 500],
});

export const listGuardrailHits = endpoint({
  id: "listGuardrailHits",
  resource: "guardrails",
  method: "GET",
  path: "/guardrails/hits",
  roles: "administrators",
  access: "management",
  summary: "List guardrail findings",
  description:
    "Returns the number of matches of each guardrail in a workspace. The time range is widened to " +
    "full hours, or to full UTC days if it is longer than 31 days. Guardrails without matches are " +
    "omitted.",
  query: z.object({
    ...range,
    granularity: z
      .enum(["hour", "day"])
      .optional()
      .describe("Splits the numbers by hour or UTC day. If omitted, the endpoint returns totals."),
    workspace_id: WorkspaceRef,
  }),
  response: dataOf(
    z.object({
      ...covered,
      hits: z.array(
        z.object({
          time: Timestamp.optional().describe("Start of the time bucket, in UTC, if the query has a granularity"),
          guardrail_id: z.string(),
          ...did,
          matches: count,
        }),
      ),
    }),
  ),
  errors: [400, 401, 403, 404, 405, 429, 500],
});
