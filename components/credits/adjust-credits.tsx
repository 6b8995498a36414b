"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { Form } from "#components/ui/forms/form.tsx";
import { FormField } from "#components/ui/forms/form-field.tsx";
import { FormFooter } from "#components/ui/forms/form-footer.tsx";
import { FormProblem } from "#components/ui/forms/form-problem.tsx";
import { NumberInput } from "#components/ui/forms/number-input.tsx";
import { SegmentedControl } from "#components/ui/forms/segmented-control.tsx";
import { Textarea } from "#components/ui/forms/textarea.tsx";
import { useContractForm } from "#components/ui/forms/use-contract-form.ts";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { mutation, query } from "#lib/api/query.ts";
import { adjustCredits, getCredits } from "#lib/contract/credits.ts";
import { formatUsd, formatUsdTotal } from "#lib/format.ts";

const KINDS = [
  { value: "grant", label: "Grant" },
  { value: "correction", label: "Correction" },
] as const;
type Kind = (typeof KINDS)[number]["value"];
const MOST_USD = 9_000_000;

/** Grants credits, or corrects them. */
export function AdjustCredits({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Adjust credits"
      description="Applies from the next request and is recorded in the audit log."
    >
      <AdjustForm onClose={onClose} />
    </Dialog>
  );
}

function AdjustForm({ onClose }: { onClose: () => void }) {
  const { mutateAsync } = useMutation(mutation(adjustCredits));
  const form = useContractForm({
    endpoint: adjustCredits,
    defaultValues: { kind: "grant" as Kind, amount: null as number | null, reason: "" },
    bodyOf: ({ kind, amount, reason }) => ({ kind, amount: amount ?? 0, reason: reason.trim() }),
    check: problemsOf,
    send: (body) => mutateAsync({ body }),
    onSuccess: (_response, { amount }) => {
      onClose();
      toastDone(`${formatUsd(Math.abs(amount ?? 0))} ${(amount ?? 0) < 0 ? "removed" : "added"}`);
    },
  });
  const draft = useWatch({ control: form.control }) as Draft;
  return (
    <Form form={form}>
      <FormField form={form} name="kind" label="Kind">
        {({ value, onChange }) => <SegmentedControl options={KINDS} value={value} onValueChange={onChange} />}
      </FormField>
      <FormField
        form={form}
        name="amount"
        label="Amount"
        aside="USD"
        required
        hint={draft.kind === "correction" ? "A negative amount removes credits." : undefined}
      >
        {({ onChange, ...field }) => (
          <NumberInput {...field} onValueChange={onChange} prefix="$" placeholder="100.00" />
        )}
      </FormField>
      <FormField form={form} name="reason" label="Reason" required>
        {(field) => <Textarea {...field} maxLength={500} rows={2} />}
      </FormField>
      <Outcome amount={problemsOf(draft).amount ? null : draft.amount} />
      <FormProblem what="Could not adjust the credits" problem={form.problem} />
      <FormFooter
        action={draft.kind === "grant" ? "Grant credits" : "Apply correction"}
        onCancel={onClose}
        pending={form.isPending}
      />
    </Form>
  );
}

/** Previews the new balance. */
function Outcome({ amount }: { amount: number | null }) {
  const { data } = useQuery(query(getCredits));
  if (!data || amount === null) return null;
  const { is_unlimited: unlimited, total_credits: granted, total_usage: usage } = data.data;
  const left = unlimited ? amount : granted - usage + amount;
  return (
    <div role="status" className="rounded-md bg-well px-3 py-2 text-sm">
      <p>
        New balance: <strong>{formatUsdTotal(left)}</strong>
      </p>
      {unlimited && (
        <p className="text-muted">
          Spending becomes prepaid. Earlier spend does not count, and requests beyond the balance are rejected.
        </p>
      )}
      {left <= 0 && <p className="text-bad">Requests that use system credentials will be rejected.</p>}
    </div>
  );
}

type Draft = { kind: Kind; amount: number | null; reason: string };

function problemsOf({ kind, amount, reason }: Draft): { amount?: string; reason?: string } {
  return {
    ...(amount === null || amount === 0 ? { amount: "Enter an amount" } : {}),
    ...(kind === "grant" && amount !== null && amount < 0
      ? { amount: "A grant must be above zero. Use a correction to remove credits." }
      : {}),
    ...(amount !== null && Math.abs(amount) > MOST_USD ? { amount: `At most ${formatUsdTotal(MOST_USD)}` } : {}),
    ...(reason.trim() === "" ? { reason: "Enter a reason" } : {}),
  };
}
