"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { Form } from "#components/ui/forms/form.tsx";
import { FormField } from "#components/ui/forms/form-field.tsx";
import { FormFooter } from "#components/ui/forms/form-footer.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { useContractForm } from "#components/ui/forms/use-contract-form.ts";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { createPasskey } from "#lib/api/create-passkey.ts";
import { addPasskey } from "#lib/contract/account.ts";
import { deviceOf } from "#lib/device-name.ts";

type AddPasskeyProps = { open: boolean; onClose: () => void };

/** Names a passkey and creates it in the browser. */
export function AddPasskey({ open, onClose }: AddPasskeyProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Add passkey"
      description="Your browser asks where to save the passkey, then verifies you."
    >
      <AddPasskeyForm onClose={onClose} />
    </Dialog>
  );
}

function AddPasskeyForm({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const { mutateAsync } = useMutation({ mutationFn: createPasskey });
  const form = useContractForm({
    endpoint: addPasskey,
    schemaOf: (schema) => schema.pick({ name: true }),
    defaultValues: { name: deviceOf(navigator.userAgent) },
    bodyOf: ({ name }) => ({ name: name.trim() }),
    fieldOfError: () => "name",
    send: ({ name }) => mutateAsync(name),
    onSuccess: (_response, { name }) => {
      toastDone(`${name.trim()} added`);
      void client.invalidateQueries({ queryKey: [addPasskey.resource] });
      onClose();
    },
  });
  const name = useWatch({ control: form.control, name: "name" }).trim();
  return (
    <Form form={form}>
      <FormField form={form} name="name" label="Name" hint="Helps you recognize it in the list">
        {(field) => <Input {...field} maxLength={100} autoComplete="off" />}
      </FormField>
      <FormFooter action="Add passkey" onCancel={onClose} disabled={name === ""} pending={form.isPending} />
    </Form>
  );
}
