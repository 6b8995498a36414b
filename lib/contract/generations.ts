import { z } from "zod";
import { dataOf, Timestamp } from "./common.ts";
import { CostProof } from "./cost-proof.ts";
import { endpoint } from "./endpoint.ts";
import { GenerationRequest } from "./generation-request.ts";
import { GenerationRouting } from "./generation-routing.ts";
import { POOL_STRATEGIES } from "./pool-strategies.ts";
import { Rejection } from "./rejections.ts";

const count = z.number().int().nullable();

const CredentialChoice = z
  .object({
    by: z
      .enum([...POOL_STRATEGIES, "session"])
      .describe("What decided among the credentials of the tier. `session`: the request's session stays with one."),
    tier: z.number().int(),
    skipped: z
      .array(
        z.object({
          id: z.string(),
          name: z.string(),
          until: Timestamp,
          reason: z
            .enum(["limit", "rejected"])
            .describe("`limit`: at its limit or cooling down after a 429. `rejected`: the provider rejected it."),
        }),
      )
      .describe("Credentials that were passed over, why, and until when"),
  })
  .describe("Why this credential and not another of the provider");

export const Attempt = z.object({
  provider_name: z.string(),
  model_permaslug: z.string(),
  endpoint_id: z.string(),
  status: z.number().int().nullable(),
  latency: z.number().describe("Time until the attempt responded or failed, in milliseconds"),
  started: z
    .number()
    .int()
    .nullable()
    .describe("Time from the request to an attempt that ran alongside another one, in milliseconds"),
  canceled: z.boolean().describe("Whether the gateway canceled it because another candidate responded first"),
  is_byok: z.boolean(),
  data_region: z.string().nullable().describe("Where the provider processes data. Null if unknown."),
  credential_id: z
    .string()
    .nullable()
    .describe("BYOK credential used for the attempt. Null for the system credential."),
  credential_name: z
    .string()
    .nullable()
    .describe(
      "Name or masked label of the credential at the time of the request, or the environment variable of one of several system credentials",
    ),
  credential_choice: CredentialChoice.nullable().describe("Null if the provider had one credential for the request"),
  error: z.string().nullable(),
  raw_error: z
    .string()
    .nullable()
    .describe(
      "The provider's error body as JSON. Only its codes and the error's message are kept; every other text or number, which may repeat the prompt, is replaced by its length.",
    ),
});

const Step = z.object({
  model: z.string(),
  provider_name: z.string(),
  endpoint_id: z.string(),
  usage_units: z.record(z.string(), z.number()),
  cost_nano_usd: z.number().int(),
  started: z.number().int().describe("Time from the request to this step, in milliseconds"),
  latency: z.number().int().describe("Time until the model's response was complete, in milliseconds"),
  native_finish_reason: z.string().nullable(),
  tools: z
    .array(
      z.object({
        name: z.string(),
        server_label: z.string().describe("`switchboard` for the gateway's own tools, else the MCP server's label"),
        is_error: z.boolean(),
        latency: z.number().int().describe("Milliseconds"),
      }),
    )
    .describe("Tools that the gateway ran after this step"),
});

export const GuardrailFinding = z.object({
  guardrail_id: z.string(),
  guardrail_name: z.string().describe("Name of the guardrail at the time of the request"),
  guardrail_scope: z.enum(["workspace", "member", "key"]),
  rule: z.string(),
  rule_name: z.string(),
  action: z.enum(["block", "redact", "flag"]),
  direction: z.enum(["input", "output"]),
  shadow: z.boolean().describe("Whether the rule ran in shadow mode: it reported `action` but did not apply it"),
  count: z.number().int(),
});

/** Why a request's content is not stored, judging by the current settings. */
export const NOT_STORED_REASONS = ["rejected", "off", "key", "sampling", "expired", "no_text", "unknown"] as const;

const Content = z.object({
  kept: z.boolean().describe("Whether the content is stored and available from `/generation/content`"),
  reason: z.enum(NOT_STORED_REASONS).nullable().describe("Why no content is stored"),
  sampling_rate: z.number().describe("Share of requests whose content the workspace stores, from 0 to 1"),
  retention_days: z.number().int(),
});

