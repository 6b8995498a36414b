"use client";

import { Form } from "#components/ui/forms/form.tsx";
import { FormField } from "#components/ui/forms/form-field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { useContractForm } from "#components/ui/forms/use-contract-form.ts";
import { readDevice } from "#lib/contract/device.ts";
import { SubmitBar } from "../submit-bar.tsx";

type CodeFormProps = { email: string; onCode(code: string): void };

/** Asks for the code that an agent shows. */
export function CodeForm({ email, onCode }: CodeFormProps) {
  const form = useContractForm({
    endpoint: readDevice,
    defaultValues: { user_code: "" },
    bodyOf: (values) => values,
    send: async ({ user_code }) => onCode(user_code),
  });
  return (
    <>
      <div className="flex flex-col gap-1.5">
        <h1 className="text-xl">Sign in an agent</h1>
        <p className="text-muted text-sm">
          Enter the code that the agent shows, such as BCDF-GHJK. You are signed in as {email}.
        </p>
      </div>
      <Form form={form} className="gap-5">
        <FormField form={form} name="user_code" label="Code">
          {(field) => (
            <Input
              {...field}
              autoFocus
              autoComplete="one-time-code"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={20}
              className="font-mono uppercase"
            />
          )}
        </FormField>
        <SubmitBar label="Continue" pending={form.isPending} problem={undefined} waitSeconds={0} />
      </Form>
    </>
  );
}
