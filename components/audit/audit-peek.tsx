"use client";

import type { ReactNode } from "react";
import { useShell } from "#components/shell/shell-context.tsx";
import { Button } from "#components/ui/display/button.tsx";
import { IdPill } from "#components/ui/display/id-pill.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { Sheet } from "#components/ui/overlays/sheet.tsx";
import { DifferenceTable } from "./difference-table.tsx";
import { type AuditEntry, useAuditView } from "./use-audit-view.ts";

const ACTORS = { user: "user", key: "management key", scim: "SCIM token", operator: "on the gateway host" } as const;

type AuditPeekProps = { open: boolean; entry: AuditEntry | undefined };

/** One entry next to the list: who, what, from where, and the change. */
export function AuditPeek({ open, entry }: AuditPeekProps) {
  const { peek } = useAuditView();
  return (
    <Sheet modal={false} open={open} onOpenChange={(next) => !next && peek(null)} title={entry?.action ?? "Record"}>
      {entry ? (
        <>
          <Facts entry={entry} />
          <DifferenceTable entry={entry} />
        </>
      ) : (
        <p className="text-muted text-sm">This record is not on the current page of the list.</p>
      )}
    </Sheet>
  );
}

function Facts({ entry }: { entry: AuditEntry }) {
  const { workspaces } = useShell();
  const { narrow } = useAuditView();
  const { actor, target } = entry;
  const workspace = workspaces.find(({ id }) => id === entry.workspace_id)?.name ?? entry.workspace_id;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-6 gap-y-2 text-sm [&_dt]:text-muted">
      <Fact name="Time">
        <Time value={entry.created_at} format="absolute" />
      </Fact>
      <Fact name="Actor">
        <span className="min-w-0 break-words">{actor.name}</span>
        <span className="text-muted text-xs">{ACTORS[actor.type]}</span>
        {actor.id && <Filter label="Filter by this actor" onClick={() => narrow({ actor: actor.id })} />}
      </Fact>
      <Fact name="Target">
        <span className="min-w-0 break-words">{target.name ?? target.type}</span>
        {target.id && <IdPill id={target.id} label={`${target.type} id`} />}
        {target.id && <Filter label="Filter by this target" onClick={() => narrow({ target: target.id })} />}
      </Fact>
      <Fact name="Workspace">{workspace ?? <span className="text-muted">the whole organization</span>}</Fact>
      <Fact name="IP address">
        <span className="font-mono text-xs">{entry.address || "unknown"}</span>
      </Fact>
      <Fact name="Request">
        <IdPill id={entry.request_id} label="request ID" />
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">{children}</dd>
    </>
  );
}

function Filter({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button size="small" variant="ghost" aria-label={label} onClick={onClick}>
      Filter
    </Button>
  );
}
