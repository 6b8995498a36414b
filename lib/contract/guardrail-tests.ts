import { z } from "zod";
import { dataOf, Instant, Timestamp } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { GuardrailSource } from "./guardrail-effective.ts";
import { BuiltinFilters, CustomFilters } from "./guardrail-filters.ts";

/** The longest text and the longest list of texts that are tested, in UTF-16 units. */
const MAX_TEXT = 1_000_000;
const MAX_JSONL = 4_000_000;

const Draft = z.strictObject({
  name: z.string().trim().min(1).max(200).optional(),
  content_filter_builtins: BuiltinFilters.nullish(),
  content_filters: CustomFilters.nullish(),
  shadow: z.boolean().optional(),
  restore_placeholders: z.boolean().optional(),
});

/** Which guardrail is tested. */
const which = {
  guardrail_id: z.string().min(1).max(64).optional().describe("A stored guardrail"),
  draft: Draft.optional().describe("Fields not yet saved: of a new guardrail, or in place of the stored one's"),
  key_hash: z
    .string()
    .min(1)
    .max(128)
    .optional()
    .describe("What holds for this key; with the two above, as if they were among it"),
  user_id: z.string().min(1).max(128).optional().describe("Without a key: what holds for this member"),
  workspace_id: z.string().optional().describe("UUID or slug; the caller's workspace if absent"),
  direction: z.enum(["input", "output"]).default("input").describe("Whether texts are of requests or of answers"),
};

// Nothing is changed by trying.
const shared = {
  resource: "guardrails",
  method: "POST",
  isQuery: true,
  roles: "administrators",
  access: "management",
} as const;
const errors = [400, 401, 403, 404, 405, 413, 429, 500] as const;

const Verdict = z.enum(["allowed", "flagged", "redacted", "blocked"]);

const Rule = z.object({
  rule: z.string(),
  rule_name: z.string(),
  action: z.enum(["block", "redact", "flag"]),
  shadow: z.boolean().describe("Reported, and nothing done"),
  source: GuardrailSource,
});

export const GuardrailTest = z
  .object({
    verdict: Verdict,
    text: z
      .string()
      .nullable()
      .describe("As the model, or of an answer the caller, sees it; null: withheld or no text"),
    body: z.looseObject({}).nullable().describe("As the model sees it; null: withheld, or none was sent"),
    matches: z.array(
      Rule.extend({
        path: z.string().nullable().describe("Where in the body the text is"),
        start: z.number().int().describe("UTF-16 offset in the text"),
        end: z.number().int().describe("Exclusive"),
      }),
    ),
    not_inspected: z.array(z.string()).describe("Parts that could not be read, or not in full"),
    error: z
      .object({ status: z.number().int(), body: z.looseObject({}) })
      .nullable()
      .describe("What a caller would be answered with; null: the call goes on"),
    pipeline: z.array(z.looseObject({})).describe("The entries of the caller's routing metadata"),
    sources: z.array(GuardrailSource),
    added_ms: z.number().describe("What it adds to a call on this machine: the median of several runs"),
  })
  .meta({ id: "GuardrailTest" });

export const testGuardrail = endpoint({
  ...shared,
  id: "testGuardrail",
  path: "/guardrails/test",
  summary: "Try a guardrail on a text or a whole request",
  description: "Runs what a call runs, and calls no model. A call that is blocked gets the body shown in `error`.",
  relaysTexts: true,
  largeBody: true,
  body: z
    .strictObject({
      ...which,
      text: z.string().max(MAX_TEXT).optional(),
      dialect: z.enum(["responses", "messages", "chat"]).default("chat"),
      body: z.looseObject({}).optional().describe("A request of the dialect"),
    })
    .refine(({ text, body }) => (text === undefined) !== (body === undefined), {
      message: "Either a text or a body",
      path: ["text"],
    })
    .refine(({ body, direction }) => !body || direction === "input", {
      message: "A body is a request",
      path: ["direction"],
    }),
  response: dataOf(GuardrailTest),
  errors,
});

export const GuardrailBacktest = z
  .object({
    texts: z.number().int().describe("Or calls"),
    unread: z.number().int().describe("Kept calls that have no such side, or whose request is too large to be read"),
    verdicts: z.object({
      ...{ allowed: z.number().int(), flagged: z.number().int() },
      ...{ redacted: z.number().int(), blocked: z.number().int() },
    }),
    rules: z
      .array(
        Rule.extend({ texts: z.number().int().describe("Texts it found something in"), matches: z.number().int() }),
      )
      .describe("Every rule of this direction, whether it found anything or not"),
    lines: z
      .array(z.object({ line: z.number().int().describe("From 1"), verdict: Verdict }))
      .describe("The first texts that are not simply allowed"),
    calls: z
      .array(z.object({ id: z.string().describe("Generation id"), created_at: Timestamp, verdict: Verdict }))
      .describe("The latest kept calls that are not simply allowed"),
    took_ms: z.number(),
  })
  .meta({ id: "GuardrailBacktest" });

export const backtestGuardrail = endpoint({
  ...shared,
  id: "backtestGuardrail",
  path: "/guardrails/backtest",
  summary: "Count what a guardrail would find in many texts",
  description:
    "In `jsonl` each line is a JSON string, or an object with a `text`; nothing of them is kept. `logged` takes what " +
    "the workspace has kept of its calls, as it went to the models: what was redacted then is not found again.",
  relaysTexts: true,
  largeBody: true,
  body: z
    .strictObject({
      ...which,
      jsonl: z.string().min(1).max(MAX_JSONL).optional(),
      logged: z
        .strictObject({
          last: z.number().int().min(1).max(1000).default(500).describe("The latest so many"),
          start: Instant.optional().describe("Inclusive"),
          end: Instant.optional().describe("Exclusive"),
        })
        .optional(),
    })
    .refine(({ jsonl, logged }) => (jsonl === undefined) !== (logged === undefined), {
      message: "Either texts or logged calls",
      path: ["jsonl"],
    }),
  response: dataOf(GuardrailBacktest),
  errors,
});
