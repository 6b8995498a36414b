import { createCredential } from "#server/operations/byok/create-credential.ts";
import { deleteCredential } from "#server/operations/byok/delete-credential.ts";
import { orderCredentials } from "#server/operations/byok/order-credentials.ts";
import { updateCredential } from "#server/operations/byok/update-credential.ts";
import { DEFAULTS } from "../document/defaults.ts";
import type { Resource } from "../document/resources.ts";
import type { Difference } from "../plan/differences.ts";
import {
  type Applying,
  changedIn,
  create,
  idOf,
  keyHashes,
  perform,
  removal,
  type Step,
  secretOf,
  userIdsIn,
  workspaceId,
} from "./applying.ts";

const FIELDS = Object.keys(DEFAULTS.credential).filter((name) => name !== "position");

export const changeCredential: Step = async (applying, difference) => {
  const { action, resource, workspace, fields } = difference;
  const { allowed_users: users, allowed_api_keys: keys, ...set } = changedIn(difference, FIELDS);
  const body = {
    ...set,
    ...(users !== undefined && { allowed_user_ids: users && userIdsIn(applying, users as string[]) }),
    ...(keys !== undefined && { allowed_api_key_hashes: keys && keyHashes(applying, keys as string[], workspace) }),
    ...(fields.some(({ field }) => field === "key") && { key: secretOf(applying, resource, "key") }),
  };
  if (action === "update") {
    if (Object.keys(body).length === 0) return;
    await perform(applying, updateCredential, { params: { id: idOf(applying, difference) }, body });
    return;
  }
  const { provider, name } = resource.item;
  const place = { workspace_id: workspace && workspaceId(applying, workspace) };
  await create(applying, difference, createCredential, { body: { ...body, ...place, provider, name } });
};

export const removeCredential = removal(deleteCredential);

/** Puts each provider's credentials in the document's order, if one was moved or added. */
export async function orderAll(
  applying: Applying,
  differences: readonly Difference[],
  credentials: readonly Resource[],
): Promise<void> {
  const groupOf = ({ workspace, item }: Resource) => JSON.stringify([workspace, item.provider]);
  const moved = differences.filter(({ kind, action, fields }) => {
    return kind === "credential" && (action === "create" || fields.some(({ field }) => field === "position"));
  });
  const groups = Map.groupBy(credentials, groupOf);
  for (const group of new Set(moved.map(({ resource }) => groupOf(resource)))) {
    const ids = (groups.get(group) ?? []).map((resource) => idOf(applying, resource));
    if (ids.length > 1) await perform(applying, orderCredentials, { body: { ids } });
  }
}
