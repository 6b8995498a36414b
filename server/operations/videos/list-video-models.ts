import { listVideoModels as endpoint } from "#lib/contract/videos.ts";
import { usdPerUnit } from "#lib/nano-usd.ts";
import type { Model, Price } from "#server/catalogue/model.ts";
import { type VideoFacts, videoFactsOf } from "#server/catalogue/video-facts.ts";
import type { Gateway } from "#server/gateway.ts";
import { operation } from "#server/http/operation.ts";
import { withVisibleModels } from "../models/with-visible-models.ts";
import { sizesOf } from "./video-shape.ts";

/** Lists the models available through this gateway, with any credential. */
export const listVideoModels = operation(endpoint)(async (shared, { principal }) => {
  const gateway = withVisibleModels(shared, principal);
  const models = gateway.catalogue.models().filter(({ outputModalities }) => outputModalities.includes("video"));
  return { data: models.flatMap((model) => recordsOf(gateway, model)) };
});

function recordsOf({ catalogue, now }: Gateway, model: Model) {
  for (const endpoint of catalogue.endpointsOf(model.id)) {
    const facts = videoFactsOf(endpoint.provider, endpoint.upstreamModel);
    if (facts) return [recordOf(model, facts, catalogue.pricesOf(endpoint.id, now()))];
  }
  return [];
}

function recordOf(model: Model, facts: VideoFacts, prices: readonly Price[]) {
  return {
    id: model.id,
    canonical_slug: model.canonicalSlug,
    name: model.name,
    created: model.created,
    description: model.description,
    allowed_passthrough_parameters: [...facts.passthrough],
    ...(model.retirement && { expiration_date: model.retirement.retiresOn }),
    generate_audio: facts.isOpen ? null : facts.audio,
    seed: facts.seed,
    supported_aspect_ratios: [...facts.aspectRatios],
    supported_durations: facts.isOpen ? null : facts.durations.toSorted((a, b) => a - b),
    supported_frame_images: [...facts.frames],
    supported_resolutions: [...facts.resolutions],
    supported_sizes: facts.isOpen ? null : sizesOf(facts),
    creativity: null,
    upscale_factor: null,
    pricing_skus: skusOf(facts, prices),
  };
}

function skusOf({ resolutions }: VideoFacts, prices: readonly Price[]): Record<string, string> {
  const seconds = prices.filter(({ unit }) => unit === "seconds");
  const priceAt = (resolution: string) =>
    seconds.find(({ variant }) => variant === resolution) ?? seconds.find(({ variant }) => variant === undefined);
  return Object.fromEntries(
    resolutions.flatMap((resolution) => {
      const price = priceAt(resolution);
      return price ? [[resolution, usdPerUnit(price.nanoUsdPerMillion)]] : [];
    }),
  );
}
