"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toastDone, toastFailed } from "#components/ui/feedback/toast.tsx";
import type { ApiError } from "#lib/api/api-error.ts";
import { mutation } from "#lib/api/query.ts";
import { assignKeys, assignMembers, unassignKeys, unassignMembers } from "#lib/contract/guardrail-assignments.ts";
import type { Guardrail } from "../guardrail.ts";

/** A key or member that can have a guardrail. `formerId`: the guardrail that this one replaces. */
export type Assignee = { id: string; name: string; formerId?: string | null };

/** Assigns a guardrail to a key or removes it, each with Undo. */
export function useAssignKey(guardrail: Guardrail) {
  const client = useQueryClient();
  const assign = useMutation(mutation(assignKeys)).mutateAsync;
  const unassign = useMutation(mutation(unassignKeys)).mutateAsync;
  const renew = () => void client.invalidateQueries({ queryKey: ["keys"] });
  const put = (id: string, hash: string) => assign({ params: { id }, body: { key_hashes: [hash] } }).then(renew);
  const take = (hash: string) => unassign({ params: { id: guardrail.id }, body: { key_hashes: [hash] } }).then(renew);
  const back = ({ id, formerId }: Assignee) => (formerId ? put(formerId, id) : take(id));
  return {
    add: (key: Assignee) => settle(put(guardrail.id, key.id), `Assigned to ${key.name}`, () => back(key)),
    remove: (key: Assignee) => settle(take(key.id), `Removed from ${key.name}`, () => put(guardrail.id, key.id)),
  };
}

/** The same for a member. */
export function useAssignMember(guardrail: Guardrail) {
  const assign = useMutation(mutation(assignMembers)).mutateAsync;
  const unassign = useMutation(mutation(unassignMembers)).mutateAsync;
  const params = { id: guardrail.id };
  const put = (user: string) => assign({ params, body: { member_user_ids: [user] } });
  const take = (user: string) => unassign({ params, body: { member_user_ids: [user] } });
  return {
    add: (member: Assignee) => settle(put(member.id), `Assigned to ${member.name}`, () => take(member.id)),
    remove: (member: Assignee) => settle(take(member.id), `Removed from ${member.name}`, () => put(member.id)),
  };
}

function settle(change: Promise<unknown>, done: string, undo: () => Promise<unknown>): void {
  const back = () => void undo().then(() => toastDone("Undone"), showError);
  void change.then(() => toastDone(done, { undo: back }), showError);
}

function showError(error: ApiError): void {
  toastFailed("Could not change the assignment", { description: error.message });
}
