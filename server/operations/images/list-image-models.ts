import { listImageModels as endpoint } from "#lib/contract/image-models.ts";
import type { Model } from "#server/catalogue/model.ts";
import type { Gateway } from "#server/gateway.ts";
import { operation } from "#server/http/operation.ts";
import { imageAbilitiesOf, makesImages } from "#server/pipeline/media/image/image-abilities.ts";
import { accessibleEndpoints, type CanAccess } from "#server/pipeline/planning/accessible-endpoints.ts";
import { withVisibleModels } from "../models/with-visible-models.ts";
import { capabilitiesOf, mergeCapabilities } from "./capabilities.ts";

export const listImageModels = operation(endpoint)(async (shared, { principal }) => {
  const gateway = withVisibleModels(shared, principal);
  const reaches = accessibleEndpoints(gateway, principal);
  return { data: gateway.catalogue.models().flatMap((model) => recordOf(gateway, reaches, model)) };
});

/** Returns nothing for a model with which no available provider generates images. */
function recordOf({ catalogue }: Gateway, reaches: CanAccess, model: Model) {
  if (!model.outputModalities.includes("image")) return [];
  const endpoints = catalogue.endpointsOf(model.id).filter(makesImages);
  if (endpoints.length === 0) return [];
  const abilities = endpoints.map(imageAbilitiesOf);
  return [
    {
      id: model.id,
      name: model.name,
      description: model.description,
      created: model.created,
      architecture: { input_modalities: model.inputModalities, output_modalities: model.outputModalities },
      endpoints: `/api/v1/images/models/${model.id}/endpoints`,
      supported_parameters: mergeCapabilities(abilities.map(capabilitiesOf)),
      supports_streaming: abilities.some(({ streams }) => streams === true),
      available: endpoints.some(reaches),
    },
  ];
}
