import { getCredential as endpoint } from "#lib/contract/byok.ts";
import { operation } from "#server/http/operation.ts";
import { credentialInReach } from "./credential-in-reach.ts";
import { credentialRecord } from "./credential-records.ts";

export const getCredential = operation(endpoint)(async (gateway, { principal, params }) => {
  await gateway.credentials.flush();
  return { data: await credentialRecord(gateway, await credentialInReach(gateway, principal, params.id)) };
});
