import { z } from "zod";
import { BatchRouting } from "./batches.ts";
import { Timestamp } from "./common.ts";
import { endpoint } from "./endpoint.ts";

/** The states of a batch in Anthropic's API. */
export const MESSAGE_BATCH_STATES = ["in_progress", "canceling", "ended"] as const;

const count = z.number().int();

const MessageBatch = z
  .object({
    id: z.string(),
    type: z.literal("message_batch"),
    processing_status: z.enum(MESSAGE_BATCH_STATES),
    request_counts: z.object({ processing: count, succeeded: count, errored: count, canceled: count, expired: count }),
    created_at: Timestamp,
    expires_at: Timestamp.describe("24 hours after creation. Requests that have not started by then expire."),
    ended_at: Timestamp.nullable(),
    cancel_initiated_at: Timestamp.nullable(),
    archived_at: Timestamp.nullable().describe("When the results were removed because of their age"),
    results_url: z.string().nullable().describe("Null until the batch has ended, and once its results are removed"),
  })
  .meta({ id: "MessageBatch" });

const MessageBatchParams = z.object({ batch_id: z.string().min(1).max(128) });

const BatchedMessage = z.strictObject({
  custom_id: z.string().regex(/^[\w-]{1,64}$/, "1 to 64 letters, digits, hyphens or underscores"),
  params: z.looseObject({ model: z.string().min(1) }).describe("Body of a request to `/messages`"),
});

export const createMessageBatch = endpoint({
  id: "createMessageBatch",
  resource: "batches",
  method: "POST",
  path: "/messages/batches",
  roles: "everyone",
  access: "key",
  summary: "Create a message batch",
  description:
    "Runs `/messages` requests within 24 hours, at low priority. Any model works. Anthropic, OpenAI, Google, Mistral, " +
    "Groq and Azure run requests for their own models as their own batches, at their batch prices. Each request is subject " +
    "to the limits and guardrails of the key that created the batch. Compatible with Anthropic's Message Batches API.",
  relaysTexts: true,
  largeBody: true,
  body: z.strictObject({ requests: z.array(BatchedMessage).min(1), provider: BatchRouting.nullish() }),
  response: MessageBatch,
  errors: [400, 401, 402, 403, 404, 405, 413, 429, 500, 503],
});

const placeOfBatch = z.string().max(128).optional();

export const listMessageBatches = endpoint({
  id: "listMessageBatches",
  resource: "batches",
  method: "GET",
  path: "/messages/batches",
  roles: "everyone",
  access: "key",
  summary: "List message batches",
  description: "Returns the batches created with `/messages/batches` in the caller's workspace, newest first.",
  query: z.object({
    limit: z.coerce.number().int().min(1).max(1000).default(20),
    after_id: placeOfBatch.describe("Returns the batches after this one in list order"),
    before_id: placeOfBatch.describe("Returns the batches before this one in list order"),
  }),
  response: z.object({
    data: z.array(MessageBatch),
    has_more: z.boolean(),
    first_id: z.string().nullable(),
    last_id: z.string().nullable(),
  }),
  errors: [400, 401, 404, 405, 429, 500],
});

export const getMessageBatch = endpoint({
  id: "getMessageBatch",
  resource: "batches",
  method: "GET",
  path: "/messages/batches/{batch_id}",
  roles: "everyone",
  access: "key",
  summary: "Get a message batch",
  params: MessageBatchParams,
  response: MessageBatch,
  errors: [400, 401, 404, 405, 429, 500],
});

export const cancelMessageBatch = endpoint({
  id: "cancelMessageBatch",
  resource: "batches",
  method: "POST",
  path: "/messages/batches/{batch_id}/cancel",
  roles: "everyone",
  access: "key",
  summary: "Cancel a message batch",
  description:
    "Starts no further requests; requests in progress are completed. Only the key or user that created the batch, or " +
    "an administrator, can cancel it.",
  params: MessageBatchParams,
  response: MessageBatch,
  errors: [400, 401, 403, 404, 405, 409, 429, 500, 503],
});

export const deleteMessageBatch = endpoint({
  id: "deleteMessageBatch",
  resource: "batches",
  method: "DELETE",
  path: "/messages/batches/{batch_id}",
  roles: "everyone",
  access: "key",
  summary: "Delete a message batch",
  description: "Deletes a batch that has ended, and its results. Cancel a batch in progress first.",
  params: MessageBatchParams,
  response: z.object({ id: z.string(), type: z.literal("message_batch_deleted") }),
  errors: [400, 401, 403, 404, 405, 429, 500, 503],
});

export const getMessageBatchResults = endpoint({
  id: "getMessageBatchResults",
  resource: "batches",
  method: "GET",
  path: "/messages/batches/{batch_id}/results",
  roles: "everyone",
  access: "key",
  summary: "Get the results of a message batch",
  description:
    "Returns one JSON object per line, with `custom_id` and `result`. The `type` of a result is `succeeded`, `errored`, " +
    "`canceled` or `expired`.",
  params: MessageBatchParams,
  produces: ["bytes"],
  errors: [400, 401, 404, 405, 416, 429, 500, 503],
});

/** The endpoints for batches in Anthropic's form. */
export const messageBatchEndpoints = [
  ...[createMessageBatch, listMessageBatches, getMessageBatch],
  ...[cancelMessageBatch, deleteMessageBatch, getMessageBatchResults],
] as const;
