"use client";

import { ErrorState } from "#components/ui/feedback/error-state.tsx";
import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { useAssignees } from "../editor/use-assignees.ts";
import type { Guardrail } from "../guardrail.ts";
import { AssignedKeys } from "./assigned-keys.tsx";
import { AssignedMembers } from "./assigned-members.tsx";

/** The keys and members that a guardrail is assigned to; changes take effect immediately, without Save. */
export function Assignments({ record }: { record: Guardrail }) {
  const bound = useAssignees();
  if (!bound) {
    return (
      <Loading label="assignments" className="flex flex-col gap-3">
        <Skeleton className="h-8 w-96 max-w-full" />
        <Skeleton className="w-64" />
      </Loading>
    );
  }
  if (bound.failed) return <ErrorState title="The assignments could not be loaded" onRetry={bound.retry} />;
  const { keys, members } = bound.assigneesOf(record.id);
  return (
    <div className="flex max-w-220 flex-col gap-8">
      <p className="text-muted text-sm">
        {record.is_default
          ? "This is the workspace default. It applies to every request, assigned or not."
          : "It applies to requests with these keys, and to requests of these members with any of their keys."}{" "}
        Assignments take effect immediately.
      </p>
      <AssignedKeys record={record} assigned={keys} />
      <AssignedMembers record={record} assigned={members} />
    </div>
  );
}
