import { findKey, insertKey } from "#server/data/api-keys.ts";
import type { Queries } from "#server/data/database.ts";
import { keyIdentity } from "./new-key.ts";

/** Creates the management key given in the environment, once, so that automation needs no console. */
export async function seedManagementKey(
  queries: Queries,
  workspaceId: string,
  secret: string | undefined,
): Promise<void> {
  if (!secret) return;
  const { hash, label } = keyIdentity(secret);
  if (await findKey(queries, workspaceId, hash)) return;
  await insertKey(queries, {
    hash,
    label,
    name: "Management key from the environment",
    kind: "management",
    workspaceId,
  });
}
