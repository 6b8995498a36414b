import { z } from "zod";
import { AsOf, dataOf, Timestamp } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { checkSelection, STATUS_CLASSES, selection } from "./generation-selection.ts";

const Counts = Object.fromEntries(STATUS_CLASSES.map((name) => [name, z.number().int()])) as Record<
  (typeof STATUS_CLASSES)[number],
  z.ZodNumber
>;

export const getGenerationHistogram = endpoint({
  id: "getGenerationHistogram",
  resource: "generations",
  method: "GET",
  path: "/generations/histogram",
  roles: "own",
  access: "management",
  summary: "Count generations over time",
  description:
    "Counts the records that the list returns for the same filters, by time and outcome. Every record counts once, even " +
    "if it summarizes several rejected requests.",
  query: z
    .object({
      buckets: z.coerce.number().int().min(1).max(500).default(100).describe("Maximum number of time buckets"),
      ...selection,
      start: selection.start.describe("Start of the time range, inclusive. Defaults to 24 hours before its end."),
      end: selection.end.describe("End of the time range, exclusive. Defaults to now."),
    })
    .superRefine(checkSelection),
  response: dataOf(
    z.object({
      start: Timestamp,
      end: Timestamp,
      bucket_seconds: z.number().int().describe("Length of a bucket. Buckets are aligned to UTC."),
      total_count: z.number().int(),
      buckets: z
        .array(z.object({ time: Timestamp.describe("Start of the bucket"), ...Counts }))
        .describe("All buckets of the time range, oldest first. The first and the last may reach beyond it."),
      as_of: AsOf,
    }),
  ),
  errors: [400, 401, 403, 404, 405, 408, 429, 500],
});

const Value = z.object({
  value: z.string().nullable().describe("Null for generations without a value"),
  label: z.string().nullable().describe("Name of a key. Null for other fields and unknown keys."),
  count: z.number().int(),
});

/** Fields whose values are counted. */
export const FACETS = [
  ...(["status_class", "model", "provider", "api_key_hash", "rejection", "finish_reason", "external_user"] as const),
  ...(["tag", "user_id", "session_id", "agent", "repository", "dialect", "http_referer"] as const),
] as const;

export const FACET_VALUES = 10;

/** Newest matching records that the facets count. */
export const MAX_FACET_RECORDS = 100_000;

export const getGenerationFacets = endpoint({
  id: "getGenerationFacets",
  resource: "generations",
  method: "GET",
  path: "/generations/facets",
  roles: "own",
  access: "management",
  summary: "Count generations by field",
  description:
    `Returns the ${FACET_VALUES} most frequent values of each field among the records that the list returns for the ` +
    `same filters. A record with several tags counts for each of them. Counts at most the newest ${MAX_FACET_RECORDS} of them; \`counted\` says whether that is all.`,
  query: z
    .object({
      ...selection,
      start: selection.start.describe("Start of the time range, inclusive. Defaults to 24 hours before its end."),
      end: selection.end.describe("End of the time range, exclusive. Defaults to now."),
    })
    .superRefine(checkSelection),
  response: dataOf(
    z.object({
      facets: z.array(
        z.object({
          field: z.enum(FACETS),
          values: z.array(Value).describe("Most frequent first"),
          distinct_count: z.number().int().describe("Number of different values among the counted records"),
        }),
      ),
      counted: z.object({
        records: z.number().int(),
        is_complete: z.boolean().describe("Whether all matching records were counted"),
        oldest: Timestamp.nullable().describe("Time of the oldest counted record"),
      }),
      as_of: AsOf,
    }),
  ),
  errors: [400, 401, 403, 404, 405, 408, 429, 500],
});
