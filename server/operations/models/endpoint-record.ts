import type { z } from "zod";
import type { ModelEndpoint as EndpointSchema } from "#lib/contract/models.ts";
import { readsStatusText } from "#server/caller/clients.ts";
import type { Model, ModelEndpoint, Price } from "#server/catalogue/model.ts";
import { type UnpricedPart, unpricedParts } from "#server/catalogue/unpriced-parts.ts";
import { videoFactsOf } from "#server/catalogue/video-facts.ts";
import type { Gateway } from "#server/gateway.ts";
import type { CanAccess } from "#server/pipeline/planning/accessible-endpoints.ts";
import { pricingOf } from "./pricing.ts";

type EndpointRecord = z.output<typeof EndpointSchema>;

/** Converts a model endpoint to its API record for the client of `headers`, with its live figures. */
export function endpointRecord(
  { catalogue, health, now }: Gateway,
  reaches: CanAccess,
  model: Model,
  endpoint: ModelEndpoint,
  headers: Headers,
): EndpointRecord {
  const nowMs = now();
  const prices = catalogue.priceRowsOf(endpoint.id, nowMs);
  const { latencyMs, throughput, uptime5m, uptime30m, uptime1d } = health.read(endpoint.id, nowMs);
  const provider = catalogue.providers().find(({ id }) => id === endpoint.provider)?.name ?? endpoint.provider;
  return {
    id: endpoint.id,
    name: `${provider} | ${model.id}`,
    model_id: model.id,
    model_name: model.name,
    provider_name: provider,
    tag: endpoint.provider,
    quantization: endpoint.quantization,
    context_length: endpoint.contextLength ?? model.contextLength ?? 0,
    max_completion_tokens: endpoint.maxOutputTokens,
    max_prompt_tokens: endpoint.maxPromptTokens,
    pricing: pricingOf(model.outputModalities, prices, nowMs),
    supported_parameters: endpoint.supportedParameters,
    supports_implicit_caching: endpoint.supportsImplicitCaching,
    supports_tool_choice: toolChoicesOf(endpoint),
    latency_last_30m: latencyMs,
    throughput_last_30m: throughput,
    uptime_last_5m: uptime5m,
    uptime_last_30m: uptime30m,
    uptime_last_1d: uptime1d,
    ...(readsStatusText(headers) && { status: "default" }),
    available: reaches(endpoint),
    price_disputed: prices.some(({ disputed }) => disputed),
    unpriced: unpricedOf(model, endpoint, catalogue.pricesOf(endpoint.id, nowMs)),
  };
}

/**
 * Returns the unpriced units for every kind of request: each resolution of a video, and all separately billed units.
 */
function unpricedOf({ outputModalities }: Model, endpoint: ModelEndpoint, prices: readonly Price[]): UnpricedPart[] {
  const apart = endpoint.billedApart ?? [];
  const whole = unpricedParts(outputModalities, endpoint, prices, { apart });
  const resolutions = videoFactsOf(endpoint.provider, endpoint.upstreamModel)?.resolutions ?? [];
  const sizes = resolutions.flatMap((variant) => unpricedParts(outputModalities, endpoint, prices, { variant }));
  return [...whole, ...sizes.filter(({ variant }) => variant !== null)];
}

function toolChoicesOf({ supportedParameters }: ModelEndpoint): EndpointRecord["supports_tool_choice"] {
  const chooses = supportedParameters.includes("tool_choice");
  return {
    auto: supportedParameters.includes("tools"),
    function: chooses,
    none: chooses,
    required: chooses,
  };
}
