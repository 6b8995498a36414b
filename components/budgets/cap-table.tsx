"use client";

import { LimitMeter } from "#components/charts/limit-meter.tsx";
import { useShell } from "#components/shell/shell-context.tsx";
import { Button } from "#components/ui/display/button.tsx";
import {
  ActionsHeader,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from "#components/ui/display/table.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { Badge } from "#components/ui/feedback/badge.tsx";
import { useRecordDialogs } from "#components/ui/overlays/record-dialogs.tsx";
import { formatUsd } from "#lib/format.ts";
import { CAP_DIALOGS } from "./cap-dialogs.ts";
import { type Cap, type Caps, ownerOf } from "./cap-owner.ts";

/** One page of members with their caps, overrides included. */
export function CapTable({ members, mayChange }: { members: readonly Caps[]; mayChange: boolean }) {
  const { user } = useShell();
  return (
    <Table caption="Members and their caps" stickyFirst={false}>
      <TableHead>
        <TableHeader>Member</TableHeader>
        <TableHeader>Per day</TableHeader>
        <TableHeader>Per month</TableHeader>
        {mayChange && <ActionsHeader />}
      </TableHead>
      <TableBody>
        {members.map((member) => (
          <TableRow key={member.user_id} className="max-md:px-4">
            <TableCell line="first" className="max-w-72 py-2 align-top">
              <span className="flex min-w-0 items-center gap-2">
                <span className="truncate font-medium">{member.name || member.email}</span>
                {member.user_id === user.id && <Badge>you</Badge>}
              </span>
              {!member.is_default && <span className="block text-muted text-xs">own caps</span>}
            </TableCell>
            <TableCell className="py-2 align-top max-md:w-full">
              <CapMeter
                cap={member.daily}
                period="Per day"
                label={`${member.name || member.email}, per day`}
                words="No daily cap"
              />
            </TableCell>
            <TableCell className="py-2 align-top max-md:w-full">
              <CapMeter
                cap={member.monthly}
                period="Per month"
                label={`${member.name || member.email}, per month`}
                words="No monthly cap"
              />
            </TableCell>
            {mayChange && (
              <TableCell line="first" className="py-2 align-top md:w-0">
                <Actions member={member} />
              </TableCell>
            )}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

type CapMeterProps = {
  cap: Cap | null;
  /** Shown where the columns have no headers. */
  period: string;
  label: string;
  words: string;
};

function CapMeter({ cap, period, label, words }: CapMeterProps) {
  if (!cap) return <span className="text-muted text-xs">{words}</span>;
  const { limit_usd: limitUsd, spent_usd: usedUsd, resets_at: resetsAt, override } = cap;
  return (
    <div className="flex max-w-80 flex-col gap-1">
      <span aria-hidden className="text-muted text-xs md:hidden">
        {period}
      </span>
      <LimitMeter label={label} usedUsd={usedUsd} limitUsd={limitUsd} resetsAt={resetsAt} />
      {override && (
        <p className="text-xs">
          Raised to {formatUsd(override.limit_usd)} until <Time value={override.until} format="absolute" />:{" "}
          {override.reason}
          {override.created_by && <span className="text-muted"> (by {override.created_by})</span>}
        </p>
      )}
    </div>
  );
}

function Actions({ member }: { member: Caps }) {
  const { edit, raise } = useRecordDialogs(CAP_DIALOGS);
  const owner = ownerOf(member);
  return (
    <span className="flex justify-end gap-1">
      {(member.daily || member.monthly) && (
        <Button size="small" aria-label={`Raise cap for ${owner.name}`} onClick={() => raise(owner)}>
          Raise cap
        </Button>
      )}
      <Button size="small" aria-label={`Set caps for ${owner.name}`} onClick={() => edit(owner)}>
        Set caps
      </Button>
    </span>
  );
}
