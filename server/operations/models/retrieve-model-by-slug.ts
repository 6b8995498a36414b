import { retrieveModelBySlug as endpoint } from "#lib/contract/models.ts";
import { operation } from "#server/http/operation.ts";
import { retrievedModel } from "./retrieved-model.ts";

export const retrieveModelBySlug = operation(endpoint)(async (gateway, call) =>
  retrievedModel(gateway, call, `${call.params.author}/${call.params.slug}`),
);
