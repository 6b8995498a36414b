"use client";

import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { PasswordInput } from "#components/ui/forms/password-input.tsx";
import type { ApiError } from "#lib/api/api-error.ts";

/** What the dialogs of the second factor are given. */
export type FactorDialogProps = {
  open: boolean;
  /** An account without a password proves itself by its session. */
  asksPassword: boolean;
  onClose: () => void;
};

type ProveFormProps = {
  asksPassword: boolean;
  action: string;
  danger?: boolean;
  pending: boolean;
  problem: ApiError | null;
  onProve: (proof: { password?: string }) => void;
  onCancel: () => void;
  children?: ReactNode;
};

/** Asks for the password once more, before something that a stranger at an open browser must not do. */
export function ProveForm({ asksPassword, action, danger = false, problem, ...props }: ProveFormProps) {
  const [password, setPassword] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (props.pending || (asksPassword && password === "")) return;
    props.onProve(asksPassword ? { password } : {});
  };
  return (
    <form method="post" onSubmit={submit} noValidate className="flex flex-col gap-4">
      {props.children}
      {asksPassword ? (
        <Field label="Your password" error={problem?.message}>
          <PasswordInput
            value={password}
            autoComplete="current-password"
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
      ) : (
        problem && (
          <p role="alert" className="text-bad text-sm">
            {problem.message}
          </p>
        )
      )}
      <footer className="flex flex-wrap justify-end gap-2">
        <Button onClick={props.onCancel}>Cancel</Button>
        <Button
          type="submit"
          variant={danger ? "danger" : "filled"}
          disabled={asksPassword && password === ""}
          pending={props.pending}
        >
          {action}
        </Button>
      </footer>
    </form>
  );
}
