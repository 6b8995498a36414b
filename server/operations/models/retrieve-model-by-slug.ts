import { retrieveModelBySlug as endpoint } from "#lib/contract/models.ts";
import { operation } from "#server/http/operation.ts";
import { retrieveModelRecord } from "./retrieve-model-record.ts";

export const retrieveModelBySlug = operation(endpoint)(async (gateway, call) =>
  retrieveModelRecord(gateway, call, `${call.params.author}/${call.params.slug}`),
);
