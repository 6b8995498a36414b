"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useShell } from "#components/shell/shell-context.tsx";
import { Button } from "#components/ui/display/button.tsx";
import { Panel } from "#components/ui/display/panel.tsx";
import { toastDone, toastFailed } from "#components/ui/feedback/toast.tsx";
import { ConfirmPopover } from "#components/ui/overlays/confirm-popover.tsx";
import { LazyContent, lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import type { ApiError } from "#lib/api/api-error.ts";
import { mutation, query } from "#lib/api/query.ts";
import { deleteGroupMapping, listGroupMappings } from "#lib/contract/group-mappings.ts";
import type { Mapping } from "./mapping-editor.tsx";
import { QueryBody } from "./query-body.tsx";

const editor = lazyLayer(() => import("./mapping-editor.tsx").then((file) => file.MappingEditor));

/** What the groups of a directory give their members. */
export function MappingPanel() {
  const result = useQuery(query(listGroupMappings));
  // While the editor closes, it still shows what it showed.
  const [edited, setEdited] = useState<Mapping>();
  const [isOpen, setIsOpen] = useState(false);
  const edit = (mapping?: Mapping) => {
    setEdited(mapping);
    setIsOpen(true);
  };
  const add = (
    <Button size="small" onClick={() => edit()}>
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
                <MappingRow key={mapping.id} mapping={mapping} onEdit={() => edit(mapping)} />
              ))}
            </ul>
          )
        }
      </QueryBody>
      <LazyContent layer={editor} props={{ open: isOpen, mapping: edited, onClose: () => setIsOpen(false) }} />
    </Panel>
  );
}

function MappingRow({ mapping, onEdit }: { mapping: Mapping; onEdit: () => void }) {
  const { workspaces } = useShell();
  const { mutateAsync, isPending } = useMutation(mutation(deleteGroupMapping));
  const { id, group, role, workspace_id } = mapping;
  const workspace = workspaces.find((one) => one.id === workspace_id)?.name ?? workspace_id;
  // A group has one mapping for each workspace.
  const name = workspace ? `${group} to ${workspace}` : group;
  const remove = () =>
    void mutateAsync({ params: { id } }).then(
      () => toastDone(`Mapping of ${name} deleted`),
      (error: ApiError) => toastFailed(`Could not delete the mapping of ${name}`, { description: error.message }),
    );
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <span className="min-w-0 break-all font-medium">{group}</span>
      <span className="text-muted">
        {[role && `role ${role}`, workspace && `workspace ${workspace}`].filter(Boolean).join(", ") || "nothing"}
      </span>
      <span className="ml-auto flex gap-2">
        <Button size="small" disabled={isPending} aria-label={`Edit the mapping of ${name}`} onClick={onEdit}>
          Edit
        </Button>
        <ConfirmPopover
          trigger={
            <Button size="small" disabled={isPending} aria-label={`Delete the mapping of ${name}`}>
              Delete
            </Button>
          }
          question={`Delete the mapping of ${name}?`}
          action="Delete mapping"
          onConfirm={remove}
        >
          Members lose what only this mapping gives them, and keys that depend on it are disabled.
        </ConfirmPopover>
      </span>
    </li>
  );
}
