"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { getSession } from "#lib/contract/session.ts";
import type { Workspace } from "./settings-draft.ts";

/** What follows on a save: the shell learns the new name; after a new slug the page goes on at its new address. */
export function useAfterSave(): (before: Workspace, saved: Workspace) => void {
  const client = useQueryClient();
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    // Loaded anew, since everything under the old address asks in the old slug's name.
    if (address) window.location.replace(address);
  }, [address]);
  return (before, saved) => {
    if (saved.slug !== before.slug) return setAddress(`/w/${saved.slug}/settings`);
    toastDone("Settings saved");
    if (saved.name !== before.name) void client.invalidateQueries({ queryKey: [getSession.resource] });
  };
}
