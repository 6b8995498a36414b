import { z } from "zod";
import { Deleted, dataOf, IdParams, listOf, Page, Timestamp, WorkspaceRef } from "./common.ts";
import { deliveryAttempt } from "./delivery-attempt.ts";
import { DESTINATION_CONFIGS } from "./destination-config.ts";
import { endpoint } from "./endpoint.ts";

const FIELDS = [
  ...["model", "provider", "session_id", "user_id", "api_key_name", "finish_reason", "input", "output"],
  ...["total_cost", "total_tokens", "prompt_tokens", "completion_tokens", "tag"],
] as const;
const OPERATORS = [
  ...["equals", "not_equals", "contains", "not_contains", "regex", "starts_with", "ends_with"],
  ...["gt", "lt", "gte", "lte", "exists", "not_exists"],
] as const;

const Rule = z.strictObject({
  field: z.enum(FIELDS),
  operator: z.enum(OPERATORS),
  value: z.union([z.string().max(1000), z.number()]).optional(),
});
const RuleGroup = z.strictObject({
  logic: z.enum(["and", "or"]).default("and"),
  rules: z.array(Rule).max(50),
});
export const FilterRules = z
  .strictObject({ enabled: z.boolean().default(true), groups: z.array(RuleGroup).max(20) })
  .describe("Requests to send. A request must match every group.");

const REGIONS = ["global", "europe", "us"] as const;
const Regions = z
  .array(z.preprocess((region) => (region === "eu" ? "europe" : region), z.enum(REGIONS)))
  .min(1)
  .max(3);

const shared = {
  name: z.string().trim().min(1).max(200),
  enabled: z.boolean(),
  privacy_mode: z.boolean().describe("Whether to send metadata only, without prompts and responses"),
  sampling_rate: z.number().min(0.0001).max(1).describe("Share of requests to send, up to 1"),
  api_key_hashes: z
    .array(z.string().min(1).max(128))
    .min(1)
    .max(100)
    .nullable()
    .describe("Null sends the requests of all keys"),
  filter_rules: FilterRules.nullable(),
  regions: Regions.describe("Stored for compatibility. Requests are sent regardless of their region."),
  broadcast_generation_cost: z.boolean().describe("Whether to send costs"),
  broadcast_generation_identity: z.boolean().describe("Whether to send the API key's name and hash, and the user"),
  broadcast_generation_request_context: z
    .boolean()
    .describe("Whether to send the request id, session, tags, user agent and referer"),
};

const creating = {
  ...shared,
  enabled: shared.enabled.default(true),
  privacy_mode: shared.privacy_mode.default(false),
  sampling_rate: shared.sampling_rate.default(1),
  api_key_hashes: shared.api_key_hashes.optional(),
  filter_rules: shared.filter_rules.optional(),
  regions: shared.regions.default(["global"]),
  broadcast_generation_cost: z.boolean().default(false),
  broadcast_generation_identity: z.boolean().default(false),
  broadcast_generation_request_context: z.boolean().default(false),
  workspace_id: WorkspaceRef,
};

const DestinationHealth = z
  .object({
    backlog: z.int().describe("Requests waiting to be sent"),
    oldest_waiting_at: Timestamp.nullable(),
    dead_letters: z.int().describe("Requests that could not be delivered. Kept for 30 days."),
    delivered: z.int().describe("Requests delivered so far"),
    last_delivered_at: Timestamp.nullable(),
    last_error: z.string().nullable().describe("Why the last failed attempt failed"),
    last_error_at: Timestamp.nullable(),
    failures: z.int().describe("Failed attempts since the last success"),
    next_attempt_at: Timestamp.nullable().describe("When the next attempt is due, after a failure"),
  })
  .meta({ id: "DestinationHealth" });

