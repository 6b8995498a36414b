"use client";

import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { call } from "#lib/api/client.ts";
import type { verifySecondFactor } from "#lib/contract/account.ts";
import type { BodyInput } from "#lib/contract/endpoint.ts";
import type { signInSecondFactor } from "#lib/contract/entry.ts";
import { SubmitBar } from "../submit-bar.tsx";
import { useEntryForm } from "../use-entry-form.ts";

type SecondStepProps = {
  /** Where the code goes: to finish a sign-in, or to the session that runs. */
  endpoint: typeof signInSecondFactor | typeof verifySecondFactor;
  label: string;
  destination: () => string;
};

/** The second step of a sign-in: the code of the app, or a recovery code in its place. */
export function SecondStepForm({ endpoint, label, destination }: SecondStepProps) {
  const [isRecovery, setRecovery] = useState(false);
  const [value, setValue] = useState("");
  const { submit, problem, waitSeconds, leaving } = useEntryForm(
    (body: BodyInput<typeof signInSecondFactor>) => call<typeof endpoint>(endpoint, { body }),
    destination,
  );
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    await submit(isRecovery ? { recovery_code: value } : { code: value });
  };
  const change = () => {
    setRecovery(!isRecovery);
    setValue("");
  };
  return (
    <form method="post" onSubmit={(event) => void onSubmit(event)} noValidate className="flex flex-col gap-5">
      <Field
        label={isRecovery ? "Recovery code" : "Code"}
        hint={isRecovery ? "Each one works once." : "The six digits that your authenticator app shows"}
      >
        <Input
          key={String(isRecovery)}
          value={value}
          onChange={(event) => setValue(event.target.value)}
          inputMode={isRecovery ? "text" : "numeric"}
          autoComplete="one-time-code"
          autoFocus
        />
      </Field>
      <SubmitBar label={label} pending={leaving} problem={problem} waitSeconds={waitSeconds} />
      <Button type="button" onClick={change}>
        {isRecovery ? "Use the app's code" : "Use a recovery code"}
      </Button>
    </form>
  );
}
