import { testNewCredential as endpoint } from "#lib/contract/byok.ts";
import { operation } from "#server/http/operation.ts";
import { checkKey } from "#server/pipeline/planning/key-check.ts";
import { testRecord } from "./test-record.ts";

export const testNewCredential = operation(endpoint)(async (gateway, { body, departure }) => ({
  data: testRecord(await checkKey(gateway, body.provider, body.key, departure.signal)),
}));
