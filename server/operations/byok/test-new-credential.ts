import { testNewCredential as endpoint } from "#lib/contract/byok.ts";
import { operation } from "#server/http/operation.ts";
import { checkKey } from "#server/pipeline/planning/key-check.ts";
import { keyedProvider } from "#server/pipeline/planning/keyed-provider.ts";
import { credentialText } from "./credential-text.ts";
import { testRecord } from "./test-record.ts";

export const testNewCredential = operation(endpoint)(async (gateway, { body, departure }) => {
  const key = credentialText(keyedProvider(body.provider).id, body.key);
  return { data: testRecord(await checkKey(gateway, body.provider, key, departure.signal)) };
});
