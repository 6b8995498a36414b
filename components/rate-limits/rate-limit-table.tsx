"use client";

import { useMutation } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import type { RateLimit } from "#components/charts/rates/rate-words.ts";
import { IconButton } from "#components/ui/display/icon-button.tsx";
import {
  ActionsHeader,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from "#components/ui/display/table.tsx";
import { toastDone, toastFailed } from "#components/ui/feedback/toast.tsx";
import { ConfirmPopover } from "#components/ui/overlays/confirm-popover.tsx";
import { useRecordDialogs } from "#components/ui/overlays/record-dialogs.tsx";
import type { ApiError } from "#lib/api/api-error.ts";
import { mutation } from "#lib/api/query.ts";
import { deleteRateLimit } from "#lib/contract/rate-limits.ts";
import { RATE_LIMIT_DIALOGS } from "./rate-limit-dialogs.ts";
import { RateLimitUse } from "./rate-limit-use.tsx";
import { RuleSubject } from "./rule-subject.tsx";

/** One page of rules: what they apply to, their limits, and what is used now. */
export function RateLimitTable({ rules }: { rules: readonly RateLimit[] }) {
  return (
    <Table caption="Rate limits and their usage" stickyFirst={false}>
      <TableHead>
        <TableHeader>Name</TableHeader>
        <TableHeader>Applies to</TableHeader>
        <TableHeader>Current usage</TableHeader>
        <ActionsHeader />
      </TableHead>
      <TableBody>
        {rules.map((rule) => (
          <TableRow key={rule.id}>
            <TableCell line="first" className="max-w-72 py-2 align-top">
              <span className="block truncate font-medium">{rule.name}</span>
              <span className="block font-normal text-muted text-xs">{behaviorOf(rule)}</span>
            </TableCell>
            <TableCell className="max-w-72 py-2 align-top max-md:w-full">
              <RuleSubject rule={rule} />
            </TableCell>
            <TableCell className="py-2 align-top max-md:w-full">
              <RateLimitUse rule={rule} />
            </TableCell>
            <TableCell line="first" className="py-2 align-top md:w-0">
              <Actions rule={rule} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

/** What happens to a request beyond the limit, and who goes first. */
function behaviorOf({ max_wait_seconds: seconds, priority }: RateLimit): string {
  const wait = seconds === 0 ? "Rejects immediately" : `Lets requests wait up to ${seconds} s`;
  return priority === null ? wait : `${wait}, ${priority} priority`;
}

function Actions({ rule }: { rule: RateLimit }) {
  const { edit } = useRecordDialogs(RATE_LIMIT_DIALOGS);
  const remove = useMutation(mutation(deleteRateLimit));
  const drop = () => {
    const done = () => toastDone(`${rule.name} deleted`);
    const failed = (error: ApiError) => toastFailed("Could not delete the rate limit", { description: error.message });
    void remove.mutateAsync({ params: { id: rule.id }, workspace: rule.workspace_id }).then(done, failed);
  };
  return (
    <span className="flex justify-end gap-1">
      <IconButton label={`Edit ${rule.name}`} onClick={() => edit(rule)}>
        <Pencil />
      </IconButton>
      <ConfirmPopover
        trigger={
          <IconButton label={`Delete ${rule.name}`} disabled={remove.isPending}>
            <Trash2 />
          </IconButton>
        }
        question={`Delete the rate limit ${rule.name}?`}
        action="Delete rate limit"
        onConfirm={drop}
      >
        It stops applying with the next request.
      </ConfirmPopover>
    </span>
  );
}
