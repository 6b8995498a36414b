"use client";

import { useMutation } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import type { z } from "zod";
import { useShell } from "#components/shell/shell-context.tsx";
import { Button } from "#components/ui/display/button.tsx";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { Form } from "#components/ui/forms/form.tsx";
import { FormField } from "#components/ui/forms/form-field.tsx";
import { NumberInput } from "#components/ui/forms/number-input.tsx";
import { useContractForm } from "#components/ui/forms/use-contract-form.ts";
import { ConfirmPopover } from "#components/ui/overlays/confirm-popover.tsx";
import { mutation } from "#lib/api/query.ts";
import { type BUDGET_INTERVALS, type Budget as BudgetSchema, deleteBudget, putBudget } from "#lib/contract/budgets.ts";
import { formatUsd } from "#lib/format.ts";

export type BudgetInterval = (typeof BUDGET_INTERVALS)[number];
export type Budget = z.output<typeof BudgetSchema>;

const WORDS = {
  daily: { label: "Daily", hint: "Resets at 00:00" },
  weekly: { label: "Weekly", hint: "Resets on Monday, 00:00" },
  monthly: { label: "Monthly", hint: "Resets on the 1st, 00:00" },
  lifetime: { label: "Total", hint: "Never resets" },
} as const;

type BudgetRowProps = { interval: BudgetInterval; budget: Budget | undefined; timeZone: string };

/** One budget, saved on its own. It looks saved only once the gateway has confirmed it. */
export function BudgetRow({ interval, budget, timeZone }: BudgetRowProps) {
  const { id } = useShell().currentWorkspace;
  const put = useMutation(mutation(putBudget));
  const remove = useMutation(mutation(deleteBudget));
  const { label, hint } = WORDS[interval];
  const input = { params: { ref: id, interval }, workspace: id };
  const form = useContractForm({
    endpoint: putBudget,
    defaultValues: { limit_usd: budget?.limit_usd ?? null },
    bodyOf: ({ limit_usd }) => ({ limit_usd: limit_usd ?? 0 }),
    fieldOfError: () => "limit_usd",
    send: (body) => put.mutateAsync({ ...input, body }),
    onSuccess: (_response, { limit_usd }) => toastDone(`${label} budget set to ${formatUsd(limit_usd)}`),
  });
  const limit = useWatch({ control: form.control, name: "limit_usd" });
  const isChanged = limit !== null && limit !== budget?.limit_usd;
  const drop = () => {
    const done = () => toastDone(`${label} budget removed`);
    void remove.mutateAsync(input).then(done, () => undefined);
  };
  return (
    <Form form={form} aria-label={`${interval} budget`}>
      <FormField
        form={form}
        name="limit_usd"
        label={label}
        hint={interval === "lifetime" ? hint : `${hint} ${timeZone}`}
        error={remove.error?.message}
      >
        {({ onChange, ...field }) => (
          <div className="flex items-center gap-2">
            <NumberInput
              {...field}
              onValueChange={onChange}
              prefix="$"
              placeholder="No budget"
              className="max-w-48 flex-1"
            />
            {isChanged && (
              <Button type="submit" pending={form.isPending}>
                Set budget
              </Button>
            )}
            {budget && !isChanged && (
              <ConfirmPopover
                trigger={<Button disabled={remove.isPending}>Remove</Button>}
                question={`Remove the ${interval} budget of ${formatUsd(budget.limit_usd)}?`}
                action="Remove budget"
                onConfirm={drop}
              >
                The other budgets and the limits of keys still apply.
              </ConfirmPopover>
            )}
          </div>
        )}
      </FormField>
    </Form>
  );
}
