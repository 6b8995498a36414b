import type { Model, ModelEndpoint } from "#server/catalogue/model.ts";
import type { UnpricedPart } from "#server/catalogue/unpriced-parts.ts";
import { HttpError } from "#server/errors.ts";

/**
 * Returns the error for a call that cannot be priced. The message tells how to set a price; the metadata lists what
 * lacks one.
 */
export function unpricedError(
  model: Model,
  endpoint: ModelEndpoint,
  parts: readonly UnpricedPart[],
  serviceTier?: string | null,
): HttpError {
  const tier = serviceTier ? ` in the service tier "${serviceTier.slice(0, 64)}"` : "";
  const wanted = parts.map(({ unit, variant }) => `${unit.replaceAll("_", " ")}${variant ? ` at ${variant}` : ""}`);
  const message = [
    `${model.id} has no known price for ${wanted.join(" and ")}${tier}, and this gateway refuses what it cannot price.`,
    "An owner or admin can set one on the model's page in the console, or by POST /api/v1/prices with a management key;",
    "the operator can have such calls served, marked as unpriced, by UNPRICED_MODELS=serve.",
  ].join(" ");
  const unpriced = parts.map((part) => ({
    model_endpoint: endpoint.id,
    ...part,
    ...(serviceTier && { service_tier: serviceTier }),
  }));
  return new HttpError(404, message, { metadata: { unpriced } });
}
