import { z } from "zod";
import { BATCH_STATES } from "../jobs/batch-states.ts";
import { WorkspaceRef } from "./common.ts";
import { endpoint } from "./endpoint.ts";

/** The endpoints whose requests a batch can contain. */
export const BATCH_ENDPOINTS = [
  ...(["/v1/responses", "/v1/chat/completions", "/v1/messages"] as const),
  ...(["/v1/embeddings", "/v1/images/generations"] as const),
] as const;

const MAX_METADATA = 16;

const Metadata = z
  .record(z.string().min(1).max(64), z.string().max(512))
  .refine((fields) => Object.keys(fields).length <= MAX_METADATA, { error: `at most ${MAX_METADATA} fields` });

/** Who runs a batch's requests. */
export const BATCH_RUNNERS = ["native", "gateway"] as const;

/** The routing preferences of a batch as a whole. */
export const BatchRouting = z
  .strictObject({
    batch: z
      .enum(BATCH_RUNNERS)
      .nullish()
      .describe(
        "Who runs the requests. `native`, the default: OpenAI, Anthropic, Google, Mistral, Groq and Azure run " +
          "requests for their own models as their own batches, at their batch prices, within 24 hours; the " +
          "gateway runs all others. `gateway`: the gateway runs all of them, starting immediately, at ordinary " +
          "prices.",
      ),
  })
  .meta({ id: "BatchRouting" });

/** The states of a batch at a provider. */
export const PROVIDER_BATCH_STATES = ["collecting", "submitting", "in_progress", "ended"] as const;

const ProviderBatch = z
  .object({
    provider: z.string(),
    id: z.string().nullable().describe("The provider's ID for the batch. Null until the provider has accepted it."),
    status: z.enum(PROVIDER_BATCH_STATES),
    requests: z.number().int(),
    finished: z.number().int().describe("Requests that the provider has finished"),
    error: z.string().nullable().describe("Why the provider ran none of the requests"),
  })
  .meta({ id: "ProviderBatch" });

const moment = z.number().int().nullable().describe("Unix timestamp in seconds");

const BatchError = z.object({
  code: z.string(),
  line: z.number().int().nullable().describe("Line in the input file, from 1"),
  message: z.string(),
  param: z.string().nullable(),
});

export type BatchError = z.output<typeof BatchError>;

export const Batch = z
  .object({
    id: z.string(),
    object: z.literal("batch"),
    endpoint: z.enum(BATCH_ENDPOINTS),
    errors: z
      .object({ object: z.literal("list"), data: z.array(BatchError) })
      .nullable()
      .describe("Why the input file was rejected"),
    input_file_id: z.string(),
    completion_window: z.string(),
    status: z.enum(BATCH_STATES),
    output_file_id: z.string().nullable().describe("File with the responses of requests that succeeded"),
    error_file_id: z.string().nullable().describe("File with the errors of requests that failed"),
    created_at: z.number().int().describe("Unix timestamp in seconds"),
    in_progress_at: moment,
    expires_at: moment,
    finalizing_at: moment,
    completed_at: moment,
    failed_at: moment,
    expired_at: moment,
    cancelling_at: moment,
    cancelled_at: moment,
    request_counts: z
      .object({ total: z.number().int(), completed: z.number().int(), failed: z.number().int() })
      .describe(
        "Requests that never started, because the batch was canceled or expired, are neither completed nor failed",
      ),
    metadata: z.record(z.string(), z.string()).nullable(),
    cost: z.number().describe("Cost so far in USD"),
    provider_batches: z
      .array(ProviderBatch)
      .describe("Batches in which providers run this batch's requests. The gateway runs all others."),
    api_key_hash: z.string().nullable().describe("Key whose limits apply. Null for a batch created in the console."),
    api_key_name: z.string().nullable().describe("Name of the key. Null if the key no longer exists."),
  })
  .meta({ id: "Batch" });

const BatchParams = z.object({ batch_id: z.string().min(1).max(128) });

const scope = {
  workspace_id: WorkspaceRef,
};

export const createBatch = endpoint({
  id: "createBatch",
  resource: "batches",
  method: "POST",
  path: "/batches",
  roles: "everyone",
  access: "key",
  summary: "Create a batch",
  description:
    "Runs the requests of a file within 24 hours, at low priority. Upload a JSONL file with purpose `batch`; each line " +
    "has `custom_id`, `method` (`POST`), `url` (the batch's `endpoint`) and `body`. Any model works, and lines may name " +
    "different models. OpenAI, Anthropic, Google, Mistral, Groq and Azure run requests for their own models as their " +
    "own batches, at their batch prices. Each request is subject to the limits and guardrails of the key that created the batch. " +
    "Compatible with OpenAI's Batch API.",
  body: z.strictObject({
    input_file_id: z.string().min(1).max(128),
    endpoint: z.enum(BATCH_ENDPOINTS).describe("Endpoint of every request in the file"),
    completion_window: z.literal("24h"),
    metadata: Metadata.nullish(),
    output_expires_after: z
      .strictObject({
        anchor: z.literal("created_at").describe("When the result files were created"),
        seconds: z.int().min(3_600).max(2_592_000),
      })
      .nullish()
      .describe("When to remove the result files, if before `BATCH_RETENTION_DAYS`. Checked every ten minutes."),
    provider: BatchRouting.nullish(),
  }),
  response: Batch,
  errors: [400, 401, 402, 403, 404, 405, 413, 429, 500, 503],
});

export const listBatches = endpoint({
  id: "listBatches",
  resource: "batches",
  method: "GET",
  path: "/batches",
  roles: "everyone",
  access: "key",
  summary: "List batches",
  description: "Returns the batches of a workspace, newest first, including those created with `/messages/batches`.",
  query: z.object({
    ...scope,
    limit: z.coerce.number().int().min(1).max(100).default(20),
    after: z.string().max(128).optional().describe("ID of the last batch on the previous page"),
  }),
  response: z.object({
    object: z.literal("list"),
    data: z.array(Batch),
    first_id: z.string().nullable(),
    last_id: z.string().nullable(),
    has_more: z.boolean(),
  }),
  errors: [400, 401, 404, 405, 429, 500],
});

export const getBatch = endpoint({
  id: "getBatch",
  resource: "batches",
  method: "GET",
  path: "/batches/{batch_id}",
  roles: "everyone",
  access: "key",
  summary: "Get a batch",
  params: BatchParams,
  query: z.object(scope),
  response: Batch,
  errors: [400, 401, 404, 405, 429, 500],
});

export const cancelBatch = endpoint({
  id: "cancelBatch",
  resource: "batches",
  method: "POST",
  path: "/batches/{batch_id}/cancel",
  roles: "everyone",
  access: "key",
  summary: "Cancel a batch",
  description:
    "Starts no further requests. Requests in progress are completed, and results so far become files. Only the key or " +
    "user that created the batch, or an administrator, can cancel it.",
  params: BatchParams,
  query: z.object(scope),
  response: Batch,
  errors: [400, 401, 403, 404, 405, 409, 429, 500, 503],
});

/** The endpoints for batches in OpenAI's form. */
export const batchEndpoints = [createBatch, listBatches, getBatch, cancelBatch] as const;
