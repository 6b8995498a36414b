import { z } from "zod";
import { guardrailRules } from "#lib/guardrail-rules.ts";

const Action = z.enum(["block", "redact", "flag"]);

const TEXTS = ["input", "output", "both"] as const;

const acting = {
  action: Action,
  applies_to: z
    .enum(TEXTS)
    .optional()
    .describe("Text that the rule checks. Defaults to `both`, or to `input` for prompt injection."),
  shadow: z.boolean().optional().describe("Whether the rule only reports its findings, without acting on them"),
};

const slugs = guardrailRules.map(({ slug }) => slug) as [string, ...string[]];

/** A built-in text filter and the action for its findings. */
export const BuiltinFilter = z
  .strictObject({
    slug: z.enum(slugs),
    ...acting,
    scan_scope: z
      .enum(["all_messages", "user_only"])
      .optional()
      .describe("Messages to check for prompt injection. Defaults to `all_messages`."),
    label: z.string().max(100).optional().describe("Set by the slug. A value in a request is ignored."),
  })
  .superRefine(({ slug, action, scan_scope }, context) => {
    const rule = guardrailRules.find((one) => one.slug === slug);
    if (rule && !rule.actions.includes(action)) {
      const message = `${slug} supports ${rule.actions.join(" or ")}; only prompt injection and secrets support flag`;
      context.addIssue({ code: "custom", path: ["action"], message });
    }
    if (scan_scope && slug !== "regex-prompt-injection") {
      context.addIssue({ code: "custom", path: ["scan_scope"], message: "Only prompt injection has a scope" });
    }
  })
  .meta({ id: "BuiltinFilter" });

const Sample = z.array(z.string().max(2000)).max(20).optional();

/** A text filter with a regular expression. */
export const CustomFilter = z
  .strictObject({
    pattern: z
      .string()
      .min(1)
      .max(2000)
      .describe("Regular expression in RE2 syntax, without lookaround or backreferences"),
    ...acting,
    applies_to: z
      .enum([...TEXTS, "tool_calls"])
      .optional()
      .describe(
        "Text that the rule checks. Defaults to `both`. `tool_calls`: only the arguments of tools that the model calls, " +
          "such as a coding agent's commands and paths.",
      ),
    label: z.string().trim().max(100).nullish().describe("Name used in placeholders and error messages"),
    must_match: Sample.describe("Sample texts that the pattern should match, stored for editing"),
    must_not_match: Sample.describe("Sample texts that the pattern should not match, stored for editing"),
  })
  .meta({ id: "CustomFilter" });

export const BuiltinFilters = z
  .array(BuiltinFilter)
  .refine(
    (filters) => new Set(filters.map(({ slug }) => slug)).size === filters.length,
    "Each slug can be used only once",
  );

/** Maximum number of patterns in one guardrail: each of them reads every text. */
const MAX_CUSTOM_FILTERS = 50;

export const CustomFilters = z.array(CustomFilter).max(MAX_CUSTOM_FILTERS);
