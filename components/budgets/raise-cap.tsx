"use client";

import { useMutation } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { useShell } from "#components/shell/shell-context.tsx";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { Form } from "#components/ui/forms/form.tsx";
import { FormField } from "#components/ui/forms/form-field.tsx";
import { FormFooter } from "#components/ui/forms/form-footer.tsx";
import { FormProblem } from "#components/ui/forms/form-problem.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { NumberInput } from "#components/ui/forms/number-input.tsx";
import { Select } from "#components/ui/forms/select.tsx";
import { useContractForm } from "#components/ui/forms/use-contract-form.ts";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { mutation } from "#lib/api/query.ts";
import { CAP_INTERVALS, createCapOverride } from "#lib/contract/member-caps.ts";
import { formatUsd } from "#lib/format.ts";
import type { CapOwner } from "./cap-owner.ts";

type RaiseCapProps = { record: CapOwner; open: boolean; onClose: () => void };

const LABELS = { daily: "Daily cap, until the day ends", monthly: "Monthly cap, until the month ends" };

/** Raises a cap of a member for the rest of its period. */
export function RaiseCap({ record, open, onClose }: RaiseCapProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={`Raise a cap for ${record.name}`}
      description="The cap returns to normal when the period ends. The member sees the reason, and the audit log records it."
    >
      <RaiseForm owner={record} onClose={onClose} />
    </Dialog>
  );
}

function RaiseForm({ owner, onClose }: { owner: CapOwner; onClose: () => void }) {
  const { id: ref } = useShell().currentWorkspace;
  const raise = useMutation(mutation(createCapOverride));
  const options = CAP_INTERVALS.filter((interval) => owner[interval]);
  const form = useContractForm({
    endpoint: createCapOverride,
    defaultValues: { interval: options[0] ?? "daily", limit_usd: null as number | null, reason: "" },
    bodyOf: ({ limit_usd, ...rest }) => ({ ...rest, limit_usd: limit_usd as number }),
    messages: { limit_usd: "Enter an amount" },
    send: (body) => raise.mutateAsync({ params: { ref, user_id: owner.id as string }, body, workspace: ref }),
    onSuccess: () => {
      toastDone(`Cap for ${owner.name} raised`);
      onClose();
    },
  });
  const interval = useWatch({ control: form.control, name: "interval" });
  const cap = owner[interval];
  return (
    <Form form={form}>
      <FormField form={form} name="interval" label="Cap">
        {({ onChange, value }) => (
          <Select
            options={options.map((one) => ({ value: one, label: LABELS[one] }))}
            value={value}
            onValueChange={onChange}
          />
        )}
      </FormField>
      <FormField
        form={form}
        name="limit_usd"
        label="Raise to"
        required
        hint={cap ? `Now ${formatUsd(cap.limit_usd)}, of which ${formatUsd(cap.spent_usd)} is spent` : undefined}
      >
        {({ onChange, ...field }) => <NumberInput {...field} onValueChange={onChange} prefix="$" />}
      </FormField>
      <FormField form={form} name="reason" label="Reason" required>
        {(field) => <Input {...field} maxLength={500} autoComplete="off" placeholder="Release week" />}
      </FormField>
      <FormProblem problem={form.problem} />
      <FormFooter action="Raise cap" onCancel={onClose} pending={form.isPending} />
    </Form>
  );
}
