import type { ImageRequest } from "#lib/contract/images.ts";
import type { ModelEndpoint } from "#server/catalogue/model.ts";
import { compatibleImage } from "#server/providers/compatible/image.ts";
import type { ImageAbilities } from "#server/providers/image/abilities.ts";
import type { ImageMaker } from "#server/providers/image/maker.ts";
import { providers } from "#server/providers/registry.ts";
import { servingProvider } from "#server/providers/serving.ts";
import { imageRefusal, resolveImageRequest } from "./resolve-image-request.ts";

const NONE: ImageAbilities = { maxImages: 1, maxReferences: 0, formats: ["png"], passthrough: [] };

/** Returns what a model endpoint supports in image requests; almost nothing if its provider makes no images. */
export function imageAbilitiesOf(endpoint: ModelEndpoint): ImageAbilities {
  return makerAt(endpoint)?.abilities(endpoint.upstreamModel) ?? NONE;
}

/** Returns whether the model endpoint's provider makes images through this gateway. */
export function makesImages(endpoint: ModelEndpoint): boolean {
  return makerAt(endpoint) !== undefined;
}

/** Only custom providers are not registered, and all of them make images in the same way. */
function makerAt(endpoint: ModelEndpoint): ImageMaker | undefined {
  const provider = servingProvider(providers, endpoint);
  return provider ? provider.image : compatibleImage;
}

/**
 * Returns why a model endpoint cannot serve an image request; undefined if it can. With `require_parameters`, any
 * dropped field is a reason.
 */
export function imageRefusalAt(request: ImageRequest, endpoint: ModelEndpoint): string | undefined {
  const abilities = imageAbilitiesOf(endpoint);
  const refusal = imageRefusal(request, abilities);
  if (refusal || !request.provider?.require_parameters) return refusal;
  return resolveImageRequest(request, abilities).notes[0];
}
