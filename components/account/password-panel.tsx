"use client";

import { useMutation } from "@tanstack/react-query";
import { Button } from "#components/ui/display/button.tsx";
import { Panel } from "#components/ui/display/panel.tsx";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { Form } from "#components/ui/forms/form.tsx";
import { FormField } from "#components/ui/forms/form-field.tsx";
import { PasswordInput } from "#components/ui/forms/password-input.tsx";
import { useContractForm } from "#components/ui/forms/use-contract-form.ts";
import { mutation } from "#lib/api/query.ts";
import { changePassword } from "#lib/contract/account.ts";
import { PASSWORD_MIN_LENGTH } from "#lib/contract/session.ts";

/** Changes the password, which ends every other session. */
export function PasswordPanel({ email }: { email: string }) {
  const { mutateAsync } = useMutation(mutation(changePassword));
  const form = useContractForm({
    endpoint: changePassword,
    defaultValues: { current_password: "", new_password: "" },
    bodyOf: (values) => values,
    check: ({ current_password: current, new_password: next }) => ({
      current_password: current === "" ? "Enter your current password" : undefined,
      new_password: next.length < PASSWORD_MIN_LENGTH ? `Use at least ${PASSWORD_MIN_LENGTH} characters` : undefined,
    }),
    fieldOfError: () => "current_password",
    send: (body) => mutateAsync({ body }),
    onSuccess: () => {
      form.reset();
      toastDone("Password changed", { description: "Your other sessions have ended." });
    },
  });
  return (
    <Panel title="Password" description="Changing it signs you out everywhere else.">
      <Form form={form}>
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <FormField form={form} name="current_password" label="Current password">
          {(field) => <PasswordInput {...field} autoComplete="current-password" />}
        </FormField>
        <FormField
          form={form}
          name="new_password"
          label="New password"
          hint={`At least ${PASSWORD_MIN_LENGTH} characters. A short phrase works well.`}
        >
          {(field) => <PasswordInput {...field} autoComplete="new-password" />}
        </FormField>
        <Button type="submit" pending={form.isPending} className="self-end">
          Change password
        </Button>
      </Form>
    </Panel>
  );
}
