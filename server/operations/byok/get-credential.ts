import { getCredential as endpoint } from "#lib/contract/byok.ts";
import { operation } from "#server/http/operation.ts";
import { gateway } from "#server/opened-gateway.ts";
import { credentialInReach } from "./credential-in-reach.ts";
import { credentialRecord } from "./credential-records.ts";

export const getCredential = operation(endpoint)(async ({ principal, params }) => {
  const open = gateway();
  await open.credentials.flush();
  return { data: await credentialRecord(open, await credentialInReach(open, principal, params.id)) };
});
