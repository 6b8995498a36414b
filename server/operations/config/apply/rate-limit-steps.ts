import { createRateLimit } from "#server/operations/rate-limits/create-rate-limit.ts";
import { deleteRateLimit } from "#server/operations/rate-limits/delete-rate-limit.ts";
import { updateRateLimit } from "#server/operations/rate-limits/update-rate-limit.ts";
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
  userIdsIn,
  workspaceId,
} from "./applying.ts";

/** What a rule limits. A rule keeps it, so another one takes its place. */
const SUBJECT = ["subject", "key", "member", "model"];

export const changeRateLimit: Step = async (applying, difference) => {
  const isOther = difference.fields.some(({ field }) => SUBJECT.includes(field));
  if (difference.action === "update" && !isOther) {
    const settings = Object.keys(difference.resource.fields).filter((field) => !SUBJECT.includes(field));
    const params = { id: idOf(applying, difference) };
    await perform(applying, updateRateLimit, { params, body: changedIn(difference, settings) });
    return;
  }
  if (difference.action === "update") await removeRateLimit(applying, difference);
  await create(applying, difference, createRateLimit, { body: newRule(applying, difference) });
};

export const removeRateLimit = removal(deleteRateLimit);

function newRule(applying: Applying, { name, workspace, resource }: Difference): Record<string, unknown> {
  const { key, member, ...rule } = resource.fields;
  return {
    ...rule,
    name,
    workspace_id: workspaceId(applying, workspace as string),
    key_hash: typeof key === "string" ? keyHashes(applying, [key], workspace)[0] : null,
    user_id: typeof member === "string" ? userIdsIn(applying, [member])[0] : null,
  };
}
