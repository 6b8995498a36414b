import { z } from "zod";

export const Timestamp = z.string().describe("ISO 8601 timestamp in UTC");

export const AsOf = Timestamp.optional().describe(
  "Only if the data was read from a read replica: requests recorded after this time may be missing",
);

/** A point in time from the caller. Converted to UTC, it must be in the range of years that every database supports. */
export const Instant = z.iso
  .datetime({
    offset: true,
    abort: true,
    error: "must be an ISO 8601 time with seconds and zone, such as 2026-01-31T12:00:00Z",
  })
  .refine((text) => isWithinYears(new Date(text).getUTCFullYear()), "must be between the years 1 and 9999, in UTC");

function isWithinYears(year: number): boolean {
  return year >= 1 && year <= 9999;
}

export const Page = z.object({
  offset: z.coerce.number().int().min(0).default(0).describe("Number of records to skip"),
  limit: z.coerce.number().int().min(1).max(100).default(50).describe("Number of records per page"),
});

export const IdParams = z.object({ id: z.uuid() });

/** The workspace in an endpoint's path. */
export const WorkspaceParams = z.object({ ref: z.string().min(1).describe("Workspace UUID or slug") });

/** The workspace that a request is about. */
export const WorkspaceRef = z
  .string()
  .optional()
  .describe("Workspace UUID or slug. Defaults to the caller's workspace.");

/** The workspace to which a report about the whole organization is limited. */
export const WorkspaceFilter = z
  .string()
  .min(1)
  .max(64)
  .optional()
  .describe("Workspace UUID or slug. Defaults to the whole organization.");

export const Deleted = z.object({ deleted: z.literal(true) });

/** Declares a page of records. */
export function listOf<T extends z.ZodType>(record: T) {
  return z.object({ data: z.array(record), total_count: z.number().int() });
}

/** Declares one record. */
export function dataOf<T extends z.ZodType>(record: T) {
  return z.object({ data: record });
}

export const ResetInterval = z.enum(["daily", "weekly", "monthly"]);

export const ErrorEnvelope = z
  .object({
    type: z.literal("error"),
    error: z.object({
      type: z.string().describe("Error type, e.g. `rate_limit_error`"),
      code: z.number().int().describe("HTTP status code"),
      message: z.string(),
      metadata: z.record(z.string(), z.unknown()).optional(),
    }),
  })
  .meta({ id: "ErrorEnvelope" });

/** The errors of every metered request. */
export const MODEL_CALL_ERRORS = [400, 401, 402, 403, 404, 405, 408, 413, 422, 429, 500, 502, 503, 524, 529] as const;
