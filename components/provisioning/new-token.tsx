"use client";

import { useMutation } from "@tanstack/react-query";
import { Form } from "#components/ui/forms/form.tsx";
import { FormField } from "#components/ui/forms/form-field.tsx";
import { FormFooter } from "#components/ui/forms/form-footer.tsx";
import { FormProblem } from "#components/ui/forms/form-problem.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { useContractForm } from "#components/ui/forms/use-contract-form.ts";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { mutation } from "#lib/api/query.ts";
import { createScimToken } from "#lib/contract/scim-tokens.ts";

type NewTokenProps = { open: boolean; onClose: () => void; onMade: (secret: string) => void };

/** Creates a SCIM token. */
export function NewToken({ open, onClose, onMade }: NewTokenProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Create a SCIM token"
      description="If an owner creates it, the directory may change owners too."
    >
      <NewTokenForm onCancel={onClose} onMade={onMade} />
    </Dialog>
  );
}

function NewTokenForm({ onCancel, onMade }: { onCancel: () => void; onMade: (secret: string) => void }) {
  const create = useMutation(mutation(createScimToken));
  const form = useContractForm({
    endpoint: createScimToken,
    defaultValues: { name: "" },
    bodyOf: ({ name }) => ({ name }),
    send: (body) => create.mutateAsync({ body }),
    onSuccess: ({ token }) => {
      // The response contains the token, which must only exist in the dialog's state.
      create.reset();
      onCancel();
      onMade(token);
    },
  });
  return (
    <Form form={form}>
      <FormField form={form} name="name" label="Name" hint="The directory, such as Okta" required>
        {(field) => <Input {...field} autoComplete="off" />}
      </FormField>
      <FormProblem what="Could not create the token" problem={form.problem} />
      <FormFooter action="Create token" onCancel={onCancel} pending={form.isPending} />
    </Form>
  );
}
