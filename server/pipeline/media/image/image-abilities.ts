import type { ImageRequest } from "#lib/contract/images.ts";
import type { ModelEndpoint } from "#server/catalogue/model.ts";
import type { ImageAbilities } from "#server/providers/image/abilities.ts";
import { providers } from "#server/providers/registry.ts";
import { imageRefusal, resolveImageRequest } from "./resolve-image-request.ts";

const NONE: ImageAbilities = { maxImages: 1, maxReferences: 0, formats: ["png"], passthrough: [] };

/** What a model endpoint makes of a request for images; as good as nothing where its provider makes none. */
export function imageAbilitiesOf({ provider, upstreamModel }: ModelEndpoint): ImageAbilities {
  return providers.get(provider)?.image?.abilities(upstreamModel) ?? NONE;
}

/** Does its provider make images through this gateway? */
export function makesImages({ provider }: ModelEndpoint): boolean {
  return providers.get(provider)?.image !== undefined;
}

/** Why a model endpoint cannot do what a request asks, to the letter where the caller wants that; undefined: it can. */
export function imageRefusalAt(request: ImageRequest, endpoint: ModelEndpoint): string | undefined {
  const abilities = imageAbilitiesOf(endpoint);
  const refusal = imageRefusal(request, abilities);
  if (refusal || !request.provider?.require_parameters) return refusal;
  return resolveImageRequest(request, abilities).notes[0];
}
