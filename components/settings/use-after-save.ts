"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { getSession } from "#lib/contract/session.ts";
import type { Workspace } from "./settings-draft.ts";

/** Returns the actions after a save: updates the shell's name, and moves to the new address after a slug change. */
export function useAfterSave(): (before: Workspace, saved: Workspace) => void {
  const client = useQueryClient();
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    // A full page load, since everything that was read under the old address uses the old slug.
    if (address) window.location.replace(address);
  }, [address]);
  return (before, saved) => {
    if (saved.slug !== before.slug) return setAddress(`/w/${saved.slug}/settings`);
    toastDone("Settings saved");
    if (saved.name !== before.name) void client.invalidateQueries({ queryKey: [getSession.resource] });
  };
}
