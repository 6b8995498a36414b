"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { mutation } from "#lib/api/query.ts";
import { addWorkspaceMembers } from "#lib/contract/workspace-members.ts";
import { formatCount } from "#lib/format.ts";
import type { Workspace } from "./workspace.ts";

/** As many as the gateway takes at once. */
const MOST = 100;

/** Adds people to a workspace, a hundred at a time; `added` counts on, and stays where a part was refused. */
export function useAddition(workspace: Workspace, onDone: () => void) {
  const { mutateAsync, isPending, error } = useMutation(mutation(addWorkspaceMembers));
  const [added, setAdded] = useState(0);
  const addAll = async (userIds: readonly string[]) => {
    let count = 0;
    setAdded(0);
    for (let start = 0; start < userIds.length; start += MOST) {
      const part = userIds.slice(start, start + MOST);
      const answer = await mutateAsync({ params: { ref: workspace.id }, body: { user_ids: part } });
      count += answer.added_count;
      setAdded(count);
    }
    toastDone(`${formatCount(count)} added to ${workspace.name}`);
    onDone();
  };
  // A refusal is shown by `error`.
  return { add: (userIds: readonly string[]) => addAll(userIds).catch(() => undefined), added, error, isPending };
}
