import { getKey as endpoint } from "#lib/contract/keys.ts";
import { keyInReach } from "#server/auth/reach.ts";
import { findKey } from "#server/data/api-keys.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { gateway } from "#server/opened-gateway.ts";
import { keyRecord } from "./key-records.ts";

export const getKey = operation(endpoint)(async ({ principal, params }) => {
  const open = gateway();
  const { hash, workspaceId } = await keyInReach(open, principal, params.hash);
  const row = await findKey(open.database.queries, workspaceId, hash);
  if (!row) throw new HttpError(404, "API key not found");
  return { data: await keyRecord(open, row) };
});
