"use client";

import { type DragEvent, useState } from "react";
import { Money } from "#components/ui/display/money.tsx";
import { TableCell, TableRow } from "#components/ui/display/table.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { Badge } from "#components/ui/feedback/badge.tsx";
import { cn } from "#lib/cn.ts";
import { CredentialActions } from "../credential-actions.tsx";
import { type Credential, CredentialStatusChip, nameOf } from "../credential-status.tsx";
import { useCredentialView } from "../credential-view.ts";
import { LiveChip, LiveLine } from "../pools/live-state.tsx";
import { usePools } from "../pools/use-pools.ts";
import { type Drag, OrderHandle } from "./order-handle.tsx";

type CredentialRowProps = {
  credential: Credential;
  /** From 0. */
  place: number;
  places: number;
  /** Number of keys tried before its section. */
  before: number;
  /** Whether the keys of its section are tried in their order. */
  isOrdered: boolean;
  drag: Drag;
  onMove: (credential: Credential, to: number) => void;
};

/** One provider key; another one of its section can be dropped on it. */
export function CredentialRow({ credential, place, places, before, isOrdered, drag, onMove }: CredentialRowProps) {
  const live = usePools().liveOf(credential.id);
  const isPassedOver = live?.state === "rejected" || live?.state === "limited";
  const { view, setView } = useCredentialView();
  const [over, target] = useDropTarget(drag, credential, () => drag.dragged && onMove(drag.dragged, place));
  return (
    <TableRow
      {...target}
      selected={view.peek === credential.id}
      className={cn(
        "max-md:px-4",
        credential.disabled && "text-muted",
        drag.dragged?.id === credential.id && "opacity-50",
        over && "bg-accent-soft",
      )}
    >
      <TableCell line="hidden">
        {isOrdered && (
          <OrderHandle
            credential={credential}
            place={place}
            places={places}
            before={before}
            drag={drag}
            onMove={onMove}
          />
        )}
      </TableCell>
      <TableCell line="first" className="max-md:min-w-0 max-md:flex-1">
        <a
          data-row
          href={`?peek=${credential.id}`}
          className="flex min-w-0 items-baseline gap-2 py-1 hover:underline"
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey) return;
            event.preventDefault();
            void setView({ peek: credential.id });
          }}
        >
          <span className="truncate font-medium">{nameOf(credential)}</span>
          {credential.name && <span className="shrink-0 font-mono text-muted text-xs">{credential.label}</span>}
        </a>
      </TableCell>
      <TableCell className="py-1">
        <span className="flex flex-wrap items-center gap-1.5">
          {isPassedOver ? <LiveChip {...live} /> : <CredentialStatusChip credential={credential} />}
          <Flags credential={credential} />
        </span>
        {live && <LiveLine live={live} />}
      </TableCell>
      <TableCell numeric line="hidden">
        <Money usd={credential.usage_monthly} total />
      </TableCell>
      <TableCell line="hidden" className="max-xl:hidden">
        <Time value={credential.last_success_at} unknown="never" />
      </TableCell>
      <TableCell line="hidden" className="max-lg:hidden">
        <LastFailure credential={credential} />
      </TableCell>
      <TableCell line="first">
        <CredentialActions credential={credential} place={place} places={places} onMove={onMove} />
      </TableCell>
    </TableRow>
  );
}

function LastFailure({ credential: { last_failure: failure } }: { credential: Credential }) {
  if (!failure) return <span className="text-muted">none</span>;
  return (
    <span className="flex min-w-0 items-baseline gap-1.5" title={failure.message}>
      <Time value={failure.at} className="shrink-0" />
      <span className="truncate text-muted text-xs">
        {failure.status > 0 && `${failure.status}: `}
        {failure.message}
      </span>
    </span>
  );
}

/** Badges for a provider key's special settings. */
function Flags({ credential }: { credential: Credential }) {
  const narrowed = [
    credential.allowed_models && "models",
    credential.allowed_user_ids && "members",
    credential.allowed_api_key_hashes && "keys",
  ].filter(Boolean);
  return (
    <>
      {credential.is_required && (
        <Badge title="Models in its scope never use this provider's system credential.">required</Badge>
      )}
      {credential.is_byok_only && <Badge title="No model uses this provider's system credential.">only</Badge>}
      {credential.weight !== 1 && (
        <Badge title="Share of the requests, unless used in order">weight {credential.weight}</Badge>
      )}
      {credential.tier !== 1 && (
        <Badge title="Used only while all keys of lower tiers are at their limit">tier {credential.tier}</Badge>
      )}
      {narrowed.length > 0 && <Badge title="Limited to some requests">some {narrowed.join(", ")}</Badge>}
    </>
  );
}

/** Returns whether another key of the section is dragged over a row, and the row's handlers. */
function useDropTarget({ dragged, end }: Drag, { id }: Credential, drop: () => void) {
  const [over, setOver] = useState(false);
  const isDropTarget = dragged !== undefined && dragged.id !== id;
  const target = {
    onDragOver: (event: DragEvent) => {
      if (!isDropTarget) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false);
      if (!isDropTarget) return;
      event.preventDefault();
      drop();
      end();
    },
  };
  return [isDropTarget && over, target] as const;
}
