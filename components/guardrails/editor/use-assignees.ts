"use client";

import { queryOptions, useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import { call } from "#lib/api/client.ts";
import { currentWorkspace } from "#lib/api/workspace.ts";
import {
  type KeyAssignment as KeyRecord,
  listAllKeyAssignments,
  listAllMemberAssignments,
  type MemberAssignment as MemberRecord,
} from "#lib/contract/guardrail-assignments.ts";
import { listMembers } from "#lib/contract/members.ts";
import { allPages } from "../list/all-pages.ts";

export type KeyAssignment = z.output<typeof KeyRecord>;
export type MemberAssignment = z.output<typeof MemberRecord>;

const keyAssignments = () =>
  queryOptions({
    queryKey: ["guardrails", "allKeyAssignments", currentWorkspace()],
    queryFn: ({ signal }) => allPages((query) => call(listAllKeyAssignments, { query, signal })),
  });

const memberAssignments = () =>
  queryOptions({
    queryKey: ["guardrails", "allMemberAssignments", currentWorkspace()],
    queryFn: ({ signal }) => allPages((query) => call(listAllMemberAssignments, { query, signal })),
  });

export type Assignees = { keys: readonly KeyAssignment[]; members: readonly MemberAssignment[] };

/** Returns the assignees of each guardrail of the organization; undefined while loading. */
export function useAssignees():
  | { assigneesOf: (id: string) => Assignees; failed: boolean; retry: () => void }
  | undefined {
  const keys = useQuery(keyAssignments());
  const members = useQuery(memberAssignments());
  const failed = keys.isError || members.isError;
  if (!failed && !(keys.data && members.data)) return undefined;
  const retry = () => void Promise.all([keys.refetch(), members.refetch()]);
  return {
    assigneesOf: (id) => ({
      keys: (keys.data ?? []).filter((one) => one.guardrail_id === id),
      members: (members.data ?? []).filter((one) => one.guardrail_id === id),
    }),
    failed,
    retry,
  };
}

/** The people of the organization. */
export function usePeople() {
  return useQuery({
    queryKey: ["members", "all"],
    queryFn: ({ signal }) => allPages((query) => call(listMembers, { query, signal })),
  });
}

/** Returns a person's name by user id; the id for former members. */
export function useNameOf(): (userId: string) => string {
  const people = usePeople().data;
  return (userId) => people?.find(({ id }) => id === userId)?.name ?? `${userId.slice(0, 8)}…`;
}
