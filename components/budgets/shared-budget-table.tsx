"use client";

import { useMutation } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import { SharedBudgetMeter } from "#components/charts/budgets/shared-budget-meter.tsx";
import { useShell } from "#components/shell/shell-context.tsx";
import { usePersonNames } from "#components/shell/use-person-names.ts";
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
import { deleteSharedBudget } from "#lib/contract/shared-budgets.ts";
import { formatCount } from "#lib/format.ts";
import { BUDGET_DIALOGS } from "./budget-dialogs.ts";
import { type SharedBudget, shareOf } from "./shared-budget.ts";

type SharedBudgetTableProps = { budgets: readonly SharedBudget[]; mayChange: boolean };

/** A workspace's shared budgets, what is spent, and who shares them. */
export function SharedBudgetTable({ budgets, mayChange }: SharedBudgetTableProps) {
  const nameOf = usePersonNames(budgets.some(({ user_ids: ids }) => ids.length > 0));
  return (
    <Table caption="Budgets and who shares them" stickyFirst={false}>
      <TableHead>
        <TableHeader>Name</TableHeader>
        <TableHeader>Spent</TableHeader>
        <TableHeader>Shared by</TableHeader>
        {mayChange && <ActionsHeader />}
      </TableHead>
      <TableBody>
        {budgets.map((budget) => (
          <TableRow key={budget.id} className="max-md:px-4">
            <TableCell line="first" className="max-w-72 truncate py-2 align-top font-medium">
              {budget.name}
            </TableCell>
            <TableCell className="py-2 align-top max-md:w-full">
              <div className="max-w-80">
                <SharedBudgetMeter budget={budget} />
              </div>
            </TableCell>
            <TableCell className="max-w-80 py-2 align-top text-muted text-xs max-md:w-full">
              <span aria-hidden className="md:hidden">
                Shared by:{" "}
              </span>
              {sharersOf(budget, nameOf)}
            </TableCell>
            {mayChange && (
              <TableCell line="first" className="py-2 align-top md:w-0">
                <Actions budget={budget} />
              </TableCell>
            )}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

const SHOWN = 3;

/** Names the first members, tags and end users, and counts the rest and the keys. */
function sharersOf(budget: SharedBudget, nameOf: (id: string) => string): string {
  const { user_ids: ids, key_hashes: keys, tags, external_users: users } = budget;
  const counted = keys.length > 0 ? [`${formatCount(keys.length)} ${keys.length === 1 ? "key" : "keys"}`] : [];
  const all = [...firstOf(ids, nameOf), ...counted, ...firstOf(tags), ...firstOf(users)].join(", ");
  if (all !== "") return all;
  return NAMES_NOBODY[shareOf(budget)];
}

const NAMES_NOBODY = {
  together: "Nobody yet, so it limits nothing",
  end_user: "Every request that names an end user",
  session: "Every request that names a session",
} as const;

function firstOf(names: readonly string[], nameOf = (name: string) => name): string[] {
  const more = names.length > SHOWN ? [`${formatCount(names.length - SHOWN)} more`] : [];
  return [...names.slice(0, SHOWN).map(nameOf), ...more];
}

function Actions({ budget }: { budget: SharedBudget }) {
  const { id: ref } = useShell().currentWorkspace;
  const { edit } = useRecordDialogs(BUDGET_DIALOGS);
  const remove = useMutation(mutation(deleteSharedBudget));
  const drop = () => {
    const done = () => toastDone(`${budget.name} deleted`);
    const failed = (error: ApiError) => toastFailed("Could not delete the budget", { description: error.message });
    void remove.mutateAsync({ params: { ref, id: budget.id }, workspace: ref }).then(done, failed);
  };
  return (
    <span className="flex justify-end gap-1">
      <IconButton label={`Edit ${budget.name}`} onClick={() => edit(budget)}>
        <Pencil />
      </IconButton>
      <ConfirmPopover
        trigger={
          <IconButton label={`Delete ${budget.name}`} disabled={remove.isPending}>
            <Trash2 />
          </IconButton>
        }
        question={`Delete the shared budget ${budget.name}?`}
        action="Delete budget"
        onConfirm={drop}
      >
        Its keys, members, tags and end users no longer share a limit.
      </ConfirmPopover>
    </span>
  );
}
