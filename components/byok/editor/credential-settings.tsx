"use client";

import { useMutation } from "@tanstack/react-query";
import { useController, useWatch } from "react-hook-form";
import { Button } from "#components/ui/display/button.tsx";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { Form } from "#components/ui/forms/form.tsx";
import { FormField } from "#components/ui/forms/form-field.tsx";
import { FormProblem } from "#components/ui/forms/form-problem.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { useContractForm } from "#components/ui/forms/use-contract-form.ts";
import { mutation } from "#lib/api/query.ts";
import { updateCredential } from "#lib/contract/byok.ts";
import { type Credential, nameOf } from "../credential-status.tsx";
import { changesOf, draftOf } from "./credential-draft.ts";
import { CredentialFields } from "./credential-fields.tsx";

/** Name, use and scope of a provider key, saved together. */
export function CredentialSettings({ credential }: { credential: Credential }) {
  const { mutateAsync } = useMutation(mutation(updateCredential));
  const valuesOf = () => ({ name: draftOf(credential).name, options: draftOf(credential) });
  const form = useContractForm({
    endpoint: updateCredential,
    defaultValues: valuesOf(),
    bodyOf: ({ name, options }) => changesOf({ ...options, name }, credential),
    send: (body) => mutateAsync({ params: { id: credential.id }, body }),
    onSuccess: ({ data }) => toastDone(`${nameOf(data)} saved`),
  });
  const { field: options } = useController({ control: form.control, name: "options" });
  const name = useWatch({ control: form.control, name: "name" });
  const count = Object.keys(changesOf({ ...options.value, name }, credential)).length;
  return (
    <Form form={form} aria-label="Settings" className="border-t pt-4">
      <h3 className="font-medium text-sm">Settings</h3>
      <FormField form={form} name="name" label="Name" aside="optional">
        {(field) => <Input {...field} maxLength={255} autoComplete="off" placeholder="production" />}
      </FormField>
      <CredentialFields draft={options.value} onChange={options.onChange} provider={credential.provider} />
      <FormProblem what="Could not save" problem={form.problem} />
      {count > 0 && (
        <div className="sticky -bottom-4 -mx-4 flex flex-wrap items-center justify-end gap-2 border-t bg-raised px-4 py-2.5">
          <span className="mr-auto text-muted text-sm" role="status">
            {count} unsaved {count === 1 ? "change" : "changes"}
          </span>
          <Button onClick={() => form.reset(valuesOf())}>Discard</Button>
          <Button type="submit" variant="filled" pending={form.isPending}>
            Save
          </Button>
        </div>
      )}
    </Form>
  );
}
