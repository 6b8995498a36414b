import { z } from "zod";
import { AsOf, Timestamp } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { GenerationSummary } from "./generation-list.ts";
import { checkSelection, selection } from "./generation-selection.ts";

const count = z.number().int();

export const GenerationSession = z
  .object({
    session_id: z.string(),
    started_at: Timestamp.describe("Time of its first request"),
    last_request_at: Timestamp,
    duration: count.describe("Time from its first request to the end of its last one, in milliseconds"),
    generation_time: count.describe("Sum of the requests' total times, in milliseconds"),
    agent: z.string().nullable().describe("Coding agent of its last request, such as `claude-code` or `codex`"),
    agent_version: z.string().nullable(),
    repository: z.string().nullable(),
    api_key_hash: z.string().nullable().describe("Key of its last request. Null for a console session."),
    api_key_name: z.string().nullable().describe("Name of the key, the last one if it was deleted"),
    api_keys: count.describe("Number of different keys that sent its requests"),
    user_id: z.string().nullable().describe("User of its last request"),
    models: z.array(z.string()),
    requests: count.describe("Number of requests, without rejected ones"),
    errors: count.describe("Number of requests that failed or were cut off"),
    rejected: count.describe("Number of requests that the gateway rejected"),
    tool_calls: count.describe("Tools that models called"),
    tokens_prompt: count,
    tokens_completion: count,
    tokens_cached: count,
    cost: z.number().describe("Cost in USD, including the cost of BYOK requests"),
    cost_nano_usd: count.describe("Exact cost in nano-USD (1 USD = 1,000,000,000)"),
  })
  .meta({ id: "GenerationSession" });

/** Newest matching requests of sessions that one page reads. */
export const MAX_SESSION_RECORDS = 5_000;

export const listGenerationSessions = endpoint({
  id: "listGenerationSessions",
  resource: "generations",
  method: "GET",
  path: "/generations/sessions",
  roles: "own",
  access: "management",
  summary: "List sessions",
  description:
    "Returns the sessions with a request that matches the filters, by their latest matching request, newest first. " +
    "The sums of a session cover all of its requests in the time range. Requests without a `session_id` belong to no " +
    `session. A page reads at most ${MAX_SESSION_RECORDS} matching requests, so it may have fewer sessions than ` +
    "`limit`, or none, and still a cursor.",
  query: z
    .object({
      cursor: z.string().max(400).optional().describe("Cursor from the previous page"),
      limit: z.coerce.number().int().min(1).max(100).default(50),
      ...selection,
      start: selection.start.describe("Start of the time range, inclusive. Defaults to 24 hours before its end."),
      end: selection.end.describe("End of the time range, exclusive. Defaults to now."),
    })
    .superRefine(checkSelection),
  response: z.object({
    data: z.array(GenerationSession),
    cursor: z.string().nullable().describe("Cursor for the next page of older sessions. Null on the last page."),
    as_of: AsOf,
  }),
  errors: [400, 401, 403, 404, 405, 408, 429, 500],
});

/** Added messages of a turn that are returned, and the characters of each of their texts. */
export const MAX_ADDED = 20;
export const MAX_ADDED_CHARACTERS = 2_000;

const TurnChanges = z.object({
  compared_with: z
    .string()
    .nullable()
    .describe("Generation whose conversation the request continues. Null if it starts a conversation."),
  kept: count.describe("Number of messages that the request repeats from it"),
  removed: count.describe("Number of its messages that the request no longer has, or has changed"),
  added_count: count,
  added: z
    .array(z.unknown())
    .describe(
      `The first ${MAX_ADDED} added messages in the form of the dialect, with at most ${MAX_ADDED_CHARACTERS} ` +
        "characters of each text",
    ),
});

export const SessionTurn = z.object({
  generation: GenerationSummary,
  has_content: z.boolean().describe("Whether the request's content is stored"),
  changes: TurnChanges.nullable().describe(
    "What the request adds to earlier ones of the session. Null if its input is not stored, withheld or too large.",
  ),
  output: z
    .object({
      completion: z.string().nullable(),
      tool_calls: z.array(z.object({ name: z.string(), arguments: z.string() })),
    })
    .nullable()
    .describe(`The response, with at most ${MAX_ADDED_CHARACTERS} characters of each text. Null if it is not stored.`),
});

export const getGenerationSession = endpoint({
  id: "getGenerationSession",
  resource: "generations",
  method: "GET",
  path: "/generations/session",
  roles: "own",
  access: "management",
  summary: "Get a session",
  description:
    "Returns the sums of a session over all its requests, and its requests, oldest first, each with what it " +
    "adds to the conversation. Each request is compared with up to eight earlier ones whose content is stored.",
  query: z.object({
    session_id: z.string().min(1).max(256),
    cursor: z.string().max(400).optional().describe("Cursor from the previous page"),
    limit: z.coerce.number().int().min(1).max(50).default(25),
  }),
  response: z.object({
    data: z.object({ session: GenerationSession, turns: z.array(SessionTurn) }),
    cursor: z.string().nullable().describe("Cursor for the next page of later requests. Null on the last page."),
    as_of: AsOf,
  }),
  errors: [400, 401, 403, 404, 405, 408, 429, 500],
});
