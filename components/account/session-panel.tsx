"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import { Button } from "#components/ui/display/button.tsx";
import { Panel } from "#components/ui/display/panel.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { Badge } from "#components/ui/feedback/badge.tsx";
import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { toastDone, toastFailed } from "#components/ui/feedback/toast.tsx";
import { ConfirmPopover } from "#components/ui/overlays/confirm-popover.tsx";
import { mutation, query } from "#lib/api/query.ts";
import { listSessions, revokeOtherSessions, revokeSession, type SessionEntry } from "#lib/contract/session.ts";
import { deviceOf } from "#lib/device-name.ts";

type Session = z.output<typeof SessionEntry>;

/** The user's sessions, with a button to end each. */
export function SessionPanel() {
  const result = useQuery(query(listSessions));
  const { data, error } = result;
  const others = data?.data.filter(({ current }) => !current).length ?? 0;
  return (
    <Panel
      title="Sessions"
      description="A session ends after seven days of inactivity."
      actions={others > 0 && <EndOthers />}
    >
      {error && !data && <ApiErrorState title="The sessions could not be loaded" result={result} />}
      {!error && !data && (
        <Loading label="sessions" className="flex flex-col gap-4 py-2">
          <Skeleton className="w-56" />
          <Skeleton className="w-48" />
        </Loading>
      )}
      {data && (
        <ul className="-my-4 divide-y">
          {data.data.map((session) => (
            <SessionLine key={session.id} session={session} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function SessionLine({ session }: { session: Session }) {
  const end = useMutation(mutation(revokeSession));
  const device = deviceOf(session.user_agent);
  const revoke = () =>
    void end.mutateAsync({ body: { id: session.id } }).then(
      () => toastDone(`${device} signed out`),
      (error: Error) => toastFailed(`Could not sign out ${device}`, { description: error.message }),
    );
  return (
    <li className="flex items-center justify-between gap-3 py-3">
      <div className="flex min-w-0 flex-col gap-0.5">
        <span className="flex flex-wrap items-center gap-2 text-sm" title={session.user_agent ?? undefined}>
          {device}
          {session.current && <Badge>this session</Badge>}
        </span>
        <span className="text-muted text-xs">
          {session.ip_address ?? "unknown address"}, signed in <Time value={session.created_at} />
          {!session.current && (
            <>
              , last seen <Time value={session.last_seen_at} format="date" />
            </>
          )}
        </span>
      </div>
      {!session.current && (
        <ConfirmPopover
          trigger={
            <Button size="small" pending={end.isPending} aria-label={`End session on ${device}`}>
              End session
            </Button>
          }
          question={`End the session on ${device}?`}
          action="End session"
          onConfirm={revoke}
        >
          This device has to sign in again.
        </ConfirmPopover>
      )}
    </li>
  );
}

function EndOthers() {
  const end = useMutation(mutation(revokeOtherSessions));
  const revoke = () =>
    void end.mutateAsync(undefined).then(
      ({ revoked_count: count }) => toastDone(`${count} ${count === 1 ? "session" : "sessions"} ended`),
      (error: Error) => toastFailed("Could not end the other sessions", { description: error.message }),
    );
  return (
    <ConfirmPopover
      trigger={
        <Button size="small" pending={end.isPending}>
          End other sessions
        </Button>
      }
      question="Sign out everywhere else?"
      action="End other sessions"
      onConfirm={revoke}
    >
      Every other browser and device has to sign in again.
    </ConfirmPopover>
  );
}
