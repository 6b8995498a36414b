import { assignKeys } from "#server/operations/guardrails/assignments/assign-keys.ts";
import { assignMembers } from "#server/operations/guardrails/assignments/assign-members.ts";
import { unassignKeys } from "#server/operations/guardrails/assignments/unassign-keys.ts";
import { unassignMembers } from "#server/operations/guardrails/assignments/unassign-members.ts";
import { createGuardrail } from "#server/operations/guardrails/create-guardrail.ts";
import { deleteGuardrail } from "#server/operations/guardrails/delete-guardrail.ts";
import { updateGuardrail } from "#server/operations/guardrails/update-guardrail.ts";
import { createKey } from "#server/operations/keys/create-key.ts";
import { deleteKey } from "#server/operations/keys/delete-key.ts";
import { updateKey } from "#server/operations/keys/update-key.ts";
import { DEFAULTS } from "../document/defaults.ts";
import { DEFAULT_GUARDRAIL, refOf } from "../document/resources.ts";
import type { Difference } from "../plan/differences.ts";
import {
  type Applying,
  changedField,
  changedIn,
  idOf,
  idOfResponse,
  perform,
  removal,
  type Step,
  userIdsIn,
  workspaceId,
} from "./applying.ts";

const KEY_FIELDS = Object.keys(DEFAULTS.key).filter((name) => name !== "guardrail_name");
const GUARDRAIL_FIELDS = Object.keys(DEFAULTS.guardrail).filter((name) => name !== "members");

export const changeKey: Step = async (applying, difference) => {
  const hash = difference.action === "create" ? await makeKey(applying, difference) : idOf(applying, difference);
  const body = changedIn(difference, difference.action === "create" ? ["disabled"] : KEY_FIELDS);
  if (Object.keys(body).length > 0) await perform(applying, updateKey, { params: { hash }, body });
  await assignGuardrail(applying, difference, hash);
};

async function makeKey(applying: Applying, { resource, name, workspace, fields }: Difference): Promise<string> {
  const slug = workspace as string;
  const {
    disabled: _,
    guardrail_name: __,
    ...set
  } = Object.fromEntries(fields.map(({ field, after }) => [field, after]));
  const creator = resource.item.creator;
  const [creator_user_id = null] = typeof creator === "string" ? userIdsIn(applying, [creator]) : [];
  const body = { ...set, name, workspace_id: workspaceId(applying, slug), creator_user_id };
  const made = await perform(applying, createKey, { body, workspace: slug });
  const hash = idOfResponse(made, "hash");
  applying.ids.set(refOf(resource), hash);
  applying.keys.push({ workspace: slug, name, key: (made as { key: string }).key });
  return hash;
}

async function assignGuardrail(applying: Applying, difference: Difference, hash: string): Promise<void> {
  const change = changedField<string | null>(difference, "guardrail_name");
  const name = change?.after ?? change?.before;
  if (!change || !name) return;
  const id = idOf(applying, { kind: "guardrail", workspace: difference.workspace, name });
  const operation = change.after ? assignKeys : unassignKeys;
  await perform(applying, operation, { params: { id }, body: { key_hashes: [hash] } });
}

export const removeKey: Step = async (applying, difference) => {
  await perform(applying, deleteKey, { params: { hash: idOf(applying, difference) } });
};

export const changeGuardrail: Step = async (applying, difference) => {
  const { action, resource, name, workspace } = difference;
  const slug = workspace as string;
  const body = changedIn(difference, GUARDRAIL_FIELDS);
  if (action === "update" && Object.keys(body).length > 0) {
    await perform(applying, updateGuardrail, { params: { id: idOf(applying, difference) }, body, workspace: slug });
  }
  if (action === "create") {
    // A default guardrail has its workspace's id and is created by its first change.
    const made =
      name === DEFAULT_GUARDRAIL
        ? await perform(applying, updateGuardrail, {
            params: { id: workspaceId(applying, slug) },
            body,
            workspace: slug,
          })
        : await perform(applying, createGuardrail, { body: { ...body, workspace_id: workspaceId(applying, slug) } });
    applying.ids.set(refOf(resource), idOfResponse(made));
  }
  await assignPeople(applying, difference);
};

async function assignPeople(applying: Applying, difference: Difference): Promise<void> {
  const change = changedField<string[]>(difference, "members");
  if (!change) return;
  const params = { id: idOf(applying, difference) };
  const joining = change.after.filter((email) => !change.before.includes(email));
  const leaving = change.before.filter((email) => !change.after.includes(email));
  for (const [operation, emails] of [
    [assignMembers, joining],
    [unassignMembers, leaving],
  ] as const) {
    const body = { member_user_ids: userIdsIn(applying, emails) };
    if (emails.length > 0) await perform(applying, operation, { params, body });
  }
}

export const removeGuardrail = removal(deleteGuardrail);
