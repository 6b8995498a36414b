"use client";

import { useMutation } from "@tanstack/react-query";
import { useShell } from "#components/shell/shell-context.tsx";
import { Button } from "#components/ui/display/button.tsx";
import { toastDone, toastFailed } from "#components/ui/feedback/toast.tsx";
import { Form } from "#components/ui/forms/form.tsx";
import { FormField } from "#components/ui/forms/form-field.tsx";
import { FormFooter } from "#components/ui/forms/form-footer.tsx";
import { FormProblem } from "#components/ui/forms/form-problem.tsx";
import { NumberInput } from "#components/ui/forms/number-input.tsx";
import { useContractForm } from "#components/ui/forms/use-contract-form.ts";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import type { ApiError } from "#lib/api/api-error.ts";
import { mutation } from "#lib/api/query.ts";
import { deleteMemberCap, putDefaultCap, putMemberCap } from "#lib/contract/member-caps.ts";
import type { CapOwner } from "./cap-owner.ts";

type EditCapsProps = { record: CapOwner; open: boolean; onClose: () => void };

/** Sets the caps of a member, or the default ones. */
export function EditCaps({ record, open, onClose }: EditCapsProps) {
  const description = record.id
    ? "In USD. They replace the default and cover the console and every key that the member created."
    : "In USD, for each member without their own caps. They cover the console and every key that the member created.";
  const title = record.id ? `Caps for ${record.name}` : "Default caps";
  return (
    <Dialog open={open} onOpenChange={onClose} title={title} description={description}>
      <CapForm owner={record} onClose={onClose} />
    </Dialog>
  );
}

function CapForm({ owner, onClose }: { owner: CapOwner; onClose: () => void }) {
  const { id: ref } = useShell().currentWorkspace;
  const putOwn = useMutation(mutation(putMemberCap));
  const putDefault = useMutation(mutation(putDefaultCap));
  const { id } = owner;
  const form = useContractForm({
    endpoint: putDefaultCap,
    defaultValues: { daily_usd: owner.daily_usd, monthly_usd: owner.monthly_usd },
    bodyOf: (values) => values,
    send: async (body) => {
      if (id) await putOwn.mutateAsync({ params: { ref, user_id: id }, body, workspace: ref });
      else await putDefault.mutateAsync({ params: { ref }, body, workspace: ref });
    },
    onSuccess: () => {
      toastDone("Caps saved");
      onClose();
    },
  });
  return (
    <Form form={form}>
      <div className="grid gap-4 sm:grid-cols-2">
        {(["daily_usd", "monthly_usd"] as const).map((name) => (
          <FormField key={name} form={form} name={name} label={name === "daily_usd" ? "Per day" : "Per month"}>
            {({ onChange, ...field }) => (
              <NumberInput {...field} onValueChange={onChange} prefix="$" placeholder="No cap" />
            )}
          </FormField>
        ))}
      </div>
      <FormProblem problem={form.problem} />
      <FormFooter action="Save caps" onCancel={onClose} pending={form.isPending}>
        {id && !owner.isDefault && <UseDefault userId={id} onClose={onClose} />}
      </FormFooter>
    </Form>
  );
}

function UseDefault({ userId, onClose }: { userId: string; onClose: () => void }) {
  const { id: ref } = useShell().currentWorkspace;
  const remove = useMutation(mutation(deleteMemberCap));
  const run = () => {
    const done = () => {
      toastDone("The default caps apply again");
      onClose();
    };
    const failed = (error: ApiError) => toastFailed("Could not remove the caps", { description: error.message });
    void remove.mutateAsync({ params: { ref, user_id: userId }, workspace: ref }).then(done, failed);
  };
  return (
    <Button onClick={run} pending={remove.isPending}>
      Use default
    </Button>
  );
}
