"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { Form } from "#components/ui/forms/form.tsx";
import { FormField } from "#components/ui/forms/form-field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { useContractForm } from "#components/ui/forms/use-contract-form.ts";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { mutation } from "#lib/api/query.ts";
import { signInSecondFactor } from "#lib/contract/entry.ts";
import { signIn } from "#lib/contract/session.ts";
import type { SignInReason } from "./use-session-ended.ts";

const WORDS = {
  ended: { title: "Your session ended", why: (email: string) => `Sign in again as ${email} to continue.` },
  "too old": {
    title: "Confirm your identity",
    why: (email: string) => `This action needs a recent sign-in. Sign in as ${email}, then try again.`,
  },
};

type SignInDialogProps = {
  open: boolean;
  reason: SignInReason;
  email: string;
  onSignedIn: () => void;
  onClose: () => void;
};

/** Asks the user for the password again, and for the second factor if there is one. */
export function SignInDialog({ open, reason, email, onSignedIn, onClose }: SignInDialogProps) {
  const { title, why } = WORDS[reason];
  const [isSecondStep, setSecondStep] = useState(false);
  useEffect(() => {
    if (!open) setSecondStep(false);
  }, [open]);
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title={title} description={why(email)}>
      {isSecondStep ? (
        <SecondStep onSignedIn={onSignedIn} />
      ) : (
        <FirstStep email={email} onSignedIn={onSignedIn} onSecondStep={() => setSecondStep(true)} />
      )}
      <p className="text-muted text-sm">
        No password?{" "}
        <a href="/sign-in?again=1" target="_blank" rel="noreferrer" className="text-ink underline underline-offset-3">
          Sign in in a new tab
        </a>
        , then come back.
      </p>
    </Dialog>
  );
}

type FirstStepProps = { email: string; onSignedIn: () => void; onSecondStep: () => void };

function FirstStep({ email, onSignedIn, onSecondStep }: FirstStepProps) {
  const { mutateAsync } = useMutation(mutation(signIn));
  const form = useContractForm({
    endpoint: signIn,
    defaultValues: { password: "" },
    bodyOf: ({ password }) => ({ email, password }),
    messages: { password: "Enter your password" },
    fieldOfError: () => "password",
    send: (body) => mutateAsync({ body }),
    onSuccess: ({ second_factor: isNeeded }) => (isNeeded ? onSecondStep() : onSignedIn()),
  });
  return (
    <Form form={form}>
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <FormField form={form} name="password" label="Password">
        {(field) => <Input {...field} type="password" autoComplete="current-password" />}
      </FormField>
      <Button type="submit" variant="filled" pending={form.isPending} className="self-end">
        Sign in
      </Button>
    </Form>
  );
}

function SecondStep({ onSignedIn }: { onSignedIn: () => void }) {
  const { mutateAsync } = useMutation(mutation(signInSecondFactor));
  const form = useContractForm({
    endpoint: signInSecondFactor,
    defaultValues: { code: "" },
    bodyOf: ({ code }) => (/^\d{6}$/.test(code.trim()) ? { code: code.trim() } : { recovery_code: code.trim() }),
    fieldOf: () => "code",
    messages: { code: "Enter a code" },
    fieldOfError: () => "code",
    send: (body) => mutateAsync({ body }),
    onSuccess: onSignedIn,
  });
  return (
    <Form form={form}>
      <FormField form={form} name="code" label="Code" hint="From your authenticator app, or a recovery code">
        {(field) => <Input {...field} autoComplete="one-time-code" autoFocus />}
      </FormField>
      <Button type="submit" variant="filled" pending={form.isPending} className="self-end">
        Sign in
      </Button>
    </Form>
  );
}
