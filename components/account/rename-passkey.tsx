"use client";

import { useMutation } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { Form } from "#components/ui/forms/form.tsx";
import { FormField } from "#components/ui/forms/form-field.tsx";
import { FormFooter } from "#components/ui/forms/form-footer.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { useContractForm } from "#components/ui/forms/use-contract-form.ts";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { mutation } from "#lib/api/query.ts";
import { renamePasskey } from "#lib/contract/account.ts";

type RenamePasskeyProps = { id: string; name: string; open: boolean; onClose: () => void };

/** Renames a passkey in the list; the device keeps its own name. */
export function RenamePasskey({ open, onClose, ...passkey }: RenamePasskeyProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={`Rename ${passkey.name}`}
      description="Your device may show a different name."
    >
      <RenameForm {...passkey} onClose={onClose} />
    </Dialog>
  );
}

function RenameForm({ id, name: before, onClose }: Omit<RenamePasskeyProps, "open">) {
  const { mutateAsync } = useMutation(mutation(renamePasskey));
  const form = useContractForm({
    endpoint: renamePasskey,
    defaultValues: { name: before },
    bodyOf: ({ name }) => ({ id, name: name.trim() }),
    fieldOfError: () => "name",
    send: (body) => mutateAsync({ body }),
    onSuccess: (_response, { name }) => {
      toastDone(`${before} renamed to ${name.trim()}`);
      onClose();
    },
  });
  const name = useWatch({ control: form.control, name: "name" }).trim();
  return (
    <Form form={form}>
      <FormField form={form} name="name" label="Name">
        {(field) => <Input {...field} maxLength={100} autoComplete="off" />}
      </FormField>
      <FormFooter
        action="Rename passkey"
        onCancel={onClose}
        disabled={name === "" || name === before}
        pending={form.isPending}
      />
    </Form>
  );
}
