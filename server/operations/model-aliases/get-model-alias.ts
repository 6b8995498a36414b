import { getModelAlias as endpoint } from "#lib/contract/model-aliases.ts";
import { operation } from "#server/http/operation.ts";
import { modelAliasRecord } from "./model-alias-records.ts";
import { requireModelAlias } from "./require-model-alias.ts";

export const getModelAlias = operation(endpoint)(async (gateway, { principal, params }) => {
  return { data: modelAliasRecord(gateway, await requireModelAlias(gateway, principal, params.id)) };
});
