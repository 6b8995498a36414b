"use client";

import { useQuery } from "@tanstack/react-query";
import { useShell } from "#components/shell/shell-context.tsx";
import { Link } from "#components/ui/display/link.tsx";
import { query } from "#lib/api/query.ts";
import { getWorkspace } from "#lib/contract/workspaces.ts";

/** A note that nothing is sent because the workspace has destinations switched off. */
export function SwitchedOffNote() {
  const { id, slug } = useShell().currentWorkspace;
  const { data } = useQuery(query(getWorkspace, { params: { ref: id } }));
  if (!data || data.data.is_observability_broadcast_enabled) return null;
  return (
    <p role="status" className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
      Nothing is sent: sending requests to destinations is off in this workspace.{" "}
      <Link href={`/w/${slug}/settings#logging`} className="underline">
        Open the settings
      </Link>
    </p>
  );
}
