import { getCredential as endpoint } from "#lib/contract/byok.ts";
import { operation } from "#server/http/operation.ts";
import { credentialRecord } from "./credential-records.ts";
import { requireCredential } from "./require-credential.ts";

export const getCredential = operation(endpoint)(async (gateway, { principal, params }) => {
  await gateway.credentials.flush();
  return { data: await credentialRecord(gateway, await requireCredential(gateway, principal, params.id)) };
});
