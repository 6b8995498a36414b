import { z } from "zod";
import {
  FILTER_FIELDS,
  type FilterField,
  MAX_FILTERS,
  operatorsOf,
  readFilters,
} from "../generations/generation-filters.ts";
import { Instant } from "./common.ts";
import { REJECTION_REASONS } from "./rejections.ts";
import { Tags } from "./tags.ts";

export const STATUS_CLASSES = ["ok", "cancelled", "cut", "rejected", "4xx", "429", "5xx"] as const;

const text = z.string().min(1).max(256).optional();

const fields = (Object.keys(FILTER_FIELDS) as FilterField[])
  .map((field) => `\`${field}\` (${operatorsOf(field).join(", ")})`)
  .join(", ");

const Filters = z
  .string()
  .max(8_000)
  .transform((written, context) => {
    const read = readFilters(written);
    if (read.length > MAX_FILTERS) context.addIssue(`at most ${MAX_FILTERS} filters`);
    for (const one of read) if ("problem" in one) context.addIssue(one.problem);
    return read.flatMap((one) => ("problem" in one ? [] : [one]));
  })
  .optional()
  .describe(
    "Filters as `field:operator:value`, separated by commas, such as `model:contains:gpt,cost:gt:0.01`. In a " +
      "value, write `%` as `%25` and `,` as `%2C`. All must match, except that several `eq` filters of one field " +
      "match any of their values: of several tags, one must match. Without a value, `eq` matches generations that " +
      "have none, and `neq` those that have one. `contains` ignores case. Cost is in USD, times are in " +
      "milliseconds. Requires `start`. " +
      `Fields and their operators: ${fields}.`,
  );

/** Parameters that select generations, equal for the list, the export, the histogram and the facets. */
export const selection = {
  start: Instant.optional().describe("Start of the time range, inclusive"),
  end: Instant.optional().describe("End of the time range, exclusive"),
  status_class: z.enum(STATUS_CLASSES).optional(),
  model: text,
  provider: text,
  operation: text,
  api_key_hash: text,
  user_id: text,
  external_user: text,
  tag: z
    .string()
    .transform((written) => written.split(","))
    .pipe(Tags.min(1))
    .optional()
    .describe("Tag, or several separated by commas: generations that have all of them"),
  session_id: text,
  agent: text,
  repository: text,
  request_id: text,
  batch_id: text,
  is_byok: z.stringbool().optional(),
  rejection: z.enum(REJECTION_REASONS).optional(),
  filters: Filters,
};

type Bounded = { start?: string | undefined; filters?: readonly unknown[] | undefined };

/** Checks that filters, for which no index exists, have a time range. */
export function checkSelection({ start, filters = [] }: Bounded, context: z.RefinementCtx): void {
  if (filters.length > 0 && start === undefined) {
    context.addIssue({ code: "custom", path: ["start"], message: "required with filters" });
  }
}
