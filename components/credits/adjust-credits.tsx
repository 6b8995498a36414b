"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { NumberInput } from "#components/ui/forms/number-input.tsx";
import { Segmented } from "#components/ui/forms/segmented.tsx";
import { Textarea } from "#components/ui/forms/textarea.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { mutation, query } from "#lib/api/query.ts";
import { adjustCredits, getCredits } from "#lib/contract/credits.ts";
import { formatUsdTotal } from "#lib/format.ts";

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
      title="Grant or correct credits"
      description="It holds from the next call on, and stays in the list and in the audit log."
    >
      <AdjustForm onClose={onClose} />
    </Dialog>
  );
}

function AdjustForm({ onClose }: { onClose: () => void }) {
  const [kind, setKind] = useState<Kind>("grant");
  const [amount, setAmount] = useState<number | null>(null);
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);
  const adjust = useMutation(mutation(adjustCredits));
  const problems = problemsOf({ kind, amount, reason });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (amount === null || problems.amount || problems.reason || adjust.isPending) return;
    adjust.mutate(
      { body: { kind, amount, reason: reason.trim() } },
      {
        onSuccess: () => {
          onClose();
          toastDone(`${formatUsdTotal(Math.abs(amount))} ${amount < 0 ? "taken away" : "added"}`);
        },
      },
    );
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Field label="Kind">
        <Segmented options={KINDS} value={kind} onValueChange={setKind} />
      </Field>
      <Field
        label="Amount"
        aside="USD"
        required
        error={tried ? problems.amount : undefined}
        hint={kind === "correction" ? "A negative amount takes credits away." : undefined}
      >
        <NumberInput value={amount} onValueChange={setAmount} prefix="$" placeholder="100.00" />
      </Field>
      <Field label="Reason" required error={tried ? problems.reason : undefined}>
        <Textarea value={reason} maxLength={500} rows={2} onChange={(event) => setReason(event.target.value)} />
      </Field>
      <Outcome amount={problems.amount ? null : amount} />
      {adjust.error && (
        <p role="alert" className="text-bad text-sm">
          Nothing was changed: {adjust.error.message}
        </p>
      )}
      <footer className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="filled" pending={adjust.isPending}>
          {kind === "grant" ? "Grant credits" : "Correct credits"}
        </Button>
      </footer>
    </form>
  );
}

/** What the balance will be. */
function Outcome({ amount }: { amount: number | null }) {
  const { data } = useQuery(query(getCredits));
  if (!data || amount === null) return null;
  const { is_unlimited: unlimited, total_credits: granted, total_usage: usage } = data.data;
  const left = unlimited ? amount : granted - usage + amount;
  return (
    <div role="status" className="rounded-md bg-well px-3 py-2 text-sm">
      <p>
        Balance afterwards: <strong>{formatUsdTotal(left)}</strong>
      </p>
      {unlimited && (
        <p className="text-muted">
          Spending becomes prepaid with this: what was spent before does not count, and calls beyond the balance are
          refused.
        </p>
      )}
      {left <= 0 && <p className="text-bad">Calls through the gateway's own provider keys will be refused.</p>}
    </div>
  );
}

type Draft = { kind: Kind; amount: number | null; reason: string };

function problemsOf({ kind, amount, reason }: Draft): { amount?: string; reason?: string } {
  return {
    ...(amount === null || amount === 0 ? { amount: "Enter an amount" } : {}),
    ...(kind === "grant" && amount !== null && amount < 0
      ? { amount: "A grant is above zero; take credits away by a correction" }
      : {}),
    ...(amount !== null && Math.abs(amount) > MOST_USD ? { amount: `At most ${formatUsdTotal(MOST_USD)}` } : {}),
    ...(reason.trim() === "" ? { reason: "Say why, for who reads this later" } : {}),
  };
}