export const Generation = z
  .object({
    id: z.string(),
    request_id: z.string(),
    created_at: Timestamp,
    operation: z.string().describe("Endpoint that was called, such as `createResponse`"),
    api_type: z.string().nullable(),
    dialect: z.string().nullable(),
    origin: z.string(),
    model: z.string(),
    requested_model: z.string().describe("Empty if the request was rejected before its body was read"),
    provider_name: z.string().nullable(),
    upstream_id: z.string().nullable(),
    usage: z
      .number()
      .describe(
        "Cost charged by the gateway, in USD. For BYOK requests, only what the gateway pays for, such as web searches.",
      ),
    total_cost: z.number().describe("Same as `usage`"),
    cost_nano_usd: z
      .number()
      .int()
      .describe("Exact cost in nano-USD (1 USD = 1,000,000,000), including the cost of BYOK requests"),
    upstream_inference_cost: z
      .number()
      .nullable()
      .describe("Cost that the provider charges to the BYOK credential, in USD"),
    cache_discount: z.number().nullable(),
    is_byok: z.boolean(),
    data_region: z
      .string()
      .describe(
        "Where the request was processed: `europe`, `us`, `global` for anywhere, `gateway` if it did not leave the " +
          "gateway, another region, or `unknown`",
      ),
    app_id: z.number().nullable(),
    streamed: z.boolean().nullable(),
    cancelled: z.boolean().nullable(),
    status: z.number().int(),
    error: z.string().nullable(),
    rejection: Rejection.nullable().describe("Why the gateway rejected the request before any provider"),
    finish_reason: z.string().nullable(),
    native_finish_reason: z.string().nullable(),
    queue_time: z.number().int().describe("Time before the first attempt, in milliseconds"),
    latency: z.number().nullable().describe("Time to first token, in milliseconds"),
    generation_time: z.number().nullable().describe("Total time, in milliseconds"),
    moderation_latency: z.number().nullable(),
    tokens_prompt: count,
    tokens_completion: count,
    native_tokens_prompt: count,
    native_tokens_completion: count,
    native_tokens_cached: count,
    native_tokens_reasoning: count,
    native_tokens_completion_images: count,
    usage_estimated: z
      .boolean()
      .describe("Whether the gateway counted the usage itself because the provider reported none"),
    usage_units: z.record(z.string(), z.number()),
    raw_usage: z.unknown().describe("Usage exactly as the provider reported it"),
    price_ids: z.array(z.string()),
    unpriced_units: z.array(z.string()).describe("Used units that have no price. The cost does not include them."),
    cost_proof: CostProof,
    notes: z.array(z.string()).describe("What was dropped or changed when converting between dialects"),
    guardrail_findings: z.array(GuardrailFinding).describe("What guardrails found in the request and the response"),
    not_inspected: z.array(z.string()).describe("Parts of the request that guardrails could not read completely"),
    num_fetches: count,
    num_input_audio_prompt: count,
    num_media_prompt: count,
    num_media_completion: count,
    num_search_results: count,
    web_search_engine: z.string().nullable(),
    provider_responses: z.array(Attempt),
    routing: GenerationRouting.nullable().describe("Why each candidate was chosen or passed over"),
    request: GenerationRequest.nullable().describe(
      "How the request was made, without its texts. Null for older requests.",
    ),
    steps: z.array(Step).describe("Steps of a request with server tools. Empty if the gateway ran no tools."),
    router: z.string().nullable(),
    preset_id: z.string().nullable(),
    service_tier: z.string().nullable(),
    session_id: z.string().nullable(),
    agent: z.string().nullable().describe("Coding agent that sent the request, such as `claude-code` or `codex`"),
    agent_version: z.string().nullable(),
    repository: z
      .string()
      .nullable()
      .describe("Repository that the agent reports, or the `x-repository` header: `github.com/acme/shop`"),
    tool_calls: z.number().int().describe("Tools that the model called in its response"),
    batch_id: z.string().nullable().describe("Batch that the request is part of"),
    external_user: z.string().nullable(),
    tags: z.array(z.string()).describe("Tags of the request and of its key"),
    user_id: z.string().nullable().describe("User who sent the request from the console, or who created the key"),
    http_referer: z.string().nullable(),
    user_agent: z.string().nullable(),
    key_hash: z.string().nullable(),
    api_key_name: z
      .string()
      .nullable()
      .describe(
        "Name of the key, the last one if it was deleted. Null if an ordinary key reads another key's request.",
      ),
    workspace_id: z.string().nullable(),
    content: Content,
  })
  .meta({ id: "Generation" });

export const getGeneration = endpoint({
  id: "getGeneration",
  resource: "generations",
  method: "GET",
  path: "/generation",
  roles: "own",
  access: "key",
  summary: "Get a generation",
  description: "Returns the usage, cost and routing of one model request.",
  query: z.object({ id: z.string().min(1).max(200).describe("Generation ID, or the ID in the provider's response") }),
  response: dataOf(Generation),
  errors: [400, 401, 404, 405, 429, 500],
});