export const Destination = z
  .object({
    id: z.string(),
    workspace_id: z.string(),
    type: z.enum(["webhook", "otel-collector", "s3", "disk"]),
    config: z.record(z.string(), z.unknown()).describe("Configuration for this `type`, with secrets masked"),
    created_at: Timestamp,
    updated_at: Timestamp,
    ...shared,
    health: DestinationHealth,
  })
  .meta({ id: "Destination" });

const path = "/observability/destinations";
const resource = "destinations";
const roles = "administrators";
const access = "management";

export const listDestinations = endpoint({
  id: "listDestinations",
  resource,
  method: "GET",
  path,
  roles,
  access,
  summary: "List destinations",
  query: Page.extend({
    workspace_id: WorkspaceRef,
  }),
  response: listOf(Destination),
  errors: [400, 401, 403, 404, 405, 429, 500],
});

export const createDestination = endpoint({
  id: "createDestination",
  resource,
  method: "POST",
  path,
  roles,
  access,
  summary: "Create a destination",
  description:
    "A workspace can have up to five destinations of each type. Type `disk` needs the operator's setting `DESTINATION_DISK_FOLDER`.",
  body: z.discriminatedUnion("type", [
    z.strictObject({ type: z.literal("webhook"), config: DESTINATION_CONFIGS.webhook, ...creating }),
    z.strictObject({ type: z.literal("otel-collector"), config: DESTINATION_CONFIGS["otel-collector"], ...creating }),
    z.strictObject({ type: z.literal("s3"), config: DESTINATION_CONFIGS.s3, ...creating }),
    z.strictObject({ type: z.literal("disk"), config: DESTINATION_CONFIGS.disk, ...creating }),
  ]),
  status: 201,
  response: dataOf(Destination),
  errors: [400, 401, 403, 404, 405, 409, 413, 429, 500],
});

export const getDestination = endpoint({
  id: "getDestination",
  resource,
  method: "GET",
  path: `${path}/{id}`,
  roles,
  access,
  summary: "Get a destination",
  params: IdParams,
  response: dataOf(Destination),
  errors: [400, 401, 403, 404, 405, 429, 500],
});

export const updateDestination = endpoint({
  id: "updateDestination",
  resource,
  method: "PATCH",
  path: `${path}/{id}`,
  roles,
  access,
  summary: "Update a destination",
  description:
    "Omitted fields stay unchanged, including those inside `config`. A masked secret that you send back keeps its value.",
  params: IdParams,
  body: z
    .strictObject({ ...shared, config: z.record(z.string(), z.unknown()) })
    .partial()
    .prefault({}),
  response: dataOf(Destination),
  errors: [400, 401, 403, 404, 405, 409, 413, 429, 500],
});

export const deleteDestination = endpoint({
  id: "deleteDestination",
  resource,
  method: "DELETE",
  path: `${path}/{id}`,
  roles,
  access,
  summary: "Delete a destination",
  params: IdParams,
  response: Deleted,
  errors: [400, 401, 403, 404, 405, 409, 429, 500],
});

export const testDestination = endpoint({
  id: "testDestination",
  resource,
  method: "POST",
  path: `${path}/{id}/test`,
  roles,
  access,
  isQuery: true,
  summary: "Send a sample request to a destination",
  description: "Sends one sample request now, even if the destination is disabled, and returns the result.",
  params: IdParams,
  response: dataOf(deliveryAttempt("HTTP status from the receiver. Null if it was not reached, and for disks.")),
  errors: [400, 401, 403, 404, 405, 429, 500],
});

export const retryDestination = endpoint({
  id: "retryDestination",
  resource,
  method: "POST",
  path: `${path}/{id}/retry`,
  roles,
  access,
  summary: "Retry a destination's dead letters",
  description: "Queues every dead letter again and makes the next attempt due now.",
  params: IdParams,
  response: dataOf(z.object({ retried: z.int().describe("Number of dead letters that were queued again") })),
  errors: [400, 401, 403, 404, 405, 429, 500],
});
