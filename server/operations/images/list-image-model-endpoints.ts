import { listImageModelEndpoints as endpoint } from "#lib/contract/image-models.ts";
import type { ModelEndpoint } from "#server/catalogue/model.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { operation } from "#server/http/operation.ts";
import { imageAbilitiesOf, makesImages } from "#server/pipeline/media/image/image-abilities.ts";
import { accessibleEndpoints, type CanAccess } from "#server/pipeline/planning/accessible-endpoints.ts";
import { findModel } from "../models/find-model.ts";
import { withVisibleModels } from "../models/with-visible-models.ts";
import { capabilitiesOf } from "./capabilities.ts";
import { imagePricing } from "./image-pricing.ts";

export const listImageModelEndpoints = operation(endpoint)(async (shared, { principal, params }) => {
  const gateway = withVisibleModels(shared, principal);
  const name = `${params.author}/${params.slug}`;
  const { id, outputModalities } = findModel(gateway, name);
  const isOne = outputModalities.includes("image");
  const endpoints = isOne ? gateway.catalogue.endpointsOf(name).filter(makesImages) : [];
  if (endpoints.length === 0) throw new HttpError(404, `No available provider generates images with ${id}.`);
  const reaches = accessibleEndpoints(gateway, principal);
  return { id, endpoints: endpoints.map((one) => recordOf(gateway, reaches, one)) };
});

function recordOf({ catalogue, now }: Gateway, reaches: CanAccess, endpoint: ModelEndpoint) {
  const abilities = imageAbilitiesOf(endpoint);
  const { provider } = endpoint;
  return {
    provider_name: catalogue.providers().find(({ id }) => id === provider)?.name ?? provider,
    provider_slug: provider,
    provider_tag: provider,
    pricing: imagePricing(catalogue.priceRowsOf(endpoint.id, now()), abilities, now()),
    supported_parameters: capabilitiesOf(abilities),
    allowed_passthrough_parameters: [...abilities.passthrough],
    supports_streaming: abilities.streams === true,
    available: reaches(endpoint),
  };
}
