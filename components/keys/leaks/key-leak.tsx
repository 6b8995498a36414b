"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useIsAdministrator } from "#components/shell/use-permission.ts";
import { Button } from "#components/ui/display/button.tsx";
import { Panel } from "#components/ui/display/panel.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { toastFailed } from "#components/ui/feedback/toast.tsx";
import { useRecordDialogs } from "#components/ui/overlays/record-dialogs.tsx";
import { mutation, query } from "#lib/api/query.ts";
import { getKeyLeak } from "#lib/contract/key-reports.ts";
import { updateKey } from "#lib/contract/keys.ts";
import { KEY_DIALOGS } from "../key-dialogs.ts";
import type { Key } from "../key-status.tsx";
import { LeakPlaces } from "./leak-places.tsx";
import { LeakUse } from "./leak-use.tsx";

const WORDS = {
  revoked: "The key was revoked and cannot be enabled again. Rotate it to get a new key with the same settings.",
  paused: "The key was disabled. Rotate it to get a new key, or enable it again if the report is wrong.",
  notified: "The key was not disabled. Rotate it, and disable it as soon as you can.",
  kept: "An administrator decided to keep the key enabled.",
};

/** Where a leaked key was found, what it did since, and what to do now. */
export function KeyLeak({ record }: { record: Key; open: boolean }) {
  const { hash, leak } = record;
  const result = useQuery(query(getKeyLeak, { params: { hash } }));
  const { data, error } = result;
  if (!leak) return null;
  return (
    <div className="mb-6">
      <Panel
        title="Reported as leaked"
        description={
          <>
            First reported <Time value={leak.reported_at} />. {WORDS[leak.state]}
          </>
        }
        actions={<LeakActions record={record} />}
      >
        {data ? (
          <div className="grid gap-6 lg:grid-cols-2">
            <Part title="Where it was found">
              <LeakPlaces reports={data.data.reports} />
            </Part>
            <Part title="Activity since then">
              <LeakUse record={record} use={data.data.use} />
            </Part>
          </div>
        ) : error ? (
          <ApiErrorState title="The reports could not be loaded" result={result} />
        ) : (
          <Loading label="the reports" className="grid gap-6 lg:grid-cols-2">
            <Skeleton className="h-24" />
            <Skeleton className="h-24" />
          </Loading>
        )}
      </Panel>
    </div>
  );
}

function LeakActions({ record }: { record: Key }) {
  const { rotate } = useRecordDialogs(KEY_DIALOGS);
  const isAdministrator = useIsAdministrator();
  const keep = useMutation(mutation(updateKey));
  const canKeep = isAdministrator && record.leak?.state === "notified" && !record.disabled;
  return (
    <>
      {canKeep && (
        <Button
          size="small"
          pending={keep.isPending}
          onClick={() =>
            keep.mutate(
              { params: { hash: record.hash }, body: { disabled: false } },
              { onError: ({ message }) => toastFailed("Could not resolve the report", { description: message }) },
            )
          }
        >
          Keep the key
        </Button>
      )}
      {record.rotated_to === null && record.agent === null && (
        <Button size="small" onClick={() => rotate(record)}>
          Rotate key
        </Button>
      )}
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-2 text-sm">
      <h3 className="font-medium">{title}</h3>
      {children}
    </section>
  );
}
