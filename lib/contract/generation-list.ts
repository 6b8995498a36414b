import { z } from "zod";
import { AsOf, Instant, Timestamp, WorkspaceRef } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { checkSelection, STATUS_CLASSES, selection } from "./generation-selection.ts";
import { Rejection } from "./rejections.ts";

export const GenerationSummary = z
  .object({
    id: z.string(),
    created_at: Timestamp,
    operation: z.string(),
    status: z.number().int(),
    status_class: z.enum(STATUS_CLASSES),
    error: z.string().nullable(),
    finish_reason: z.string().nullable(),
    requested_model: z.string().describe("Empty if the request was rejected before its body was read"),
    model: z.string(),
    provider_name: z.string().nullable(),
    attempts: z.number().int().describe("Number of attempts"),
    steps: z.number().int().describe("Number of steps of a request with server tools. 0 if the gateway ran no tools."),
    api_key_hash: z.string().nullable(),
    api_key_name: z.string().nullable().describe("Name of the key, the last one if it was deleted"),
    user_id: z.string().nullable(),
    external_user: z.string().nullable(),
    tags: z.array(z.string()),
    session_id: z.string().nullable(),
    agent: z.string().nullable().describe("Coding agent that sent the request, such as `claude-code` or `codex`"),
    repository: z.string().nullable(),
    tokens_prompt: z.number(),
    tokens_completion: z.number(),
    tokens_cached: z.number(),
    tool_calls: z.number().int().describe("Tools that the model called in its response"),
    cost: z.number().describe("Cost in USD, including the cost of BYOK requests"),
    is_byok: z.boolean(),
    streamed: z.boolean(),
    from_cache: z.boolean().describe("Whether the response came from the response cache"),
    latency: z.number().nullable().describe("Time to first token, in milliseconds"),
    generation_time: z.number().describe("Total time, in milliseconds"),
    rejection: Rejection.nullable().describe("Why the gateway rejected the request before any provider"),
  })
  .meta({ id: "GenerationSummary" });

export const listGenerations = endpoint({
  id: "listGenerations",
  resource: "generations",
  method: "GET",
  path: "/generations",
  roles: "own",
  access: "management",
  summary: "List generations",
  description:
    "Returns the generations of the caller's workspace, newest first, and the requests that the gateway rejected.",
  query: z
    .object({
      cursor: z
        .string()
        .max(400)
        .optional()
        .describe("Cursor from the previous page. Starts with the newest generation if omitted."),
      limit: z.coerce.number().int().min(1).max(100).default(50),
      finished_after: Instant.optional().describe(
        "Only requests that finished at or after this time. With it, a polling client does not miss requests " +
          "that started before others and finished after them.",
      ),
      ...selection,
    })
    .superRefine(checkSelection),
  response: z.object({
    data: z.array(GenerationSummary),
    cursor: z.string().nullable().describe("Cursor for the next page of older generations. Null on the last page."),
    as_of: AsOf,
  }),
  errors: [400, 401, 403, 404, 405, 408, 429, 500],
});

export const EXPORT_FORMATS = ["csv", "ndjson"] as const;

export const exportGenerations = endpoint({
  id: "exportGenerations",
  resource: "generations",
  method: "GET",
  path: "/generations/export",
  roles: "own",
  access: "management",
  summary: "Export generations",
  description:
    "Streams every generation that matches the filters of the list, newest first, as CSV or NDJSON. Each record has its " +
    "exact cost in `cost_nano_usd` (1 USD = 1,000,000,000). In CSV, texts that a spreadsheet would run as a formula " +
    "start with an apostrophe. If an export cannot be completed, the connection is cut.",
  query: z
    .object({
      format: z.enum(EXPORT_FORMATS).default("csv"),
      workspace_id: WorkspaceRef,
      ...selection,
    })
    .superRefine(checkSelection),
  produces: ["bytes"],
  errors: [400, 401, 403, 404, 405, 408, 429, 500],
});
