"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useShell } from "#components/shell/shell-context.tsx";
import { Button } from "#components/ui/display/button.tsx";
import { CopyButton } from "#components/ui/display/copy/copy-button.tsx";
import { Panel } from "#components/ui/display/panel.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { toastDone, toastFailed } from "#components/ui/feedback/toast.tsx";
import { ConfirmPopover } from "#components/ui/overlays/confirm-popover.tsx";
import { mutation } from "#lib/api/query.ts";
import { queryAll } from "#lib/api/query-all.ts";
import { deletePreset, listPresets } from "#lib/contract/presets.ts";

/** The workspace's presets: request settings under a name. They are created with the API. */
export function PresetsPanel() {
  const { id } = useShell().currentWorkspace;
  const presets = useQuery(queryAll(listPresets, { workspace: id }));
  return (
    <div id="presets">
      <Panel title="Presets" description="Named request settings. Every key of the workspace can use and create them.">
        {presets.error && !presets.data && <ApiErrorState title="The presets could not be loaded" result={presets} />}
        {presets.isPending && (
          <Loading label="presets">
            <Skeleton className="h-8" />
          </Loading>
        )}
        {presets.data?.data.length === 0 && (
          <p className="text-muted text-sm">
            No presets yet. <code className="break-all">POST /api/v1/presets/brief/chat/completions</code> saves the
            settings of a request. Use them with <code>"model": "@preset/brief"</code>.
          </p>
        )}
        {presets.data && presets.data.data.length > 0 && (
          <ul className="-my-4 divide-y">
            {presets.data.data.map(({ slug, updated_at }) => (
              <PresetLine key={slug} slug={slug} updatedAt={updated_at} />
            ))}
          </ul>
        )}
      </Panel>
    </div>
  );
}

function PresetLine({ slug, updatedAt }: { slug: string; updatedAt: string }) {
  const { id } = useShell().currentWorkspace;
  const remove = useMutation(mutation(deletePreset));
  const name = `@preset/${slug}`;
  const confirm = () =>
    void remove.mutateAsync({ params: { slug }, workspace: id }).then(
      () => toastDone(`${name} deleted`),
      (error: Error) => toastFailed(`Could not delete ${name}`, { description: error.message }),
    );
  return (
    <li className="flex items-center justify-between gap-3 py-3">
      <div className="flex min-w-0 flex-col gap-0.5">
        <span className="flex min-w-0 items-center gap-1">
          <code className="min-w-0 break-all text-sm">{name}</code>
          <CopyButton text={name} label={`Copy ${name}`} />
        </span>
        <span className="text-muted text-xs">
          Changed <Time value={updatedAt} />
        </span>
      </div>
      <ConfirmPopover
        trigger={
          <Button size="small" pending={remove.isPending} aria-label={`Delete ${name}`}>
            Delete
          </Button>
        }
        question={`Delete ${name}?`}
        action="Delete preset"
        onConfirm={confirm}
      >
        Requests that name it will fail with 404. All its versions are deleted.
      </ConfirmPopover>
    </li>
  );
}
