"use client";

import { useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { Form } from "#components/ui/forms/form.tsx";
import { FormField } from "#components/ui/forms/form-field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { useContractForm } from "#components/ui/forms/use-contract-form.ts";
import { call } from "#lib/api/client.ts";
import type { verifySecondFactor } from "#lib/contract/account.ts";
import type { BodyInput } from "#lib/contract/endpoint.ts";
import type { signInSecondFactor } from "#lib/contract/entry.ts";
import { SubmitBar } from "../submit-bar.tsx";
import { useEntryForm } from "../use-entry-form.ts";

type SecondStepProps = {
  /** Where to send the code: to finish a sign-in, or to the current session. */
  endpoint: typeof signInSecondFactor | typeof verifySecondFactor;
  label: string;
  destination: () => string;
};

/** The second step of a sign-in: a code from the app, or a recovery code instead. */
export function SecondStepForm({ endpoint, label, destination }: SecondStepProps) {
  const [isRecovery, setRecovery] = useState(false);
  const { submit, problem, waitSeconds, leaving } = useEntryForm(
    (body: BodyInput<typeof signInSecondFactor>) => call<typeof endpoint>(endpoint, { body }),
    destination,
  );
  const form = useContractForm({
    endpoint,
    defaultValues: { code: "" },
    bodyOf: ({ code }) => (isRecovery ? { recovery_code: code } : { code }),
    fieldOf: () => "code",
    messages: { code: isRecovery ? "Enter a recovery code" : "Enter the six-digit code" },
    send: submit,
  });
  const change = () => {
    setRecovery(!isRecovery);
    form.reset();
  };
  return (
    <Form form={form} className="gap-5">
      <FormField
        form={form}
        name="code"
        label={isRecovery ? "Recovery code" : "Code"}
        hint={isRecovery ? "Each code works once" : "The six-digit code in your authenticator app"}
      >
        {(field) => (
          <Input
            {...field}
            key={String(isRecovery)}
            inputMode={isRecovery ? "text" : "numeric"}
            autoComplete="one-time-code"
            autoFocus
          />
        )}
      </FormField>
      <SubmitBar label={label} pending={form.isPending || leaving} problem={problem} waitSeconds={waitSeconds} />
      <Button type="button" onClick={change}>
        {isRecovery ? "Use a code from your app" : "Use a recovery code"}
      </Button>
    </Form>
  );
}
