import { testCredential as endpoint } from "#lib/contract/byok.ts";
import { noteTested } from "#server/data/credential-uses.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { gateway } from "#server/opened-gateway.ts";
import { checkKey } from "#server/pipeline/planning/key-check.ts";
import { credentialInReach } from "./credential-in-reach.ts";
import { testRecord } from "./test-record.ts";

export const testCredential = operation(endpoint)(async ({ principal, params, departure }) => {
  const open = gateway();
  const { id, provider, sealedKey, keyVersion } = await credentialInReach(open, principal, params.id);
  const key = open.vault.open(sealedKey, id);
  if (key === undefined)
    throw new HttpError(409, "The stored key cannot be opened with this gateway's secret; replace it");
  const checked = await checkKey(open, provider, key, departure.signal);
  if (checked.outcome === "accepted") await noteTested(open.database.queries, id, keyVersion, new Date(open.now()));
  return { data: testRecord(checked) };
});
