import type { Model, ModelEndpoint } from "#server/catalogue/model.ts";
import type { UnpricedPart } from "#server/catalogue/unpriced-parts.ts";
import { HttpError } from "#server/errors.ts";

/**
 * Returns the error for a request that cannot be priced. The message explains how to set a price; the metadata lists
 * what lacks one.
 */
export function unpricedError(
  model: Model,
  endpoint: ModelEndpoint,
  parts: readonly UnpricedPart[],
  serviceTier?: string | null,
): HttpError {
  const tier = serviceTier ? ` in the service tier "${serviceTier.slice(0, 64)}"` : "";
  const missing = parts.map(({ unit, variant }) => `${unit.replaceAll("_", " ")}${variant ? ` at ${variant}` : ""}`);
  const message = [
    `${model.id} has no known price for ${missing.join(" and ")}${tier}, and this gateway rejects requests that it cannot price.`,
    "An owner or admin can set one on the model's page in the console, or with POST /api/v1/prices and a management key;",
    "the operator can allow such requests, marked as unpriced, with UNPRICED_MODELS=serve.",
  ].join(" ");
  const unpriced = parts.map((part) => ({
    model_endpoint: endpoint.id,
    ...part,
    ...(serviceTier && { service_tier: serviceTier }),
  }));
  return new HttpError(404, message, { metadata: { reason: "no_provider", unpriced } });
}
