import { getKey as endpoint } from "#lib/contract/keys.ts";
import { requireKey } from "#server/auth/access.ts";
import { findKey } from "#server/data/api-keys.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { keyRecord } from "./key-records.ts";

export const getKey = operation(endpoint)(async (gateway, { principal, params }) => {
  const { hash, workspaceId } = await requireKey(gateway, principal, params.hash);
  const row = await findKey(gateway.database.queries, workspaceId, hash);
  if (!row) throw new HttpError(404, "API key not found");
  return { data: await keyRecord(gateway, row) };
});
