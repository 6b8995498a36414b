"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { z } from "zod";
import { useShell } from "#components/shell/shell-context.tsx";
import { Button } from "#components/ui/display/button.tsx";
import { Panel } from "#components/ui/display/panel.tsx";
import { toastDone, toastFailed } from "#components/ui/feedback/toast.tsx";
import { ConfirmPopover } from "#components/ui/overlays/confirm-popover.tsx";
import { LazyContent, lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import type { ApiError } from "#lib/api/api-error.ts";
import { mutation, query } from "#lib/api/query.ts";
import { deleteGroupMapping, type GroupMapping, listGroupMappings } from "#lib/contract/group-mappings.ts";
import { QueryBody } from "./query-body.tsx";

const newMapping = lazyLayer(() => import("./new-mapping.tsx").then((file) => file.NewMapping));

/** What the groups of a directory give their members. */
export function MappingPanel() {
  const result = useQuery(query(listGroupMappings));
  const [isOpen, setIsOpen] = useState(false);
  const add = (
    <Button size="small" onClick={() => setIsOpen(true)}>
      Add mapping
    </Button>
  );
  return (
    <Panel
      title="Group mappings"
      description="Groups of the directory give a role, a workspace, or both."
      actions={add}
    >
      <QueryBody result={result} what="group mappings">
        {({ data }) =>
          data.length === 0 ? (
            <p className="text-muted text-sm">
              No mappings yet. Set roles and workspaces yourself under Members, or add a mapping.
            </p>
          ) : (
            <ul aria-label="Group mappings" className="divide-y border-y text-sm">
              {data.map((mapping) => (
                <Mapping key={mapping.id} mapping={mapping} />
              ))}
            </ul>
          )
        }
      </QueryBody>
      <LazyContent layer={newMapping} props={{ open: isOpen, onClose: () => setIsOpen(false) }} />
    </Panel>
  );
}

function Mapping({ mapping }: { mapping: z.output<typeof GroupMapping> }) {
  const { workspaces } = useShell();
  const { mutateAsync, isPending } = useMutation(mutation(deleteGroupMapping));
  const { id, group, role, workspace_id } = mapping;
  const workspace = workspaces.find((one) => one.id === workspace_id)?.name ?? workspace_id;
  const remove = () =>
    void mutateAsync({ params: { id } }).then(
      () => toastDone(`Mapping of ${group} deleted`),
      (error: ApiError) => toastFailed(`Could not delete the mapping of ${group}`, { description: error.message }),
    );
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <span className="min-w-0 break-all font-medium">{group}</span>
      <span className="text-muted">
        {[role && `role ${role}`, workspace && `workspace ${workspace}`].filter(Boolean).join(", ") || "nothing"}
      </span>
      <span className="ml-auto">
        <ConfirmPopover
          trigger={
            <Button size="small" disabled={isPending} aria-label={`Delete the mapping of ${group}`}>
              Delete
            </Button>
          }
          question={`Delete the mapping of ${group}?`}
          action="Delete mapping"
          onConfirm={remove}
        >
          Members lose what only this mapping gives them, and keys that need it are disabled.
        </ConfirmPopover>
      </span>
    </li>
  );
}
