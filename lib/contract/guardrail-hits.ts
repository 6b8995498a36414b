import { z } from "zod";
import { dataOf, Instant, Timestamp } from "./common.ts";
import { endpoint } from "./endpoint.ts";

const count = z.number().int();

/** Buckets of time at most. */
export const MAX_HIT_BUCKETS = 1000;

const range = {
  start: Instant.optional().describe("Seven days before the end if absent"),
  end: Instant.optional().describe("Now if absent"),
};

const covered = {
  start: Timestamp.describe("The range, rounded out to full buckets"),
  end: Timestamp.describe("Excluded"),
};

const did = {
  action: z.enum(["block", "redact", "flag"]),
  shadow: z.boolean().describe("What would have been done"),
};

export const GuardrailHit = z
  .object({
    time: Timestamp.describe("Start of the bucket, UTC"),
    rule: z.string(),
    ...did,
    direction: z.enum(["input", "output"]),
    calls: count.describe("Calls in which the rule found something"),
    matches: count.describe("What it found in them"),
  })
  .meta({ id: "GuardrailHit" });

export const GuardrailHitRule = z
  .object({
    rule: z.string(),
    rule_name: z.string().describe("What it was called when it last found something"),
    pattern: z.string().nullable().describe("Of a custom filter that the guardrail still has"),
  })
  .meta({ id: "GuardrailHitRule" });

export const getGuardrailHits = endpoint({
  id: "getGuardrailHits",
  resource: "guardrails",
  method: "GET",
  path: "/guardrails/{id}/hits",
  roles: "administrators",
  access: "management",
  summary: "What the rules of a guardrail found over time",
  description: "By hour or UTC day; a bucket in which a rule found nothing has no row. It outlives the log of calls.",
  params: z.object({ id: z.string().min(1).max(64) }),
  query: z.object({
    ...range,
    granularity: z.enum(["hour", "day"]).optional().describe("Hours if absent, days of a range over 31 days"),
  }),
  response: dataOf(
    z.object({
      ...covered,
      granularity: z.enum(["hour", "day"]),
      rules: z.array(GuardrailHitRule).describe("Those that found something"),
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
  summary: "How much each guardrail of a workspace found in a time",
  description: "Rounded out to hours, and to UTC days of a range over 31 days. One that found nothing has no row.",
  query: z.object({
    ...range,
    workspace_id: z.string().optional().describe("UUID or slug; the caller's workspace if absent"),
  }),
  response: dataOf(
    z.object({
      ...covered,
      hits: z.array(z.object({ guardrail_id: z.string(), ...did, matches: count })),
    }),
  ),
  errors: [400, 401, 403, 404, 405, 429, 500],
});
