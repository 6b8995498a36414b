"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { z } from "zod";
import { useShell } from "#components/shell/shell-context.tsx";
import { Button } from "#components/ui/display/button.tsx";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { NumberInput } from "#components/ui/forms/number-input.tsx";
import { ConfirmPopover } from "#components/ui/overlays/confirm-popover.tsx";
import { mutation } from "#lib/api/query.ts";
import { type Budget as BudgetSchema, deleteBudget, putBudget } from "#lib/contract/budgets.ts";
import { formatUsdTotal } from "#lib/format.ts";

export const INTERVALS = ["daily", "weekly", "monthly", "lifetime"] as const;
export type BudgetInterval = (typeof INTERVALS)[number];
export type Budget = z.output<typeof BudgetSchema>;

const WORDS = {
  daily: { label: "A day", hint: "Starts over at 00:00 UTC" },
  weekly: { label: "A week", hint: "Starts over on Monday, 00:00 UTC" },
  monthly: { label: "A month", hint: "Starts over on the 1st, 00:00 UTC" },
  lifetime: { label: "In all", hint: "Never starts over" },
} as const;

/** One budget: set, changed or removed on its own, shown as saved only when it is. */
export function BudgetRow({ interval, budget }: { interval: BudgetInterval; budget: Budget | undefined }) {
  const { id } = useShell().currentWorkspace;
  const [limit, setLimit] = useState(budget?.limit_usd ?? null);
  const put = useMutation(mutation(putBudget));
  const remove = useMutation(mutation(deleteBudget));
  const { label, hint } = WORDS[interval];
  const input = { params: { ref: id, interval }, workspace: id };
  const changed = limit !== null && limit !== budget?.limit_usd;
  const error = put.error ?? remove.error;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!changed || put.isPending) return;
    const done = () => toastDone(`The ${interval} budget is ${formatUsdTotal(limit)}`);
    void put.mutateAsync({ ...input, body: { limit_usd: limit } }).then(done, () => undefined);
  };
  const drop = () => {
    const done = () => toastDone(`There is no ${interval} budget any more`);
    void remove.mutateAsync(input).then(done, () => undefined);
  };
  return (
    <form onSubmit={submit} aria-label={`${interval} budget`} noValidate>
      <Field label={label} hint={hint} error={error && (error.issues[0]?.message ?? error.message)}>
        <div className="flex items-center gap-2">
          <NumberInput
            value={limit}
            onValueChange={setLimit}
            prefix="$"
            placeholder="No budget"
            className="max-w-48 flex-1"
          />
          {changed && (
            <Button type="submit" pending={put.isPending}>
              Set budget
            </Button>
          )}
          {budget && !changed && (
            <ConfirmPopover
              trigger={<Button disabled={remove.isPending}>Remove</Button>}
              question={`Remove the ${interval} budget of ${formatUsdTotal(budget.limit_usd)}?`}
              action="Remove budget"
              onConfirm={drop}
            >
              Spending is then bounded by the other budgets, and by the keys' own limits.
            </ConfirmPopover>
          )}
        </div>
      </Field>
    </form>
  );
}
