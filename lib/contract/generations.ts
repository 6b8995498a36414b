import { z } from "zod";
import { dataOf, Timestamp } from "./common.ts";
import { CostProof } from "./cost-proof.ts";
import { endpoint } from "./endpoint.ts";

const count = z.number().int().nullable();

export const Attempt = z.object({
  provider_name: z.string(),
  model_permaslug: z.string(),
  endpoint_id: z.string(),
  status: z.number().int().nullable(),
  latency: z.number().describe("ms until the attempt answered or failed"),
  is_byok: z.boolean(),
  credential_id: z.string().nullable().describe("The own provider key it went through; null: the house's"),
  credential_name: z.string().nullable().describe("Its name or masked label, as it was then"),
  error: z.string().nullable(),
});

export const GuardrailFinding = z.object({
  guardrail_id: z.string(),
  guardrail_name: z.string().describe("As it was then"),
  guardrail_scope: z.enum(["workspace", "member", "key"]),
  rule: z.string(),
  rule_name: z.string(),
  action: z.enum(["block", "redact", "flag"]),
  direction: z.enum(["input", "output"]),
  shadow: z.boolean().describe("Nothing was done; the action says what would have been"),
  count: z.number().int(),
});

/** Why nothing is kept of what a call said, as far as its settings still tell. */
export const NOT_KEPT_REASONS = ["off", "key", "sampling", "expired", "no_text", "unknown"] as const;

const Content = z.object({
  kept: z.boolean().describe("What the call said is behind `/generation/content`"),
  reason: z.enum(NOT_KEPT_REASONS).nullable().describe("Why it is not"),
  sampling_rate: z.number().describe("The share of calls that the workspace keeps"),
  retention_days: z.number().int(),
});

export const Generation = z
  .object({
    id: z.string(),
    request_id: z.string(),
    created_at: Timestamp,
    api_type: z.string().nullable(),
    dialect: z.string().nullable(),
    origin: z.string(),
    model: z.string(),
    requested_model: z.string(),
    provider_name: z.string().nullable(),
    upstream_id: z.string().nullable(),
    usage: z.number().describe("USD charged here; 0 for a call through the caller's own provider key"),
    total_cost: z.number().describe("The same as `usage`"),
    cost_nano_usd: z.number().int().describe("What the call cost, exactly, whoever is charged"),
    upstream_inference_cost: z
      .number()
      .nullable()
      .describe("USD that the provider charges to the caller's own provider key"),
    cache_discount: z.number().nullable(),
    is_byok: z.boolean(),
    data_region: z.string(),
    app_id: z.number().nullable(),
    streamed: z.boolean().nullable(),
    cancelled: z.boolean().nullable(),
    status: z.number().int(),
    error: z.string().nullable(),
    finish_reason: z.string().nullable(),
    native_finish_reason: z.string().nullable(),
    queue_time: z.number().int().describe("ms before the first attempt"),
    latency: z.number().nullable().describe("ms to the first token"),
    generation_time: z.number().nullable().describe("ms in total"),
    moderation_latency: z.number().nullable(),
    tokens_prompt: count,
    tokens_completion: count,
    native_tokens_prompt: count,
    native_tokens_completion: count,
    native_tokens_cached: count,
    native_tokens_reasoning: count,
    native_tokens_completion_images: count,
    usage_estimated: z.boolean().describe("The upstream gave no usage; it was counted here"),
    usage_units: z.record(z.string(), z.number()),
    raw_usage: z.unknown().describe("The upstream's own usage block"),
    price_ids: z.array(z.string()),
    unpriced_units: z.array(z.string()).describe("Units in use that had no price: they are not in the cost"),
    cost_proof: CostProof,
    notes: z.array(z.string()).describe("What the conversion between dialects dropped or changed"),
    guardrail_findings: z.array(GuardrailFinding).describe("What guardrails found in the request and the answer"),
    not_inspected: z.array(z.string()).describe("Parts of the request that guardrails could not read, or not in full"),
    num_fetches: count,
    num_input_audio_prompt: count,
    num_media_prompt: count,
    num_media_completion: count,
    num_search_results: count,
    web_search_engine: z.string().nullable(),
    provider_responses: z.array(Attempt),
    router: z.string().nullable(),
    preset_id: z.string().nullable(),
    service_tier: z.string().nullable(),
    session_id: z.string().nullable(),
    external_user: z.string().nullable(),
    http_referer: z.string().nullable(),
    user_agent: z.string().nullable(),
    key_hash: z.string().nullable(),
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
  summary: "The ledger's record of one model call",
  query: z.object({ id: z.string().min(1).max(200).describe("Generation id, or the upstream's id of the reply") }),
  response: dataOf(Generation),
  errors: [400, 401, 404, 405, 429, 500],
});
