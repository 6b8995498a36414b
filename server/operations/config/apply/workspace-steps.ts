import type { Operation } from "#server/http/operation.ts";
import { addWorkspaceMembers } from "#server/operations/workspace-members/add-workspace-members.ts";
import { removeWorkspaceMembers } from "#server/operations/workspace-members/remove-workspace-members.ts";
import { createWorkspace } from "#server/operations/workspaces/create-workspace.ts";
import { deleteWorkspace } from "#server/operations/workspaces/delete-workspace.ts";
import { updateWorkspace } from "#server/operations/workspaces/update-workspace.ts";
import { DEFAULTS } from "../document/defaults.ts";
import type { Difference } from "../plan/differences.ts";
import {
  type Applying,
  changedField,
  changedIn,
  create,
  keyHashes,
  perform,
  type Step,
  userIdsIn,
  workspaceId,
} from "./applying.ts";

/** Fields that refer to the workspace's keys or budgets are changed once those exist. */
const LATER = ["io_logging_api_keys", "include_byok_in_budgets"];
const FIELDS = Object.keys(DEFAULTS.workspace).filter((name) => !LATER.includes(name));

export const changeWorkspace: Step = async (applying, difference) => {
  const { action, name: slug } = difference;
  const body = changedIn(difference, FIELDS);
  if (action === "create") {
    await create(applying, difference, createWorkspace, { body: { ...body, slug } });
  } else if (Object.keys(body).length > 0) {
    await perform(applying, updateWorkspace, { params: { ref: workspaceId(applying, slug) }, body });
  }
};

export const addToWorkspace: Step = async (applying, difference) => {
  const { before, after } = changedMembers(difference);
  await movePeople(
    applying,
    difference,
    addWorkspaceMembers,
    after.filter((email) => !before.includes(email)),
  );
};

export const removeFromWorkspace: Step = async (applying, difference) => {
  const { before, after } = changedMembers(difference);
  await movePeople(
    applying,
    difference,
    removeWorkspaceMembers,
    before.filter((email) => !after.includes(email)),
  );
};

function changedMembers(difference: Difference): { before: string[]; after: string[] } {
  const change = changedField<string[] | null>(difference, "members");
  return { before: change?.before ?? [], after: change?.after ?? [] };
}

async function movePeople(
  applying: Applying,
  { name }: Difference,
  operation: Operation,
  emails: string[],
): Promise<void> {
  if (emails.length === 0) return;
  const params = { ref: workspaceId(applying, name) };
  await perform(applying, operation, { params, body: { user_ids: userIdsIn(applying, emails) } });
}

/** Changes for which keys content is stored, once the keys exist. */
export const changeLoggedKeys: Step = async (applying, difference) => {
  const change = changedField<string[] | null>(difference, "io_logging_api_keys");
  if (!change) return;
  const slug = difference.name;
  const names = change.after?.filter((name) => !/^\d+$/.test(name)) ?? [];
  const numbers = change.after?.filter((name) => /^\d+$/.test(name)).map(Number) ?? [];
  const found = keyHashes(applying, names, slug).flatMap((hash) => applying.gateway.keys.find(hash)?.id ?? []);
  const ids = change.after && [...numbers, ...found];
  await perform(applying, updateWorkspace, {
    params: { ref: workspaceId(applying, slug) },
    body: { io_logging_api_key_ids: ids },
  });
};

export const removeWorkspace: Step = async (applying, { name }) => {
  await perform(applying, deleteWorkspace, { params: { ref: workspaceId(applying, name) } });
};
