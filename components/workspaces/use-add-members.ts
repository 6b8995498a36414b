"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { mutation } from "#lib/api/query.ts";
import { addWorkspaceMembers } from "#lib/contract/workspace-members.ts";
import { formatCount } from "#lib/format.ts";
import type { Workspace } from "./workspace.ts";

/** The maximum that the gateway accepts in one request. */
export const MOST_AT_ONCE = 100;

/** Adds people to a workspace, a hundred at a time. `added` counts them, also if a later request fails. */
export function useAddMembers(workspace: Workspace) {
  const { mutateAsync } = useMutation(mutation(addWorkspaceMembers));
  const [added, setAdded] = useState(0);
  const add = async (userIds: readonly string[]): Promise<void> => {
    let count = 0;
    setAdded(0);
    for (let start = 0; start < userIds.length; start += MOST_AT_ONCE) {
      const part = userIds.slice(start, start + MOST_AT_ONCE);
      const response = await mutateAsync({ params: { ref: workspace.id }, body: { user_ids: part } });
      count += response.added_count;
      setAdded(count);
    }
    toastDone(`${formatCount(count)} added to ${workspace.name}`);
  };
  return { add, added };
}
