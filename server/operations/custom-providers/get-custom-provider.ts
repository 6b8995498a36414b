import { getCustomProvider as endpoint } from "#lib/contract/custom-providers.ts";
import { operation } from "#server/http/operation.ts";
import { customProviderRecord } from "./custom-provider-records.ts";
import { requireCustomProvider } from "./require-custom-provider.ts";

export const getCustomProvider = operation(endpoint)(async (gateway, { principal, params }) => {
  return { data: customProviderRecord(gateway, await requireCustomProvider(gateway, principal, params.id)) };
});
