"use client";

import { type MemberAssignment, useNameOf, usePeople } from "../editor/use-assignees.ts";
import type { Guardrail } from "../guardrail.ts";
import { AssigneeList } from "./assignee-list.tsx";
import { useAssignMember } from "./use-assign.ts";

/** The members that a guardrail is assigned to. */
export function AssignedMembers({ record, assigned }: { record: Guardrail; assigned: readonly MemberAssignment[] }) {
  const people = usePeople().data ?? [];
  const nameOf = useNameOf();
  const { add, remove } = useAssignMember(record);
  const has = new Set(assigned.map(({ user_id: id }) => id));
  return (
    <AssigneeList
      title="Members"
      noun="member"
      options={people
        .filter(({ id }) => !has.has(id))
        .map(({ id, name, email }) => ({ value: id, label: name, hint: email, keywords: [email] }))}
      rows={assigned.map((one) => ({
        id: one.user_id,
        name: nameOf(one.user_id),
        detail: people.find(({ id }) => id === one.user_id)?.email ?? "",
        by: one.assigned_by && nameOf(one.assigned_by),
        since: one.created_at,
      }))}
      onAdd={(id) => add({ id, name: nameOf(id) })}
      onRemove={remove}
    />
  );
}
