"use client";

import type { ReactNode } from "react";
import { useWatch } from "react-hook-form";
import { Form } from "#components/ui/forms/form.tsx";
import { FormField } from "#components/ui/forms/form-field.tsx";
import { FormFooter } from "#components/ui/forms/form-footer.tsx";
import { FormProblem } from "#components/ui/forms/form-problem.tsx";
import { PasswordInput } from "#components/ui/forms/password-input.tsx";
import { useContractForm } from "#components/ui/forms/use-contract-form.ts";
import type { disableSecondFactor, enableSecondFactor, renewRecoveryCodes } from "#lib/contract/account.ts";

/** Props of the second-factor dialogs. */
export type FactorDialogProps = {
  open: boolean;
  /** False for an account without a password, whose session is proof enough. */
  asksPassword: boolean;
  onClose: () => void;
};

type ProveFormProps<Response> = {
  endpoint: typeof disableSecondFactor | typeof enableSecondFactor | typeof renewRecoveryCodes;
  asksPassword: boolean;
  action: string;
  danger?: boolean;
  send: (proof: { password?: string }) => Promise<Response>;
  onSuccess: (response: Response) => void;
  onCancel: () => void;
  children?: ReactNode;
};

/** Asks for the password again, so that nobody can use an unattended browser for this action. */
export function ProveForm<Response>({ asksPassword, ...props }: ProveFormProps<Response>) {
  const form = useContractForm({
    endpoint: props.endpoint,
    defaultValues: { password: "" },
    bodyOf: ({ password }) => (asksPassword ? { password } : {}),
    fieldOfError: () => (asksPassword ? "password" : undefined),
    send: props.send,
    onSuccess: props.onSuccess,
  });
  const password = useWatch({ control: form.control, name: "password" });
  return (
    <Form form={form}>
      {props.children}
      {asksPassword && (
        <FormField form={form} name="password" label="Your password">
          {(field) => <PasswordInput {...field} autoComplete="current-password" />}
        </FormField>
      )}
      <FormProblem problem={form.problem} />
      <FormFooter
        action={props.action}
        danger={props.danger ?? false}
        onCancel={props.onCancel}
        disabled={asksPassword && password === ""}
        pending={form.isPending}
      />
    </Form>
  );
}
