import { z } from "zod";
import { Timestamp } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { GenerationSummary } from "./generation-list.ts";
import { checkSelection, selection } from "./generation-selection.ts";

/** Where a search can find its text. */
export const FOUND_IN = [
  ...(["id", "upstream_id", "request_id", "session_id", "external_user", "tag"] as const),
  ...(["input", "output", "error"] as const),
] as const;

/** Generations whose stored content one request searches. */
export const MAX_SEARCHED = 2_000;

const { is_byok: _, ...selected } = selection;

export const searchGenerations = endpoint({
  id: "searchGenerations",
  isQuery: true,
  resource: "generations",
  method: "POST",
  path: "/generations/search",
  roles: "own",
  access: "management",
  summary: "Search generations",
  description:
    "Finds generations by generation ID, request ID or provider's ID at any time. Within the time range and filters, also " +
    "finds them by session, end user, tag, or part of the stored request and response. Ignores case. Stored content is " +
    `searched newest first, at most ${MAX_SEARCHED} generations at a time: \`searched\` says how far, and \`cursor\` ` +
    "continues. The search text is in the body, so it never appears in a URL.",
  body: z
    .strictObject({
      text: z.string().trim().min(2).max(256),
      cursor: z.string().max(400).optional().describe("Cursor from the previous response, to search older generations"),
      ...selected,
      start: selected.start.describe("Start of the time range, inclusive. Defaults to 24 hours before its end."),
      end: selected.end.describe("End of the time range, exclusive. Defaults to now."),
    })
    .superRefine(checkSelection),
  response: z.object({
    data: z.array(
      z.object({
        generation: GenerationSummary,
        found_in: z.enum(FOUND_IN),
        excerpt: z
          .string()
          .nullable()
          .describe("The stored text around the first match. Null for IDs, sessions, users and tags."),
      }),
    ),
    searched: z.object({
      records: z.number().int().describe("Number of generations that match the filters and were searched"),
      contents: z.number().int().describe("Number of those whose content is stored"),
      is_complete: z.boolean().describe("Whether the search reached the start of the time range"),
      oldest: Timestamp.nullable().describe("Time of the oldest searched generation"),
    }),
    cursor: z.string().nullable(),
  }),
  errors: [400, 401, 403, 404, 405, 408, 413, 429, 500],
});
