"use client";

import { useQuery } from "@tanstack/react-query";
import { queryAll } from "#lib/api/query-all.ts";
import { listWorkspaceMembers } from "#lib/contract/workspace-members.ts";
import { useShell } from "./shell-context.tsx";

/** Returns the members of the current workspace as options of a picker, found by name or email; an error in words. */
export function useMemberOptions() {
  const { id: ref } = useShell().currentWorkspace;
  const { data, error } = useQuery(queryAll(listWorkspaceMembers, { params: { ref }, workspace: ref }));
  const options = (data?.data ?? []).map(({ user_id, name, email }) => ({
    value: user_id,
    label: name || email,
    hint: email,
    keywords: [email],
  }));
  return { options, error: error && `The members could not be loaded: ${error.message}` };
}
