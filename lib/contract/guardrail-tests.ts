import { z } from "zod";
import { dataOf, Instant, Timestamp, WorkspaceRef } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { GuardrailSource } from "./guardrail-effective.ts";
import { BuiltinFilters, CustomFilters } from "./guardrail-filters.ts";

/** Maximum length of a tested text or list of texts, in UTF-16 units. */
const MAX_TEXT = 1_000_000;
const MAX_JSONL = 4_000_000;

const Draft = z.strictObject({
  name: z.string().trim().min(1).max(200).optional(),
  content_filter_builtins: BuiltinFilters.nullish(),
  content_filters: CustomFilters.nullish(),
  shadow: z.boolean().optional(),
  restore_placeholders: z.boolean().optional(),
});

/** Selects the guardrail to test. */
const which = {
  guardrail_id: z.string().min(1).max(64).optional().describe("ID of a stored guardrail to test"),
  draft: Draft.optional().describe(
    "Unsaved fields of a new guardrail, or fields that override those of the stored guardrail",
  ),
  key_hash: z
    .string()
    .min(1)
    .max(128)
    .optional()
    .describe("Tests all guardrails that apply to this key, plus `guardrail_id` and `draft` if given"),
  user_id: z
    .string()
    .min(1)
    .max(128)
    .optional()
    .describe("Tests all guardrails that apply to this member. Ignored if `key_hash` is set."),
  workspace_id: WorkspaceRef,
  direction: z
    .enum(["input", "output"])
    .default("input")
    .describe("Whether the text is from a request (`input`) or a response (`output`)"),
};

// A test changes nothing.
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
  shadow: z.boolean().describe("Whether the rule ran in shadow mode: it reported a match but did not act"),
  source: GuardrailSource,
});

export const GuardrailTest = z
  .object({
    verdict: Verdict,
    text: z.string().nullable().describe("The filtered text. Null if it is withheld or no text was sent."),
    body: z
      .looseObject({})
      .nullable()
      .describe("The filtered request body. Null if it is withheld or no body was sent."),
    matches: z.array(
      Rule.extend({
        path: z.string().nullable().describe("Location of the text in the request body"),
        start: z.number().int().describe("Start of the match, as a UTF-16 offset in the text"),
        end: z.number().int().describe("End of the match, exclusive"),
      }),
    ),
    not_inspected: z.array(z.string()).describe("Parts that could not be read completely"),
    error: z
      .object({ status: z.number().int(), body: z.looseObject({}) })
      .nullable()
      .describe("The error that the caller would receive. Null if the request is not blocked."),
    pipeline: z
      .array(z.looseObject({}))
      .describe("Guardrail entries that the caller would see in the routing metadata"),
    sources: z.array(GuardrailSource),
    added_ms: z
      .number()
      .describe("Latency that the guardrail adds on this machine, in milliseconds (median of several runs)"),
  })
  .meta({ id: "GuardrailTest" });

export const testGuardrail = endpoint({
  ...shared,
  id: "testGuardrail",
  path: "/guardrails/test",
  summary: "Test a guardrail",
  description:
    "Runs the guardrail on a text or a request body as a real request would, without calling a " +
    "model. If it blocks, `error` contains the response that the caller would receive.",
  relaysTexts: true,
  largeBody: true,
  body: z
    .strictObject({
      ...which,
      text: z.string().max(MAX_TEXT).optional(),
      dialect: z.enum(["responses", "messages", "chat"]).default("chat"),
      body: z.looseObject({}).optional().describe("Request body in the format of `dialect`"),
    })
    .refine(({ text, body }) => (text === undefined) !== (body === undefined), {
      message: "Send either text or body",
      path: ["text"],
    })
    .refine(({ body, direction }) => !body || direction === "input", {
      message: "A body must be a request",
      path: ["direction"],
    }),
  response: dataOf(GuardrailTest),
  errors,
});

export const GuardrailBacktest = z
  .object({
    texts: z.number().int().describe("Number of texts or generations checked"),
    unread: z
      .number()
      .int()
      .describe("Number of stored generations skipped because they lack the tested side or are too large to read"),
    verdicts: z.object({
      allowed: z.number().int(),
      flagged: z.number().int(),
      redacted: z.number().int(),
      blocked: z.number().int(),
    }),
    rules: z
      .array(
        Rule.extend({ texts: z.number().int().describe("Number of texts with a match"), matches: z.number().int() }),
      )
      .describe("All rules for this direction, with or without matches"),
    lines: z
      .array(z.object({ line: z.number().int().describe("Line number, starting at 1"), verdict: Verdict }))
      .describe("The first texts that were flagged, redacted or blocked"),
    calls: z
      .array(z.object({ id: z.string().describe("Generation ID"), created_at: Timestamp, verdict: Verdict }))
      .describe("The latest stored generations that were flagged, redacted or blocked"),
    took_ms: z.number(),
  })
  .meta({ id: "GuardrailBacktest" });

export const backtestGuardrail = endpoint({
  ...shared,
  id: "backtestGuardrail",
  path: "/guardrails/backtest",
  summary: "Backtest a guardrail",
  description:
    "Counts what a guardrail would find in many texts. Each line of `jsonl` is a JSON string or an " +
    "object with a `text` field; the texts are not stored. `logged` checks the stored content of the " +
    "workspace's generations as it was sent to the models, so text that was already redacted is not " +
    "found again.",
  relaysTexts: true,
  largeBody: true,
  body: z
    .strictObject({
      ...which,
      jsonl: z.string().min(1).max(MAX_JSONL).optional(),
      logged: z
        .strictObject({
          last: z.number().int().min(1).max(1000).default(500).describe("Number of latest generations to check"),
          start: Instant.optional().describe("Start of the time range, inclusive"),
          end: Instant.optional().describe("End of the time range, exclusive"),
        })
        .optional(),
    })
    .refine(({ jsonl, logged }) => (jsonl === undefined) !== (logged === undefined), {
      message: "Send either jsonl or logged",
      path: ["jsonl"],
    }),
  response: dataOf(GuardrailBacktest),
  errors,
});
