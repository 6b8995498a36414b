import { testCredential as endpoint } from "#lib/contract/byok.ts";
import { recordKeyTest } from "#server/data/credential-uses.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { checkKey } from "#server/pipeline/planning/key-check.ts";
import { requireCredential } from "./require-credential.ts";
import { testRecord } from "./test-record.ts";

export const testCredential = operation(endpoint)(async (gateway, { principal, params, departure }) => {
  const { id, provider, sealedKey, keyVersion } = await requireCredential(gateway, principal, params.id);
  const key = gateway.vault.open(sealedKey, id);
  if (key === undefined)
    throw new HttpError(409, "The stored key cannot be decrypted with this gateway's secret; replace the key");
  const checked = await checkKey(gateway, provider, key, departure.signal);
  if (checked.outcome === "accepted") {
    gateway.credentials.accepted(id, keyVersion);
    await recordKeyTest(gateway.database.queries, id, keyVersion, new Date(gateway.now()));
  }
  return { data: testRecord(checked) };
});
