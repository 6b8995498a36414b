import { DEFAULT_CAP } from "#lib/contract/config-document.ts";
import { deleteMemberCap } from "#server/operations/member-caps/delete-member-cap.ts";
import { putDefaultCap } from "#server/operations/member-caps/put-default-cap.ts";
import { putMemberCap } from "#server/operations/member-caps/put-member-cap.ts";
import { createSharedBudget } from "#server/operations/shared-budgets/create-shared-budget.ts";
import { deleteSharedBudget } from "#server/operations/shared-budgets/delete-shared-budget.ts";
import { updateSharedBudget } from "#server/operations/shared-budgets/update-shared-budget.ts";
import type { Difference } from "../plan/differences.ts";
import {
  type Applying,
  changedIn,
  create,
  idOf,
  keyHashes,
  perform,
  type Step,
  userIdsIn,
  workspaceId,
} from "./applying.ts";

const NO_CAPS = { daily_usd: null, monthly_usd: null };

const placeOf = (applying: Applying, { workspace }: Difference) => ({
  ref: workspaceId(applying, workspace as string),
});

export const changeCap: Step = async (applying, difference) => {
  const { name, resource } = difference;
  const place = placeOf(applying, difference);
  if (name === DEFAULT_CAP) await perform(applying, putDefaultCap, { params: place, body: resource.fields });
  else await perform(applying, putMemberCap, { params: ofMember(applying, difference), body: resource.fields });
};

export const removeCap: Step = async (applying, difference) => {
  const place = placeOf(applying, difference);
  if (difference.name === DEFAULT_CAP) await perform(applying, putDefaultCap, { params: place, body: NO_CAPS });
  else await perform(applying, deleteMemberCap, { params: ofMember(applying, difference) });
};

function ofMember(applying: Applying, difference: Difference) {
  const [user_id = ""] = userIdsIn(applying, [difference.name]);
  return { ...placeOf(applying, difference), user_id };
}

export const changeSharedBudget: Step = async (applying, difference) => {
  const { action, name, resource } = difference;
  const place = placeOf(applying, difference);
  if (action === "create") {
    const body = { name, ...bodyOf(applying, difference, resource.fields) };
    await create(applying, difference, createSharedBudget, { params: place, body });
    return;
  }
  const changed = changedIn(difference, Object.keys(resource.fields));
  const params = { ...place, id: idOf(applying, difference) };
  await perform(applying, updateSharedBudget, { params, body: bodyOf(applying, difference, changed) });
};

export const removeSharedBudget: Step = async (applying, difference) => {
  const params = { ...placeOf(applying, difference), id: idOf(applying, difference) };
  await perform(applying, deleteSharedBudget, { params });
};

/** Returns the fields with the ids of the keys and members that they name. */
function bodyOf(applying: Applying, { workspace }: Difference, { keys, members, ...set }: Record<string, unknown>) {
  return {
    ...set,
    ...(keys !== undefined && { key_hashes: keyHashes(applying, keys as string[], workspace) }),
    ...(members !== undefined && { user_ids: userIdsIn(applying, members as string[]) }),
  };
}
